/* SPDX-License-Identifier: Apache-2.0 */

/* Find in the whole window by keys and buttons: what is typed, where it leads, and what
 * is marked. */

#include "gui/find-window.h"
#include "support/test-runner.h"
#include "ui/pixels.h"

#include <check.h>

/* The first colour of the default palette and the fourth. */
#define COLOUR_OF_MAIN 0x3E87E4
#define COLOUR_OF_INNER 0x9FC864

/* The mark of a hit on white, as in style.css. */
#define MARK 0xFFCB8C

static TvFindWindow find;

static void
set_up (void)
{
  tv_find_window_init (&find);
}

static void
tear_down (void)
{
  tv_find_window_clear (&find);
}

static void
find_text (const char *text)
{
  tv_find_window_open_bar (&find);
  tv_gui_type (tv_find_window_get_entry (&find), text);
}

static void
click_button (const char *tooltip)
{
  tv_gui_click_middle (tv_gui_find_button (find.profile, tooltip));
}

static void
assert_selected (guint64 id)
{
  ck_assert_uint_eq (tv_find_window_get_selected (&find), id);
}

static void
select_place (guint place)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (find.panel);

  tv_trace_session_select_method (
      find.session,
      tv_method_sequence_get (
          tv_profile_model_get_listed (tv_profile_tree_get_methods (tree)), place));
}

static void
assert_list (const char *const *names)
{
  GListModel *methods = tv_profile_model_get_rows (
      tv_profile_tree_get_methods (tv_profile_panel_get_tree (find.panel)));

  ck_assert_uint_eq (g_list_model_get_n_items (methods),
                     g_strv_length ((char **) names));
  for (guint i = 0; names[i] != NULL; i++)
    ck_assert_ptr_nonnull (tv_gui_find_text (find.rows, names[i]));
}

static gboolean
is_marked (const char *name)
{
  return gtk_widget_has_css_class (tv_find_window_get_row (&find, name), "hit");
}

static guint
count_in (GtkWidget *widget, guint32 rgb)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (widget);

  return tv_pixels_count (pixels, NULL, rgb);
}

START_TEST (test_hits_are_marked_in_the_list_and_the_timeline)
{
  ck_assert_uint_gt (count_in (find.timeline, COLOUR_OF_MAIN), 0);
  ck_assert_uint_gt (count_in (find.timeline, COLOUR_OF_INNER), 0);
  ck_assert_uint_eq (count_in (find.rows, MARK), 0);

  find_text ("work");
  tv_find_window_wait_for (&find, "1 of 3, 1 more not called");
  assert_selected (TV_FIND_RUN);
  ck_assert (!is_marked ("1 Main.main()  app"));
  ck_assert (is_marked ("2 Worker.run()  app"));
  ck_assert (is_marked ("3 Work.outer()  app"));
  ck_assert (is_marked ("4 Work.inner()  app"));
  /* Two rows on white; the selected one has another background. */
  ck_assert_uint_gt (count_in (find.rows, MARK), 2 * 100 * 10);
  ck_assert_uint_eq (count_in (find.timeline, COLOUR_OF_MAIN), 0);
  ck_assert_uint_gt (count_in (find.timeline, COLOUR_OF_INNER), 0);

  tv_find_window_press (&find, "Escape");
  ck_assert (!tv_find_window_is_open (&find));
  ck_assert (!is_marked ("2 Worker.run()  app"));
  ck_assert_uint_eq (count_in (find.rows, MARK), 0);
  /* The selected method stands out by itself now. */
  assert_selected (TV_FIND_RUN);
  ck_assert_uint_eq (count_in (find.timeline, COLOUR_OF_INNER), 0);
  tv_trace_session_clear_selection (find.session);
  tv_gui_settle ();
  ck_assert_uint_gt (count_in (find.timeline, COLOUR_OF_MAIN), 0);
  ck_assert_uint_gt (count_in (find.timeline, COLOUR_OF_INNER), 0);
}
END_TEST

typedef struct
{
  guint n;
  guint listed; /* the frame in which the first hit is selected in the list, or 0 */
  guint told;   /* that in which the timeline tells its name */
} Frames;

static void
note_frame (GdkFrameClock *clock, gpointer data)
{
  Frames *frames = data;
  g_autofree char *actual = NULL;

  frames->n++;
  if (frames->listed == 0
      && tv_trace_session_get_selected_method (find.session) != TV_METHOD_NONE)
    frames->listed = frames->n;
  actual = gtk_test_accessible_check_property (GTK_ACCESSIBLE (find.timeline),
                                               GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                               "Worker.run()  app");
  if (frames->told == 0 && actual == NULL)
    frames->told = frames->n;
}

/* The list is what people look at as they type: it does not wait for the lanes. */
START_TEST (test_the_timeline_follows_in_a_frame_of_its_own)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (find.timeline);
  Frames frames = { 0 };
  gulong handler;

  tv_find_window_open_bar (&find);
  handler = g_signal_connect (clock, "after-paint", G_CALLBACK (note_frame), &frames);
  tv_gui_type (tv_find_window_get_entry (&find), "w");
  tv_find_window_wait_for (&find, "1 of 3, 1 more not called");
  g_signal_handler_disconnect (clock, handler);

  assert_selected (TV_FIND_RUN);
  ck_assert_uint_gt (frames.listed, 0);
  ck_assert_uint_gt (frames.told, frames.listed);
  ck_assert_uint_le (frames.told, frames.listed + 2);
}
END_TEST

/* Purple and yellow are those of callers and callees of the opened method, which come
 * from a worker: main, run, outer with Parents, main, Children, self, inner; and inner.
 */
static gboolean
has_rows_of_outer (gpointer data)
{
  return tv_find_window_count_rows (&find) == 9
         && tv_gui_find_text (find.rows, "self") != NULL;
}

START_TEST (test_marks_are_seen_on_all_rows)
{
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  GdkRectangle area = { 100, 0, 200, 0 };

  select_place (2);
  tv_gui_wait (has_rows_of_outer, NULL, "callers and callees");
  tv_find_window_open_bar (&find);
  before = tv_pixels_take (find.rows);
  tv_gui_type (tv_find_window_get_entry (&find), "app.");
  tv_find_window_wait_for (&find, "1 of 4, 1 more not called");
  select_place (2);
  tv_find_window_wait_for (&find, "3 of 4, 1 more not called");
  tv_gui_wait (has_rows_of_outer, NULL, "callers and callees again");
  tv_gui_settle ();
  after = tv_pixels_take (find.rows);
  area.height
      = gtk_widget_get_height (tv_find_window_get_row (&find, "1 Main.main()  app"));
  for (int row = 0; row < 9; row++)
    {
      /* Headings and "self". */
      const gboolean names_none = row == 3 || row == 5 || row == 6;
      guint n_changes;

      /* After (toplevel), which is no hit. */
      area.y = (row + 1) * area.height;
      n_changes = tv_pixels_count_changes (before, after, &area);
      if (names_none)
        ck_assert_uint_eq (n_changes, 0);
      else if (row == 2) /* is selected, and has a frame of two pixels */
        ck_assert_uint_ge (n_changes, (guint) (area.width * 4));
      else
        ck_assert_uint_gt (n_changes, (guint) (area.width * area.height / 2));
    }
}
END_TEST

START_TEST (test_dark_rows_show_their_marks)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GdkRectangle area = { 100, 0, 200, 0 };
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;

  g_object_set (settings, "gtk-application-prefer-dark-theme", TRUE, NULL);
  tv_gui_settle ();
  tv_find_window_open_bar (&find);
  before = tv_pixels_take (find.rows);
  tv_gui_type (tv_find_window_get_entry (&find), "main");
  tv_find_window_wait_for (&find, "1 of 1");
  tv_trace_session_clear_selection (find.session);
  tv_find_window_wait_for (&find, "1 hit");
  after = tv_pixels_take (find.rows);
  area.height
      = gtk_widget_get_height (tv_find_window_get_row (&find, "1 Main.main()  app"));
  area.y = area.height;
  ck_assert_uint_gt (tv_pixels_count_changes (before, after, &area),
                     (guint) (area.width * area.height / 2));
  area.y = 2 * area.height;
  ck_assert_uint_eq (tv_pixels_count_changes (before, after, &area), 0);
  g_object_set (settings, "gtk-application-prefer-dark-theme", FALSE, NULL);
}
END_TEST

START_TEST (test_keys_step_and_wrap)
{
  static const struct
  {
    const char *keys;
    guint64 id;
    const char *status;
  } steps[] = {
    { "Return", TV_FIND_OUTER, "2 of 3, 1 more not called" },
    { "F3", TV_FIND_INNER, "3 of 3, 1 more not called" },
    { "ctrl+g", TV_FIND_RUN, "1 of 3, continued from the top, 1 more not called" },
    { "shift+Return", TV_FIND_INNER,
      "3 of 3, continued from the bottom, 1 more not called" },
    { "shift+F3", TV_FIND_OUTER, "2 of 3, 1 more not called" },
    { "ctrl+shift+g", TV_FIND_RUN, "1 of 3, 1 more not called" },
    { "KP_Enter", TV_FIND_OUTER, "2 of 3, 1 more not called" },
  };

  find_text ("work");
  tv_find_window_wait_for (&find, "1 of 3, 1 more not called");
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      tv_find_window_press (&find, steps[i].keys);
      tv_find_window_wait_for (&find, steps[i].status);
      assert_selected (steps[i].id);
    }
}
END_TEST

START_TEST (test_buttons_step)
{
  find_text ("work");
  tv_find_window_wait_for (&find, "1 of 3, 1 more not called");
  click_button ("Next Hit");
  tv_find_window_wait_for (&find, "2 of 3, 1 more not called");
  assert_selected (TV_FIND_OUTER);
  click_button ("Previous Hit");
  click_button ("Previous Hit");
  tv_find_window_wait_for (&find,
                           "3 of 3, continued from the bottom, 1 more not called");
  assert_selected (TV_FIND_INNER);
  /* The focus is on the button: Escape closes from there, too. */
  tv_find_window_press (&find, "Escape");
  ck_assert (!tv_find_window_is_open (&find));
}
END_TEST

START_TEST (test_typing_in_the_table_opens_the_bar)
{
  gtk_widget_grab_focus (find.rows);
  tv_gui_settle ();
  /* While it is closed, letters are keys of the timeline. */
  tv_gui_type (GTK_WIDGET (find.window), "i");
  ck_assert (!tv_find_window_is_open (&find));
  tv_gui_type (GTK_WIDGET (find.window), "/inn");
  tv_find_window_wait_for (&find, "1 of 1");
  assert_selected (TV_FIND_INNER);
  ck_assert_str_eq (
      gtk_editable_get_text (GTK_EDITABLE (tv_find_window_get_entry (&find))), "inn");
  /* Back in the table, keys move there and letters are added. */
  tv_find_window_press (&find, "Down");
  ck_assert_ptr_nonnull (gtk_widget_get_focus_child (find.rows));
  tv_find_window_press (&find, "Up");
  assert_selected (TV_FIND_OUTER);
  tv_gui_type (GTK_WIDGET (find.window), "er");
  tv_find_window_wait_for (&find, "1 of 1");
  ck_assert_str_eq (
      gtk_editable_get_text (GTK_EDITABLE (tv_find_window_get_entry (&find))), "inner");
  tv_find_window_press (&find, "Escape");
  ck_assert (!tv_find_window_is_open (&find));
  ck_assert_ptr_nonnull (gtk_widget_get_focus_child (find.rows));
  tv_find_window_press (&find, "Up");
  assert_selected (TV_FIND_OUTER);
  /* And with the focus in the table. */
  tv_find_window_open_bar (&find);
  gtk_widget_grab_focus (find.rows);
  tv_find_window_press (&find, "Escape");
  ck_assert (!tv_find_window_is_open (&find));
}
END_TEST

/* No letter is lost that comes before the bar is drawn for the first time. */
START_TEST (test_typing_fast_loses_nothing)
{
  tv_gui_focus (GTK_WIDGET (find.window));
  gtk_widget_grab_focus (find.rows);
  gtk_widget_activate_action (GTK_WIDGET (find.window), "find.show", NULL);
  ck_assert (gtk_widget_get_realized (gtk_window_get_focus (GTK_WINDOW (find.window))));
  tv_gui_type (GTK_WIDGET (find.window), "inn");
  tv_find_window_wait_for (&find, "1 of 1");
}
END_TEST

START_TEST (test_a_wrong_expression_says_so)
{
  GtkWidget *error;

  find_text ("inn");
  tv_find_window_wait_for (&find, "1 of 1");
  gtk_widget_activate_action (GTK_WIDGET (find.window), "find.match", "s", "regex");
  tv_find_window_press (&find, "End");
  tv_gui_type (tv_find_window_get_entry (&find), "(");
  error = tv_find_window_get_label (&find, "error");
  ck_assert_ptr_nonnull (error);
  ck_assert_str_ne (gtk_label_get_text (GTK_LABEL (error)), "");
  ck_assert (gtk_widget_has_css_class (tv_find_window_get_entry (&find), "error"));
  ck_assert (is_marked ("4 Work.inner()  app"));
  tv_find_window_wait_for (&find, "1 of 1");
  tv_gui_type (tv_find_window_get_entry (&find), "e|x)r");
  tv_find_window_wait_for (&find, "1 of 1");
  ck_assert_ptr_null (tv_find_window_get_label (&find, "error"));
  ck_assert (!gtk_widget_has_css_class (tv_find_window_get_entry (&find), "error"));
}
END_TEST

START_TEST (test_only_hits)
{
  static const char *const all[]
      = { "0 (toplevel)",        "1 Main.main()  app",  "2 Worker.run()  app",
          "3 Work.outer()  app", "4 Work.inner()  app", NULL };
  static const char *const hits[]
      = { "3 Work.outer()  app", "4 Work.inner()  app", "Work.rest()  app", NULL };

  find_text ("app.Work.");
  tv_find_window_wait_for (&find, "1 of 2, 1 more not called");
  click_button ("Hide All Others");
  tv_find_window_wait_for (&find, "1 of 3");
  assert_list (hits);
  ck_assert (gtk_widget_has_css_class (
      tv_find_window_get_row (&find, "Work.rest()  app"), "uncalled"));
  ck_assert (!gtk_widget_has_css_class (
      tv_find_window_get_row (&find, "3 Work.outer()  app"), "uncalled"));
  tv_find_window_press (&find, "shift+F3");
  tv_find_window_wait_for (&find, "3 of 3, continued from the bottom");
  assert_selected (TV_FIND_REST);
  tv_find_window_press (&find, "Escape");
  assert_list (all);
}
END_TEST

START_TEST (test_closed_it_opens_by_its_keys)
{
  tv_find_window_press (&find, "F3");
  ck_assert (tv_find_window_is_open (&find));
  tv_find_window_press (&find, "Escape");
  tv_find_window_press (&find, "ctrl+f");
  tv_gui_type (tv_find_window_get_entry (&find), "main");
  tv_find_window_wait_for (&find, "1 of 1");
  /* Again: what is there is replaced by what is typed. */
  tv_find_window_press (&find, "ctrl+f");
  tv_gui_type (tv_find_window_get_entry (&find), "run");
  tv_find_window_wait_for (&find, "1 of 1");
  assert_selected (TV_FIND_RUN);
}
END_TEST

START_TEST (test_what_assistive_technology_is_told)
{
  GtkWidget *status;

  find_text ("main");
  tv_find_window_wait_for (&find, "1 of 1");
  status = tv_find_window_get_label (&find, "status");
  ck_assert_int_eq (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (status)),
                    GTK_ACCESSIBLE_ROLE_STATUS);
  gtk_test_accessible_assert_property (tv_find_window_get_entry (&find),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Find methods");
  gtk_test_accessible_assert_property (tv_gui_find_button (find.profile, "Next Hit"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Next Hit");
  gtk_test_accessible_assert_property (
      tv_gui_find_button (find.profile, "Previous Hit"), GTK_ACCESSIBLE_PROPERTY_LABEL,
      "Previous Hit");
  gtk_test_accessible_assert_property (
      tv_gui_find_button (find.profile, "Find Options"), GTK_ACCESSIBLE_PROPERTY_LABEL,
      "Find Options");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
