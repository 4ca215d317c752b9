/* SPDX-License-Identifier: Apache-2.0 */

/* A system trace beside a method trace, from tests/traces/joined/: the latter starts 1
 * ms after the former, and its call of decode() is from 2 to 8 ms on the clock of both.
 */

#include "gui/driver.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace-system.h"
#include "ui/timeline/timeline.h"

#define MS G_GINT64_CONSTANT (1000000)

static TvApplication *application;
static TvWindow *window;

static void
set_up (void)
{
  g_autofree char *path = tv_test_trace_path ("joined/app.trace");

  application = tv_gui_start ();
  window = tv_gui_open (application, path);
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
}

static TvTrace *
get_trace (void)
{
  return tv_trace_session_get_trace (tv_window_get_session (window));
}

static void
add (const char *name)
{
  g_autofree char *path = tv_test_trace_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  tv_window_add_file (window, file);
}

static void
add_system (void)
{
  TvTraceSession *before = g_object_ref (tv_window_get_session (window));

  add ("joined/system.txt");
  (void) tv_gui_wait_for_session (window, before);
  tv_gui_wait_for_page (window, "trace");
}

static GtkWidget *
find (const char *text)
{
  return tv_gui_find_part (GTK_WIDGET (window), text);
}

START_TEST (test_offset)
{
  TvTraceSession *before;
  GtkWidget *spin;

  ck_assert_ptr_null (find ("on one clock"));
  add_system ();
  ck_assert_ptr_nonnull (find ("“app.trace” with “system.txt” on one clock"));
  ck_assert_int_eq (tv_trace_get_join (get_trace ())->offset, 0);
  spin = tv_gui_find_type (GTK_WIDGET (window), "GtkSpinButton");
  before = g_object_ref (tv_window_get_session (window));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), -2.5);
  (void) tv_gui_wait_for_session (window, before);
  ck_assert_int_eq (tv_trace_get_join (get_trace ())->offset, -25 * MS / 10);
  ck_assert_double_eq (gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin)), -2.5);

  /* Reloading reads both and keeps the offset. */
  before = g_object_ref (tv_window_get_session (window));
  tv_window_reload (window);
  before = g_object_ref (tv_gui_wait_for_session (window, before));
  if (tv_trace_get_join (get_trace ()) == NULL)
    (void) tv_gui_wait_for_session (window, before);
  else
    g_object_unref (before);
  tv_gui_wait_for_page (window, "trace");
  ck_assert_int_eq (tv_trace_get_join (get_trace ())->offset, -25 * MS / 10);

  before = g_object_ref (tv_window_get_session (window));
  g_action_group_activate_action (G_ACTION_GROUP (window), "remove-added", NULL);
  (void) tv_gui_wait_for_session (window, before);
  ck_assert_ptr_null (tv_trace_get_join (get_trace ()));
  ck_assert_ptr_null (find ("on one clock"));
}
END_TEST

/* The command line says where the system trace is. */
START_TEST (test_offset_of_the_command_line)
{
  g_autofree char *path = tv_test_trace_path ("joined/app.trace");
  g_autofree char *system = tv_test_trace_path ("joined/system.txt");
  g_autofree char *with = g_strconcat ("--with=", system, NULL);
  const char *const words[] = { "traceview", path, with, "--with-offset=-2.5ms", NULL };
  char **arguments = (char **) words;
  TvTraceSession *before;
  int status;

  ck_assert (
      G_APPLICATION_GET_CLASS (application)
          ->local_command_line (G_APPLICATION (application), &arguments, &status));
  ck_assert_int_eq (status, 0);
  window
      = TV_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  tv_gui_wait_for_page (window, "trace");
  before = g_object_ref (tv_window_get_session (window));
  if (tv_trace_get_join (get_trace ()) == NULL)
    (void) tv_gui_wait_for_session (window, before);
  else
    g_object_unref (before);
  ck_assert_int_eq (tv_trace_get_join (get_trace ())->offset, -25 * MS / 10);
}
END_TEST

static TvTimeline *
get_timeline (void)
{
  return TV_TIMELINE (tv_gui_find_type (GTK_WIDGET (window), "TvTimeline"));
}

static gint64
get_offset (void)
{
  return tv_trace_get_join (get_trace ())->offset;
}

/* Returns the place of decode(), which takes 6 ms, and the width of a millisecond. */
static double
find_call (GdkRectangle *area)
{
  const guint32 thread = tv_test_find_thread (get_trace (), 4711);

  ck_assert (
      tv_timeline_get_call_area (get_timeline (), (TvCallRef){ thread, 1 }, area));
  return area->width / 6.0;
}

/* Begins to drag a row by milliseconds, from the middle of the call. */
static void
begin_drag (double ms, double y)
{
  GtkWidget *timeline = GTK_WIDGET (get_timeline ());
  GdkRectangle area;
  const double by = ms * find_call (&area);
  const double from = area.x + area.width / 2.0;

  tv_gui_move (timeline, from, area.y + y);
  tv_gui_input ("mousedown", "1", NULL);
  tv_gui_move (timeline, from + by / 2, area.y + y);
  tv_gui_settle ();
  tv_gui_move (timeline, from + by, area.y + y);
  tv_gui_settle ();
}

static void
drop (void)
{
  TvTraceSession *before = g_object_ref (tv_window_get_session (window));

  tv_gui_input ("mouseup", "1", NULL);
  (void) tv_gui_wait_for_session (window, before);
  tv_gui_settle ();
}

static void
assert_near (gint64 value, gint64 expected)
{
  GdkRectangle area;
  const gint64 pixel = (gint64) (MS / find_call (&area)) + 1;

  ck_assert_int_ge (value, expected - pixel);
  ck_assert_int_le (value, expected + pixel);
}

/* The method trace, which is the first one, starts 1 ms after the other. Moved to 0.5
 * ms before it, it becomes the start of both. */
START_TEST (test_dragged_rows)
{
  GdkRectangle before, after;
  g_autofree char *text = NULL;
  gint64 start, end;

  add_system ();
  tv_trace_session_set_view (tv_window_get_session (window), 0, 11 * MS);
  tv_gui_settle ();
  tv_gui_keys (GTK_WIDGET (get_timeline ()), "l");
  find_call (&before);
  begin_drag (-1.5, 2);
  text = tv_timeline_dup_pointer_time (get_timeline ());
  ck_assert (g_str_has_prefix (text, "Offset +"));
  ck_assert (g_str_has_suffix (text, " ms"));
  assert_near ((gint64) (g_ascii_strtod (text + strlen ("Offset +"), NULL) * MS),
               3 * MS / 2);
  tv_gui_input ("key", "Escape", NULL);
  tv_gui_input ("mouseup", "1", NULL);
  tv_gui_settle ();
  ck_assert_int_eq (get_offset (), 0);

  begin_drag (-1.5, 2);
  drop ();
  assert_near (get_offset (), 3 * MS / 2);
  ck_assert_int_eq (get_offset () % 1000, 0);
  ck_assert_int_eq (tv_trace_get_join (get_trace ())->starts[0], 0);
  tv_trace_session_get_view (tv_window_get_session (window), &start, &end);
  ck_assert_int_eq (start, get_offset () - MS);
  ck_assert_int_eq (end, get_offset () - MS + 11 * MS);
  (void) find_call (&after);
  ck_assert_int_le (ABS (after.x - before.x + before.width / 4), 1);
}
END_TEST

/* Presses a key of the timeline that joins the traces anew. */
static void
press (const char *key)
{
  TvTraceSession *before = g_object_ref (tv_window_get_session (window));

  tv_gui_keys (GTK_WIDGET (get_timeline ()), key);
  (void) tv_gui_wait_for_session (window, before);
  tv_gui_settle ();
}

START_TEST (test_keys_and_memory)
{
  TvTraceSession *before;
  gint64 offset;

  add_system ();
  tv_trace_session_set_view (tv_window_get_session (window), MS, 11 * MS);
  tv_gui_settle ();
  press ("bracketleft");
  offset = get_offset ();
  ck_assert_int_lt (offset, 0);
  assert_near (offset, 0);
  press ("bracketleft");
  press ("bracketright");
  ck_assert_int_eq (get_offset (), offset);

  before = g_object_ref (tv_window_get_session (window));
  g_action_group_activate_action (G_ACTION_GROUP (window), "remove-added", NULL);
  (void) tv_gui_wait_for_session (window, before);
  tv_gui_settle ();
  add_system ();
  ck_assert_int_eq (get_offset (), offset);

  press ("shift+l");
  ck_assert_int_eq (get_offset (), 0);
}
END_TEST

static void
set_offset (gint64 offset)
{
  /* The second file keeps its place. */
  g_action_group_activate_action (G_ACTION_GROUP (window), "set-offset",
                                  g_variant_new ("(xb)", offset, TRUE));
}

/* The method trace starts at 1 ms while it is joined and at 0 when it is alone: its
 * calls stay where they are. */
static void
assert_removal_keeps_calls (void)
{
  TvTraceSession *before = g_object_ref (tv_window_get_session (window));
  gint64 start, end;

  g_action_group_activate_action (G_ACTION_GROUP (window), "remove-added", NULL);
  (void) tv_gui_wait_for_session (window, before);
  ck_assert_ptr_null (tv_trace_get_join (get_trace ()));
  tv_trace_session_get_view (tv_window_get_session (window), &start, &end);
  ck_assert_int_eq (start, MS);
  ck_assert_int_eq (end, 4 * MS);
}

START_TEST (test_a_refused_offset_is_forgotten)
{
  add_system ();
  tv_trace_session_set_view (tv_window_get_session (window), 2 * MS, 5 * MS);
  set_offset (G_MAXINT64);
  tv_gui_settle ();
  ck_assert_ptr_nonnull (find ("The times of the two traces are too far apart"));
  ck_assert_int_eq (get_offset (), 0);
  assert_removal_keeps_calls ();
}
END_TEST

START_TEST (test_a_cancelled_offset_is_forgotten)
{
  add_system ();
  tv_trace_session_set_view (tv_window_get_session (window), 2 * MS, 5 * MS);
  set_offset (MS);
  assert_removal_keeps_calls ();
}
END_TEST

START_TEST (test_why_a_call_waited)
{
  GtkWidget *bar;
  guint32 thread;

  add_system ();
  g_action_group_change_action_state (G_ACTION_GROUP (window), "side-bar",
                                      g_variant_new_boolean (TRUE));
  thread = tv_test_find_thread (get_trace (), 4711);
  ck_assert_ptr_null (find ("Why It Waited"));
  tv_trace_session_select_call (tv_window_get_session (window),
                                (TvCallRef){ thread, 1 });
  tv_gui_settle ();
  bar = tv_gui_find_type (GTK_WIDGET (window), "TvSideBar");
  tv_gui_wait_for_text (bar, "Why It Waited");
  ck_assert_ptr_nonnull (tv_gui_find_text (bar, "Why It Waited"));
  ck_assert_ptr_nonnull (tv_gui_find_text (bar, "Blocked in Binder"));
  ck_assert_ptr_nonnull (tv_gui_find_part (bar, "1.500"));
  ck_assert_ptr_nonnull (tv_gui_find_part (bar, "25.0"));
  ck_assert_ptr_nonnull (tv_gui_find_text (bar, "Blocked on a Lock"));
  ck_assert_ptr_nonnull (tv_gui_find_text (bar, "[910] Binder:900_1"));
}
END_TEST

START_TEST (test_what_cannot_be_added)
{
  add ("joined/app.trace");
  tv_gui_settle ();
  tv_gui_wait_for_page (window, "trace");
  ck_assert_ptr_nonnull (
      find ("“app.trace” cannot be added: Both files are method traces"));
  ck_assert_ptr_null (tv_trace_get_join (get_trace ()));
  add ("joined/gone.txt");
  tv_gui_settle ();
  tv_gui_wait_for_page (window, "trace");
  ck_assert_ptr_nonnull (find ("“gone.txt” cannot be added: "));
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
