/* SPDX-License-Identifier: Apache-2.0 */

#include "support/trace-fixtures.h"

#include "trace/model/trace.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Traces from devices, and what the original printed for them, are not in the
 * repository. */
static gboolean
is_in_repository (const char *name)
{
  return !g_str_has_prefix (name, "real") && !g_str_has_prefix (name, "regress/real-");
}

/**
 * tv_test_trace_path:
 * @name: a file or folder among the reference traces, such as "gen/v1-cpu.trace"
 *
 * Returns: (transfer full): its path
 */
char *
tv_test_trace_path (const char *name)
{
  return g_build_filename (is_in_repository (name) ? TRACES_DIR : REAL_TRACES_DIR, name,
                           NULL);
}

/**
 * tv_test_has_trace:
 * @name: a file or folder among the reference traces
 *
 * What is not there is said on standard output, where the summary of the tests finds
 * it.
 *
 * Returns: whether @name is there; always %TRUE for what the repository holds
 */
gboolean
tv_test_has_trace (const char *name)
{
  g_autofree char *path = tv_test_trace_path (name);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;

  g_assert (!is_in_repository (name));
  g_print ("skipped: there is no %s\n", name);
  return FALSE;
}

/**
 * tv_test_load_path:
 * @path: a file
 * @error: return location for what tv_trace_load() reports
 *
 * Returns: (transfer full): the trace, or %NULL
 */
TvTrace *
tv_test_load_path (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return tv_trace_load (file, 0, NULL, NULL, NULL, NULL, error);
}

/* In memory where there is such a place: a test of thousands of small files would
 * mostly wait for the disk. */
static char *
make_folder (void)
{
  const char *place = g_access ("/dev/shm", W_OK) == 0 ? "/dev/shm" : g_get_tmp_dir ();
  g_autofree char *folder = g_build_filename (place, "traceview-test-XXXXXX", NULL);

  if (g_mkdtemp (folder) == NULL)
    g_error ("no temporary folder in %s", place);
  return g_steal_pointer (&folder);
}

/**
 * tv_test_load_bytes:
 * @bytes: contents of a file
 * @error: return location for what tv_trace_load() reports
 *
 * Puts the bytes in a file of their own, loads it and removes it.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
TvTrace *
tv_test_load_bytes (GBytes *bytes, GError **error)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "test.trace", NULL);
  g_autoptr (GError) file_error = NULL;
  TvTrace *trace = NULL;
  gsize size = 0;
  const char *data = g_bytes_get_data (bytes, &size);

  /* Without the safety of g_file_set_contents(), which waits for the disk. */
  if (!g_file_set_contents_full (path, data != NULL ? data : "", (gssize) size,
                                 G_FILE_SET_CONTENTS_NONE, 0600, &file_error))
    g_error ("%s", file_error->message);
  trace = tv_test_load_path (path, error);
  g_unlink (path);
  g_rmdir (folder);
  return trace;
}

/**
 * tv_test_load:
 * @writer: a writer that keeps its records
 *
 * Loads what was written, and ends the program if it is refused.
 *
 * Returns: (transfer full): the trace
 */
TvTrace *
tv_test_load (const TvTraceWriter *writer)
{
  g_autoptr (GBytes) bytes = tv_trace_writer_to_bytes (writer);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_bytes (bytes, &error);

  if (trace == NULL)
    g_error ("%s", error->message);
  return trace;
}

/**
 * tv_test_writer_new:
 * @clock: its clocks
 *
 * Returns: (transfer full): a writer with the thread 1, `main`, and the methods
 * `p.Q.a`, `p.Q.b` and `p.Q.c`, whose ids are 4, 8 and 12
 */
TvTraceWriter *
tv_test_writer_new (TvWriterClock clock)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, clock);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 8, "p.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 12, "p.Q", "c", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 16, "p.Q", "d", "()V", "Q.java", 1);
  return writer;
}

/* Writes a record at a time, if there is one: `cpu/wall`, or one number for both. */
static void
write_event (TvTraceWriter *writer, TvWriterEvent event, const char *time)
{
  char *end = NULL;

  if (*time == '\0')
    return;
  event.cpu = event.wall = g_ascii_strtoull (time, &end, 10);
  if (*end == '/')
    event.wall = g_ascii_strtoull (end + 1, &end, 10);
  g_assert (end != time && *end == '\0');
  tv_trace_writer_event (writer, &event);
}

/**
 * tv_test_write_calls:
 * @writer: a writer
 * @calls: such as `a 0-100 { b 10-30 b 40-50 } 2: c 5/10-7/80`
 *
 * Writes calls: the last letter of the method's name, when it is entered and when it is
 * left, in microseconds, and what it calls. The id of `a` is 4, that of `b` 8 and so
 * on. A number and a colon are the thread of the calls that follow, 1 at first. With
 * two times, the first is on the thread's CPU and the second on the wall. A call that
 * was open from the beginning has no first time, one that stays open no last one.
 */
void
tv_test_write_calls (TvTraceWriter *writer, const char *calls)
{
  g_auto (GStrv) words = g_strsplit (calls, " ", -1);
  g_autoptr (GPtrArray) ends = g_ptr_array_new ();
  g_autoptr (GArray) exits = g_array_new (FALSE, FALSE, sizeof (TvWriterEvent));
  TvWriterEvent event = { .thread = 1 };

  for (char **word = words; *word != NULL; word++)
    {
      char *end = strchr (*word, '-');

      if (g_str_has_suffix (*word, ":"))
        event.thread = (guint32) g_ascii_strtoull (*word, NULL, 10);
      else if (g_ascii_islower (**word))
        event.method = 4 * (guint32) (**word - 'a' + 1);
      else if (end != NULL)
        {
          *end++ = '\0';
          event.action = TV_WRITER_ENTER;
          write_event (writer, event, *word);
          event.action = TV_WRITER_EXIT;
          g_array_append_val (exits, event);
          g_ptr_array_add (ends, end);
        }
      if (g_strcmp0 (word[1], "{") == 0 || (end == NULL && **word != '}'))
        continue;
      g_assert (exits->len > 0);
      write_event (writer, g_array_index (exits, TvWriterEvent, exits->len - 1),
                   g_ptr_array_steal_index (ends, ends->len - 1));
      g_array_set_size (exits, exits->len - 1);
    }
  g_assert (exits->len == 0);
}

/**
 * tv_test_trace:
 * @clock: its clocks
 * @calls: as for tv_test_write_calls()
 *
 * Returns: (transfer full): a trace of these calls, with what tv_test_writer_new() adds
 */
TvTrace *
tv_test_trace (TvWriterClock clock, const char *calls)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (clock);

  tv_test_write_calls (writer, calls);
  return tv_test_load (writer);
}

/**
 * tv_test_find_method:
 * @trace: a trace
 * @full_name: `Class.method` with the class as the file writes it; the first one where
 *   there are overloads, unless the signature follows
 *
 * Returns: index of the method, %TV_METHOD_NONE if there is none
 */
guint32
tv_test_find_method (const TvTrace *trace, const char *full_name)
{
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);
      g_autofree char *name
          = g_strdup_printf ("%s.%s", method->class_name, method->name);
      g_autofree char *overload = g_strconcat (name, method->signature, NULL);

      if (g_str_equal (full_name, name) || g_str_equal (full_name, overload))
        return i;
    }
  return TV_METHOD_NONE;
}

/**
 * tv_test_find_thread:
 * @trace: a trace
 * @id: a thread id
 *
 * Returns: index of the thread, %TV_THREAD_NONE if there is none
 */
guint32
tv_test_find_thread (const TvTrace *trace, guint32 id)
{
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    if (tv_trace_get_thread (trace, i)->id == id)
      return i;
  return TV_THREAD_NONE;
}

/**
 * tv_test_count_warnings:
 * @trace: a trace
 * @kind: a kind of warning
 *
 * Returns: how often the loader warned of it
 */
guint64
tv_test_count_warnings (const TvTrace *trace, TvWarningKind kind)
{
  const TvWarning *warning = tv_warnings_find (tv_trace_get_warnings (trace), kind);

  return warning != NULL ? warning->count : 0;
}

static void
append_times (GString *text, const char *name, const TvTimes *start, const TvTimes *end,
              gsize call)
{
  if (!tv_times_exist (start))
    return;

  g_string_append_printf (text, " %s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, name,
                          tv_times_get (start, call) / 1000,
                          tv_times_get (end, call) / 1000);
}

static void
append_flags (GString *text, guint flags)
{
  static const struct
  {
    TvCallFlags flag;
    const char *name;
  } names[]
      = { { TV_CALL_PRE_OPEN, "pre-open" },      { TV_CALL_STILL_OPEN, "still-open" },
          { TV_CALL_EXIT_LOST, "exit-lost" },    { TV_CALL_NO_CPU_TIME, "no-cpu-time" },
          { TV_CALL_BY_EXCEPTION, "exception" }, { TV_CALL_RECURSIVE, "recursive" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (flags & names[i].flag)
      g_string_append_printf (text, " %s", names[i].name);
}

static guint
depth_of (const TvCalls *calls, gsize call)
{
  guint depth = 0;

  for (guint32 at = calls->parent[call]; at != TV_CALL_NONE; at = calls->parent[at])
    depth++;
  return depth;
}

/**
 * tv_test_calls_to_string:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Writes a thread's calls as a tree: two blanks a level, the method without its class,
 * start and end in microseconds on each clock, and the flags by name.
 *
 * Returns: (transfer full): a line a call, each with its line end
 */
char *
tv_test_calls_to_string (const TvTrace *trace, guint thread)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < calls.n; i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, tv_calls_method (&calls, i));

      g_string_append_printf (text, "%*s%s", 2 * (int) depth_of (&calls, i), "",
                              method->name);
      append_times (text, "cpu", &calls.start[TV_CLOCK_THREAD_CPU],
                    &calls.end[TV_CLOCK_THREAD_CPU], i);
      append_times (text, "wall", &calls.start[TV_CLOCK_WALL],
                    &calls.end[TV_CLOCK_WALL], i);
      append_flags (text, calls.flags[i]);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
