/* SPDX-License-Identifier: Apache-2.0 */

/* Which threads have a row in the timeline, and in which order. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "ui/rows-sample.h"
#include "ui/sample-trace.h"
#include "ui/timeline/row-list.h"

#include <string.h>

static TvTrace *trace;
static TvTimelineThreads *threads;
static TvRowChoice *choice;

static void
start (TvTrace *new_trace)
{
  trace = new_trace;
  threads = tv_timeline_threads_new (trace, NULL);
  choice = tv_row_choice_new ();
  choice->main_first = FALSE;
}

static void
finish (void)
{
  tv_row_choice_free (choice);
  tv_timeline_threads_unref (threads);
  tv_trace_unref (trace);
}

/* The ids of the rows; where pinned ones end a bar, a star for the line of idle
 * threads, groups in brackets; # before counters and @ before CPUs. */
static char *
write_list (const TvRowList *list)
{
  GString *text = g_string_new (NULL);

  for (guint row = 0; row < list->n_rows; row++)
    {
      const guint32 index = tv_row_key_get_index (list->keys[row]);

      if (row > 0)
        g_string_append_c (text, ' ');
      if (row > 0 && row == list->n_pinned)
        g_string_append (text, "| ");
      if (tv_row_key_get_kind (list->keys[row]) == TV_TIMELINE_ROW_COUNTER)
        g_string_append_printf (text, "#%u", index);
      else if (tv_row_key_get_kind (list->keys[row]) == TV_TIMELINE_ROW_CPU)
        g_string_append_printf (text, "@%u", index);
      else if (tv_row_key_get_kind (list->keys[row]) == TV_TIMELINE_ROW_GROUP)
        g_string_append_printf (text, "(%u)", tv_row_key_get_index (list->keys[row]));
      else if (list->keys[row] == TV_THREAD_NONE)
        g_string_append_printf (text, "*%u", list->n_idle);
      else
        g_string_append_printf (text, "%u",
                                tv_trace_get_thread (trace, list->keys[row])->id);
    }
  return g_string_free (text, FALSE);
}

static void
assert_rows (const char *expected)
{
  g_autoptr (TvRowList) list = tv_row_list_new (threads, choice, NULL);
  g_autofree char *rows = write_list (list);

  ck_assert_str_eq (rows, expected);
}

static guint32
find (guint32 id)
{
  return tv_test_find_thread (trace, id);
}

/* Longest first; 3 and 7 are equal and so in order of id; 5 has no events. */
START_TEST (test_original_order)
{
  start (tv_sample_trace_new ());
  assert_rows ("1 3 7 9");
  finish ();
}
END_TEST

START_TEST (test_orders)
{
  start (tv_rows_sample_new ());
  assert_rows ("12 3 7 20 *2");
  choice->order = TV_THREAD_ORDER_CPU;
  assert_rows ("3 12 7 20 *2");
  /* Neither case nor the number of digits counts; who has no name comes last. */
  choice->order = TV_THREAD_ORDER_NAME;
  assert_rows ("7 3 12 20 *2");
  choice->order = TV_THREAD_ORDER_ID;
  assert_rows ("3 7 12 20 *2");
  choice->order = TV_THREAD_ORDER_FIRST_EVENT;
  assert_rows ("12 3 7 20 *2");
  finish ();
}
END_TEST

/* Samples of thread 1 last for 1 ms, its markers for 9, and those of thread 2 for 3. */
START_TEST (test_slices_beside_samples)
{
#define TABLES                                                                         \
  "\"stringArray\":[\"a\"],\"stackTable\":{\"frame\":[0],\"prefix\":[null]},"          \
  "\"frameTable\":{\"func\":[0]},\"funcTable\":{\"name\":[0]}"
  static const char text[]
      = "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":20},\"threads\":["
        "{\"tid\":1,\"samples\":{\"stack\":[0,null],\"time\":[0,1]}," TABLES
        ",\"markers\":{\"name\":[0],\"startTime\":[0],\"endTime\":[9],\"phase\":[1]}},"
        "{\"tid\":2,\"samples\":{\"stack\":[0,null],\"time\":[0,3]}," TABLES "}]}";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);

  start (tv_trace_load_bytes (bytes, NULL, NULL));
  assert_rows ("2 1 1073741824");
  choice->order = TV_THREAD_ORDER_FIRST_EVENT;
  assert_rows ("1 1073741824 2");
  finish ();
}
END_TEST

/* Numbers are compared by value, however long; leading zeros and case do not count. */
START_TEST (test_numbers_in_names)
{
  static const char *const names[]
      = { "t10", "t9", "T007", "t1234567890", "t111111111", "t99999999999", "t", "ta" };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (2, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 0x10, "a.Work", "run", "()V", "Work.java", 1);
  for (guint16 i = 0; i < G_N_ELEMENTS (names); i++)
    {
      tv_trace_writer_add_thread (writer, i + 1, names[i]);
      tv_trace_writer_enter (writer, i + 1, 0x10, 2 * i, 2 * i);
      tv_trace_writer_exit (writer, i + 1, 0x10, 2 * i + 1, 2 * i + 1);
    }
  start (tv_test_load (writer));
  choice->order = TV_THREAD_ORDER_NAME;
  assert_rows ("7 3 2 1 5 4 6 8");
  finish ();
}
END_TEST

/* The idle ones are ordered alike. */
START_TEST (test_idle_open)
{
  start (tv_rows_sample_new ());
  choice->idle_open = TRUE;
  assert_rows ("12 3 7 20 *2 30 31");
  choice->order = TV_THREAD_ORDER_CPU;
  assert_rows ("3 12 7 20 *2 31 30");
  choice->order = TV_THREAD_ORDER_NAME;
  assert_rows ("7 3 12 20 *2 31 30");
  finish ();
}
END_TEST

START_TEST (test_main_first)
{
  start (tv_rows_sample_new ());
  tv_row_choice_free (choice);
  choice = tv_row_choice_new (); /* does so without being told */
  assert_rows ("7 12 3 20 *2");
  choice->order = TV_THREAD_ORDER_ID;
  assert_rows ("7 3 12 20 *2");
  finish ();
}
END_TEST

START_TEST (test_pinned)
{
  start (tv_rows_sample_new ());
  tv_row_choice_set_pinned (choice, find (20), TRUE);
  tv_row_choice_set_pinned (choice, find (3), TRUE);
  tv_row_choice_set_pinned (choice, find (20), TRUE); /* is already */
  assert_rows ("20 3 | 12 7 *2");
  choice->main_first = TRUE;
  assert_rows ("20 3 | 7 12 *2");
  tv_row_choice_set_pinned (choice, find (20), FALSE);
  assert_rows ("3 | 7 12 20 *2");

  /* A line for the one idle thread that is left would save nothing. */
  tv_row_choice_set_pinned (choice, find (31), TRUE);
  assert_rows ("3 31 | 7 12 30 20");
  finish ();
}
END_TEST

START_TEST (test_hidden)
{
  start (tv_rows_sample_new ());
  tv_row_choice_set_pinned (choice, find (3), TRUE);
  tv_row_choice_hide (choice, find (12));
  tv_row_choice_hide (choice, find (3));
  ck_assert (!tv_row_choice_is_all (choice));
  assert_rows ("7 20 *2");
  tv_row_choice_show_all (choice);
  ck_assert (tv_row_choice_is_all (choice));
  assert_rows ("3 | 12 7 20 *2");

  tv_row_choice_hide (choice, find (30));
  assert_rows ("3 | 12 7 20 31");
  finish ();
}
END_TEST

/* An idle thread is shown if it is the one that is asked for. */
START_TEST (test_only)
{
  start (tv_rows_sample_new ());
  tv_row_choice_set_pinned (choice, find (3), TRUE);
  choice->only = find (7);
  assert_rows ("7");
  choice->only = find (30);
  assert_rows ("30");
  choice->only = find (3);
  assert_rows ("3");
  finish ();
}
END_TEST

static void
assert_filtered (const char *filter, const char *expected)
{
  tv_row_choice_set_filter (choice, filter);
  assert_rows (expected);
}

START_TEST (test_filter)
{
  start (tv_rows_sample_new ());
  assert_filtered ("pool", "12 3");
  assert_filtered ("Pool", "3"); /* a capital is meant */
  assert_filtered ("POOL", "");
  assert_filtered ("idle", "30 31");
  assert_filtered ("20]", "20");
  assert_filtered ("1", "12 31"); /* of 10 ms and of 0.01; in id or name */
  assert_filtered ("none", "");
  assert_filtered ("", "12 3 7 20 *2");

  tv_row_choice_set_pinned (choice, find (7), TRUE);
  assert_filtered ("pool", "7 | 12 3");
  finish ();
}
END_TEST

/* A second name of the same thread finds it too. */
START_TEST (test_filter_by_other_name)
{
  start (tv_sample_trace_new ());
  assert_filtered ("first", "1");
  finish ();
}
END_TEST

START_TEST (test_counts)
{
  g_autoptr (TvRowList) list = NULL;

  start (tv_rows_sample_new ());
  tv_row_choice_hide (choice, find (12));
  list = tv_row_list_new (threads, choice, NULL);
  ck_assert_uint_eq (list->n_all, 6);
  ck_assert_uint_eq (list->n_shown, 5);
  ck_assert_uint_eq (list->n_idle, 2);
  finish ();
}
END_TEST

START_TEST (test_copy)
{
  TvRowChoice *copy;

  start (tv_rows_sample_new ());
  tv_row_choice_hide (choice, find (12));
  tv_row_choice_set_pinned (choice, find (20), TRUE);
  tv_row_choice_set_filter (choice, "2");
  choice->order = TV_THREAD_ORDER_ID;
  assert_rows ("20 | 3");

  copy = tv_row_choice_copy (choice);
  tv_row_choice_change_threads (choice, NULL);
  assert_rows ("3 7 12 20 *2");
  tv_row_choice_free (choice);
  choice = copy;
  assert_rows ("20 | 3");
  finish ();
}
END_TEST

START_TEST (test_names_of_orders)
{
  for (guint i = 0; i < TV_N_THREAD_ORDERS; i++)
    {
      TvThreadOrder order = TV_N_THREAD_ORDERS;
      ck_assert (tv_thread_order_from_string (
          tv_thread_order_to_string ((TvThreadOrder) i), &order));
      ck_assert_uint_eq (order, i);
    }
  ck_assert (!tv_thread_order_from_string ("size", &(TvThreadOrder){ 0 }));
}
END_TEST

static void
assert_toggled (guint32 process, const char *expected)
{
  tv_row_choice_toggle_group (choice, threads, TV_N_ROW_GROUPS + process);
  assert_rows (expected);
}

/* Processes in order of what their threads did; one that did next to nothing is folded.
 */
START_TEST (test_groups)
{
  start (tv_rows_sample_new_system ());
  ck_assert (threads->grouped);
  assert_rows ("(3) 11 12 (4) 21 (5)");
  assert_toggled (0, "(3) (4) 21 (5)");
  assert_toggled (2, "(3) (4) 21 (5) 31");
  assert_toggled (0, "(3) 11 12 (4) 21 (5) 31");
  choice->order = TV_THREAD_ORDER_NAME;
  assert_rows ("(5) 31 (3) 11 12 (4) 21");
  choice->order = TV_THREAD_ORDER_ID;
  assert_rows ("(3) 11 12 (4) 21 (5) 31");
  choice->order = TV_THREAD_ORDER_FIRST_EVENT;
  assert_rows ("(3) 11 12 (4) 21 (5) 31");
  finish ();
}
END_TEST

/* What is looked for is not folded; a group without rows has no header. */
START_TEST (test_choice_in_groups)
{
  start (tv_rows_sample_new_system ());
  assert_filtered ("tim", "(5) 31");
  assert_filtered (NULL, "(3) 11 12 (4) 21 (5)");
  tv_row_choice_hide (choice, find (11));
  tv_row_choice_hide (choice, find (21));
  assert_rows ("(3) 12 (5)");
  tv_row_choice_show_all (choice);
  tv_row_choice_set_pinned (choice, find (12), TRUE);
  assert_rows ("12 | (3) 11 (4) 21 (5)");
  choice->only = find (31);
  assert_rows ("(5) 31");
  finish ();
}
END_TEST

START_TEST (test_counts_in_groups)
{
  g_autoptr (TvRowList) list = NULL;

  start (tv_rows_sample_new_system ());
  tv_row_choice_hide (choice, find (12));
  list = tv_row_list_new (threads, choice, NULL);
  ck_assert_uint_eq (list->n_all, 4);
  ck_assert_uint_eq (list->n_shown, 3); /* one of them is folded */
  ck_assert_uint_eq (list->n_idle, 0);
  finish ();
}
END_TEST

/* Processors are folded at first; a thread without slices has a row for its states. */
START_TEST (test_counters_and_cpus)
{
  start (tv_rows_sample_new_scheduled ());
  assert_rows ("(0) (3) 11 12 #0");
  tv_row_choice_toggle_group (choice, threads, TV_ROW_GROUP_CPUS);
  assert_rows ("(0) @0 @1 (3) 11 12 #0");
  assert_filtered ("heap", "(3) #0");
  assert_filtered ("CPU 1", "(0) @1");
  assert_filtered (NULL, "(0) @0 @1 (3) 11 12 #0");
  tv_row_choice_hide (choice, tv_row_key_new (TV_TIMELINE_ROW_CPU, 0));
  assert_rows ("(0) @1 (3) 11 12 #0");
  finish ();
}
END_TEST

static TvTrace *
load (const char *json)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (json, strlen (json));
  g_autoptr (GError) error = NULL;
  TvTrace *loaded = tv_test_load_bytes (bytes, &error);

  g_assert_no_error (error);
  return loaded;
}

#define COUNTER(name, pid)                                                             \
  "{\"ph\":\"C\",\"name\":\"" name "\",\"pid\":" pid ",\"ts\":1,\"args\":{\"value\":"  \
  "1}}"

/* Rows without threads are found in the other trace by their names and by those of
 * their processes, whatever order the file has. */
START_TEST (test_change_to_other_counters)
{
  TvTrace *before = load ("[" COUNTER ("heap", "10") "," COUNTER (
      "heap", "20") "," COUNTER ("gone", "20") "]");
  TvTrace *now = load ("[" COUNTER ("new", "20") "," COUNTER (
      "heap", "20") "," COUNTER ("heap", "10") "]");
  g_autoptr (TvTraceMatch) match = tv_trace_match_new (before, now);
  g_autoptr (TvRowChoice) kept = NULL;

  start (before);
  assert_rows ("(3) #0 (4) #1 #2");
  tv_row_choice_toggle_group (choice, threads, TV_N_ROW_GROUPS);
  tv_row_choice_hide (choice, tv_row_key_new (TV_TIMELINE_ROW_COUNTER, 1));
  tv_row_choice_hide (choice, tv_row_key_new (TV_TIMELINE_ROW_COUNTER, 2));
  assert_rows ("(3)");
  tv_row_choice_change_threads (choice, match);
  kept = tv_row_choice_copy (choice);
  finish ();

  start (now);
  assert_rows ("(4) #2 (3) #0 #1");
  g_clear_pointer (&choice, tv_row_choice_free);
  choice = g_steal_pointer (&kept);
  assert_rows ("(4) (3) #0");
  finish ();
}
END_TEST

/* Threads come before the other tracks of their process, however long those are. */
START_TEST (test_threads_before_tracks)
{
  start (
      load ("[{\"ph\":\"b\",\"cat\":\"c\",\"id2\":{\"local\":\"1\"},\"name\":\"a\","
            "\"pid\":10,\"tid\":11,"
            "\"ts\":0},{\"ph\":\"e\",\"cat\":\"c\",\"id2\":{\"local\":\"1\"},\"name\":"
            "\"a\",\"pid\":10,"
            "\"tid\":11,\"ts\":900},"
            "{\"ph\":\"X\",\"name\":\"b\",\"pid\":10,\"tid\":12,\"ts\":1,\"dur\":300},"
            "{\"ph\":\"X\",\"name\":\"b\",\"pid\":10,\"tid\":13,\"ts\":1,\"dur\":500},"
            "{\"ph\":\"X\",\"name\":\"d\",\"pid\":20,\"tid\":21,\"ts\":1,\"dur\":9}]"));
  assert_rows ("(3) 13 12 1073741824 (4) 21");
  finish ();
}
END_TEST

/* A trace of one process, or of none, has no headers. */
START_TEST (test_one_group)
{
  start (tv_rows_sample_new ());
  ck_assert (!threads->grouped);
  finish ();
}
END_TEST

START_TEST (test_cancel)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  start (tv_rows_sample_new ());
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_row_list_new (threads, choice, cancellable));
  finish ();
}
END_TEST

TV_TESTS (NULL, NULL)
