/* SPDX-License-Identifier: Apache-2.0 */

/* The records of a file, which are held against the calls that the model made of them.
 */

#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/build/trace-records.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace.h"

#include <glib/gstdio.h>

#define A 0x4
#define B 0x8
#define C 0xc

static TvTrace *
load (TvTraceWriter *writer, TvRecordFunc func, gpointer user_data, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;
  TvTrace *trace;
  const int fd = g_file_open_tmp ("records-XXXXXX.trace", &path, NULL);

  ck_assert_int_ge (fd, 0);
  g_close (fd, NULL);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  file = g_file_new_for_path (path);
  trace = tv_trace_load_with_records (file, 0, NULL, func, user_data, error);
  g_unlink (path);
  return trace;
}

static gboolean
append_records (TvTrace *trace, const TvRecord *records, gsize n, gpointer user_data,
                GError **error)
{
  GString *text = user_data;
  static const char *const actions[] = { "+", "-", "^" };

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%u%s%s@%d/%d d%u%s ",
                            tv_trace_get_thread (trace, records[i].thread)->id,
                            actions[records[i].action],
                            tv_trace_get_method (trace, records[i].method)->name,
                            (int) (records[i].time[TV_CLOCK_THREAD_CPU] / 1000),
                            (int) (records[i].time[TV_CLOCK_WALL] / 1000),
                            records[i].depth, records[i].stray ? "!" : "");
  return TRUE;
}

/* The first exit is from a call that was open before; the second C never ran; the exit
 * of A is missing, and B leaves around it. */
START_TEST (records_come_as_they_are)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_thread (writer, 9, "late");
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "p.Q", "c", "()V", "Q.java", 1);
  tv_trace_writer_exit (writer, 9, C, 1, 10);
  tv_trace_writer_enter (writer, 1, B, 2, 20);
  tv_trace_writer_enter (writer, 9, A, 3, 30);
  tv_trace_writer_exit (writer, 1, C, 4, 40);
  tv_trace_writer_enter (writer, 1, A, 5, 50);
  tv_trace_writer_unwind (writer, 1, B, 6, 45);
  trace = load (writer, append_records, text, NULL);
  ck_assert_ptr_nonnull (trace);
  ck_assert_str_eq (text->str, "9-c@1/10 d0 1+b@2/20 d0 9+a@3/30 d0 1-c@4/40 d1! "
                               "1+a@5/50 d1 1^b@6/50 d0 ");
}
END_TEST

typedef struct
{
  const TvTrace *trace;
  guint64 n;
  guint64 n_stray;
  gsize *next_call; /* by thread: the next one that a record enters */
} Check;

static guint
get_depth (const TvCalls *calls, gsize call)
{
  guint depth = 0;

  for (guint32 up = calls->parent[call]; up != TV_CALL_NONE; up = calls->parent[up])
    depth++;
  return depth;
}

static void
check_entry (Check *check, const TvRecord *record)
{
  const TvCalls calls = tv_trace_get_calls (check->trace, record->thread);
  gsize *next = &check->next_call[record->thread];

  while (*next < calls.n && calls.flags[*next] & TV_CALL_PRE_OPEN)
    ++*next;
  ck_assert_uint_lt (*next, calls.n);
  ck_assert_uint_eq (tv_calls_method (&calls, *next), record->method);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (check->trace, clock))
      ck_assert_int_eq (tv_times_get (&calls.start[clock], *next), record->time[clock]);
  ck_assert_uint_eq (get_depth (&calls, *next), record->depth);
  ++*next;
}

static gboolean
check_records (TvTrace *trace, const TvRecord *records, gsize n, gpointer user_data,
               GError **error)
{
  Check *check = user_data;

  if (check->trace == NULL)
    check->next_call = g_new0 (gsize, MAX (tv_trace_get_n_threads (trace), 1));
  check->trace = trace;
  for (gsize i = 0; i < n; i++)
    {
      check->n_stray += records[i].stray;
      if (records[i].action == TV_RECORD_ENTER)
        check_entry (check, &records[i]);
    }
  check->n += n;
  return TRUE;
}

START_TEST (entries_are_those_of_the_calls)
{
  const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 60; seed++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clocks[seed % 3]);
      const TvRandomTrace spec = { .seed = seed,
                                   .n_events = 700,
                                   .n_threads = 1 + seed % 4,
                                   .n_methods = 1 + seed % 9,
                                   .max_depth = 1 + seed % 12,
                                   .batch = seed % 2 == 0 ? 40 : 0,
                                   .recursion_percent = seed % 30,
                                   .wait_percent = 5,
                                   .unwind_percent = 3,
                                   .before_percent = 10,
                                   .lost_percent = seed % 4 * 3,
                                   .stray_percent = seed % 4 * 3 };
      Check check = { 0 };
      g_autoptr (TvTrace) trace = NULL;
      const TvWarning *warning;

      tv_random_trace_add_tables (&spec, writer);
      tv_random_trace_write (&spec, writer);
      trace = load (writer, check_records, &check, NULL);
      ck_assert_ptr_nonnull (trace);
      ck_assert_uint_eq (check.n, tv_trace_get_info (trace)->n_records);
      warning
          = tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_STRAY_EXITS);
      ck_assert_uint_eq (check.n_stray, warning != NULL ? warning->count : 0);
      for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
        {
          const TvCalls calls = tv_trace_get_calls (trace, i);

          for (gsize call = check.next_call[i]; call < calls.n; call++)
            ck_assert (calls.flags[call] & TV_CALL_PRE_OPEN);
        }
      g_free (check.next_call);
    }
}
END_TEST

static gboolean
refuse (TvTrace *trace, const TvRecord *records, gsize n, gpointer user_data,
        GError **error)
{
  ++*(guint *) user_data;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "enough");
  return FALSE;
}

START_TEST (who_has_enough_ends_it)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  for (guint i = 0; i < 5000; i++)
    {
      tv_trace_writer_enter (writer, 1, A, 0, 2 * i);
      tv_trace_writer_exit (writer, 1, A, 0, 2 * i + 1);
    }
  ck_assert_ptr_null (load (writer, refuse, &n, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE));
  ck_assert_uint_eq (n, 1);
}
END_TEST

TV_TESTS (NULL, NULL)
