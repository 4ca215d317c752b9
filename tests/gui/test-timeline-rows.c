/* SPDX-License-Identifier: Apache-2.0 */

/* The rows of the timeline: ordered, hidden, pinned, found by name, folded and made
 * taller, by keys and with the mouse. */

#include "gui/rows-window.h"
#include "support/trace-fixtures.h"
#include "ui/pixels.h"
#include "ui/timeline-stage.h"
#include "ui/timeline/overview.h"
#include "ui/timeline/timeline-layout.h"

#include <check.h>

static void
set_up (void)
{
  tv_rows_window_open (500);
}

/* So low that rows scroll. */
static void
set_up_low (void)
{
  tv_rows_window_open (140);
}

START_TEST (test_order_by_key)
{
  static const struct
  {
    const char *key;
    const char *rows;
  } steps[] = {
    { "r", "3 12 7 20" }, { "r", "7 3 12 20" },       { "r", "3 7 12 20" },
    { "r", "12 3 7 20" }, { "shift+r", "7 12 3 20" }, { "shift+r", "12 3 7 20" },
  };

  tv_rows_window_assert_rows ("12 3 7 20");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      tv_rows_window_press (steps[i].key);
      tv_rows_window_assert_rows (steps[i].rows);
    }
}
END_TEST

START_TEST (test_hide_by_key)
{
  tv_rows_window_press ("h"); /* nothing is current yet */
  tv_rows_window_assert_rows ("12 3 7 20");
  tv_rows_window_click_label (3);
  tv_rows_window_press ("h");
  tv_rows_window_assert_rows ("12 7 20");
  tv_rows_window_press ("h"); /* the next one */
  tv_rows_window_assert_rows ("12 20");
  tv_rows_window_press ("shift+h");
  tv_rows_window_assert_rows ("12 3 7 20");
}
END_TEST

START_TEST (test_show_only_by_key)
{
  tv_rows_window_press ("ctrl+Down");
  tv_rows_window_press ("ctrl+Down");
  tv_rows_window_press ("o");
  tv_rows_window_assert_rows ("3");
  tv_rows_window_press ("shift+h");
  tv_rows_window_press ("ctrl+Up");
  tv_rows_window_press ("o");
  tv_rows_window_assert_rows ("12");
}
END_TEST

START_TEST (test_filter)
{
  tv_rows_window_press ("ctrl+shift+f");
  tv_gui_type (rows_stage.timeline, "pool");
  tv_rows_window_assert_rows ("12 3");
  tv_rows_window_press ("minus");
  tv_gui_type (rows_stage.timeline, "1");
  tv_rows_window_assert_rows ("12");
  tv_rows_window_press ("Escape");
  tv_rows_window_assert_rows ("12 3 7 20");
  ck_assert (gtk_widget_has_focus (rows_stage.timeline));

  /* An idle one that has the name is shown, and Enter goes to the first that has. */
  tv_rows_window_press ("ctrl+shift+f");
  tv_gui_type (rows_stage.timeline, "idle");
  tv_rows_window_assert_rows ("30 31");
  tv_rows_window_press ("Return");
  ck_assert (gtk_widget_has_focus (rows_stage.timeline));
  tv_rows_window_press ("h");
  tv_rows_window_assert_rows ("31");
  tv_rows_window_press ("shift+h");
  tv_rows_window_assert_rows ("12 3 7 20");
  ck_assert_ptr_null (tv_gui_find_type (rows_stage.timeline, "GtkSearchEntry"));
}
END_TEST

/* A click on the number of threads opens the entry; one that is left empty goes. */
START_TEST (test_filter_by_click)
{
  GtkWidget *timeline = rows_stage.timeline;
  double above = tv_rows_window_get_area (12).y - 6 - 10;

  tv_gui_click (timeline, TV_LABEL_X, above);
  ck_assert_ptr_nonnull (tv_gui_find_type (timeline, "GtkSearchEntry"));
  tv_rows_window_click_label (3);
  ck_assert_ptr_null (tv_gui_find_type (timeline, "GtkSearchEntry"));
  tv_gui_click (timeline, TV_LABEL_X, above);
  tv_gui_type (timeline, "main");
  tv_rows_window_assert_rows ("7");
  tv_rows_window_click_label (7);
  ck_assert_ptr_nonnull (tv_gui_find_type (timeline, "GtkSearchEntry"));
}
END_TEST

START_TEST (test_idle_by_key)
{
  tv_rows_window_press ("i");
  tv_rows_window_assert_rows ("12 3 7 20 30 31");
  tv_rows_window_press ("i");
  tv_rows_window_assert_rows ("12 3 7 20");
}
END_TEST

START_TEST (test_selection_opens_idle_threads)
{
  TvCallRef call = tv_rows_window_get_call (31);
  GdkRectangle area;

  tv_trace_session_select_call (rows_stage.session, call);
  tv_gui_settle ();
  tv_rows_window_assert_rows ("12 3 7 20 30 31");
  area = tv_rows_window_get_area (31);
  ck_assert_int_le (area.y + area.height, gtk_widget_get_height (rows_stage.timeline));
}
END_TEST

START_TEST (test_row_height_by_key)
{
  ck_assert_int_eq (tv_rows_window_get_area (3).height, 20);
  tv_rows_window_press ("alt+plus");
  ck_assert_int_eq (tv_rows_window_get_area (3).height, 28);
  ck_assert_int_eq (tv_rows_window_get_area (3).y - tv_rows_window_get_area (12).y, 42);
  /* A low row gives up margins first. */
  tv_rows_window_press ("alt+minus");
  tv_rows_window_press ("alt+minus");
  ck_assert_int_eq (tv_rows_window_get_area (3).height, 20);
  ck_assert_int_eq (tv_rows_window_get_area (3).y - tv_rows_window_get_area (12).y, 28);
  tv_rows_window_press ("alt+0");
  ck_assert_int_eq (tv_rows_window_get_area (3).height, 20);
}
END_TEST

/* The edge of the second row goes down by 20 with the pointer: both grow by 10. */
START_TEST (test_row_height_by_dragging)
{
  GdkRectangle area = tv_rows_window_get_area (3);
  double edge = area.y + 20 + 8 - 1;

  tv_gui_drag (rows_stage.timeline, TV_LABEL_X, edge, TV_LABEL_X, edge + 20);
  ck_assert_int_eq (tv_rows_window_get_area (3).height, 30);
  ck_assert_int_eq (tv_rows_window_get_area (3).y, area.y + 10);
  tv_rows_window_assert_rows ("12 3 7 20");
}
END_TEST

/* The bar of a call is as high as the row has room for. */
START_TEST (test_taller_rows_have_taller_bars)
{
  g_autoptr (TvPixels) low = NULL;
  g_autoptr (TvPixels) tall = NULL;
  GdkRectangle area;
  guint32 color;
  guint n_low;

  low = tv_pixels_take (rows_stage.timeline);
  area = tv_rows_window_get_area (7);
  color = tv_pixels_get (low, area.x + 2, area.y + area.height - 1);
  n_low = tv_pixels_count (low, &area, color);
  ck_assert_uint_gt (n_low, 0);

  tv_rows_window_press ("alt+plus");
  tv_rows_window_press ("alt+plus");
  tall = tv_pixels_take (rows_stage.timeline);
  area = tv_rows_window_get_area (7);
  ck_assert_int_eq (area.height, 40);
  ck_assert_uint_gt (tv_pixels_count (tall, &area, color), n_low);
}
END_TEST

static int
get_height (void)
{
  return tv_rows_window_get_area (3).y - tv_rows_window_get_area (12).y;
}

/* Labels that run into the next row are seen as pixels of several colours where two
 * rows meet. */
static gboolean
has_clear_edges (void)
{
  static const guint32 threads[] = { 3, 7 };
  g_autoptr (TvPixels) pixels = tv_pixels_take (rows_stage.timeline);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      const int y = tv_rows_window_get_area (threads[i]).y
                    - (int) tv_row_get_bar_top ((guint) get_height ());

      for (int x = TV_LABEL_X + 10; x < 90; x++)
        if (tv_pixels_get (pixels, x, y) != tv_pixels_get (pixels, TV_LABEL_X + 10, y))
          return FALSE;
    }
  return TRUE;
}

static void
set_font (const char *name)
{
  g_object_set (gtk_settings_get_default (), "gtk-font-name", name, NULL);
  tv_gui_settle ();
}

START_TEST (test_labels_have_room_in_a_large_font)
{
  g_autofree char *font = NULL;
  int large;

  g_object_get (gtk_settings_get_default (), "gtk-font-name", &font, NULL);
  set_font ("DejaVu Sans 10");
  for (guint i = 0; i < 4; i++)
    tv_rows_window_press ("alt+minus");
  ck_assert_int_eq (get_height (), 18);
  ck_assert (has_clear_edges ());

  set_font ("DejaVu Sans 15");
  large = get_height ();
  ck_assert_int_gt (large, 18);
  ck_assert (has_clear_edges ());
  tv_rows_window_press ("alt+minus");
  ck_assert_int_eq (get_height (), large);
  tv_rows_window_press ("alt+plus");
  ck_assert_int_gt (get_height (), large);
  for (guint i = 0; i < 4; i++)
    tv_rows_window_press ("alt+minus");
  ck_assert_int_eq (get_height (), large);

  /* What was chosen comes back. */
  set_font ("DejaVu Sans 10");
  ck_assert_int_eq (get_height (), 18);
  tv_rows_window_press ("alt+0");
  set_font (font);
}
END_TEST

START_TEST (test_current_row_is_marked)
{
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  GdkRectangle mark;

  before = tv_pixels_take (rows_stage.timeline);
  tv_rows_window_press ("ctrl+Down");
  tv_rows_window_press ("ctrl+Down");
  after = tv_pixels_take (rows_stage.timeline);
  mark = (GdkRectangle){ 4, tv_rows_window_get_area (3).y, 6, 20 };
  ck_assert_uint_eq (tv_pixels_count_changes (before, after, &mark), 6 * 20);
  mark.y = tv_rows_window_get_area (12).y;
  ck_assert_uint_eq (tv_pixels_count_changes (before, after, &mark), 0);
}
END_TEST

/* Where text runs to the left, the labels are on the right with the mark at the edge.
 */
START_TEST (test_mirrored)
{
  GtkWidget *timeline = rows_stage.timeline;
  int width = gtk_widget_get_width (timeline);
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  GdkRectangle mark;

  gtk_widget_set_direction (timeline, GTK_TEXT_DIR_RTL);
  tv_gui_settle ();
  before = tv_pixels_take (timeline);
  tv_gui_click (timeline, width - TV_LABEL_X, tv_rows_window_get_middle (7));
  tv_rows_window_press ("p");
  tv_rows_window_assert_rows ("7 12 3 20");
  after = tv_pixels_take (timeline);
  mark = (GdkRectangle){ width - 10, tv_rows_window_get_area (7).y, 6, 20 };
  ck_assert_uint_eq (tv_pixels_count_changes (before, after, &mark), 6 * 20);
}
END_TEST

static void
assert_announced (const char *expected)
{
  tv_timeline_assert_said (rows_stage.timeline, expected);
}

START_TEST (test_current_row_is_announced)
{
  tv_rows_window_press ("ctrl+Down");
  assert_announced ("[12] pool-10, row 1 of 5");
  tv_rows_window_press ("e");
  assert_announced ("[12] pool-10, open row 1 of 5");
  tv_rows_window_press ("e");
  assert_announced ("[12] pool-10, row 1 of 5");
  for (guint i = 0; i < 4; i++)
    tv_rows_window_press ("ctrl+Down");
  assert_announced ("2 idle threads, row 5 of 5");
}
END_TEST

/* What was chosen of one trace's threads is not for another's; the order is. */
START_TEST (test_another_session)
{
  g_autoptr (TvTraceSession) other
      = tv_trace_session_new (tv_trace_session_get_trace (rows_stage.session),
                              tv_trace_session_get_profile (rows_stage.session));

  tv_rows_window_click_label (20);
  tv_rows_window_press ("p");
  tv_rows_window_press ("r");
  tv_rows_window_click_label (7);
  tv_rows_window_press ("h");
  tv_rows_window_assert_rows ("20 3 12");
  tv_timeline_set_session (TV_TIMELINE (rows_stage.timeline), other);
  tv_gui_settle ();
  tv_rows_window_assert_rows ("3 12 7 20");
  tv_timeline_set_session (TV_TIMELINE (rows_stage.timeline), NULL);
  tv_rows_window_press ("r"); /* nothing to order */
  tv_timeline_set_session (TV_TIMELINE (rows_stage.timeline), other);
  tv_rows_window_assert_rows ("3 12 7 20");
}
END_TEST

/* Returns where the lanes begin: the overview lies over them. */
static int
get_lanes_x (void)
{
  GtkWidget *child = gtk_widget_get_first_child (rows_stage.timeline);
  graphene_rect_t bounds;

  while (!TV_IS_OVERVIEW (child))
    child = gtk_widget_get_next_sibling (child);
  ck_assert (gtk_widget_compute_bounds (child, rows_stage.timeline, &bounds));
  return (int) bounds.origin.x;
}

/* As while a big trace is summed up. */
START_TEST (test_labels_keep_their_width_until_others_are_known)
{
  TvTimeline *timeline = TV_TIMELINE (rows_stage.timeline);
  const int x = get_lanes_x ();

  ck_assert_int_gt (x, 60);
  tv_timeline_set_session (timeline, NULL);
  tv_gui_settle ();
  ck_assert_int_eq (get_lanes_x (), x);
  tv_timeline_set_session (timeline, rows_stage.session);
  tv_gui_settle ();
  ck_assert_int_eq (get_lanes_x (), x);
}
END_TEST

TV_GUI_TESTS (set_up, tv_rows_window_close)

/* With rows that scroll, one that is pinned stays where it is. */
START_TEST (test_pinned_rows_stay_in_sight)
{
  int before;
  int other;

  tv_rows_window_click_label (12);
  tv_rows_window_press ("p");
  before = tv_rows_window_get_area (12).y;
  other = tv_rows_window_get_area (3).y;
  tv_rows_window_press ("ctrl+End");
  ck_assert_int_eq (tv_rows_window_get_area (12).y, before);
  ck_assert_int_lt (tv_rows_window_get_area (3).y, other);
  /* What is scrolled away is not there for the pointer. */
  tv_gui_click (rows_stage.timeline, tv_rows_window_get_area (12).x + 5,
                tv_rows_window_get_middle (12));
  ck_assert_uint_eq (tv_trace_session_get_selected_call (rows_stage.session).thread,
                     tv_rows_window_get_call (12).thread);
}
END_TEST

/* Scrolled down by a row, the selected call stays where it is on the screen. */
START_TEST (test_selection_stays_in_place)
{
  TvCallRef call = tv_rows_window_get_call (7);
  int y;

  tv_trace_session_select_call (rows_stage.session, call);
  tv_gui_settle ();
  tv_rows_window_press ("ctrl+Home");
  tv_rows_window_press ("Down");
  y = tv_rows_window_get_area (7).y;
  tv_rows_window_press ("r");
  tv_rows_window_press ("r");
  tv_rows_window_press ("r"); /* by id: from the third row to the second */
  tv_rows_window_assert_rows ("3 7 12 20");
  ck_assert_int_eq (tv_rows_window_get_area (7).y, y);
}
END_TEST

TV_GUI_TESTS (set_up_low, tv_rows_window_close)

/* So many threads are listed by a worker. */
#define N_MANY_IDLE 10001

/* Two busy threads, and many that do next to nothing. */
static TvTrace *
make_idle_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 4, "app.Main", "main", "()V", "M.java", 1);
  for (guint id = 1; id <= 2 + N_MANY_IDLE; id++)
    tv_trace_writer_enter (writer, id, 4, 0, 0);
  for (guint id = 1; id <= 2 + N_MANY_IDLE; id++)
    tv_trace_writer_exit (writer, id, 4, 0, id <= 2 ? 100000 : 1);
  return tv_test_load (writer);
}

static TvTimelineStage stage;

static gboolean
has_row (guint id)
{
  GdkRectangle area;

  tv_gui_settle ();
  return tv_timeline_get_call_area (TV_TIMELINE (stage.timeline),
                                    tv_timeline_stage_call (&stage, id, 0), &area);
}

/* The line of idle threads stays the current row while a worker lists the rows. */
START_TEST (test_idle_line_is_current_while_rows_are_listed)
{
  GActionGroup *actions;
  GdkRectangle area;

  tv_timeline_stage_open (&stage, make_idle_trace ());
  actions = tv_timeline_get_action_group (TV_TIMELINE (stage.timeline));
  ck_assert (has_row (2));
  area = tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 2, 0));
  tv_gui_click (stage.timeline, TV_LABEL_X, area.y + TV_ROW_HEIGHT);
  ck_assert (has_row (3));
  ck_assert (!g_action_group_get_action_enabled (actions, "hide-thread"));
  ck_assert (!g_action_group_get_action_enabled (actions, "profile-only-thread"));
  g_action_group_activate_action (actions, "show-idle-threads", NULL);
  ck_assert (!g_action_group_get_action_enabled (actions, "hide-thread"));
  tv_gui_settle ();
  ck_assert (!g_action_group_get_action_enabled (actions, "hide-thread"));
  tv_timeline_stage_close (&stage);
}
END_TEST

/* The levels of so many calls are counted by a worker. */
#define N_MANY_CALLS 1000001

static TvTrace *
make_long_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 4, "app.Main", "main", "()V", "M.java", 1);
  for (guint i = 0; i < N_MANY_CALLS; i++)
    {
      tv_trace_writer_enter (writer, 1, 4, 0, i);
      tv_trace_writer_exit (writer, 1, 4, 0, i + 1);
    }
  tv_trace_writer_enter (writer, 2, 4, 0, 0);
  tv_trace_writer_exit (writer, 2, 4, 0, N_MANY_CALLS / 2);
  return tv_test_load (writer);
}

/* A row that was closed before its levels were counted is not announced later. */
START_TEST (test_row_closed_while_it_opens_is_not_announced)
{
  GActionGroup *actions;
  GdkRectangle area;

  tv_timeline_stage_open (&stage, make_long_trace ());
  actions = tv_timeline_get_action_group (TV_TIMELINE (stage.timeline));
  ck_assert (has_row (2));
  tv_gui_keys (stage.timeline, "ctrl+Down");
  g_action_group_activate_action (actions, "toggle-row", NULL);
  g_action_group_activate_action (actions, "close-rows", NULL);
  tv_gui_keys (stage.timeline, "ctrl+Down");
  tv_timeline_assert_said (stage.timeline, "[2] Thread 2, row 2 of 2");
  area = tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 2, 0));
  tv_gui_click (stage.timeline, 10, area.y + 5);
  tv_timeline_assert_said (stage.timeline, "[2] Thread 2, row 2 of 2");
  tv_timeline_stage_close (&stage);
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
