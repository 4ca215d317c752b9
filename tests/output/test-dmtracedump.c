/* SPDX-License-Identifier: Apache-2.0 */

/* The report of calls against that of dmtracedump, line by line, on traces on which
 * dmtracedump is right: every exit is that of the method on top of the stack, every
 * method has a name, and no clock goes back. */

#include "output/report/report-calls.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "dmtracedump"

static gboolean
have_dmtracedump (void)
{
  g_autofree char *path = g_find_program_in_path (PROGRAM);

  if (path == NULL)
    g_print ("skipped: " PROGRAM " is not installed\n");
  return path != NULL;
}

static char *
run_dmtracedump (const char *path)
{
  const char *const argv[] = { PROGRAM, path, NULL };
  g_autofree char *out = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out,
                     NULL, &status, NULL)
      || !g_spawn_check_wait_status (status, NULL))
    ck_abort_msg (PROGRAM " fails on %s", path);
  return g_steal_pointer (&out);
}

/* Blocks of the second part begin with the number of the method, from 0 up. */
static guint64
count_methods_with_time (char **lines)
{
  guint64 n = 0;

  for (; *lines != NULL; lines++)
    n += **lines == '[';
  return n;
}

/* dmtracedump counts the method "(unknown)", whose place among methods that take no
 * time is the first. Returns what follows the index. */
static const char *
append_index (GString *line, const char *text, guint64 place)
{
  char *end;
  const guint64 index = g_ascii_strtoull (text + 1, &end, 10);

  if (*end != ']')
    {
      g_string_append_c (line, *text);
      return text + 1;
    }
  g_string_append_printf (line, "[%" G_GUINT64_FORMAT "]",
                          index > place ? index - 1 : index);
  return end + 1;
}

/* Leaves out what dmtracedump prints by mistake: the name of the file behind the
 * signature, where a line of the table has five fields. How many spaces there are
 * depends on the index. It takes modified UTF-8 as it comes, we make UTF-8 of it. */
static char *
normalize (const char *text, guint64 place_of_unknown)
{
  GString *line = g_string_new (NULL);

  while (*text != '\0' && *text != '\t')
    if (*text == '[')
      text = append_index (line, text, place_of_unknown);
    else
      {
        if ((guchar) *text < 0x80
            && (*text != ' ' || (line->len > 0 && line->str[line->len - 1] != ' ')))
          g_string_append_c (line, *text);
        text++;
      }
  return g_strchomp (g_string_free (line, FALSE));
}

static char *
report (TvTrace *trace)
{
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  const TvReportCallsSpec spec
      = { .layout = TV_REPORT_CALLS_DMTRACEDUMP,
          .part = { .start = G_MININT64, .end = G_MAXINT64 },
          .report
          = { .clock = tv_trace_get_primary_clock (trace), .all_methods = TRUE } };

  ck_assert (tv_report_calls (trace, &spec, out, NULL, NULL));
  ck_assert (g_output_stream_write_all (out, "", 1, NULL, NULL, NULL));
  ck_assert (g_output_stream_close (out, NULL, NULL));
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (out));
}

static void
assert_equal_lines (const char *path, guint number, const char *their_line,
                    const char *our_line, guint64 place_of_unknown)
{
  g_autofree char *theirs = normalize (their_line, place_of_unknown);
  g_autofree char *ours = normalize (our_line, G_MAXUINT64);

  ck_assert_msg (g_str_equal (ours, theirs), "%s: line %u is not\n%s\nbut\n%s", path,
                 number, theirs, ours);
}

/* Returns how many lines there are. */
static guint
assert_equal_reports (TvTrace *trace, const char *path)
{
  g_autofree char *theirs = run_dmtracedump (path);
  g_autofree char *ours = report (trace);
  g_auto (GStrv) their_lines = g_strsplit (theirs, "\n", -1);
  g_auto (GStrv) our_lines = g_strsplit (ours, "\n", -1);
  const guint64 n_with_time = count_methods_with_time (their_lines);
  guint line = 0;

  for (; their_lines[line] != NULL && our_lines[line] != NULL; line++)
    assert_equal_lines (path, line + 1, their_lines[line], our_lines[line],
                        n_with_time);
  ck_assert_msg (their_lines[line] == NULL && our_lines[line] == NULL,
                 "%s: one ends at line %u", path, line + 1);
  return line;
}

static char *
make_path (const char *name)
{
  g_autofree char *file = g_strdup_printf ("tv-%u-%s.trace", (guint) getpid (), name);

  return g_build_filename (g_get_tmp_dir (), file, NULL);
}

static guint
assert_random (const TvRandomTrace *spec, guint version, TvWriterClock clock)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (version, clock);
  g_autofree char *path = make_path ("random");
  g_autoptr (TvTrace) trace = NULL;
  guint n_lines;

  tv_random_trace_add_tables (spec, writer);
  tv_random_trace_write (spec, writer);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  trace = tv_test_load_path (path, NULL);
  ck_assert_ptr_nonnull (trace);
  n_lines = assert_equal_reports (trace, path);
  g_unlink (path);
  return n_lines;
}

START_TEST (random_traces_are_reported_alike)
{
  TvRandomTrace spec = { .n_events = 20000,
                         .n_threads = 5,
                         .n_methods = 60,
                         .max_depth = 30,
                         .recursion_percent = 15,
                         .wait_percent = 2,
                         .unwind_percent = 3 };

  if (!have_dmtracedump ())
    return;
  for (spec.seed = 1; spec.seed <= 4; spec.seed++)
    {
      ck_assert_uint_gt (assert_random (&spec, 3, TV_WRITER_CLOCK_DUAL), 1000);
      ck_assert_uint_gt (assert_random (&spec, 2, TV_WRITER_CLOCK_THREAD_CPU), 1000);
      ck_assert_uint_gt (assert_random (&spec, 1, TV_WRITER_CLOCK_THREAD_CPU), 1000);
    }
}
END_TEST

/* Hardly a call is long enough to take time, and hardly a method is called: times are
 * equal, or nothing. */
START_TEST (ties_are_reported_alike)
{
  TvRandomTrace spec = { .n_events = 200,
                         .n_threads = 2,
                         .n_methods = 300,
                         .max_depth = 5,
                         .recursion_percent = 30 };

  if (!have_dmtracedump ())
    return;
  for (spec.seed = 1; spec.seed <= 10; spec.seed++)
    assert_random (&spec, 3, TV_WRITER_CLOCK_THREAD_CPU);
}
END_TEST

/* Traces of files */

/* Between methods of the same name, dmtracedump has no order. */
static gboolean
has_equal_names (const TvTrace *trace)
{
  g_autoptr (GHashTable) names
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    if (!g_hash_table_add (names,
                           tv_method_dup_full_name (tv_trace_get_method (trace, i))))
      return TRUE;
  return FALSE;
}

static gboolean
is_balanced (const TvTrace *trace)
{
  static const TvWarningKind kinds[]
      = { TV_WARNING_STRAY_EXITS,  TV_WARNING_EXITS_LOST,    TV_WARNING_TIME_BACKWARDS,
          TV_WARNING_TIME_WRAPPED, TV_WARNING_TIME_TOO_LATE, TV_WARNING_THREAD_REUSED };

  if (has_equal_names (trace))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (tv_test_count_warnings (trace, kinds[i]) > 0)
      return FALSE;
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      const TvCalls calls = tv_trace_get_calls (trace, thread);

      for (gsize call = 0; call < calls.n; call++)
        if (calls.flags[call] & (TV_CALL_PRE_OPEN | TV_CALL_EXIT_LOST)
            || !tv_trace_get_method (trace, tv_calls_method (&calls, call))->named)
          return FALSE;
    }
  return TRUE;
}

static guint
compare_folder (const char *folder)
{
  g_autofree char *path = tv_test_trace_path (folder);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  ck_assert_ptr_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autoptr (TvTrace) trace = NULL;

      if (!g_str_has_suffix (name, ".trace"))
        continue;
      trace = tv_test_load_path (file, NULL);
      if (trace == NULL || !g_str_equal (tv_trace_get_info (trace)->format, "classic")
          || !is_balanced (trace))
        continue;
      assert_equal_reports (trace, file);
      n++;
    }
  return n;
}

START_TEST (traces_of_files_are_reported_alike)
{
  if (!have_dmtracedump ())
    return;
  ck_assert_uint_ge (compare_folder ("gen"), 8);
  ck_assert_uint_ge (compare_folder ("regress"), 17);
}
END_TEST

/* The table of methods lacks some that were called. With a name for each of them,
 * dmtracedump can tell them apart as well. */
static GBytes *
name_all_methods (const TvTrace *trace, const char *path)
{
  g_autofree char *data = NULL;
  GString *file;
  gsize length;
  const char *end;

  ck_assert (g_file_get_contents (path, &data, &length, NULL));
  end = g_strstr_len (data, (gssize) length, "\n*end\n");
  ck_assert_ptr_nonnull (end);
  file = g_string_new_len (data, end + 1 - data);
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);

      if (!method->named)
        g_string_append_printf (file, "0x%" G_GINT64_MODIFIER "x\tp.Proxy\t%s\t()V\t\n",
                                method->id, method->name);
    }
  g_string_append_len (file, end + 1, (gssize) length - (end + 1 - data));
  return g_string_free_to_bytes (file);
}

START_TEST (a_real_trace_is_reported_alike)
{
  g_autofree char *original = NULL;
  g_autofree char *path = make_path ("real");
  g_autoptr (TvTrace) unnamed = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (!tv_test_has_trace ("real/art-trace-regular.trace") || !have_dmtracedump ())
    return;
  original = tv_test_trace_path ("real/art-trace-regular.trace");
  unnamed = tv_test_load_path (original, NULL);
  ck_assert_ptr_nonnull (unnamed);
  bytes = name_all_methods (unnamed, original);
  ck_assert (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                  (gssize) g_bytes_get_size (bytes), NULL));
  trace = tv_test_load_path (path, NULL);
  ck_assert (is_balanced (trace));
  ck_assert_uint_gt (assert_equal_reports (trace, path), 14000);
  g_unlink (path);
}
END_TEST

TV_TESTS (NULL, NULL)
