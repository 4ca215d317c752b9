/* SPDX-License-Identifier: Apache-2.0 */

/* Real traces from devices against numbers that another program worked out. */

#include "analysis/sums/profile.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *path;
  guint64 n_records;
  guint n_threads;
  guint n_busy_threads;
  guint n_methods;
  guint n_unnamed;
  guint n_pre_open;
  guint n_still_open;
  guint64 calls;
  guint64 recursive_calls;
  gint64 cpu;
  gint64 wall;
} RealTrace;

/* A file with one clock has 0 on the other. */
static const RealTrace real_traces[] = {
  { "real/basic.trace", 9, 11, 1, 7, 0, 3, 2, 7, 0, 29, 28 },
  { "real/basic-api10.trace", 10, 8, 1, 7, 0, 2, 2, 7, 0, 13, 0 },
  { "real/mismatched.trace", 9, 11, 1, 8, 0, 5, 2, 8, 0, 21, 20 },
  { "real/exception.trace", 23, 11, 1, 14, 0, 3, 2, 14, 0, 61, 60 },
  { "real/legacy.trace", 16472, 14, 6, 287, 0, 0, 30, 4160, 4091, 2991204, 7563852 },
  { "real/art-trace-regular.trace", 13295, 66, 40, 2067, 18, 0, 259, 5941, 836, 6081916,
    52599734 },
  { "real/art-trace-streaming.trace", 39377, 61, 52, 3963, 9, 0, 393, 16697, 3188,
    3219264, 67544299 },
};

typedef struct
{
  guint n_busy_threads;
  guint n_pre_open;
  guint n_still_open;
} Counts;

static void
count_calls (const TvTrace *trace, Counts *counts)
{
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      TvCalls calls = tv_trace_get_calls (trace, i);

      counts->n_busy_threads += tv_trace_get_thread (trace, i)->n_events > 0;
      for (gsize k = 0; k < calls.n; k++)
        {
          counts->n_pre_open += (calls.flags[k] & TV_CALL_PRE_OPEN) != 0;
          counts->n_still_open += (calls.flags[k] & TV_CALL_STILL_OPEN) != 0;
        }
    }
}

static void
check_profile (const RealTrace *real, TvTrace *trace)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  guint64 calls = 0;
  guint64 recursive_calls = 0;
  gint64 exclusive[TV_N_CLOCKS] = { 0 };
  guint n_used = 0;
  guint n_unnamed = 0;

  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

      n_used += totals->calls + totals->recursive_calls > 0;
      n_unnamed += !tv_trace_get_method (trace, i)->named;
      calls += totals->calls;
      recursive_calls += totals->recursive_calls;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        exclusive[clock] += totals->exclusive[clock];
    }
  ck_assert_uint_eq (n_used, real->n_methods);
  ck_assert_uint_eq (n_unnamed, real->n_unnamed);
  ck_assert_uint_eq (calls, real->calls);
  ck_assert_uint_eq (recursive_calls, real->recursive_calls);
  ck_assert_int_eq (exclusive[TV_CLOCK_THREAD_CPU], 1000 * real->cpu);
  ck_assert_int_eq (exclusive[TV_CLOCK_WALL], 1000 * real->wall);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    ck_assert_int_eq (exclusive[clock], tv_profile_get_root_inclusive (profile, clock));
}

static void
check_trace (const RealTrace *real, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_test_load_path (path, &error);
  Counts counts = { 0 };

  ck_assert_msg (trace != NULL, "%s: %s", path, error != NULL ? error->message : "");
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
  ck_assert_uint_eq (tv_trace_get_info (trace)->n_records, real->n_records);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), real->n_threads);
  count_calls (trace, &counts);
  ck_assert_uint_eq (counts.n_busy_threads, real->n_busy_threads);
  ck_assert_uint_eq (counts.n_pre_open, real->n_pre_open);
  ck_assert_uint_eq (counts.n_still_open, real->n_still_open);
  check_profile (real, trace);
}

START_TEST (numbers_of_real_traces)
{
  for (guint i = 0; i < G_N_ELEMENTS (real_traces); i++)
    {
      g_autofree char *path = tv_test_trace_path (real_traces[i].path);

      if (tv_test_has_trace (real_traces[i].path))
        check_trace (&real_traces[i], path);
    }
}
END_TEST

static void
append_time (GString *row, gboolean has_clock, gint64 nanoseconds)
{
  if (has_clock)
    g_string_append_printf (row, "\t%" G_GINT64_FORMAT, nanoseconds / 1000);
  else
    g_string_append (row, "\t-");
}

/* A row of the method table in the form of the expected ones. */
static char *
method_to_row (TvTrace *trace, const TvProfile *profile, guint32 index)
{
  const TvMethod *method = tv_trace_get_method (trace, index);
  const TvMethodTotals *totals = tv_profile_get_totals (profile, index);
  GString *row = g_string_new (NULL);

  g_string_append_printf (row, "%s\t%s\t%s\t%" G_GUINT64_FORMAT "\t%" G_GUINT64_FORMAT,
                          method->class_name, method->name, method->signature,
                          totals->calls, totals->recursive_calls);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gboolean has_clock = tv_trace_has_clock (trace, clock);

      append_time (row, has_clock, totals->inclusive[clock]);
      append_time (row, has_clock, totals->exclusive[clock]);
    }
  return g_string_free (row, FALSE);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* All rows of called methods, in an order of their own. */
static char *
profile_to_rows (TvTrace *trace)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

      if (totals->calls + totals->recursive_calls > 0)
        g_ptr_array_add (rows, method_to_row (trace, profile, i));
    }
  g_ptr_array_sort (rows, compare_rows);
  g_ptr_array_add (rows, NULL);
  return g_strjoinv ("\n", (char **) rows->pdata);
}

static char *
read_expected_rows (const char *path)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gsize n_lines = 0;

  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  n_lines = g_strv_length (lines);
  ck_assert_uint_gt (n_lines, 1);
  qsort (lines + 1, n_lines - 1, sizeof *lines, compare_rows);
  return g_strjoinv ("\n", lines + 1);
}

START_TEST (method_tables_of_generated_traces)
{
  static const char *const names[]
      = { "v1-cpu",      "v1-global",   "v2-cpu",           "v2-header16",
          "v2-wall-art", "v3-art",      "v3-batches",       "v3-big-tid",
          "v3-dalvik",   "v3-header18", "v3-broken-stacks", "v3-recursion",
          "v3-rs30",     "v3-sampling", "v3-tid-reuse",     "v3-wrap",
          "v3-split" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *ending = g_str_equal (names[i], "v3-split") ? ".key" : ".trace";
      g_autofree char *file = g_strconcat ("gen/", names[i], ending, NULL);
      g_autofree char *table = g_strconcat ("gen/", names[i], ".tsv", NULL);
      g_autofree char *path = tv_test_trace_path (file);
      g_autofree char *table_path = tv_test_trace_path (table);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_test_load_path (path, &error);
      g_autofree char *rows = NULL;
      g_autofree char *expected = NULL;

      ck_assert_msg (trace != NULL, "%s: %s", path,
                     error != NULL ? error->message : "");
      rows = profile_to_rows (trace);
      expected = read_expected_rows (table_path);
      ck_assert_msg (g_str_equal (rows, expected), "%s\n%s\nexpected\n%s", names[i],
                     rows, expected);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
