/* SPDX-License-Identifier: Apache-2.0 */

/* tracedump methods and threads against the tables of the reference traces, byte for
 * byte. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <string.h>

#define METHODS_SUFFIX ".tsv"
#define THREADS_SUFFIX ".threads.tsv"

static void
assert_table (const char *folder, const char *command, const char *file,
              const char *table)
{
  g_autofree char *path = g_build_filename (folder, table, NULL);
  g_autofree char *expected = NULL;
  g_auto (TvRun) run = tv_run_tracedump (folder, command, "--format=tsv", file, NULL);

  ck_assert (g_file_get_contents (path, &expected, NULL, NULL));
  ck_assert_msg (run.status == 0, "%s %s: %s", command, file, run.err);
  ck_assert_msg (g_str_equal (run.out, expected), "%s of %s differ:\n%s", command, file,
                 run.out);
}

/* Compares all tables with @suffix, and returns how many there are. */
static guint
assert_tables (const char *suffix, const char *other_suffix, const char *command)
{
  g_autofree char *folder = tv_test_trace_path ("gen");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  ck_assert_ptr_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *base = NULL;

      if (!g_str_has_suffix (name, suffix)
          || (other_suffix != NULL && g_str_has_suffix (name, other_suffix)))
        continue;
      /* The bare name also finds the trace that is a pair of files. */
      base = g_strndup (name, strlen (name) - strlen (suffix));
      assert_table (folder, command, base, name);
      n++;
    }
  return n;
}

START_TEST (methods_equal_the_reference_tables)
{
  ck_assert_uint_eq (assert_tables (METHODS_SUFFIX, THREADS_SUFFIX, "methods"), 31);
}
END_TEST

START_TEST (threads_equal_the_reference_tables)
{
  ck_assert_uint_eq (assert_tables (THREADS_SUFFIX, NULL, "threads"), 30);
}
END_TEST

START_TEST (a_pair_opens_by_either_file)
{
  g_autofree char *folder = NULL;

  folder = tv_test_trace_path ("gen");
  assert_table (folder, "methods", "v3-split", "v3-split.tsv");
  assert_table (folder, "methods", "v3-split.key", "v3-split.tsv");
  assert_table (folder, "methods", "v3-split.data", "v3-split.tsv");
}
END_TEST

/* Values of the format reference for the real traces: records, threads, threads with
 * events, methods with and without a name and called, calls, recursive calls, open
 * before and at the end, CPU and wall time in methods. */
START_TEST (real_traces_have_the_accepted_counts)
{
  static const struct
  {
    const char *file;
    const char *counts;
  } cases[] = { { "real/basic.trace", "9 11 1 7 0 7 7 0 3 2 29 28" },
                { "real/basic-api10.trace", "10 8 1 7 0 7 7 0 2 2 13 -" },
                { "real/exception.trace", "23 11 1 14 0 14 14 0 3 2 61 60" },
                { "real/art-trace-regular.trace",
                  "13295 66 40 2067 18 2067 5941 836 0 259 6081916 52599734" },
                { "real/art-trace-streaming.trace",
                  "39377 61 52 3963 9 3963 16697 3188 0 393 3219264 67544299" } };
  static const char *const keys[]
      = { "records",       "threads",         "threads_with_events",
          "methods_named", "methods_unnamed", "methods_called",
          "calls",         "recursive_calls", "pre_open",
          "still_open",    "cpu_total_us",    "wall_total_us" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = tv_test_trace_path (cases[i].file);
      g_auto (TvRun) run = { 0 };
      g_autoptr (GString) counts = g_string_new (NULL);

      if (!tv_test_has_trace (cases[i].file))
        continue;
      run = tv_run_tracedump (NULL, "info", "--format=tsv", path, NULL);
      for (guint key = 0; key < G_N_ELEMENTS (keys); key++)
        {
          g_autofree char *start = g_strdup_printf ("\n%s\t", keys[key]);
          const char *value = strstr (run.out, start);

          if (key > 0)
            g_string_append_c (counts, ' ');
          if (value == NULL)
            g_string_append_c (counts, '-');
          else
            g_string_append_len (counts, value + strlen (start),
                                 (gssize) strcspn (value + strlen (start), "\n"));
        }
      ck_assert_str_eq (counts->str, cases[i].counts);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
