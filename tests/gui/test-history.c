/* SPDX-License-Identifier: Apache-2.0 */

/* Back and forward through the methods visited in the whole window: by keys, by the
 * buttons of a mouse and by those of the header bar. */

#include "gui/driver.h"
#include "gui/sample.h"
#include "ui/profile/profile-panel.h"

#define BACK "Back to the Previous Method"
#define FORWARD "Forward to the Next Method"

static char *folder;
static TvWindow *window;
static TvTraceSession *session;
static GtkWidget *timeline;
static TvProfilePanel *panel;

static void
set_up (void)
{
  window = tv_sample_open (&folder);
  session = tv_window_get_session (window);
  timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  panel = TV_PROFILE_PANEL (tv_gui_find_type (GTK_WIDGET (window), "TvProfilePanel"));
}

static void
tear_down (void)
{
  tv_sample_close (&folder);
}

static GtkWidget *
get_rows (void)
{
  return GTK_WIDGET (tv_table_view_get_rows (tv_view_get_table (TV_VIEW (panel))));
}

static void
assert_id (guint64 id)
{
  const guint32 method = tv_trace_session_get_selected_method (session);

  ck_assert_uint_ne (method, TV_METHOD_NONE);
  ck_assert_uint_eq (
      tv_trace_get_method (tv_trace_session_get_trace (session), method)->id, id);
}

static void
click_text (const char *text)
{
  GtkWidget *name = tv_gui_find_text (GTK_WIDGET (panel), text);

  ck_assert_msg (name != NULL, "a row %s", text);
  tv_gui_click_middle (name);
}

/* main() is picked, then outer(), then inner(). */
static void
visit_three (void)
{
  click_text ("1 Main.main()  app");
  tv_gui_keys (get_rows (), "Left");
  click_text ("3 Work.outer()  app");
  tv_gui_keys (get_rows (), "Left");
  click_text ("4 Work.inner(int)  app");
  assert_id (TV_SAMPLE_INNER);
}

static void
press_button (GtkWidget *widget, const char *button)
{
  tv_gui_move (widget, gtk_widget_get_width (widget) / 2.0,
               gtk_widget_get_height (widget) / 2.0);
  tv_gui_input ("click", button, NULL);
  tv_gui_settle ();
}

static GtkWidget *
get_button (const char *tooltip)
{
  return tv_gui_find_button (GTK_WIDGET (window), tooltip);
}

START_TEST (test_keys_go_through_the_methods)
{
  static const struct
  {
    const char *key;
    guint64 id;
  } steps[] = { { "alt+Left", TV_SAMPLE_OUTER },    { "alt+Left", TV_SAMPLE_MAIN },
                { "alt+Left", TV_SAMPLE_MAIN },     { "alt+Right", TV_SAMPLE_OUTER },
                { "XF86Forward", TV_SAMPLE_INNER }, { "alt+Right", TV_SAMPLE_INNER },
                { "alt+KP_Left", TV_SAMPLE_OUTER }, { "XF86Back", TV_SAMPLE_MAIN } };

  visit_three ();
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      tv_gui_keys (get_rows (), steps[i].key);
      assert_id (steps[i].id);
    }
  /* It is opened and shown. */
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (panel), "Children"));
}
END_TEST

START_TEST (test_keys_go_back_from_the_find_bar)
{
  visit_three ();
  tv_gui_keys (get_rows (), "ctrl+f");
  tv_gui_keys (get_rows (), "alt+Left");
  assert_id (TV_SAMPLE_OUTER);
}
END_TEST

/* There the same keys step from call to call: main() has no sibling to go to. */
START_TEST (test_keys_mean_the_same_in_the_timeline)
{
  visit_three ();
  gtk_widget_grab_focus (timeline);
  tv_gui_keys (timeline, "alt+Left");
  assert_id (TV_SAMPLE_OUTER);
  gtk_widget_grab_focus (get_rows ());
  tv_gui_keys (get_rows (), "alt+Left");
  assert_id (TV_SAMPLE_MAIN);
  gtk_widget_grab_focus (timeline);
  tv_gui_keys (timeline, "alt+Right");
  assert_id (TV_SAMPLE_OUTER);
}
END_TEST

START_TEST (test_buttons_of_a_mouse_go_everywhere)
{
  visit_three ();
  gtk_widget_grab_focus (timeline);
  press_button (timeline, "8");
  assert_id (TV_SAMPLE_OUTER);
  press_button (get_rows (), "8");
  assert_id (TV_SAMPLE_MAIN);
  press_button (get_button (BACK), "9");
  assert_id (TV_SAMPLE_OUTER);
  press_button (timeline, "9");
  assert_id (TV_SAMPLE_INNER);
  /* Another button does what it did. */
  tv_gui_click_middle (get_button (BACK));
  tv_gui_click_middle (get_button (BACK));
  assert_id (TV_SAMPLE_OUTER);
}
END_TEST

START_TEST (test_the_header_bar_knows_where_there_is_to_go)
{
  ck_assert (!gtk_widget_is_sensitive (get_button (BACK)));
  ck_assert (!gtk_widget_is_sensitive (get_button (FORWARD)));
  visit_three ();
  ck_assert (gtk_widget_is_sensitive (get_button (BACK)));
  ck_assert (!gtk_widget_is_sensitive (get_button (FORWARD)));
  tv_gui_click_middle (get_button (BACK));
  tv_gui_click_middle (get_button (BACK));
  assert_id (TV_SAMPLE_MAIN);
  ck_assert (!gtk_widget_is_sensitive (get_button (BACK)));
  tv_gui_click_middle (get_button (FORWARD));
  assert_id (TV_SAMPLE_OUTER);
}
END_TEST

/* A call that is clicked in the timeline is a visit of its method. */
START_TEST (test_the_timeline_adds_visits)
{
  const guint32 method = tv_trace_session_get_selected_method (session);

  ck_assert_uint_eq (method, TV_METHOD_NONE);
  visit_three ();
  tv_trace_session_select_call (session, (TvCallRef){ 0, 0 });
  tv_gui_settle ();
  assert_id (TV_SAMPLE_MAIN);
  press_button (timeline, "8");
  assert_id (TV_SAMPLE_INNER);
}
END_TEST

/* Left is forward where text runs to the left. */
START_TEST (test_arrows_turn_with_the_text)
{
  visit_three ();
  gtk_widget_set_direction (GTK_WIDGET (window), GTK_TEXT_DIR_RTL);
  tv_gui_keys (get_rows (), "alt+Right");
  assert_id (TV_SAMPLE_OUTER);
  tv_gui_keys (get_rows (), "alt+Left");
  assert_id (TV_SAMPLE_INNER);
}
END_TEST

START_TEST (test_a_trace_read_again_keeps_them)
{
  TvTraceSession *before = g_object_ref (session);

  visit_three ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.reload", NULL);
  session = tv_gui_wait_for_session (window, before);
  ck_assert (gtk_widget_is_sensitive (get_button (BACK)));
  tv_gui_keys (get_rows (), "alt+Left");
  assert_id (TV_SAMPLE_OUTER);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
