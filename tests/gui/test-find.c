/* SPDX-License-Identifier: Apache-2.0 */

/* Find in the whole window by keys and buttons: what is typed, where it leads, and what
 * is marked. */

#include "gui/driver.h"
#include "gui/pixels.h"
#include "gui/sample.h"
#include "support/test-runner.h"
#include "support/trace-writer.h"
#include "ui/profile-panel.h"

#include <check.h>

/* By CPU time: main 1000 ms, run 900, outer 500, inner 300. Never called: rest. */
enum
{
  MAIN = 4,
  RUN = 8,
  OUTER = 12,
  INNER = 16,
  REST = 20
};

/* The first colour of the default palette and the fourth. */
#define COLOUR_OF_MAIN 0x5A5AFF
#define COLOUR_OF_INNER 0x00FFFF

/* The mark of a hit on white, as in style.css. */
#define MARK 0xFFCB8C

static TvApplication *application;
static char *folder;
static TvWindow *window;
static TvTraceSession *session;
static GtkWidget *timeline;
static TvProfilePanel *panel;
static GtkWidget *rows;

static void
enter (TvTraceWriter *writer, guint32 thread, guint32 method, guint64 ms)
{
  tv_trace_writer_enter (writer, thread, method, ms * 1000, ms * 1000);
}

static void
leave (TvTraceWriter *writer, guint32 thread, guint32 method, guint64 ms)
{
  tv_trace_writer_exit (writer, thread, method, ms * 1000, ms * 1000);
}

static char *
write_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  char *path = g_build_filename (folder, "find.trace", NULL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "worker");
  tv_trace_writer_add_method (writer, MAIN, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, RUN, "app.Worker", "run", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, OUTER, "app.Work", "outer", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, INNER, "app.Work", "inner", "(I)V", "W.java", 2);
  tv_trace_writer_add_method (writer, REST, "app.Work", "rest", "()V", "W.java", 3);
  enter (writer, 1, MAIN, 0);
  enter (writer, 2, RUN, 50);
  enter (writer, 1, OUTER, 100);
  enter (writer, 1, INNER, 200);
  leave (writer, 1, INNER, 500);
  leave (writer, 1, OUTER, 600);
  leave (writer, 2, RUN, 950);
  leave (writer, 1, MAIN, 1000);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  return path;
}

static void
set_up (void)
{
  g_autofree char *path = NULL;

  application = tv_gui_start ();
  folder = tv_sample_new_folder ();
  path = write_trace ();
  window = tv_gui_open (application, path);
  session = tv_window_get_session (window);
  timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  panel = TV_PROFILE_PANEL (tv_gui_find_type (GTK_WIDGET (window), "TvProfilePanel"));
  rows = GTK_WIDGET (tv_profile_panel_get_rows (panel));
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  tv_sample_remove_folder (g_steal_pointer (&folder));
}

static GtkWidget *
find_entry (void)
{
  return tv_gui_find_type (GTK_WIDGET (panel), "GtkSearchEntry");
}

static gboolean
bar_is_open (void)
{
  GtkWidget *bar = tv_gui_find_type (GTK_WIDGET (panel), "GtkSearchBar");

  return gtk_search_bar_get_search_mode (GTK_SEARCH_BAR (bar));
}

static GtkWidget *
find_with_class (GtkWidget *root, const char *css_class)
{
  if (gtk_widget_get_mapped (root) && gtk_widget_has_css_class (root, css_class)
      && GTK_IS_LABEL (root))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_with_class (child, css_class);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_status (gpointer data)
{
  GtkWidget *status = find_with_class (GTK_WIDGET (panel), "status");

  return status != NULL && g_str_equal (gtk_label_get_text (GTK_LABEL (status)), data);
}

/* Names are looked for in a worker. */
static void
wait_for_status (const char *status)
{
  g_autofree char *what = g_strdup_printf ("the status “%s”", status);

  tv_gui_wait (has_status, (gpointer) status, what);
  tv_gui_settle ();
}

static void
press (const char *keys)
{
  tv_gui_keys (GTK_WIDGET (window), keys);
}

static gboolean
is_revealed (gpointer data)
{
  GtkWidget *revealer = tv_gui_find_type (GTK_WIDGET (panel), "GtkRevealer");

  return revealer != NULL && gtk_revealer_get_child_revealed (GTK_REVEALER (revealer));
}

static void
open_bar (void)
{
  press ("ctrl+f");
  ck_assert (bar_is_open ());
  tv_gui_wait (is_revealed, NULL, "the bar to slide in");
  tv_gui_settle ();
  ck_assert_ptr_nonnull (find_entry ());
}

static void
find_text (const char *text)
{
  open_bar ();
  tv_gui_type (find_entry (), text);
}

static void
assert_selected (guint64 id)
{
  const guint32 method = tv_trace_session_get_selected_method (session);

  ck_assert_uint_ne (method, TV_METHOD_NONE);
  ck_assert_uint_eq (
      tv_trace_get_method (tv_trace_session_get_trace (session), method)->id, id);
}

static void
assert_list (const char *const *names)
{
  GListModel *methods
      = G_LIST_MODEL (tv_profile_tree_get_methods (tv_profile_panel_get_tree (panel)));

  ck_assert_uint_eq (g_list_model_get_n_items (methods),
                     g_strv_length ((char **) names));
  for (guint i = 0; names[i] != NULL; i++)
    ck_assert_ptr_nonnull (tv_gui_find_text (rows, names[i]));
}

static GtkWidget *
find_row (const char *name)
{
  GtkWidget *widget = tv_gui_find_text (rows, name);

  ck_assert_ptr_nonnull (widget);
  while (gtk_widget_get_parent (widget) != rows)
    widget = gtk_widget_get_parent (widget);
  return widget;
}

static gboolean
is_marked (const char *name)
{
  return gtk_widget_has_css_class (find_row (name), "hit");
}

static guint
count_in (GtkWidget *widget, guint32 rgb)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (widget);

  return tv_pixels_count (pixels, NULL, rgb);
}

START_TEST (test_hits_are_marked_in_the_list_and_the_timeline)
{
  ck_assert_uint_gt (count_in (timeline, COLOUR_OF_MAIN), 0);
  ck_assert_uint_gt (count_in (timeline, COLOUR_OF_INNER), 0);
  ck_assert_uint_eq (count_in (rows, MARK), 0);

  find_text ("work");
  wait_for_status ("1 of 3, 1 more not called");
  assert_selected (RUN);
  ck_assert (!is_marked ("0 app.Main.main ()V"));
  ck_assert (is_marked ("1 app.Worker.run ()V"));
  ck_assert (is_marked ("2 app.Work.outer ()V"));
  ck_assert (is_marked ("3 app.Work.inner (I)V"));
  /* Two rows on white; the selected one has another background. */
  ck_assert_uint_gt (count_in (rows, MARK), 2 * 100 * 10);
  ck_assert_uint_eq (count_in (timeline, COLOUR_OF_MAIN), 0);
  ck_assert_uint_gt (count_in (timeline, COLOUR_OF_INNER), 0);

  press ("Escape");
  ck_assert (!bar_is_open ());
  ck_assert (!is_marked ("1 app.Worker.run ()V"));
  ck_assert_uint_eq (count_in (rows, MARK), 0);
  ck_assert_uint_gt (count_in (timeline, COLOUR_OF_MAIN), 0);
  assert_selected (RUN);
}
END_TEST

/* Purple and yellow are those of callers and callees of the opened method. */
START_TEST (test_marks_are_seen_on_all_rows)
{
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  GdkRectangle area = { 100, 0, 200, 0 };

  /* main, run, outer with Parents, main, Children, self, inner; and inner. */
  tv_trace_session_select_method (
      session, tv_profile_model_get_method (
                   tv_profile_tree_get_methods (tv_profile_panel_get_tree (panel)), 2));
  tv_gui_settle ();
  open_bar ();
  before = tv_pixels_take (rows);
  tv_gui_type (find_entry (), "app.");
  wait_for_status ("1 of 4, 1 more not called");
  tv_trace_session_select_method (
      session, tv_profile_model_get_method (
                   tv_profile_tree_get_methods (tv_profile_panel_get_tree (panel)), 2));
  wait_for_status ("3 of 4, 1 more not called");
  after = tv_pixels_take (rows);
  area.height = gtk_widget_get_height (find_row ("0 app.Main.main ()V"));
  for (int row = 0; row < 9; row++)
    {
      /* Headings and "self" name no method. */
      const gboolean names_none = row == 3 || row == 5;
      guint n_changes;

      area.y = row * area.height;
      n_changes = tv_pixels_count_changes (before, after, &area);
      if (names_none)
        ck_assert_uint_eq (n_changes, 0);
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
  open_bar ();
  before = tv_pixels_take (rows);
  tv_gui_type (find_entry (), "main");
  wait_for_status ("1 of 1");
  tv_trace_session_clear_selection (session);
  wait_for_status ("1 hit");
  after = tv_pixels_take (rows);
  area.height = gtk_widget_get_height (find_row ("0 app.Main.main ()V"));
  ck_assert_uint_gt (tv_pixels_count_changes (before, after, &area),
                     (guint) (area.width * area.height / 2));
  area.y = area.height;
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
    { "Return", OUTER, "2 of 3, 1 more not called" },
    { "F3", INNER, "3 of 3, 1 more not called" },
    { "ctrl+g", RUN, "1 of 3, continued from the top, 1 more not called" },
    { "shift+Return", INNER, "3 of 3, continued from the end, 1 more not called" },
    { "shift+F3", OUTER, "2 of 3, 1 more not called" },
    { "ctrl+shift+g", RUN, "1 of 3, 1 more not called" },
    { "KP_Enter", OUTER, "2 of 3, 1 more not called" },
  };

  find_text ("work");
  wait_for_status ("1 of 3, 1 more not called");
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      press (steps[i].keys);
      wait_for_status (steps[i].status);
      assert_selected (steps[i].id);
    }
}
END_TEST

/* Button of the panel with this tooltip. */
static GtkWidget *
find_button (GtkWidget *root, const char *tooltip)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (root), tooltip) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, tooltip);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
click_button (const char *tooltip)
{
  GtkWidget *button = find_button (GTK_WIDGET (panel), tooltip);

  ck_assert_ptr_nonnull (button);
  tv_gui_click_middle (button);
}

START_TEST (test_buttons_step)
{
  find_text ("work");
  wait_for_status ("1 of 3, 1 more not called");
  click_button ("Next Hit");
  wait_for_status ("2 of 3, 1 more not called");
  assert_selected (OUTER);
  click_button ("Previous Hit");
  click_button ("Previous Hit");
  wait_for_status ("3 of 3, continued from the end, 1 more not called");
  assert_selected (INNER);
  /* The focus is on the button: Escape closes from there, too. */
  press ("Escape");
  ck_assert (!bar_is_open ());
}
END_TEST

START_TEST (test_typing_in_the_table_opens_the_bar)
{
  gtk_widget_grab_focus (rows);
  tv_gui_settle ();
  tv_gui_type (GTK_WIDGET (window), "inn");
  wait_for_status ("1 of 1");
  assert_selected (INNER);
  ck_assert_str_eq (gtk_editable_get_text (GTK_EDITABLE (find_entry ())), "inn");
  /* Back in the table, keys move there and letters are added. */
  press ("Down");
  ck_assert_ptr_nonnull (gtk_widget_get_focus_child (rows));
  press ("Up");
  assert_selected (OUTER);
  tv_gui_type (GTK_WIDGET (window), "er");
  wait_for_status ("1 of 1");
  ck_assert_str_eq (gtk_editable_get_text (GTK_EDITABLE (find_entry ())), "inner");
  press ("Escape");
  ck_assert (!bar_is_open ());
  ck_assert_ptr_nonnull (gtk_widget_get_focus_child (rows));
  press ("Up");
  assert_selected (OUTER);
  /* And with the focus in the table. */
  open_bar ();
  gtk_widget_grab_focus (rows);
  press ("Escape");
  ck_assert (!bar_is_open ());
}
END_TEST

START_TEST (test_ways_to_find)
{
  find_text ("work inner");
  wait_for_status ("Not found");
  gtk_widget_activate_action (GTK_WIDGET (window), "find.match", "s", "words");
  wait_for_status ("1 of 1");
  assert_selected (INNER);
  gtk_widget_activate_action (GTK_WIDGET (window), "find.class-only", NULL);
  wait_for_status ("Not found");
  press ("ctrl+a");
  tv_gui_type (find_entry (), "er");
  wait_for_status ("1 of 1");
  assert_selected (RUN);
}
END_TEST

/* By keys alone: Tab past the two buttons to the menu, in it to the third line. */
START_TEST (test_a_wrong_expression_says_so)
{
  GtkWidget *error;

  find_text ("inn");
  wait_for_status ("1 of 1");
  press ("Tab");
  press ("Tab");
  press ("Tab");
  press ("space");
  tv_gui_settle ();
  press ("r");
  tv_gui_settle ();
  gtk_widget_grab_focus (find_entry ());
  press ("End");
  tv_gui_type (find_entry (), "(");
  error = find_with_class (GTK_WIDGET (panel), "error");
  ck_assert_ptr_nonnull (error);
  ck_assert_str_ne (gtk_label_get_text (GTK_LABEL (error)), "");
  ck_assert (gtk_widget_has_css_class (find_entry (), "error"));
  ck_assert (is_marked ("3 app.Work.inner (I)V"));
  wait_for_status ("1 of 1");
  tv_gui_type (find_entry (), "e|x)r");
  wait_for_status ("1 of 1");
  ck_assert_ptr_null (find_with_class (GTK_WIDGET (panel), "error"));
  ck_assert (!gtk_widget_has_css_class (find_entry (), "error"));
}
END_TEST

START_TEST (test_only_hits)
{
  static const char *const all[]
      = { "0 app.Main.main ()V", "1 app.Worker.run ()V", "2 app.Work.outer ()V",
          "3 app.Work.inner (I)V", NULL };
  static const char *const hits[]
      = { "2 app.Work.outer ()V", "3 app.Work.inner (I)V", "app.Work.rest ()V", NULL };

  find_text ("app.Work.");
  wait_for_status ("1 of 2, 1 more not called");
  click_button ("Hide all other methods");
  wait_for_status ("1 of 3");
  assert_list (hits);
  ck_assert (gtk_widget_has_css_class (find_row ("app.Work.rest ()V"), "uncalled"));
  ck_assert (!gtk_widget_has_css_class (find_row ("2 app.Work.outer ()V"), "uncalled"));
  press ("shift+F3");
  wait_for_status ("3 of 3, continued from the end");
  assert_selected (REST);
  press ("Escape");
  assert_list (all);
}
END_TEST

START_TEST (test_closed_it_opens_by_its_keys)
{
  press ("F3");
  ck_assert (bar_is_open ());
  press ("Escape");
  press ("ctrl+f");
  tv_gui_type (find_entry (), "main");
  wait_for_status ("1 of 1");
  /* Again: what is there is replaced by what is typed. */
  press ("ctrl+f");
  tv_gui_type (find_entry (), "run");
  wait_for_status ("1 of 1");
  assert_selected (RUN);
}
END_TEST

START_TEST (test_what_assistive_technology_is_told)
{
  GtkWidget *status;

  find_text ("main");
  wait_for_status ("1 of 1");
  status = find_with_class (GTK_WIDGET (panel), "status");
  ck_assert_int_eq (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (status)),
                    GTK_ACCESSIBLE_ROLE_STATUS);
  gtk_test_accessible_assert_property (find_entry (), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Find methods");
  gtk_test_accessible_assert_property (find_button (GTK_WIDGET (panel), "Next Hit"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Next Hit");
  gtk_test_accessible_assert_property (find_button (GTK_WIDGET (panel), "Previous Hit"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Previous Hit");
  gtk_test_accessible_assert_property (find_button (GTK_WIDGET (panel), "How to Find"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "How to Find");
}
END_TEST

int
main (void)
{
  const TTest *const tests[] = {
    test_hits_are_marked_in_the_list_and_the_timeline,
    test_marks_are_seen_on_all_rows,
    test_dark_rows_show_their_marks,
    test_keys_step_and_wrap,
    test_buttons_step,
    test_typing_in_the_table_opens_the_bar,
    test_ways_to_find,
    test_a_wrong_expression_says_so,
    test_only_hits,
    test_closed_it_opens_by_its_keys,
    test_what_assistive_technology_is_told,
  };
  SRunner *runner = NULL;
  Suite *suite = NULL;
  TCase *tcase = NULL;
  int failed = 0;

  if (!gtk_init_check ())
    {
      g_print ("skipped: no display\n");
      return 77;
    }
  suite = suite_create ("find");
  tcase = tcase_create ("find");
  tcase_set_timeout (tcase, 120);
  tcase_add_checked_fixture (tcase, set_up, tear_down);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    tcase_add_test (tcase, tests[i]);
  suite_add_tcase (suite, tcase);
  runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? 0 : 1;
}
