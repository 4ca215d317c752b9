/* SPDX-License-Identifier: Apache-2.0 */

/* The side bar in the window: when it is there, its links by mouse and by key, and the
 * call under the pointer. */

#include "app/settings.h"
#include "gui/driver.h"
#include "gui/sample.h"
#include "support/trace-fixtures.h"
#include "ui/timeline/timeline.h"

#include <check.h>
#include <math.h>

static TvWindow *window;
static char *folder;

static void
set_up (void)
{
  window = tv_sample_open (&folder);
}

static void
tear_down (void)
{
  tv_sample_close (&folder);
}

/* Another window has what is remembered. */
static void
open_another (void)
{
  g_autofree char *path = g_build_filename (folder, "sample.trace", NULL);

  window = tv_gui_open (tv_gui_start (), path);
}

static gboolean
is_shown (void)
{
  tv_gui_settle ();
  return tv_gui_find_type (GTK_WIDGET (window), "TvSideBar") != NULL;
}

static int
get_width (void)
{
  return gtk_widget_get_width (tv_gui_find_type (GTK_WIDGET (window), "TvSideBar"));
}

#define MOST_HANDLE_WIDTH 8

START_TEST (test_window)
{
  g_autoptr (GSettings) settings = tv_settings_new ();
  int width;

  /* A wide window has it, a narrow one where it is asked for. */
  tv_gui_close (window);
  g_settings_set_int (settings, "window-width", 1250);
  open_another ();
  ck_assert (is_shown ());
  width = g_settings_get_int (settings, "side-bar-width");
  ck_assert_int_le (get_width (), width);
  ck_assert_int_ge (get_width (), width - MOST_HANDLE_WIDTH);
  tv_gui_resize (GTK_WIDGET (window), 1000, 700);
  ck_assert (!is_shown ());
  ck_assert (g_settings_get_boolean (settings, "side-bar"));
  tv_gui_keys (GTK_WIDGET (window), "F4");
  ck_assert (is_shown ());
  tv_gui_keys (GTK_WIDGET (window), "F4");
  ck_assert (!is_shown ());
  ck_assert (!g_settings_get_boolean (settings, "side-bar"));
  tv_gui_close (window);
  open_another ();
  tv_gui_resize (GTK_WIDGET (window), 1250, 700);
  ck_assert (!is_shown ());
}
END_TEST

START_TEST (test_links_and_pointer)
{
  TvTraceSession *session = tv_window_get_session (window);
  GtkWidget *timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  GtkWidget *bar;
  GtkWidget *label;
  GdkRectangle area;

  g_action_group_change_action_state (G_ACTION_GROUP (window), "side-bar",
                                      g_variant_new_boolean (TRUE));
  ck_assert (is_shown ());
  bar = tv_gui_find_type (GTK_WIDGET (window), "TvSideBar");
  /* The call of inner that wrapper makes. */
  tv_trace_session_select_call (session, (TvCallRef){ 0, 5 });
  tv_gui_settle ();
  label = tv_gui_find_text (bar, "Work.wrapper()  app");
  tv_gui_click (label, 5, gtk_widget_get_height (label) / 2.0);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread, 0);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).call, 4);

  /* By keyboard, from where the link was. */
  gtk_widget_grab_focus (
      gtk_widget_get_parent (tv_gui_find_text (bar, "Work.inner(int)  app")));
  tv_gui_keys (bar, "Return");
  ck_assert_uint_eq (
      tv_trace_session_get_selected_method (session),
      tv_test_find_method (tv_trace_session_get_trace (session), "app.Work.inner"));
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread,
                     TV_THREAD_NONE);
  ck_assert_ptr_null (tv_gui_find_text (bar, "This Call"));

  ck_assert (
      tv_timeline_get_call_area (TV_TIMELINE (timeline), (TvCallRef){ 0, 0 }, &area));
  tv_gui_move (timeline, area.x + area.width / 20, area.y + area.height / 2);
  tv_gui_wait_for_text (bar, "This Call");
  ck_assert_ptr_nonnull (tv_gui_find_part (bar, "Main."));
  tv_gui_park ();
  tv_gui_wait_for_text (bar, "Callers");
  ck_assert_ptr_null (tv_gui_find_text (bar, "This Call"));
}
END_TEST

static double
get_luminance (const GdkRGBA *color)
{
  const float parts[] = { color->red, color->green, color->blue };
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    sum += weights[i]
           * (parts[i] <= 0.03928f ? parts[i] / 12.92
                                   : pow ((parts[i] + 0.055) / 1.055, 2.4));
  return sum;
}

/* Returns the contrast of a widget's text, of which so much shows, to the ground of the
 * window, as the guidelines for web content define it. */
static double
get_contrast (GtkWidget *widget, float strength)
{
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  GdkRGBA ground;
  GdkRGBA text;
  double a;
  double b;

  gtk_style_context_get_color (style, &text);
  ck_assert (gtk_style_context_lookup_color (style, "theme_bg_color", &ground));
  strength *= text.alpha;
  text = (GdkRGBA){ ground.red + strength * (text.red - ground.red),
                    ground.green + strength * (text.green - ground.green),
                    ground.blue + strength * (text.blue - ground.blue), 1 };
  a = get_luminance (&text);
  b = get_luminance (&ground);
  return (MAX (a, b) + 0.05) / (MIN (a, b) + 0.05);
}

static GtkWidget *
find_class (GtkWidget *widget, const char *name)
{
  GtkWidget *found = gtk_widget_has_css_class (widget, name) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_class (child, name);
  return found;
}

static void
assert_read (GtkWidget *widget, const char *name)
{
  ck_assert_ptr_null (gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name));
}

/* Names are read without the breaks that only lines need, the source by its file, and
 * tables like their views. */
START_TEST (test_what_is_read)
{
  GtkWidget *bar;

  g_action_group_change_action_state (G_ACTION_GROUP (window), "side-bar",
                                      g_variant_new_boolean (TRUE));
  tv_trace_session_select_call (tv_window_get_session (window), (TvCallRef){ 0, 5 });
  tv_gui_settle ();
  bar = tv_gui_find_type (GTK_WIDGET (window), "TvSideBar");
  assert_read (find_class (bar, "heading"), "Work.inner(int)");
  assert_read (
      gtk_widget_get_ancestor (tv_gui_find_part (bar, ".java"), GTK_TYPE_BUTTON),
      gtk_label_get_text (GTK_LABEL (tv_gui_find_part (bar, ".java"))));
  tv_gui_keys (GTK_WIDGET (window), "alt+2");
  assert_read (
      tv_gui_find_type (tv_gui_find_type (GTK_WIDGET (window), "TvCallTreeView"),
                        "TvTableView"),
      "Call Tree");
  tv_gui_keys (GTK_WIDGET (window), "alt+1");
}
END_TEST

/* Links, the packages in them, and captions can be read on light and on dark. */
START_TEST (test_contrast)
{
  GtkWidget *bar;

  g_action_group_change_action_state (G_ACTION_GROUP (window), "side-bar",
                                      g_variant_new_boolean (TRUE));
  ck_assert (is_shown ());
  tv_trace_session_select_call (tv_window_get_session (window), (TvCallRef){ 0, 5 });
  tv_gui_settle ();
  bar = tv_gui_find_type (GTK_WIDGET (window), "TvSideBar");
  for (guint dark = 0; dark < 2; dark++)
    {
      GtkWidget *link = tv_gui_find_text (bar, "Work.wrapper()  app");
      GtkWidget *caption = find_class (bar, "dim-label");

      g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme",
                    dark == 1, NULL);
      tv_gui_settle ();
      ck_assert_double_ge (get_contrast (link, 0.85f), 4.5);
      ck_assert_double_ge (get_contrast (caption, 1), 4.5);
      ck_assert_double_lt (get_contrast (caption, 1), 9);
    }
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", FALSE,
                NULL);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
