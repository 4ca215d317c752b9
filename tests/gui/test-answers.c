/* SPDX-License-Identifier: Apache-2.0 */

/* Every question and every view, where a frame takes longer than the time to the next
 * one: the answer comes, and until then nobody takes what is shown for it. */

#include "gui/driver.h"
#include "support/test-folder.h"
#include "support/trace-writer.h"
#include "ui/calls/calls-data.h"
#include "ui/columns/profile-column.h"
#include "ui/flame/flame-view.h"
#include "ui/pixels.h"
#include "ui/session/session-find.h"
#include "ui/table/table-row.h"
#include "ui/table/table-rows.h"
#include "ui/widgets/later.h"
#include "ui/widgets/name-label.h"
#include "ui/widgets/notice-bar.h"

#include <check.h>

#define MAIN 0x10
#define RUN 0x20
#define WORK 0x30
#define SMALL 0x40

/* More methods than are ranked without a worker. */
#define N_SMALL 20001

#define MS G_GINT64_CONSTANT (1000000)
#define FRAME_US 30000

static TvApplication *application;
static char *folder;
static TvWindow *window;
static TvTraceSession *session;
static guint32 run;
static guint32 work;
static guint slow_frames;

/* Workers that are held back */

typedef struct
{
  GTask *task;
  GTaskThreadFunc function;
} Held;

void __real_g_task_run_in_thread (GTask *task, GTaskThreadFunc function);
void __wrap_g_task_run_in_thread (GTask *task, GTaskThreadFunc function);

static gboolean holding;
static GArray *held;

void
__wrap_g_task_run_in_thread (GTask *task, GTaskThreadFunc function)
{
  const Held kept = { g_object_ref (task), function };

  if (holding)
    {
      g_array_append_val (held, kept);
      return;
    }
  __real_g_task_run_in_thread (task, function);
  g_object_unref (task);
}

static void
release (void)
{
  holding = FALSE;
  for (guint i = 0; i < held->len; i++)
    {
      const Held *kept = &g_array_index (held, Held, i);

      __real_g_task_run_in_thread (kept->task, kept->function);
      g_object_unref (kept->task);
    }
  g_array_set_size (held, 0);
}

/* The trace */

/* Milliseconds of real time, twice those of the processor. */
static void
call (TvTraceWriter *writer, guint32 thread, guint32 method, guint64 enter)
{
  tv_trace_writer_enter (writer, thread, method, enter * 500, enter * 1000);
}

static void
leave (TvTraceWriter *writer, guint32 thread, guint32 method, guint64 exit)
{
  tv_trace_writer_exit (writer, thread, method, exit * 500, exit * 1000);
}

/*
 * Between two events a thread runs first, waits, and runs again: for the first call of
 * work from 100 to 200 and from 400 to 500.
 *
 * thread 1   0   100  200  300  400  500  600  700      1000
 *            main
 *                work .    .    .         work
 * thread 2   run                                800
 *                     work .
 * thread 3   many methods, one after the other
 */
static char *
write_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  char *path = g_build_filename (folder, "answers.trace", NULL);
  g_autoptr (GError) error = NULL;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "runner");
  tv_trace_writer_add_thread (writer, 3, "many");
  tv_trace_writer_add_method (writer, MAIN, "a.Main", "main", "()V", "", 0);
  tv_trace_writer_add_method (writer, RUN, "a.Runner", "run", "()V", "", 0);
  tv_trace_writer_add_method (writer, WORK, "a.Work", "work", "()V", "", 0);
  call (writer, 1, MAIN, 0);
  call (writer, 2, RUN, 0);
  call (writer, 1, WORK, 100);
  call (writer, 2, WORK, 200);
  leave (writer, 2, WORK, 400);
  leave (writer, 1, WORK, 500);
  call (writer, 1, WORK, 600);
  leave (writer, 1, WORK, 700);
  leave (writer, 2, RUN, 800);
  leave (writer, 1, MAIN, 1000);
  for (guint i = 0; i < N_SMALL; i++)
    {
      const guint32 id = SMALL + 4 * i;
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, id, "a.Small", name, "()V", "", 0);
      tv_trace_writer_enter (writer, 3, id, i, 2 * i);
      tv_trace_writer_exit (writer, 3, id, i + 1, 2 * i + 1);
    }
  ck_assert_msg (tv_trace_writer_save (writer, path, &error), "%s",
                 error != NULL ? error->message : "");
  return path;
}

static guint32
find_method (const char *name)
{
  TvTrace *trace = tv_trace_session_get_trace (session);
  guint32 i = 0;

  while (!g_str_equal (tv_trace_get_method (trace, i)->name, name))
    i++;
  return i;
}

static void
set_up (void)
{
  g_autofree char *path = NULL;
  GActionGroup *actions;

  held = g_array_new (FALSE, FALSE, sizeof (Held));
  /* The program is never idle here. */
  tv_later_set_clock (TRUE);
  application = tv_gui_start ();
  folder = tv_test_folder_new ();
  path = write_trace ();
  window = tv_gui_open (application, path);
  tv_gui_resize (GTK_WIDGET (window), 1000, 640);
  actions = G_ACTION_GROUP (window);
  session = tv_window_get_session (window);
  run = find_method ("run");
  work = find_method ("work");
  g_action_group_change_action_state (actions, "side-bar",
                                      g_variant_new_boolean (TRUE));
}

/* A frame takes its time, and asks for the next one. */
static gboolean
draw_slowly (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  const gint64 end = g_get_monotonic_time () + FRAME_US;

  while (g_get_monotonic_time () < end)
    continue;
  return G_SOURCE_CONTINUE;
}

static void
set_frames_slow (gboolean slow)
{
  GtkWidget *widget = GTK_WIDGET (window);

  if (slow_frames != 0)
    gtk_widget_remove_tick_callback (widget, slow_frames);
  slow_frames
      = slow ? gtk_widget_add_tick_callback (widget, draw_slowly, NULL, NULL) : 0;
}

static void
tear_down (void)
{
  set_frames_slow (FALSE);
  release ();
  tv_gui_close_all (application);
  tv_test_folder_remove (g_steal_pointer (&folder));
  g_clear_pointer (&held, g_array_unref);
}

/* What is asked */

static void
ask_range (void)
{
  tv_trace_session_set_range (session, 150 * MS, 450 * MS);
}

static void
ask_clock (void)
{
  (void) gtk_widget_activate_action (GTK_WIDGET (window), "win.primary-clock", "s",
                                     "wall");
}

static void
ask_threads (void)
{
  const guint32 thread = 1;
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&thread, 1);

  tv_trace_session_set_threads (session, threads);
}

static void
ask_transform (void)
{
  g_autoptr (TvTransform) focus = tv_transform_new (TV_TRANSFORM_FOCUS, &run, 1);

  tv_trace_session_add_transform (session, focus);
}

static void
ask_search (void)
{
  tv_session_find_search (tv_trace_session_get_find (session), "Runner.run",
                          TV_NAME_MATCH_TEXT, FALSE);
}

static void
ask_selection (void)
{
  tv_trace_session_select_method (session, run);
}

static void
ask_nothing (void)
{
  tv_session_find_stop (tv_trace_session_get_find (session));
  tv_trace_session_keep_transforms (session, 0);
  tv_trace_session_set_threads (session, NULL);
  tv_trace_session_clear_range (session);
  (void) gtk_widget_activate_action (GTK_WIDGET (window), "win.primary-clock", "s",
                                     "cpu");
  tv_trace_session_select_method (session, work);
}

/* The selected method's time in milliseconds, by the clock that is asked for, and that
 * of each of its calls. A search selects the method that it finds. */
typedef struct
{
  const char *name;
  void (*ask) (void);
  const char *total;
  const char *calls;
} Answer;

static const Answer nothing
    = { "nothing", ask_nothing, "350.000", "200.000 100.000 50.000 " };

static const Answer answers[] = {
  { "range", ask_range, "200.000", "100.000 100.000 " },
  { "clock", ask_clock, "700.000", "400.000 200.000 100.000 " },
  { "threads", ask_threads, "100.000", "100.000 " },
  { "transform", ask_transform, "100.000", "100.000 " },
  { "search", ask_search, "400.000", "400.000 " },
};

/* What is shown */

static gboolean
has_name (TvTableRow *row, const char *name)
{
  GtkWidget *label = tv_gui_find_type (GTK_WIDGET (row), "TvNameLabel");

  return label != NULL
         && strstr (tv_name_label_get_text (TV_NAME_LABEL (label)), name) != NULL;
}

/* A row of the selected method is selected, and one has its inclusive time. */
static gboolean
table_shows (GtkWidget *view, const Answer *answer)
{
  GtkWidget *rows = tv_gui_find_type (view, "TvTableRows");
  const guint column
      = tv_trace_session_get_primary_clock (session) == TV_CLOCK_THREAD_CPU
            ? TV_PROFILE_COLUMN_INCL_CPU
            : TV_PROFILE_COLUMN_INCL_REAL;
  const guint32 method = tv_trace_session_get_selected_method (session);
  const char *name
      = tv_trace_get_method (tv_trace_session_get_trace (session), method)->name;
  TvTableRow *row;

  if (rows == NULL)
    return FALSE;
  row = tv_gui_find_row (rows, tv_table_rows_get_selected (TV_TABLE_ROWS (rows)));
  if (row == NULL || !has_name (row, name))
    return FALSE;
  for (GtkWidget *i = gtk_widget_get_first_child (rows); i != NULL;
       i = gtk_widget_get_next_sibling (i))
    if (has_name (TV_TABLE_ROW (i), name)
        && g_strcmp0 (tv_row_cells_get_text (tv_table_row_get_cells (TV_TABLE_ROW (i)),
                                             column),
                      answer->total)
               == 0)
      return TRUE;
  return FALSE;
}

/* The frames of the selected method have its time, and the hits of a search are seen.
 */
static gboolean
flame_shows (GtkWidget *view, const Answer *answer)
{
  const TvFlameAnswer *shown = tv_flame_view_get_answer (TV_FLAME_VIEW (view));
  const TvClock clock = tv_trace_session_get_primary_clock (session);
  g_autofree char *text = NULL;
  gint64 time = 0;

  if (shown == NULL)
    return FALSE;
  for (guint32 i = 0; i < shown->layout->n_frames; i++)
    if (shown->layout->frames[i].sums.method
        == tv_trace_session_get_selected_method (session))
      time += shown->layout->frames[i].sums.inclusive[clock];
  text = g_strdup_printf ("%.3f", (double) time / MS);
  return g_str_equal (text, answer->total)
         && (shown->matched >= 0) == (answer->ask == ask_search);
}

/* The list has the calls, the longest first. */
static gboolean
calls_show (GtkWidget *view, const Answer *answer)
{
  GtkWidget *rows = tv_gui_find_type (view, "TvTableRows");
  g_autoptr (GString) text = g_string_new (NULL);
  TvTableRow *row;

  for (guint i = 0; rows != NULL && (row = tv_gui_find_row (rows, i)) != NULL; i++)
    g_string_append_printf (
        text, "%s ",
        tv_row_cells_get_text (tv_table_row_get_cells (row), TV_CALLS_INCLUSIVE));
  return g_str_equal (text->str, answer->calls);
}

static gboolean
side_bar_shows (GtkWidget *bar, const Answer *answer)
{
  GtkWidget *name = tv_gui_find_text (bar, "Total");
  g_autofree char *expected = g_strdup_printf ("%s\u00a0ms", answer->total);
  GtkWidget *values;

  if (name == NULL)
    return FALSE;
  values = gtk_widget_get_last_child (gtk_widget_get_parent (name));
  return g_str_equal (
      gtk_label_get_label (GTK_LABEL (gtk_widget_get_first_child (values))), expected);
}

typedef struct
{
  const char *name; /* of the page, and of the type of what is on it */
  const char *type;
  gboolean (*shows) (GtkWidget *view, const Answer *answer);
} View;

static const View views[] = {
  { "methods", "TvProfilePanel", table_shows },
  { "call-tree", "TvCallTreeView", table_shows },
  { "flame-graph", "TvFlameView", flame_shows },
  { "callers-callees", "TvCallTreeView", table_shows },
  { "calls", "TvCallsView", calls_show },
};

static GtkWidget *
find_view (const View *view)
{
  return tv_gui_find_type (GTK_WIDGET (window), view->type);
}

static GtkWidget *
find_side_bar (void)
{
  return tv_gui_find_type (GTK_WIDGET (window), "TvSideBar");
}

static gboolean
is_pending (GtkWidget *widget)
{
  const gboolean pending = gtk_widget_has_css_class (widget, "pending");
  g_autofree char *state = gtk_test_accessible_check_state (
      GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_BUSY, pending);

  /* What is seen and what is heard agree. */
  ck_assert_msg (state == NULL
                     || !gtk_test_accessible_has_state (GTK_ACCESSIBLE (widget),
                                                        GTK_ACCESSIBLE_STATE_BUSY),
                 "busy: %s", state);
  ck_assert (!pending
             || gtk_test_accessible_has_state (GTK_ACCESSIBLE (widget),
                                               GTK_ACCESSIBLE_STATE_BUSY));
  return pending;
}

typedef struct
{
  const View *view;
  const Answer *answer;
} Wanted;

static gboolean
is_shown (gpointer data)
{
  const Wanted *wanted = data;
  GtkWidget *view = find_view (wanted->view);
  GtkWidget *bar = find_side_bar ();

  return view != NULL && bar != NULL && wanted->view->shows (view, wanted->answer)
         && side_bar_shows (bar, wanted->answer) && !is_pending (view)
         && !is_pending (bar);
}

static void
wait_for (const View *view, const Answer *answer)
{
  Wanted wanted = { view, answer };
  g_autofree char *what = g_strdup_printf ("%s in %s", answer->name, view->name);

  tv_gui_wait (is_shown, &wanted, what);
}

static void
show_view (const char *name)
{
  g_action_group_change_action_state (G_ACTION_GROUP (window), "view",
                                      g_variant_new_string (name));
  /* Here the methods are the first rows, with the sums of all their calls. */
  if (g_str_equal (name, "call-tree"))
    g_object_set (tv_gui_find_type (GTK_WIDGET (window), "TvCallTreeView"), "bottom-up",
                  TRUE, NULL);
}

typedef struct
{
  TvPixels *before;
  gboolean differs;
} Picture;

static gboolean
is_picture (gpointer data)
{
  const Picture *picture = data;
  GtkWidget *timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  g_autoptr (TvPixels) now = tv_pixels_take (timeline);

  return (tv_pixels_count_changes (picture->before, now, NULL) > 0) == picture->differs;
}

/* The timeline beside all views shows a range, hits and a selection, and is as before
 * when nothing is asked any more. */
START_TEST (test_timeline)
{
  const Answer asked[]
      = { answers[0], answers[4], { "selection", ask_selection, NULL, NULL } };
  GtkWidget *timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");

  ask_nothing ();
  wait_for (&views[0], &nothing);
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autoptr (TvPixels) before = NULL;
      Picture changed;
      Picture same;

      tv_gui_settle ();
      before = tv_pixels_take (timeline);
      changed = (Picture){ before, TRUE };
      same = (Picture){ before, FALSE };
      asked[i].ask ();
      tv_gui_wait (is_picture, &changed, asked[i].name);
      ask_nothing ();
      tv_gui_wait (is_picture, &same, asked[i].name);
    }
}
END_TEST

static void
assert_same_timeline (const TvPixels *before, const char *when)
{
  g_autoptr (TvPixels) now = NULL;
  guint n;

  tv_gui_settle ();
  now = tv_pixels_take (tv_gui_find_type (GTK_WIDGET (window), "TvTimeline"));
  n = tv_pixels_count_changes (before, now, NULL);
  ck_assert_msg (n == 0, "%s: %u pixels differ", when, n);
}

/* Of these the numbers change, and not when what was called, nor its colour. */
START_TEST (test_timeline_stays)
{
  static const guint asked[] = { 1, 2, 3 };
  GtkWidget *timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      const Answer *answer = &answers[asked[i]];
      g_autoptr (TvPixels) before = NULL;

      ask_nothing ();
      wait_for (&views[0], &nothing);
      tv_gui_settle ();
      before = tv_pixels_take (timeline);
      answer->ask ();
      wait_for (&views[0], answer);
      assert_same_timeline (before, answer->name);
      ask_nothing ();
      wait_for (&views[0], &nothing);
      assert_same_timeline (before, answer->name);
    }
}
END_TEST

static void
check_slow_frames (const View *view)
{
  set_frames_slow (TRUE);
  show_view (view->name);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      ask_nothing ();
      wait_for (view, &nothing);
      answers[i].ask ();
      wait_for (view, &answers[i]);
    }
  ask_nothing ();
  wait_for (view, &nothing);
}

static void
check_selection (const View *view)
{
  const Answer selection = { "selection", ask_selection, "400.000", "400.000 " };

  show_view (view->name);
  ask_nothing ();
  wait_for (view, &nothing);
  selection.ask ();
  wait_for (view, &selection);
}

static void
check_pending (const View *view)
{
  show_view (view->name);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      ask_nothing ();
      wait_for (view, &nothing);
      holding = TRUE;
      answers[i].ask ();
      ck_assert_msg (is_pending (find_view (view)), "%s in %s", answers[i].name,
                     view->name);
      ck_assert_msg (is_pending (find_side_bar ()), "%s in the side bar",
                     answers[i].name);
      ck_assert_msg (is_pending (tv_gui_find_type (GTK_WIDGET (window), "TvFindBar")),
                     "%s in the find bar", answers[i].name);
      release ();
      wait_for (view, &answers[i]);
      /* It is given up before there is an answer. */
      ask_nothing ();
      wait_for (view, &nothing);
      holding = TRUE;
      answers[i].ask ();
      ask_nothing ();
      release ();
      wait_for (view, &nothing);
    }
}

static void
check_export_of_pending (const View *view)
{
  show_view (view->name);
  ask_nothing ();
  wait_for (view, &nothing);
  holding = TRUE;
  answers[0].ask ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.export", NULL);
  ck_assert_ptr_null (tv_gui_find_dialog ("GtkFileChooserDialog"));
  ck_assert_str_eq (tv_gui_get_notice (GTK_WIDGET (window)),
                    "The view is still updating. Export it when that is done.");
  tv_gui_hide_notice (GTK_WIDGET (window));
  release ();
  wait_for (view, &answers[0]);
}

/* A window of its own for each view. */
static void
check_every_view (void (*check) (const View *view))
{
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      if (i > 0)
        {
          tear_down ();
          set_up ();
        }
      check (&views[i]);
    }
}

/* No frame comes to an end before the next one is due. */
START_TEST (test_slow_frames)
{
  check_every_view (check_slow_frames);
}
END_TEST

START_TEST (test_selection)
{
  check_every_view (check_selection);
}
END_TEST

START_TEST (test_pending)
{
  check_every_view (check_pending);
}
END_TEST

START_TEST (test_a_pending_view_is_not_exported)
{
  check_every_view (check_export_of_pending);
}
END_TEST

/* Statements */

static gboolean
has_result (gpointer expected)
{
  GtkWidget *view = tv_gui_find_type (GTK_WIDGET (window), "TvQueryView");
  GtkWidget *rows = tv_gui_find_type (view, "TvTableRows");

  return rows != NULL && tv_gui_find_text (rows, expected) != NULL
         && !is_pending (view);
}

static void
run_query (const char *script)
{
  GtkWidget *view = tv_gui_find_type (GTK_WIDGET (window), "TvQueryView");

  (void) gtk_widget_activate_action (view, "query.load", "s", script);
  (void) gtk_widget_activate_action (view, "query.run", NULL);
}

START_TEST (test_query)
{
  GtkWidget *view;

  show_view ("query");
  set_frames_slow (TRUE);
  run_query ("SELECT 'calls: ' || count(*) AS n FROM slice WHERE name LIKE '%work%'");
  tv_gui_wait (has_result, (gpointer) "calls: 3", "the calls");
  view = tv_gui_find_type (GTK_WIDGET (window), "TvQueryView");
  holding = TRUE;
  run_query ("SELECT 'longest: ' || max(dur) AS n FROM slice WHERE name LIKE '%work%'");
  ck_assert (is_pending (view));
  release ();
  tv_gui_wait (has_result, (gpointer) "longest: 400000000", "the longest call");
}
END_TEST

/* What moves */

static gboolean
is_turning (gpointer spinner)
{
  return gtk_spinner_get_spinning (spinner);
}

static gboolean
is_still (gpointer spinner)
{
  return !is_turning (spinner);
}

static gboolean
has_name_of (GtkWidget *widget, const char *name)
{
  return g_str_equal (gtk_widget_get_name (widget), name);
}

static void
assert_says (GtkWidget *speaker, const char *text)
{
  g_autofree char *problem = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (speaker), GTK_ACCESSIBLE_PROPERTY_LABEL, text);

  ck_assert_msg (problem == NULL, "%s", problem);
}

/* A person who waits for long sees that something is done, and hears it. */
START_TEST (test_nothing_moves_at_first)
{
  GtkWidget *bar = tv_gui_find_type (GTK_WIDGET (window), "TvScopeBar");
  GtkWidget *spinner = tv_gui_find_type (bar, "GtkSpinner");
  GtkWidget *speaker = tv_gui_find (bar, has_name_of, "speaker");

  ask_nothing ();
  wait_for (&views[0], &nothing);
  holding = TRUE;
  ask_range ();
  ck_assert (is_still (spinner));
  tv_gui_wait (is_turning, spinner, "the spinner to turn");
  assert_says (speaker, "Updating…");
  release ();
  tv_gui_wait (is_still, spinner, "the spinner to stop");
  assert_says (speaker, "");
}
END_TEST

START_TEST (test_notice_moves_when_it_is_seen)
{
  GtkWidget *other = gtk_window_new ();
  GtkWidget *notice = tv_notice_bar_new ();
  GtkWidget *spinner;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  gtk_window_set_child (GTK_WINDOW (other), notice);
  gtk_window_present (GTK_WINDOW (other));
  tv_notice_bar_show_busy (TV_NOTICE_BAR (notice), "Working…", cancellable);
  gtk_widget_set_visible (notice, TRUE);
  spinner = tv_gui_find_type (other, "GtkSpinner");
  ck_assert_ptr_nonnull (spinner);
  ck_assert (is_still (spinner));
  tv_gui_wait (is_turning, spinner, "the spinner to turn");
  tv_notice_bar_hide (TV_NOTICE_BAR (notice));
  ck_assert (is_still (spinner));
  gtk_window_destroy (GTK_WINDOW (other));
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
