/* SPDX-License-Identifier: Apache-2.0 */

/* Rows of events over the threads: seen, clicked, walked through by keys, read by a
 * screen reader, removed. */

#include "gui/driver.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/timeline-stage.h"

#include <check.h>

#define MS G_GINT64_CONSTANT (1000000)

/* Half of a row of one level, and from a thread's row to its bar. */
#define HALF_ROW 11
#define BAR_TOP 6

static const TvCallRef none = { TV_THREAD_NONE, 0 };

static TvTimelineStage stage;
static GdkRectangle before; /* where the first call was without events */

static TvCallRef
get_inner (void)
{
  return tv_timeline_stage_call (&stage, 1, 1);
}

static const TvEventRow *
get_first_row (void)
{
  return g_ptr_array_index (tv_trace_session_get_event_rows (stage.session), 0);
}

/* Shows events in a row of its own. */
static void
show_events (const char *name, const TvEvent *events, gsize n_events)
{
  g_autoptr (TvEventRow) row = tv_event_row_new (name);

  for (gsize i = 0; i < n_events; i++)
    tv_event_row_add (row, &events[i]);
  tv_event_row_sort (row);
  tv_trace_session_add_event_row (stage.session, row);
  tv_gui_settle ();
}

/* A row of a moment at 1 ms, the inner call from 2 to 4 ms, and 6 to 8 ms. */
static void
add_row (const char *name)
{
  const TvEvent events[] = {
    { 6 * MS, 8 * MS, "Late", NULL, none, 0, 0 },
    { 1 * MS, 1 * MS, "Moment", NULL, none, 0, 0 },
    { 2 * MS, 4 * MS, "Work", "It works.", get_inner (), 0, 0 },
  };

  show_events (name, events, G_N_ELEMENTS (events));
}

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, tv_sample_trace_new ());
  before = tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0));
  add_row ("Sample");
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

/* Returns where a time is in the lanes, and the middle of the row of events. */
static void
get_place (double ms, double *x, double *y)
{
  const GdkRectangle inner = tv_timeline_stage_area (&stage, get_inner ());
  const GdkRectangle outer
      = tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0));

  *x = inner.x + (ms - 2) * inner.width / 2;
  *y = outer.y - BAR_TOP - HALF_ROW;
}

static void
click (double ms)
{
  double x;
  double y;

  get_place (ms, &x, &y);
  tv_gui_click (stage.timeline, x, y);
}

static void
assert_description (const char *expected)
{
  tv_timeline_assert_described (stage.timeline, expected);
}

static void
assert_said (const char *expected)
{
  tv_timeline_assert_said (stage.timeline, expected);
}

START_TEST (rows_push_the_threads_down)
{
  const GdkRectangle now
      = tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0));

  ck_assert_int_eq (now.y, before.y + 2 * HALF_ROW);
  tv_trace_session_remove_event_row (stage.session, "Sample");
  tv_gui_settle ();
  ck_assert_int_eq (
      tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0)).y,
      before.y);
}
END_TEST

START_TEST (a_click_selects_the_call)
{
  click (3);
  tv_timeline_stage_assert_selected (&stage, get_inner ());
  assert_description ("Work\n2.000\u00a0ms at 2.000\u00a0ms\nIt works.");
  tv_trace_session_set_time_unit (stage.session, TV_TIME_UNIT_US);
  tv_gui_settle ();
  assert_description ("Work\n2000\u00a0µs at 2000\u00a0µs\nIt works.");
  tv_trace_session_set_time_unit (stage.session, TV_TIME_UNIT_MS);
  /* Another call is none of the event. */
  tv_trace_session_select_call (stage.session, tv_timeline_stage_call (&stage, 1, 0));
  tv_gui_settle ();
  click (7);
  tv_timeline_stage_assert_selected (&stage, (TvCallRef){ TV_THREAD_NONE, 0 });
  assert_description ("Late\n2.000\u00a0ms at 6.000\u00a0ms");
}
END_TEST

START_TEST (a_double_click_zooms)
{
  double x;
  double y;

  get_place (7, &x, &y);
  tv_gui_move (stage.timeline, x, y);
  tv_gui_press (GDK_BUTTON_PRIMARY, 2);
  tv_timeline_stage_assert_view (&stage, 5.75, 8.25, 0.05);
}
END_TEST

START_TEST (keys_go_from_event_to_event)
{
  tv_gui_keys (stage.timeline, "j");
  assert_said ("Moment\n0.000\u00a0ms at 1.000\u00a0ms");
  tv_gui_keys (stage.timeline, "j");
  assert_said ("Work\n2.000\u00a0ms at 2.000\u00a0ms\nIt works.");
  tv_timeline_stage_assert_selected (&stage, get_inner ());
  tv_gui_keys (stage.timeline, "j");
  assert_said ("Late\n2.000\u00a0ms at 6.000\u00a0ms");
  tv_gui_keys (stage.timeline, "j");
  assert_said ("No more events");
  add_row ("Second");
  /* From the first that is in view. */
  tv_gui_keys (stage.timeline, "0");
  for (guint i = 0; i < 4; i++)
    tv_gui_keys (stage.timeline, "j");
  assert_description ("Moment\n0.000\u00a0ms at 1.000\u00a0ms");
  tv_gui_keys (stage.timeline, "k");
  assert_description ("Late\n2.000\u00a0ms at 6.000\u00a0ms");
}
END_TEST

START_TEST (a_tooltip_explains)
{
  double x;
  double y;

  get_place (3, &x, &y);
  tv_gui_wait_for_tooltip (stage.timeline, x, y,
                           "Work\n2.000\u00a0ms at 2.000\u00a0ms\nIt works.");
  tv_gui_wait_for_tooltip (stage.timeline, 20, y, "Sample: 3 events");
}
END_TEST

static GtkWidget *
find_group (void)
{
  GtkWidget *child = gtk_widget_get_first_child (stage.timeline);

  while (child != NULL
         && !gtk_test_accessible_has_role (GTK_ACCESSIBLE (child),
                                           GTK_ACCESSIBLE_ROLE_GROUP))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

START_TEST (a_screen_reader_finds_the_row)
{
  g_autofree char *wrong = NULL;

  ck_assert_ptr_nonnull (find_group ());
  wrong = gtk_test_accessible_check_property (GTK_ACCESSIBLE (find_group ()),
                                              GTK_ACCESSIBLE_PROPERTY_LABEL,
                                              "Sample: 3 events");
  ck_assert_msg (wrong == NULL, "%s", wrong);
  ck_assert_int_eq (gtk_widget_get_height (find_group ()), 2 * HALF_ROW);
}
END_TEST

/* Opens the menu of the lower of two rows. */
static void
open_menu (double *x, double *y)
{
  add_row ("Second");
  get_place (7, x, y);
  tv_gui_click_secondary (stage.timeline, *x, *y);
  tv_gui_wait_for_text (stage.window, "Remove Row");
}

static void
assert_only_row (const char *name)
{
  ck_assert_uint_eq (tv_trace_session_get_event_rows (stage.session)->len, 1);
  ck_assert_str_eq (get_first_row ()->name, name);
}

START_TEST (the_menu_removes_a_row)
{
  double x;
  double y;

  open_menu (&x, &y);
  tv_gui_input ("key", "Up", "key", "Return", NULL);
  tv_gui_settle ();
  assert_only_row ("Sample");
}
END_TEST

/* The row that a menu was opened for is not meant by a key any more, and the first
 * click after the menu is heard. */
START_TEST (a_key_removes_the_row_of_the_event)
{
  double x;
  double y;

  open_menu (&x, &y);
  tv_gui_input ("key", "Escape", NULL);
  tv_gui_settle ();
  /* Nobody clicks before the pointer has come back from the menu. */
  tv_gui_move (stage.timeline, x + 3, y - 2 * HALF_ROW);
  tv_gui_settle ();
  tv_gui_click (stage.timeline, x, y - 2 * HALF_ROW);
  tv_gui_keys (stage.timeline, "shift+x");
  assert_only_row ("Second");
}
END_TEST

/* Of moments at one place the first is drawn: it is clicked on, too. */
START_TEST (what_is_drawn_is_clicked_on)
{
  const TvEvent events[] = {
    { 7 * MS, 7 * MS, "First", NULL, none, 0, 0 },
    { 7 * MS, 7 * MS, "Second", NULL, none, 0, 0 },
    { 7 * MS, 7 * MS, "Third", NULL, none, 0, 0 },
  };

  show_events ("Sample", events, G_N_ELEMENTS (events));
  click (7);
  assert_description ("First\n0.000\u00a0ms at 7.000\u00a0ms");
}
END_TEST

/* Each of five events inside each other has a level. Where threads need the place, the
 * row says how many are hidden, and keys still reach them. */
START_TEST (levels_give_way_to_threads)
{
  const TvEvent events[] = {
    { 1 * MS, 9 * MS, "Inner", NULL, none, 0, 0 },
    { 2 * MS, 8 * MS, "Inner", NULL, none, 0, 0 },
    { 3 * MS, 7 * MS, "Inner", NULL, none, 0, 0 },
    { 4 * MS, 6 * MS, "Inner", NULL, none, 0, 0 },
    { 5 * MS, 5 * MS, "Inmost", NULL, none, 0, 0 },
  };
  g_autofree char *label = NULL;
  g_autofree char *wrong = NULL;
  GtkWidget *group;

  show_events ("Sample", events, G_N_ELEMENTS (events));
  group = find_group ();
  ck_assert_int_eq (gtk_widget_get_height (group), 4 + 5 * 18);
  tv_gui_resize (stage.window, 900, 200);
  ck_assert_int_ge (gtk_widget_get_height (group), 4 + 18);
  ck_assert_int_lt (gtk_widget_get_height (group) * 3,
                    gtk_widget_get_height (stage.timeline));
  label = g_strdup_printf ("Sample: 5 events, %d hidden",
                           5 - (gtk_widget_get_height (group) - 4) / 18);
  wrong = gtk_test_accessible_check_property (GTK_ACCESSIBLE (group),
                                              GTK_ACCESSIBLE_PROPERTY_LABEL, label);
  ck_assert_msg (wrong == NULL, "%s", wrong);
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    tv_gui_keys (stage.timeline, "j");
  assert_description ("Inmost\n0.000\u00a0ms at 5.000\u00a0ms");
}
END_TEST

static guint32
get_color (const TvPixels *pixels, double ms)
{
  double x;
  double y;

  get_place (ms, &x, &y);
  return tv_pixels_get (pixels, (int) x, (int) y + 6);
}

/* The language of a label does not change the colour of its kind. */
START_TEST (one_kind_has_one_color)
{
  const TvEvent events[] = {
    { 1 * MS, 2 * MS, "Shop", NULL, none, 0, 1 },
    { 3 * MS, 4 * MS, "Laden", NULL, none, 0, 1 },
    { 5 * MS, 6 * MS, "Laden", NULL, none, 0, 2 },
  };
  g_autoptr (TvPixels) pixels = NULL;

  show_events ("Sample", events, G_N_ELEMENTS (events));
  pixels = tv_pixels_take (stage.timeline);
  ck_assert_uint_eq (get_color (pixels, 1.05), get_color (pixels, 3.05));
  ck_assert_uint_ne (get_color (pixels, 3.05), get_color (pixels, 5.05));
}
END_TEST

/* However many rows there are, threads keep their place. */
START_TEST (threads_keep_their_place)
{
  const char *const names[] = { "2", "3", "4", "5", "6" };
  GdkRectangle first;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    add_row (names[i]);
  ck_assert_uint_eq (tv_trace_session_get_event_rows (stage.session)->len,
                     TV_MAX_EVENT_ROWS);
  tv_gui_resize (stage.window, 900, 180);
  first = tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0));
  ck_assert_int_lt (first.y, 150);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
