/* SPDX-License-Identifier: Apache-2.0 */

#include "convert-copy.h"

TvCopy copy;

/**
 * tv_copy_set_up:
 *
 * Makes a place for a trace and its copy, before each test.
 */
void
tv_copy_set_up (void)
{
  copy.file = tv_test_file_new ("calc.trace");
  copy.path = g_build_filename (copy.file.folder, "copy.trace", NULL);
}

/**
 * tv_copy_tear_down:
 *
 * Removes both.
 */
void
tv_copy_tear_down (void)
{
  g_clear_pointer (&copy.path, g_free);
  tv_test_file_clear (&copy.file);
}

/**
 * tv_copy_convert:
 * @option: (nullable): an option
 * @second: (nullable): another
 *
 * Converts the trace to a trace.
 *
 * Returns: what the program did
 */
TvRun
tv_copy_convert (const char *option, const char *second)
{
  return tv_run_tracedump (NULL, "convert", "--to=trace", "-o", copy.path,
                           copy.file.path, option, second, NULL);
}

static guint
find_column (const char *header, const char *clock)
{
  g_autofree char *name = g_strdup_printf ("start_%s_us", clock);
  g_auto (GStrv) names = g_strsplit (header, ",", -1);
  guint column = 0;

  while (names[column] != NULL && !g_str_equal (names[column], name))
    column++;
  ck_assert_ptr_nonnull (names[column]);
  return column;
}

/* What is in the copy: thread, method, start and inclusive time of each call. */
static char *
dup_calls (const char *clock)
{
  g_auto (TvRun) run = tv_run_tracedump (NULL, "convert", "--to=csv", copy.path, NULL);
  g_auto (GStrv) lines = g_strsplit (run.out, "\r\n", -1);
  const guint start = find_column (lines[0], clock);
  GString *calls = g_string_new (NULL);

  ck_assert_int_eq (run.status, 0);
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);

      g_string_append_printf (calls, "%s %s %s+%s ", cells[0], cells[6], cells[start],
                              cells[start + 1]);
    }
  return g_string_free (calls, FALSE);
}

/**
 * tv_copy_assert_calls:
 * @clock: `cpu` or `wall`
 * @expected: of each call "thread method start+inclusive " in microseconds, with the
 *   method in quotation marks
 *
 * Sees whether the calls are in the copy.
 */
void
tv_copy_assert_calls (const char *clock, const char *expected)
{
  g_autofree char *calls = dup_calls (clock);

  ck_assert_str_eq (calls, expected);
}
