/* SPDX-License-Identifier: Apache-2.0 */

/* A method trace and a system trace as one. The files of tests/traces/joined/ are a
 * pair: the method trace starts 1 ms after the system trace, whose clock of boot time
 * is 0.1 s ahead of the monotonic one. The expected values are worked out by hand. */

#include "support/system-text.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/transform/joined-trace.h"
#include "trace/transform/transform.h"

#define MS 1000000
#define FIRST_INVENTED 0x40000000u

static TvTrace *
load_file (const char *name)
{
  g_autofree char *path = tv_test_trace_path (name);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_path (path, &error);

  g_assert_no_error (error);
  return trace;
}

static TvTrace *
load_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_bytes (bytes, &error);

  g_assert_no_error (error);
  return trace;
}

static TvTrace *
join (TvTrace *first, TvTrace *second, gint64 offset)
{
  g_autoptr (GError) error = NULL;
  TvTrace *joined = tv_trace_new_joined (first, second, offset, 0, NULL, &error);

  g_assert_no_error (error);
  return joined;
}

static void
assert_text (char *text, const char *expected)
{
  ck_assert_str_eq (text, expected);
  g_free (text);
}

static void
assert_refused (TvTrace *first, TvTrace *second, gint64 offset, const char *sentence)
{
  g_autoptr (GError) error = NULL;
  TvTrace *joined = tv_trace_new_joined (first, second, offset, 0, NULL, &error);

  ck_assert_ptr_null (joined);
  ck_assert_str_eq (error->message, sentence);
}

#define MAIN_CALLS                                                                     \
  "onCreate cpu 0-5000 wall 1000-10000\n"                                              \
  "  decode cpu 1000-3000 wall 2000-8000\n"

/* Slices have the time that their thread ran: at 2,400 µs main has run as long, at
 * 4,600 for 2,500 + 100, at 6,400 for 3,000 + 200, at 7,400 for 3,300 + 100. */
START_TEST (pair_of_files)
{
  g_autoptr (TvTrace) calls = load_file ("joined/app.trace");
  g_autoptr (TvTrace) system = load_file ("joined/system.txt");
  g_autoptr (TvTrace) joined = join (calls, system, 0);
  const TvJoin *facts = tv_trace_get_join (joined);
  gint64 start, end;

  ck_assert_ptr_null (tv_trace_get_join (calls));
  ck_assert_int_eq (facts->clock, TV_SYSTEM_CLOCK_MONOTONIC);
  ck_assert_uint_eq (facts->n_threads, 2);
  ck_assert (facts->has_common_time);
  tv_assert_no_warning (joined);
  ck_assert_int_eq (tv_trace_get_info (joined)->kind, TV_TRACE_KIND_CALLS);
  ck_assert_uint_eq (tv_trace_get_n_threads (joined), 7);
  tv_assert_calls (joined, 4711, MAIN_CALLS);
  tv_assert_calls (joined, 4720, "draw cpu 0-5600 wall 3000-9000\n");
  tv_assert_calls (joined, FIRST_INVENTED,
                   "binder transaction cpu 2400-2600 wall 2400-4600\n"
                   "Lock contention on a monitor lock (owner tid: 4720) "
                   "cpu 3200-3400 wall 6400-7400\n");
  tv_assert_calls (joined, FIRST_INVENTED + 1, "flush cpu 3400-4300 wall 7600-8500\n");
  ck_assert_int_eq (tv_trace_get_thread (joined, 5)->number, 4711);
  ck_assert_str_eq (tv_trace_get_thread (joined, 5)->name, "main");
  ck_assert_uint_eq (tv_trace_get_thread (joined, 5)->process,
                     tv_trace_get_thread (joined, 3)->process);
  ck_assert_int_eq (
      tv_trace_get_thread (joined, 5)->root_inclusive[TV_CLOCK_THREAD_CPU], 400000);
  tv_trace_get_axis_range (joined, &start, &end);
  ck_assert_int_eq (start, 0);
  ck_assert_int_eq (end, 12 * MS);
  ck_assert_int_eq (tv_trace_get_info (joined)->origin, 100000 * (gint64) MS);
}
END_TEST

/* States, counters and who woke whom are those of the rows of calls. */
START_TEST (system_of_a_pair)
{
  g_autoptr (TvTrace) calls = load_file ("joined/app.trace");
  g_autoptr (TvTrace) system = load_file ("joined/system.txt");
  g_autoptr (TvTrace) joined = join (calls, system, 0);
  g_autofree char *before = tv_test_states_to_string (system);
  g_auto (GStrv) halves = g_strsplit (before, " example.app", 2);
  g_autofree char *renamed = g_strjoin (" main", halves[0], halves[1], NULL);
  gint64 time;

  ck_assert_uint_eq (tv_trace_get_states (joined, 3).n, 11);
  ck_assert_uint_eq (tv_trace_get_states (joined, 5).n, 0);
  ck_assert_uint_eq (tv_trace_get_states (joined, 3).waker[2], 2);
  /* The same but for the name, in the same order. */
  assert_text (tv_test_states_to_string (joined), renamed);
  assert_text (tv_test_counters_to_string (joined),
               "process 4711 frames: 500000=1 9000000=2\n");
  ck_assert_int_eq (tv_trace_get_own_clock (joined), TV_SYSTEM_CLOCK_BOOT);
  ck_assert (tv_trace_get_clock_start (joined, TV_SYSTEM_CLOCK_MONOTONIC, &time));
  ck_assert_int_eq (time, 99900 * (gint64) MS);
  ck_assert (tv_trace_get_clock_start (joined, TV_SYSTEM_CLOCK_BOOT, &time));
  ck_assert_int_eq (time, 100000 * (gint64) MS);
}
END_TEST

/* The second file moves, whichever that is; the earlier one starts at 0. */
START_TEST (offsets)
{
  g_autoptr (TvTrace) calls = load_file ("joined/app.trace");
  g_autoptr (TvTrace) system = load_file ("joined/system.txt");
  g_autoptr (TvTrace) later = join (calls, system, 2 * MS);
  g_autoptr (TvTrace) earlier = join (calls, system, -2 * MS);
  g_autoptr (TvTrace) swapped = join (system, calls, 2 * MS);
  gint64 start, end, time;

  tv_assert_calls (later, 4720, "draw cpu 0-5600 wall 2000-8000\n");
  tv_assert_calls (later, FIRST_INVENTED + 1, "flush cpu 3400-4300 wall 8600-9500\n");
  ck_assert_int_eq (tv_trace_get_join (later)->offset, 2 * MS);
  ck_assert_int_eq (tv_trace_get_info (later)->origin, 99999 * (gint64) MS);
  ck_assert (tv_trace_get_clock_start (later, TV_SYSTEM_CLOCK_MONOTONIC, &time));
  ck_assert_int_eq (time, 99899 * (gint64) MS);
  tv_trace_get_axis_range (later, &start, &end);
  ck_assert_int_eq (end, 13 * MS);
  assert_text (tv_test_counters_to_string (later),
               "process 4711 frames: 1500000=1 10000000=2\n");

  tv_assert_calls (earlier, 4720, "draw cpu 0-5600 wall 5000-11000\n");
  tv_assert_calls (earlier, FIRST_INVENTED + 1, "flush cpu 3400-4300 wall 7600-8500\n");
  ck_assert_int_eq (tv_trace_get_join (earlier)->offset, -2 * MS);
  ck_assert_int_eq (tv_trace_get_info (earlier)->start_time, 99898000);

  tv_assert_calls (swapped, 4720, "draw cpu 0-5600 wall 5000-11000\n");
  ck_assert_int_eq (tv_trace_get_join (swapped)->offset, 2 * MS);
}
END_TEST

/* Waits move with the calls that wait. */
START_TEST (waits)
{
  g_autoptr (TvTrace) calls = load_file ("joined/app.trace");
  g_autoptr (TvTrace) system = load_file ("joined/system.txt");
  g_autoptr (TvTrace) joined = join (calls, system, 0);
  const guint32 main = tv_test_find_thread (calls, 4711);

  ck_assert_uint_eq (tv_trace_get_thread (calls, main)->n_waits, 1);
  ck_assert_uint_eq (tv_trace_get_thread (joined, 3)->n_waits, 1);
  ck_assert_uint_eq (tv_trace_get_wait_call (joined, 3, 0), 1);
  ck_assert_int_eq (tv_trace_get_wait_start (joined, 3, 0),
                    tv_trace_get_wait_start (calls, main, 0) + MS);
  ck_assert_int_eq (tv_trace_get_wait_end (joined, 3, 0),
                    tv_trace_get_wait_end (calls, main, 0) + MS);
}
END_TEST

START_TEST (refused)
{
  g_autoptr (TvTrace) calls = load_file ("joined/app.trace");
  g_autoptr (TvTrace) system = load_file ("joined/system.txt");
  g_autoptr (TvTrace) json = load_file ("slices/chrome.json");
  g_autoptr (TvTrace) joined = join (calls, system, 0);
  g_autoptr (TvTrace) on_cpu = tv_test_trace (TV_WRITER_CLOCK_THREAD_CPU, "a 0-10");

  assert_refused (calls, calls, 0,
                  "Both files are method traces; a system trace can be added to one");
  assert_refused (json, system, 0,
                  "Both files are system traces; a method trace can be added to one");
  assert_refused (joined, json, 0, "A system trace has been added already");
  assert_refused (
      on_cpu, system, 0,
      "The method trace has CPU times only, so its calls have no place among "
      "the times of a system trace");
  assert_refused (calls, system, G_MAXINT64,
                  "The times of the two traces are too far apart");
  assert_refused (calls, system, G_MININT64,
                  "The times of the two traces are too far apart");
}
END_TEST

START_TEST (stopped)
{
  g_autoptr (TvTrace) calls = load_file ("joined/app.trace");
  g_autoptr (TvTrace) system = load_file ("joined/system.txt");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_trace_new_joined (calls, system, 0, 0, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  ck_assert_ptr_null (tv_trace_new_joined (calls, system, 0, 1, NULL, &error));
  g_assert_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE);
}
END_TEST

#define SLICE(task, tgid, seconds, pid, name)                                          \
  " " task " ( " tgid ") [000] ...1 " seconds "0: tracing_mark_write: B|" pid "|" name \
  "\n " task " ( " tgid ") [000] ...1 " seconds "5: tracing_mark_write: E|" pid "\n"

/* A method trace with wall times and a call on thread 1, `main`, and on others. */
static TvTrace *
make_calls (guint64 start_us, const char *pid, guint32 id, const char *name)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (2, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_set_field (writer, TV_WRITER_START_TIME, start_us);
  if (pid != NULL)
    tv_trace_writer_add_property (writer, "pid", pid);
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, id, name);
  tv_trace_writer_add_method (writer, 4, "p.Q", "a", "()V", "Q.java", 1);
  tv_test_write_calls (writer, "a 0-100");
  tv_trace_writer_enter (writer, id, 4, 0, 20);
  tv_trace_writer_exit (writer, id, 4, 0, 50);
  return tv_test_load (writer);
}

/* Boot time and monotonic time are taken for the same if that gives a common time. A
 * trace without CPU times gets none. */
START_TEST (clocks)
{
  g_autoptr (TvTrace) system = load_text ("# tracer: nop\n" SLICE (
      "app-7", "7", "10.0000", "7", "x") SLICE ("app-7", "7", "10.0100", "7", "y"));
  g_autoptr (TvTrace) close = make_calls (10001000, "7", 7, "app");
  g_autoptr (TvTrace) far = make_calls (12000000, "7", 7, "app");
  g_autoptr (TvTrace) dated = make_calls (1600000000000000, "7", 7, "app");
  g_autoptr (TvTrace) placed = join (close, system, 0);
  g_autoptr (TvTrace) asleep = join (far, system, 0);
  g_autoptr (TvTrace) apart = join (dated, system, 30 * MS);

  ck_assert_int_eq (tv_trace_get_join (placed)->clock, TV_SYSTEM_CLOCK_BOOT);
  tv_assert_calls (placed, 7, "a wall 1020-1050\n");
  ck_assert (!tv_trace_has_clock (placed, TV_CLOCK_THREAD_CPU));
  tv_assert_no_warning (placed);

  ck_assert_int_eq (tv_trace_get_join (asleep)->clock, TV_SYSTEM_CLOCK_UNKNOWN);
  tv_assert_calls (asleep, 7, "a wall 20-50\n");
  tv_assert_only_warning (asleep, TV_WARNING_JOIN_CLOCK);

  ck_assert (!tv_trace_get_join (apart)->has_common_time);
  tv_assert_only_warning (apart, TV_WARNING_JOIN_APART);
  tv_assert_calls (apart, FIRST_INVENTED, "x wall 30000-30050\ny wall 40000-40050\n");
}
END_TEST

/* Two apps with a thread Worker each, whose numbers are 8 and 9 here and 18 and 19
 * there, and a thread of an unknown process. */
static const char two_apps[] = "# tracer: nop\n" SLICE (
    "ple.one-8", "8", "10.0000", "8", "a") SLICE ("Worker-9", "8", "10.0001", "8",
                                                  "b") SLICE ("ple.two-18", "18",
                                                              "10.0002", "18", "c")
    SLICE ("Worker-19", "18", "10.0003", "18", "d") SLICE (
        "Special threads-20", "18", "10.0004", "18",
        "e") " <idle>-0 (-----) [000] d..2 10.000500: sched_switch: "
             "prev_comm=swapper/0 "
             "prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=Lonely next_pid=30 "
             "next_prio=110\n";

/* Expects rows `NUMBER:NAME@PROCESS`, and @n threads that are in both. */
static void
assert_match (TvTrace *calls, guint n, const char *rows)
{
  g_autoptr (TvTrace) system = load_text (two_apps);
  g_autoptr (TvTrace) joined = join (calls, system, 0);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; i < tv_trace_get_n_threads (joined); i++)
    {
      const TvThread *row = tv_trace_get_thread (joined, i);
      const gint64 pid = row->process != TV_PROCESS_NONE
                             ? tv_trace_get_process (joined, row->process)->pid
                             : -2;

      g_string_append_printf (text, "%s%" G_GINT64_FORMAT ":%s@%" G_GINT64_FORMAT,
                              i > 0 ? " " : "", row->number, row->name, pid);
    }
  ck_assert_str_eq (text->str, rows);
  ck_assert_uint_eq (tv_trace_get_join (joined)->n_threads, n);
  ck_assert_uint_eq (tv_test_count_warnings (joined, TV_WARNING_JOIN_THREADS), n == 0);
}

START_TEST (matching)
{
  g_autoptr (TvTrace) known = make_calls (10000000, "18", 19, "Worker");
  g_autoptr (TvTrace) numbered = make_calls (10000000, "18", 20, "Renamed");
  g_autoptr (TvTrace) by_number = make_calls (10000000, NULL, 19, "Worker");
  g_autoptr (TvTrace) by_name
      = make_calls (10000000, NULL, 5, "Special threads of all");
  g_autoptr (TvTrace) lonely = make_calls (10000000, "77", 30, "Other");
  g_autoptr (TvTrace) none = make_calls (10000000, "77", 31, "Other");

  /* main is thread 18, by its name. */
  assert_match (known, 2,
                "1:main@18 8:ple.one@8 9:Worker@8 1:main@18 19:Worker@18 "
                "20:Special threads@18 30:Lonely@-2 19:Worker@18");
  assert_match (numbered, 2,
                "1:main@18 8:ple.one@8 9:Worker@8 1:main@18 19:Worker@18 "
                "20:Renamed@18 30:Lonely@-2 20:Renamed@18");
  assert_match (by_number, 2,
                "1:main@18 8:ple.one@8 9:Worker@8 1:main@18 19:Worker@18 "
                "20:Special threads@18 30:Lonely@-2 19:Worker@18");
  /* The kernel has 15 bytes of a name. */
  assert_match (by_name, 2,
                "1:main@18 5:Special threads of all@18 8:ple.one@8 "
                "9:Worker@8 1:main@18 19:Worker@18 5:Special threads of all@18 "
                "30:Lonely@-2");
  /* A number is enough if the process is not known, which is a new one here. */
  assert_match (lonely, 1,
                "1:main@77 8:ple.one@8 9:Worker@8 18:ple.two@18 "
                "19:Worker@18 20:Special threads@18 30:Other@77");
  assert_match (none, 0,
                "1:main@77 8:ple.one@8 9:Worker@8 18:ple.two@18 "
                "19:Worker@18 20:Special threads@18 30:Lonely@-2 31:Other@77");
}
END_TEST

/* Arguments and flows stay with their slices, also in a transformed trace. */
START_TEST (details)
{
  g_autoptr (TvTrace) system = load_file ("slices/system.json");
  g_autoptr (TvTrace) calls = make_calls (0, "5", 7, "app");
  g_autoptr (TvTrace) joined = join (calls, system, 0);
  /* The slice of thread 7 stands after that of 8, in a row beside the calls. */
  const char *expected = "draw@30000\n"
                         "  args.frame int 1\n"
                         "  args.late bool false\n"
                         "input@0\n"
                         "  args.x int 3\n"
                         "  args.keys[0] (args.keys) string a\n"
                         "  args.keys[1] (args.keys) string b\n"
                         "  args.down bool true\n"
                         "flow 1: input@0 -> draw@30000\n";
  const guint32 merged = tv_test_find_method (joined, "p/Q.a");
  g_autoptr (TvTransform) merge = tv_transform_new (TV_TRANSFORM_MERGE, &merged, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) transformed
      = tv_trace_new_transformed (joined, merge, 0, NULL, &error);

  g_assert_no_error (error);
  assert_text (tv_test_details_to_string (joined), expected);
  assert_text (tv_test_details_to_string (transformed), expected);
  ck_assert_ptr_nonnull (tv_trace_get_join (transformed));
}
END_TEST

TV_TESTS (NULL, NULL)
