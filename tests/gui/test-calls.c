/* SPDX-License-Identifier: Apache-2.0 */

/* All calls of a method, beside a timeline: the histogram, the numbers and the list by
 * mouse and by keys. The numbers are worked out by hand. */

#include "gui/driver.h"
#include "gui/pixels.h"
#include "gui/timeline-stage.h"
#include "support/trace-fixtures.h"
#include "ui/calls/call-histogram.h"
#include "ui/calls/calls-view.h"
#include "ui/session/session-colors.h"
#include "ui/table/table-row.h"
#include "ui/table/table-view.h"
#include "ui/widgets/name-label.h"

#include <check.h>
#include <math.h>

#define MAIN 0x10
#define SIDE 0x20
#define STEP 0x30
#define ONCE 0x40
#define UNCALLED 0x50

/* Methods come in order of their ids. */
#define METHOD_MAIN 0
#define METHOD_STEP 2
#define METHOD_ONCE 3
#define METHOD_UNCALLED 4

#define MS G_GINT64_CONSTANT (1000000)

static TvTimelineStage stage;
static GtkWidget *view;
static GtkWidget *histogram;
static TvTableRows *rows;

static void
add_step (TvTraceWriter *writer, guint thread, guint *time, guint ms)
{
  tv_trace_writer_enter (writer, thread, STEP, 0, *time);
  *time += ms * 1000;
  tv_trace_writer_exit (writer, thread, STEP, 0, *time);
}

/* On thread 1 Main.go calls Work.step, for 1, 1, 2 and 4 ms, and Side.go, which calls
 * it for 8 ms. On thread 2 Main.go calls it for 16 and 100 ms, and Work.once. */
static TvTrace *
load (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  guint time = 0;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "worker");
  tv_trace_writer_add_method (writer, MAIN, "p.Main", "go", "()V", "Main.java", 1);
  tv_trace_writer_add_method (writer, SIDE, "p.Side", "go", "()V", "Side.java", 1);
  tv_trace_writer_add_method (writer, STEP, "p.Work", "step", "()V", "Work.java", 1);
  tv_trace_writer_add_method (writer, ONCE, "p.Work", "once", "()V", "Work.java", 9);
  tv_trace_writer_add_method (writer, UNCALLED, "p.Work", "never", "()V", "", 0);
  tv_trace_writer_enter (writer, 1, MAIN, 0, time);
  add_step (writer, 1, &time, 1);
  add_step (writer, 1, &time, 1);
  add_step (writer, 1, &time, 2);
  add_step (writer, 1, &time, 4);
  tv_trace_writer_enter (writer, 1, SIDE, 0, time);
  add_step (writer, 1, &time, 8);
  tv_trace_writer_exit (writer, 1, SIDE, 0, time);
  tv_trace_writer_exit (writer, 1, MAIN, 0, time);
  tv_trace_writer_enter (writer, 2, MAIN, 0, time);
  add_step (writer, 2, &time, 16);
  add_step (writer, 2, &time, 100);
  tv_trace_writer_enter (writer, 2, ONCE, 0, time);
  time += 3000;
  tv_trace_writer_exit (writer, 2, ONCE, 0, time);
  tv_trace_writer_exit (writer, 2, MAIN, 0, time);
  return tv_test_load (writer);
}

static void
set_up (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  tv_timeline_stage_open (&stage, load ());
  view = tv_calls_view_new ();
  g_object_ref (stage.timeline);
  gtk_window_set_child (GTK_WINDOW (stage.window), box);
  gtk_box_append (GTK_BOX (box), stage.timeline);
  gtk_box_append (GTK_BOX (box), view);
  g_object_unref (stage.timeline);
  gtk_widget_set_vexpand (view, TRUE);
  gtk_widget_set_size_request (stage.timeline, 1100, 160);
  gtk_widget_set_size_request (view, 1100, 360);
  tv_view_set_session (TV_VIEW (view), stage.session);
  gtk_widget_insert_action_group (
      stage.window, "timeline",
      tv_timeline_get_action_group (TV_TIMELINE (stage.timeline)));
  tv_gui_park ();
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

/* Rows as text */

static TvTableRow *
find_row (guint position)
{
  return tv_gui_find_row (GTK_WIDGET (rows), position);
}

/* `Name Thread Start Inclusive` for each row, or what of these there is. */
static char *
dup_rows (void)
{
  static const guint columns[] = { TV_CALLS_THREAD,  TV_CALLS_START, TV_CALLS_INCLUSIVE,
                                   TV_CALLS_WAITING, TV_CALLS_COUNT, TV_CALLS_MEAN };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_table_rows_get_n (rows); i++)
    {
      TvTableRow *row = find_row (i);

      if (row == NULL)
        continue;
      g_string_append (text, tv_name_label_get_text (TV_NAME_LABEL (
                                 tv_gui_find_type (GTK_WIDGET (row), "TvNameLabel"))));
      for (guint column = 0; column < G_N_ELEMENTS (columns); column++)
        {
          const char *cell
              = tv_row_cells_get_text (tv_table_row_get_cells (row), columns[column]);

          if (cell != NULL && *cell != '\0')
            g_string_append_printf (text, " | %s", cell);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* The parts of the view are found when it shows calls. */
static void
assert_lists (const char *expected)
{
  g_autofree char *text = NULL;

  tv_gui_settle ();
  histogram = tv_gui_find_type (view, "TvCallHistogram");
  ck_assert_ptr_nonnull (histogram);
  rows = TV_TABLE_ROWS (tv_gui_find_type (view, "TvTableRows"));
  text = dup_rows ();
  ck_assert_str_eq (text, expected);
}

static void
select_method (guint32 method)
{
  tv_trace_session_select_method (stage.session, method);
  tv_gui_settle ();
}

static void
assert_numbers (const char *first, ...)
{
  va_list arguments;

  va_start (arguments, first);
  for (const char *text = first; text != NULL; text = va_arg (arguments, const char *))
    {
      g_autofree char *unbroken = g_strdelimit (g_strdup (text), "_", ' ');
      g_autoptr (GString) label = g_string_new (unbroken);

      g_string_replace (label, "~", "\u00a0", 0);
      tv_gui_wait_for_text (view, label->str);
    }
  va_end (arguments);
}

static GtkDropDown *
find_choice (guint number)
{
  GtkWidget *child = gtk_widget_get_first_child (gtk_widget_get_first_child (view));

  for (;; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_DROP_DOWN (child) && number-- == 0)
      return GTK_DROP_DOWN (child);
}

#define ALL_ROWS                                                                       \
  "Main.go()  p | [1] main | 0.000 | 1.000\n"                                          \
  "Main.go()  p | [1] main | 1.000 | 1.000\n"                                          \
  "Main.go()  p | [1] main | 2.000 | 2.000\n"                                          \
  "Main.go()  p | [1] main | 4.000 | 4.000\n"                                          \
  "Side.go()  p | [1] main | 8.000 | 8.000\n"                                          \
  "Main.go()  p | [2] worker | 16.000 | 16.000\n"                                      \
  "Main.go()  p | [2] worker | 32.000 | 100.000\n"

static void
select_step (void)
{
  tv_trace_session_select_method (stage.session, METHOD_STEP);
  assert_lists (ALL_ROWS);
}

START_TEST (test_calls_of_the_selected_method)
{
  tv_gui_wait_for_text (view, "Select a method to see its calls.");
  select_step ();
  /* 132 ms, a mean of 132 / 7, and the fourth of seven. The squares add up to 10342. */
  assert_numbers ("7", "132.000~ms", "18.857~ms", "4.000~ms", "16.000~ms", "100.000~ms",
                  "33.494~ms", NULL);
  tv_trace_session_set_time_unit (stage.session, TV_TIME_UNIT_US);
  assert_numbers ("132000~µs", "4000~µs", NULL);
  tv_trace_session_set_time_unit (stage.session, TV_TIME_UNIT_MS);
  assert_numbers ("132.000~ms", NULL);
  select_method (METHOD_ONCE);
  assert_lists ("Main.go()  p | [2] worker | 132.000 | 3.000\n");
  select_method (METHOD_MAIN);
  assert_lists ("(toplevel) | [1] main | 0.000 | 16.000\n"
                "(toplevel) | [2] worker | 16.000 | 119.000\n");
  select_method (METHOD_UNCALLED);
  tv_gui_wait_for_text (
      view,
      "The selected method is not called in this range of time and these threads.");
  tv_trace_session_clear_selection (stage.session);
  tv_gui_wait_for_text (view, "Select a method to see its calls.");
}
END_TEST

START_TEST (test_calls_follow_the_range)
{
  select_step ();
  tv_trace_session_set_range (stage.session, 5 * MS, 10 * MS);
  tv_trace_session_set_restricted_to_range (stage.session, TRUE);
  assert_lists ("Main.go()  p | [1] main | 4.000 | 3.000\n"
                "Side.go()  p | [1] main | 8.000 | 2.000\n");
  tv_trace_session_set_restricted_to_range (stage.session, FALSE);
  assert_lists (ALL_ROWS);
}
END_TEST

/* The x of a time on the logarithmic axis from 1 to 100 ms. */
static double
get_x (double ms)
{
  return 6 + (gtk_widget_get_width (histogram) - 12) * log (ms) / log (100.001);
}

/* Whether a call has the colour of its method in the timeline, or a faded one. */
static gboolean
stands_out (guint32 thread_id, guint32 index)
{
  const GdkRectangle area = tv_timeline_stage_area (
      &stage, tv_timeline_stage_call (&stage, thread_id, index));
  const TvColor color = tv_session_colors_get_color (
      tv_trace_session_get_colors (stage.session), FALSE, METHOD_STEP);
  g_autoptr (TvPixels) pixels = tv_pixels_take (stage.timeline);
  const GdkRectangle lower
      = { area.x + area.width / 2, area.y + area.height - 5, 1, 1 };

  return tv_pixels_count (pixels, &lower,
                          (guint32) (color.red << 16 | color.green << 8 | color.blue))
         == 1;
}

/* Calls of 4 and 8 ms stand out; do those of 16 and 100? */
static void
assert_long_calls_stand_out (gboolean expected)
{
  tv_gui_settle ();
  ck_assert (stands_out (1, 6));
  ck_assert (stands_out (1, 4));
  ck_assert_int_eq (stands_out (2, 1), expected);
  ck_assert_int_eq (stands_out (2, 2), expected);
}

START_TEST (test_kept_calls_stand_out)
{
  select_step ();
  assert_long_calls_stand_out (TRUE);
  tv_gui_drag (histogram, get_x (1.7), 120, get_x (10), 120);
  assert_long_calls_stand_out (FALSE);
  /* Another view takes its place, and it comes back. */
  gtk_widget_set_visible (view, FALSE);
  assert_long_calls_stand_out (TRUE);
  gtk_widget_set_visible (view, TRUE);
  assert_long_calls_stand_out (FALSE);
  tv_gui_keys (histogram, "Escape");
  assert_long_calls_stand_out (TRUE);
}
END_TEST

START_TEST (test_dragging_keeps_calls)
{
  const TvCallRef kept = tv_timeline_stage_call (&stage, 1, 6);
  const TvCallRef dropped = tv_timeline_stage_call (&stage, 1, 1);
  TvHitTest test;

  select_step ();
  tv_gui_drag (histogram, get_x (1.7), 120, get_x (10), 120);
  assert_lists ("Main.go()  p | [1] main | 2.000 | 2.000\n"
                "Main.go()  p | [1] main | 4.000 | 4.000\n"
                "Side.go()  p | [1] main | 8.000 | 8.000\n");
  /* Their number, sum, mean and deviation. */
  assert_numbers ("3", "14.000~ms", "4.667~ms", "2.494~ms", NULL);
  test = tv_method_set_get_test (
      tv_session_colors_get_lit (tv_trace_session_get_colors (stage.session)),
      kept.thread);
  ck_assert (tv_hit_test_passes (&test, METHOD_STEP, kept.call));
  ck_assert (!tv_hit_test_passes (&test, METHOD_STEP, dropped.call));
  /* A click drops it, and so does Esc. */
  tv_gui_click (histogram, get_x (30), 120);
  assert_lists (ALL_ROWS);
  tv_gui_drag (histogram, get_x (10), 120, get_x (1.7), 120);
  assert_lists ("Main.go()  p | [1] main | 2.000 | 2.000\n"
                "Main.go()  p | [1] main | 4.000 | 4.000\n"
                "Side.go()  p | [1] main | 8.000 | 8.000\n");
  tv_gui_keys (histogram, "Escape");
  assert_lists (ALL_ROWS);
}
END_TEST

START_TEST (test_keys_keep_calls)
{
  g_autofree char *text = NULL;

  select_step ();
  gtk_widget_grab_focus (histogram);
  tv_gui_keys (histogram, "Home");
  text = tv_call_histogram_dup_cursor_text (TV_CALL_HISTOGRAM (histogram));
  ck_assert (g_str_has_suffix (text, ": 2 calls, 2.000\u00a0ms together"));
  tv_gui_keys (histogram, "shift+Right");
  assert_lists ("Main.go()  p | [1] main | 0.000 | 1.000\n"
                "Main.go()  p | [1] main | 1.000 | 1.000\n");
  tv_gui_keys (histogram, "End");
  tv_gui_keys (histogram, "shift+Left");
  assert_lists ("Main.go()  p | [2] worker | 32.000 | 100.000\n");
  tv_gui_keys (histogram, "Escape");
  assert_lists (ALL_ROWS);
}
END_TEST

/* What is dragged ends where it began, in the bin of 16 ms. */
START_TEST (test_a_drag_within_a_bin_keeps_it)
{
  double x;

  select_step ();
  x = get_x (16) + 2;
  tv_gui_move (histogram, x, 120);
  tv_gui_input ("mousedown", "1", NULL);
  tv_gui_move (histogram, x + 30, 120);
  tv_gui_settle ();
  tv_gui_move (histogram, x, 120);
  tv_gui_settle ();
  tv_gui_input ("mouseup", "1", NULL);
  assert_lists ("Main.go()  p | [2] worker | 16.000 | 16.000\n");
}
END_TEST

START_TEST (test_the_menu_of_a_bin)
{
  select_step ();
  tv_gui_click_secondary (histogram, get_x (16) + 2, 120);
  tv_gui_choose (view, "Keep These and Longer");
  assert_lists ("Main.go()  p | [2] worker | 16.000 | 16.000\n"
                "Main.go()  p | [2] worker | 32.000 | 100.000\n");
  /* The two of 1 ms, by keys. */
  gtk_widget_grab_focus (histogram);
  tv_gui_keys (histogram, "Home");
  tv_gui_keys (histogram, "Menu");
  ck_assert_ptr_nonnull (tv_gui_find_text (view, "Keep All"));
  tv_gui_keys (histogram, "Return");
  assert_lists ("Main.go()  p | [1] main | 0.000 | 1.000\n"
                "Main.go()  p | [1] main | 1.000 | 1.000\n");
  ck_assert_ptr_null (tv_gui_find_type (view, "GtkPopoverMenu"));
  tv_gui_click_secondary (histogram, get_x (16) + 2, 120);
  tv_gui_choose (view, "Keep These and Shorter");
  assert_lists ("Main.go()  p | [1] main | 0.000 | 1.000\n"
                "Main.go()  p | [1] main | 1.000 | 1.000\n"
                "Main.go()  p | [1] main | 2.000 | 2.000\n"
                "Main.go()  p | [1] main | 4.000 | 4.000\n"
                "Side.go()  p | [1] main | 8.000 | 8.000\n"
                "Main.go()  p | [2] worker | 16.000 | 16.000\n");
  tv_gui_click_secondary (histogram, get_x (16) + 2, 120);
  tv_gui_choose (view, "Keep All");
  assert_lists (ALL_ROWS);
  /* A bin alone, as Enter keeps it. */
  tv_gui_keys (histogram, "End");
  tv_gui_keys (histogram, "Return");
  assert_lists ("Main.go()  p | [2] worker | 32.000 | 100.000\n");
}
END_TEST

#define THREADS                                                                        \
  "[1] main | 0.000 | 16.000 | 5 | 3.200\n"                                            \
  "[2] worker | 16.000 | 116.000 | 2 | 58.000\n"

#define OPEN_THREADS                                                                   \
  THREADS "Main.go()  p | [2] worker | 16.000 | 16.000\n"                              \
          "Main.go()  p | [2] worker | 32.000 | 100.000\n"

START_TEST (test_groups)
{
  select_step ();
  /* Start, sum, number and mean. */
  gtk_drop_down_set_selected (find_choice (1), 1);
  assert_lists (THREADS);
  gtk_drop_down_set_selected (find_choice (1), 2);
  assert_lists ("Main.go()  p | 0.000 | 124.000 | 6 | 20.667\n"
                "Side.go()  p | 8.000 | 8.000 | 1 | 8.000\n");
  gtk_drop_down_set_selected (find_choice (1), 3);
  assert_lists ("Main.go | 0.000 | 124.000 | 6 | 20.667\n"
                "Side.go  ‹ Main.go | 8.000 | 8.000 | 1 | 8.000\n");
  gtk_drop_down_set_selected (find_choice (1), 1);
  assert_lists (THREADS);
  /* The second one, by keys: its share, and its calls below it. */
  gtk_widget_grab_focus (GTK_WIDGET (rows));
  tv_gui_keys (GTK_WIDGET (rows), "Down");
  assert_numbers ("Group", "58.000~ms", "42.000~ms", NULL);
  tv_gui_keys (GTK_WIDGET (rows), "Return");
  assert_lists (OPEN_THREADS);
  tv_gui_keys (GTK_WIDGET (rows), "Left");
  assert_lists (THREADS);
  tv_gui_keys (GTK_WIDGET (rows), "Right");
  assert_lists (OPEN_THREADS);
}
END_TEST

START_TEST (test_a_row_shows_its_call)
{
  gint64 start;
  gint64 end;

  select_step ();
  tv_trace_session_set_view (stage.session, 0, 10 * MS);
  tv_gui_settle ();
  gtk_widget_grab_focus (GTK_WIDGET (rows));
  tv_gui_keys (GTK_WIDGET (rows), "End");
  tv_timeline_stage_assert_selected (&stage, tv_timeline_stage_call (&stage, 2, 2));
  /* From 32 to 132 ms: wider than the view was. */
  tv_trace_session_get_view (stage.session, &start, &end);
  ck_assert_int_le (start, 32 * MS);
  ck_assert_int_ge (end, 132 * MS);
}
END_TEST

/* There is nothing to open, and the times are seen before what may be out of sight. */
START_TEST (test_rows_without_groups)
{
  TvRowCells *cells;

  select_step ();
  gtk_widget_grab_focus (GTK_WIDGET (rows));
  tv_gui_keys (GTK_WIDGET (rows), "End");
  tv_gui_keys (GTK_WIDGET (rows), "Left");
  tv_gui_keys (GTK_WIDGET (rows), "Right");
  assert_lists (ALL_ROWS);
  ck_assert_uint_eq (tv_table_rows_get_selected (rows), 6);
  cells = tv_table_row_get_cells (find_row (0));
  ck_assert_int_lt (tv_row_cells_find_place (cells, TV_CALLS_INCLUSIVE)->x,
                    tv_row_cells_find_place (cells, TV_CALLS_THREAD)->x);
}
END_TEST

START_TEST (test_a_call_elsewhere_selects_its_row)
{
  select_step ();
  tv_trace_session_select_call (stage.session, tv_timeline_stage_call (&stage, 1, 3));
  tv_gui_settle ();
  ck_assert_uint_eq (tv_table_rows_get_selected (rows), 2);
  /* What the pointer is on in the timeline has its row marked. Here it is elsewhere. */
  tv_gui_park ();
  tv_trace_session_set_pointed_call (stage.session,
                                     tv_timeline_stage_call (&stage, 1, 4));
  tv_gui_settle ();
  ck_assert (gtk_widget_has_css_class (GTK_WIDGET (find_row (3)), "pointed"));
  ck_assert (!gtk_widget_has_css_class (GTK_WIDGET (find_row (2)), "pointed"));
}
END_TEST

START_TEST (test_columns_sort)
{
  TvTableView *table;

  select_step ();
  table = TV_TABLE_VIEW (tv_gui_find_type (view, "TvTableView"));
  tv_table_columns_sort_by (tv_table_view_get_columns (table), TV_CALLS_INCLUSIVE,
                            TRUE);
  assert_lists ("Main.go()  p | [2] worker | 32.000 | 100.000\n"
                "Main.go()  p | [2] worker | 16.000 | 16.000\n"
                "Side.go()  p | [1] main | 8.000 | 8.000\n"
                "Main.go()  p | [1] main | 4.000 | 4.000\n"
                "Main.go()  p | [1] main | 2.000 | 2.000\n"
                "Main.go()  p | [1] main | 0.000 | 1.000\n"
                "Main.go()  p | [1] main | 1.000 | 1.000\n");
  tv_table_columns_sort_by (tv_table_view_get_columns (table), TV_CALLS_NAME, TRUE);
  assert_lists ("Side.go()  p | [1] main | 8.000 | 8.000\n"
                "Main.go()  p | [1] main | 0.000 | 1.000\n"
                "Main.go()  p | [1] main | 1.000 | 1.000\n"
                "Main.go()  p | [1] main | 2.000 | 2.000\n"
                "Main.go()  p | [1] main | 4.000 | 4.000\n"
                "Main.go()  p | [2] worker | 16.000 | 16.000\n"
                "Main.go()  p | [2] worker | 32.000 | 100.000\n");
}
END_TEST

#define METHOD_SIDE 1

START_TEST (test_calls_of_a_transformed_trace)
{
  const guint32 method = METHOD_SIDE;
  g_autoptr (TvTransform) focus = tv_transform_new (TV_TRANSFORM_FOCUS, &method, 1);

  select_step ();
  tv_trace_session_add_transform (stage.session, focus);
  assert_lists ("Side.go()  p | [1] main | 8.000 | 8.000\n");
  tv_trace_session_set_range (stage.session, 10 * MS, 20 * MS);
  tv_trace_session_set_restricted_to_range (stage.session, TRUE);
  assert_lists ("Side.go()  p | [1] main | 8.000 | 6.000\n");
  /* The timeline shows it where it was. */
  tv_gui_settle ();
  gtk_widget_grab_focus (GTK_WIDGET (rows));
  tv_gui_keys (GTK_WIDGET (rows), "End");
  tv_timeline_stage_assert_selected (&stage, tv_timeline_stage_call (&stage, 1, 6));
}
END_TEST

/* Whether there is a line of the group's colour in the histogram, at a time that no bar
 * is at. */
static gboolean
has_group_line (double ms)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (histogram);
  const GdkRectangle area = { (int) get_x (ms) - 2, 60, 4, 1 };
  GdkRGBA accent;

  ck_assert (gtk_style_context_lookup_color (gtk_widget_get_style_context (histogram),
                                             "theme_selected_bg_color", &accent));
  return tv_pixels_count (pixels, &area,
                          (guint32) lround (accent.red * 255) << 16
                              | (guint32) lround (accent.green * 255) << 8
                              | (guint32) lround (accent.blue * 255))
         > 0;
}

/* The group has calls of 16 and 100 ms. */
START_TEST (test_the_mean_of_a_group_is_of_what_is_kept)
{
  gtk_drop_down_set_selected (find_choice (1), 1);
  select_method (METHOD_STEP);
  assert_lists (THREADS);
  gtk_widget_grab_focus (GTK_WIDGET (rows));
  tv_gui_keys (GTK_WIDGET (rows), "End");
  assert_numbers ("Group", "58.000~ms", NULL);
  ck_assert (has_group_line (58));
  tv_gui_drag (histogram, get_x (10), 120, get_x (30), 120);
  assert_lists ("[2] worker | 16.000 | 16.000 | 1 | 16.000\n");
  ck_assert (!has_group_line (58));
}
END_TEST

static void
assert_copied (const char *expected)
{
  g_autofree char *text = tv_gui_read_clipboard (view);

  ck_assert_str_eq (text, expected);
}

START_TEST (test_the_menu_of_a_row)
{
  gint64 start;
  gint64 end;

  select_step ();
  /* The fifth one, which Side.go called. */
  tv_gui_click_secondary (GTK_WIDGET (find_row (4)), 100, 5);
  tv_gui_choose (view, "Copy Stack");
  assert_copied ("void p.Work.step()\nvoid p.Side.go()\nvoid p.Main.go()\n");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+c");
  assert_copied ("Side.go()  p\t8.000\t8.000\t8.000\t[1] main");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+alt+c");
  assert_copied ("void p.Work.step()");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+shift+c");
  assert_copied ("Caller\tStart (ms)\tIncl Real (ms)\tExcl Real (ms)\tThread\n"
                 "p.Main.go ()V\t0.000\t1.000\t1.000\t[1] main\n"
                 "p.Main.go ()V\t1.000\t1.000\t1.000\t[1] main\n"
                 "p.Main.go ()V\t2.000\t2.000\t2.000\t[1] main\n"
                 "p.Main.go ()V\t4.000\t4.000\t4.000\t[1] main\n"
                 "p.Side.go ()V\t8.000\t8.000\t8.000\t[1] main\n"
                 "p.Main.go ()V\t16.000\t16.000\t16.000\t[2] worker\n"
                 "p.Main.go ()V\t32.000\t100.000\t100.000\t[2] worker\n");
  /* From 8 to 16 ms. */
  tv_gui_keys (GTK_WIDGET (rows), "Menu");
  tv_gui_choose (view, "Show in Timeline");
  tv_timeline_stage_assert_selected (&stage, tv_timeline_stage_call (&stage, 1, 6));
  tv_trace_session_get_view (stage.session, &start, &end);
  ck_assert_int_ge (start, 7 * MS);
  ck_assert_int_le (end, 17 * MS);
  tv_gui_keys (GTK_WIDGET (rows), "Menu");
  tv_gui_choose (view, "Go to Caller");
  ck_assert_uint_eq (tv_trace_session_get_selected_method (stage.session), 1);
}
END_TEST

/* Of a group, it is the longest call. */
START_TEST (test_a_group_in_the_timeline)
{
  gtk_drop_down_set_selected (find_choice (1), 2);
  select_method (METHOD_STEP);
  assert_lists ("Main.go()  p | 0.000 | 124.000 | 6 | 20.667\n"
                "Side.go()  p | 8.000 | 8.000 | 1 | 8.000\n");
  gtk_widget_grab_focus (GTK_WIDGET (rows));
  tv_gui_keys (GTK_WIDGET (rows), "Home");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+Return");
  tv_timeline_stage_assert_selected (&stage, tv_timeline_stage_call (&stage, 2, 2));
}
END_TEST

/* Traces with little to show */

static void
show_trace (TvTraceWriter *writer)
{
  g_autoptr (TvTrace) trace = tv_test_load (writer);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvTraceSession) session = tv_trace_session_new (trace, profile);

  tv_view_set_session (TV_VIEW (view), session);
  if (tv_trace_get_n_methods (trace) > 0)
    tv_trace_session_select_method (session, 0);
}

static TvTraceWriter *
new_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, MAIN, "p.Main", "go", "()V", "", 0);
  return writer;
}

static void
drag_over_all (void)
{
  tv_gui_drag (histogram, 1, 120, gtk_widget_get_width (histogram) - 2, 120);
}

START_TEST (test_one_call)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();

  tv_trace_writer_enter (writer, 1, MAIN, 0, 0);
  tv_trace_writer_exit (writer, 1, MAIN, 0, 5000);
  show_trace (writer);
  assert_lists ("(toplevel) | [1] main | 0.000 | 5.000\n");
  assert_numbers ("1", "5.000~ms", "0.000~ms", NULL);
  ck_assert_ptr_nonnull (strstr (
      gtk_widget_get_tooltip_text (tv_gui_find_text (view, "Total")), "nested"));
  drag_over_all ();
  assert_lists ("(toplevel) | [1] main | 0.000 | 5.000\n");
}
END_TEST

/* Calls of no time: neither axis has a length of its own. */
START_TEST (test_calls_of_no_time)
{
  static const char *const three = "(toplevel) | [1] main | 0.000 | 0.000\n"
                                   "(toplevel) | [1] main | 1.000 | 0.000\n"
                                   "(toplevel) | [1] main | 2.000 | 0.000\n";
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autofree char *text = NULL;

  for (guint i = 0; i < 3; i++)
    {
      tv_trace_writer_enter (writer, 1, MAIN, 0, i * 1000);
      tv_trace_writer_exit (writer, 1, MAIN, 0, i * 1000);
    }
  show_trace (writer);
  assert_lists (three);
  gtk_widget_grab_focus (histogram);
  tv_gui_keys (histogram, "Home");
  text = tv_call_histogram_dup_cursor_text (TV_CALL_HISTOGRAM (histogram));
  ck_assert_str_eq (text,
                    "0.000\u00a0ms to 0.001\u00a0ms: 3 calls, 0.000\u00a0ms together");
  drag_over_all ();
  assert_lists (three);
  gtk_widget_activate_action (view, "calls.log-time", NULL);
  gtk_widget_activate_action (view, "calls.by-time", NULL);
  drag_over_all ();
  assert_lists (three);
}
END_TEST

START_TEST (test_no_calls)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();

  show_trace (writer);
  tv_gui_wait_for_text (
      view,
      "The selected method is not called in this range of time and these threads.");
  gtk_widget_activate_action (view, "calls.row-menu", NULL);
  gtk_widget_activate_action (view, "calls.show-in-timeline", NULL);
  gtk_widget_activate_action (view, "calls.copy-stack", NULL);
  tv_gui_settle ();
}
END_TEST

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_calls_of_the_selected_method,
    test_calls_follow_the_range,
    test_dragging_keeps_calls,
    test_kept_calls_stand_out,
    test_keys_keep_calls,
    test_groups,
    test_rows_without_groups,
    test_a_row_shows_its_call,
    test_a_call_elsewhere_selects_its_row,
    test_columns_sort,
    test_calls_of_a_transformed_trace,
    test_a_drag_within_a_bin_keeps_it,
    test_the_menu_of_a_bin,
    test_the_mean_of_a_group_is_of_what_is_kept,
    test_the_menu_of_a_row,
    test_a_group_in_the_timeline,
    test_one_call,
    test_calls_of_no_time,
    test_no_calls,
  };

  return tv_gui_run ("calls", set_up, tear_down, tests, G_N_ELEMENTS (tests));
}
