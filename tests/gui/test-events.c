/* SPDX-License-Identifier: Apache-2.0 */

/* Events that rules find, in the window: their row, the card of a call that is one,
 * the user's own rules. */

#include "gui/driver.h"
#include "support/test-folder.h"
#include "support/trace-writer.h"
#include "ui/timeline-stage.h"

#include <check.h>
#include <glib/gstdio.h>

static TvApplication *application;
static TvWindow *window;
static TvTraceSession *session;
static GtkWidget *timeline;

static char *
dup_rules_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "traceview", "events.conf", NULL);
}

static char *
dup_example_path (void)
{
  return g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "data", "examples",
                           "app-start.trace", NULL);
}

static gboolean
has_events (gpointer expected)
{
  return tv_trace_session_get_event_rows (session)->len == GPOINTER_TO_UINT (expected);
}

/* Opens the example with rules of the user's own, or without. */
static void
open_window (const char *rules)
{
  g_autofree char *path = dup_example_path ();
  g_autofree char *rules_path = dup_rules_path ();
  g_autofree char *folder = g_path_get_dirname (rules_path);

  g_mkdir_with_parents (folder, 0700);
  if (rules != NULL)
    ck_assert (g_file_set_contents (rules_path, rules, -1, NULL));
  window = tv_gui_open (application, path);
  session = tv_window_get_session (window);
  timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  tv_gui_wait (has_events, GUINT_TO_POINTER (1), "a row of events");
  tv_gui_settle ();
}

static void
set_up (void)
{
  application = tv_gui_start ();
}

static void
tear_down (void)
{
  g_autofree char *path = dup_rules_path ();

  tv_gui_close_all (application);
  g_remove (path);
}

static const TvEventRow *
get_row (void)
{
  return g_ptr_array_index (tv_trace_session_get_event_rows (session), 0);
}

/* Returns how many events have a label, and one of them. */
static guint
count (const char *label, const TvEvent **event)
{
  guint n = 0;

  for (guint i = 0; i < get_row ()->events->len; i++)
    if (g_str_equal (tv_event_row_get (get_row (), i)->label, label))
      {
        n++;
        if (event != NULL)
          *event = tv_event_row_get (get_row (), i);
      }
  return n;
}

/* What tracedump query says of the same methods. */
START_TEST (test_row)
{
  const TvEvent *event = NULL;

  open_window (NULL);
  ck_assert_str_eq (get_row ()->name, "Events");
  ck_assert_uint_eq (count ("Inflate", NULL), 8);
  ck_assert_uint_eq (count ("Binder", NULL), 6);
  ck_assert_uint_eq (count ("GC", NULL), 4);
  ck_assert_uint_eq (count ("Traversal", NULL), 17);
  ck_assert_uint_eq (count ("Activity Start", &event), 1);
  ck_assert_int_eq (event->start, 189935000);
  ck_assert_uint_eq (count ("Bind Application", &event), 1);
  ck_assert_int_eq (event->start, 9000000);
}
END_TEST

static gboolean
are_events_wanted (void)
{
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (G_ACTION_GROUP (window), "events");

  return g_variant_get_boolean (state);
}

/* By the menu item, and by the key that is the same as the menu of the row. */
START_TEST (test_row_can_be_removed)
{
  open_window (NULL);
  for (guint i = 0; i < 2; i++)
    {
      if (i == 0)
        g_action_group_activate_action (G_ACTION_GROUP (window), "events", NULL);
      else
        {
          tv_gui_keys (timeline, "j");
          tv_gui_keys (timeline, "shift+x");
        }
      tv_gui_wait (has_events, GUINT_TO_POINTER (0), "no row of events");
      ck_assert_msg (!are_events_wanted (), "the menu item is on, case %u", i);
      g_action_group_activate_action (G_ACTION_GROUP (window), "events", NULL);
      tv_gui_wait (has_events, GUINT_TO_POINTER (1), "the row of events");
      ck_assert_msg (are_events_wanted (), "the menu item is off, case %u", i);
    }
}
END_TEST

static gboolean
has_card (gpointer part)
{
  const char *text = tv_timeline_get_card (TV_TIMELINE (timeline), NULL);

  return text != NULL && strstr (text, part) != NULL;
}

START_TEST (test_card)
{
  const TvEvent *event = NULL;
  GdkRectangle area;

  open_window (NULL);
  ck_assert_uint_eq (count ("GC", &event), 4);
  /* Its row is brought into sight. */
  tv_trace_session_select_call (session, event->call);
  tv_gui_settle ();
  ck_assert (tv_timeline_get_call_area (TV_TIMELINE (timeline), event->call, &area));
  tv_gui_move (timeline, area.x + area.width / 2, area.y + area.height / 2 - 3);
  tv_gui_move (timeline, area.x + area.width / 2, area.y + area.height / 2);
  tv_gui_wait (has_card,
               (gpointer) "\nGC: Memory that nobody uses any more is collected.",
               "the card");
}
END_TEST

START_TEST (test_own_rules)
{
  open_window ("[binder]\nMethods=\n[mine]\nLabel=Mine\n"
               "Query=SELECT ts, dur FROM slice WHERE name GLOB '*.runHeapTasks:*'\n");
  ck_assert_uint_eq (count ("Mine", NULL), 4);
  ck_assert_uint_eq (count ("GC", NULL), 4);
  ck_assert_uint_eq (count ("Binder", NULL), 0);
  ck_assert_str_eq (tv_gui_get_notice (GTK_WIDGET (window)), "");
}
END_TEST

/* The others are found all the same. */
START_TEST (test_mistake_in_own_rules)
{
  g_autofree char *path = dup_rules_path ();
  g_autofree char *expected = g_strconcat (path, ": line 2: there is no key", NULL);

  open_window ("[mine]\nMethode=x\n");
  tv_gui_wait_for_notice (GTK_WIDGET (window), expected);
  ck_assert_uint_eq (count ("GC", NULL), 4);
}
END_TEST

/* Writes a trace that calls so many methods that a worker ranks them. */
static void
write_many (const char *to, guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, 4 * (i + 1), "a.A", name, "()V", "A.java", 1);
      tv_trace_writer_enter (writer, 1, 4 * (i + 1), 10 * i, 10 * i);
      tv_trace_writer_exit (writer, 1, 4 * (i + 1), 10 * i + 5, 10 * i + 5);
    }
  ck_assert (tv_trace_writer_save (writer, to, NULL));
}

static gboolean
both_have_events (gpointer data)
{
  TvTraceSession *now = tv_window_get_session (window);
  TvTraceSession *base = now != NULL ? tv_trace_session_get_base (now) : NULL;

  return base != NULL && tv_trace_session_get_event_rows (now)->len > 0
         && tv_trace_session_get_event_rows (base)->len > 0;
}

static gboolean
none_has_events (gpointer data)
{
  return tv_trace_session_get_event_rows (session)->len == 0
         && tv_trace_session_get_event_rows (tv_trace_session_get_base (session))->len
                == 0;
}

static void
compare_with_itself (void)
{
  g_autofree char *path = dup_example_path ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  tv_window_compare_with (window, file);
  tv_gui_wait (both_have_events, NULL, "a row of events in each timeline");
  session = tv_window_get_session (window);
}

/* The one menu item is about both. */
START_TEST (test_removed_from_a_base)
{
  open_window (NULL);
  compare_with_itself ();
  tv_trace_session_remove_event_row (tv_trace_session_get_base (session), "Events");
  tv_gui_wait (none_has_events, NULL, "no events");
  ck_assert (!are_events_wanted ());
  g_action_group_activate_action (G_ACTION_GROUP (window), "events", NULL);
  tv_gui_wait (both_have_events, NULL, "both rows");
}
END_TEST

/* Returns the row that a test has added to a session, or NULL. */
static const TvEventRow *
find_row (TvTraceSession *of)
{
  GPtrArray *rows = tv_trace_session_get_event_rows (of);

  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (((const TvEventRow *) rows->pdata[i])->name, "Query"))
      return rows->pdata[i];
  return NULL;
}

static TvTraceSession *
activate (const char *action)
{
  TvTraceSession *before = g_object_ref (session);

  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  session = tv_gui_wait_for_session (window, before);
  return tv_trace_session_get_base (session);
}

/* What is no call is not known to be true of a file that is read again. */
START_TEST (test_other_rows_stay)
{
  const TvCallRef none = { TV_THREAD_NONE, 0 };
  g_autoptr (TvEventRow) row = tv_event_row_new ("Query");
  const TvEvent *event = NULL;
  TvTraceSession *base;

  open_window (NULL);
  ck_assert_uint_eq (count ("Activity Start", &event), 1);
  tv_event_row_add (row, &(TvEvent){ 0, 9, "No call", NULL, none, 0, 0 });
  tv_event_row_add (row, event);
  tv_event_row_sort (row);
  tv_trace_session_add_event_row (session, row);
  compare_with_itself ();
  ck_assert_ptr_nonnull (find_row (session));
  ck_assert_ptr_null (find_row (tv_trace_session_get_base (session)));
  base = activate ("win.swap-traces");
  ck_assert_ptr_null (find_row (session));
  ck_assert_ptr_eq (find_row (base), row);
  base = activate ("win.reload");
  ck_assert_uint_eq (find_row (base)->events->len, 1);
  event = tv_event_row_get (row, 1);
  ck_assert_uint_eq (tv_event_row_get (find_row (base), 0)->call.call,
                     event->call.call);
  ck_assert_str_eq (tv_event_row_get (find_row (base), 0)->label, "Activity Start");
}
END_TEST

/* A mapping names what is an event; the base gets its names from another worker. */
START_TEST (test_events_of_renamed_traces)
{
  g_autofree char *folder = tv_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "new.trace", NULL);
  g_autofree char *base_path = g_build_filename (folder, "old.trace", NULL);
  g_autofree char *mapping_path = g_build_filename (folder, "mapping.txt", NULL);
  g_autoptr (GFile) base_file = g_file_new_for_path (base_path);
  g_autoptr (GPtrArray) mappings = g_ptr_array_new_with_free_func (g_object_unref);

  write_many (path, 20100);
  write_many (base_path, 20200);
  ck_assert (g_file_set_contents (mapping_path,
                                  "android.view.LayoutInflater -> a.A:\n"
                                  "    1:9:void inflate() -> m7\n",
                                  -1, NULL));
  g_ptr_array_add (mappings, g_file_new_for_path (mapping_path));
  window = tv_gui_open (application, path);
  tv_window_compare_with (window, base_file);
  tv_window_add_mappings (window, mappings);
  tv_gui_wait (both_have_events, NULL, "a row of events in each timeline");
  tv_test_folder_remove (g_steal_pointer (&folder));
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
