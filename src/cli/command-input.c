/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/command-line.h"

#include "analysis/find/method-lookup.h"
#include "cli/output.h"
#include "cli/transforms.h"
#include "trace/formats/trace-loader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The most methods that a name that is not one method's is answered with. */
#define MAX_CANDIDATES 10

/* The trace, its part, its clock, and the output */

static void
print_warnings (const char *file, const TvWarnings *warnings)
{
  for (guint index = 0; index < tv_warnings_get_n (warnings); index++)
    {
      g_autofree char *message
          = tv_warning_dup_message (tv_warnings_get (warnings, index));
      /* Translators: a sentence about what was wrong with a file */
      g_autofree char *sentence = g_strdup_printf (_ ("warning: %s"), message);

      tv_report_file_error (file, sentence);
    }
}

/* Finds a file that was given. */
GFile *
tv_command_line_find_file (const char *argument, GError **error)
{
  if (g_str_equal (argument, "-"))
    return g_file_new_for_path ("/dev/stdin");
  return tv_trace_find_file (argument, error);
}

/* Returns the command line for the old trace of a comparison. */
TvCommandLine
tv_command_line_get_old (const TvCommandLine *line)
{
  TvCommandLine old = *line;

  if (line->old_mapping != NULL)
    old.mapping = line->old_mapping;
  old.is_old = TRUE;
  return old;
}

/* Loads a file, with the names that are asked for. Warnings go to standard error. */
TvTrace *
tv_command_line_load_path (const TvCommandLine *line, const char *path, GError **error)
{
  g_autoptr (GFile) file = tv_command_line_find_file (path, error);
  g_autoptr (TvTrace) trace = NULL;

  if (file != NULL)
    trace = tv_trace_load (file, line->memory_limit, NULL, NULL, NULL, error);
  if (trace == NULL)
    return NULL;
  print_warnings (path, tv_trace_get_warnings (trace));
  if (line->mapping != NULL)
    {
      TvTrace *renamed = tv_trace_new_renamed (trace, line->mapping, NULL, NULL);

      tv_trace_unref (trace);
      trace = renamed;
    }
  return tv_trace_new_styled (trace, line->names);
}

/* Loads a file that was given. Warnings and errors go to standard error. */
TvTrace *
tv_command_line_load (const TvCommandLine *line, guint index)
{
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  g_return_val_if_fail (line != NULL && line->files != NULL, NULL);

  trace = tv_command_line_load_path (line, line->files[index], &error);
  if (trace != NULL)
    return tv_transforms_apply (line, line->files[index], trace);
  tv_report_file_error (line->files[index], error->message);
  return NULL;
}

/* Loads a file that was given with tv_trace_load_with_records(). Warnings go to
 * standard error. */
TvTrace *
tv_command_line_load_with_records (const TvCommandLine *line, guint index,
                                   TvRecordFunc func, gpointer user_data,
                                   GError **error)
{
  g_autoptr (GFile) file = NULL;
  TvTrace *trace;

  g_return_val_if_fail (line != NULL && line->files != NULL, NULL);

  file = tv_command_line_find_file (line->files[index], error);
  if (file == NULL)
    return NULL;
  trace = tv_trace_load_with_records (file, line->memory_limit, line->mapping, func,
                                      user_data, error);
  if (trace != NULL)
    print_warnings (line->files[index], tv_trace_get_warnings (trace));
  return trace;
}

/* Names may be digits, and ids are what files tell threads apart by: ids go first. */
static gboolean
add_threads (GArray *threads, const TvTrace *trace, const char *text)
{
  const guint n_before = threads->len;
  const guint n = tv_trace_get_n_threads (trace);
  guint64 id;
  const gboolean has_id
      = g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &id, NULL);

  for (guint32 i = 0; i < n && has_id; i++)
    if (tv_trace_get_thread (trace, i)->id == id)
      g_array_append_val (threads, i);
  if (threads->len > n_before)
    return TRUE;
  for (guint32 i = 0; i < n; i++)
    if (g_strcmp0 (tv_trace_get_thread (trace, i)->name, text) == 0)
      g_array_append_val (threads, i);
  return threads->len > n_before;
}

/* Finds what `--thread` and `--range` mean in a trace. A range is of the times that are
 * printed. A thread that is not there is reported. */
gboolean
tv_command_line_find_part (const TvCommandLine *line, guint index, const TvTrace *trace,
                           TvProfileRange *part)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint32));

  *part
      = (TvProfileRange){ .start = line->start,
                          .end = line->end,
                          .on_thread_cpu = !tv_trace_has_clock (trace, TV_CLOCK_WALL) };
  for (guint i = 0; line->threads != NULL && line->threads[i] != NULL; i++)
    if (!add_threads (threads, trace, line->threads[i]))
      {
        g_autofree char *sentence
            = g_strdup_printf (_ ("There is no thread with the id or name “%s” in the "
                                  "file"),
                               line->threads[i]);

        tv_report_file_error (line->files[index], sentence);
        return FALSE;
      }
  if (threads->len > 0)
    part->threads
        = tv_thread_set_new ((const guint32 *) (gpointer) threads->data, threads->len);
  return TRUE;
}

/* Finds what `--clock` means in a trace. A clock that it lacks is reported. */
gboolean
tv_command_line_find_clock (const TvCommandLine *line, guint index,
                            const TvTrace *trace, TvClock *clock)
{
  *clock = line->has_clock ? line->clock : tv_trace_get_primary_clock (trace);
  if (!line->has_clock && (line->takes & TV_TAKES_WALL_CLOCK)
      && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    *clock = TV_CLOCK_WALL;
  if (!line->has_clock || tv_trace_has_clock (trace, *clock))
    return TRUE;
  tv_report_file_error (line->files[index], *clock == TV_CLOCK_WALL
                                                ? _ ("The file has no wall clock")
                                                : _ ("The file has no CPU clock"));
  return FALSE;
}

/* Returns what is wrong with a name that is not one method's. */
static char *
describe_candidates (const TvTrace *trace, const char *name, const GArray *candidates)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (candidates->len == 0)
    return g_strdup_printf (_ ("There is no method “%s” in the file"), name);
  for (guint i = 0; i < MIN (candidates->len, MAX_CANDIDATES); i++)
    {
      const guint32 index = g_array_index (candidates, guint32, i);
      TvMethod method = *tv_trace_get_method (trace, index);

      method.signature = "";
      if (i > 0)
        g_string_append (names, ", ");
      tv_method_append_display_name (names, &method);
    }
  if (candidates->len > MAX_CANDIDATES)
    /* Translators: names of methods, and how many are not named */
    return g_strdup_printf (
        _ ("“%s” is not the name of one method; it may be %s or one of %u others"),
        name, names->str, candidates->len - MAX_CANDIDATES);
  /* Translators: names of methods */
  return g_strdup_printf (_ ("“%s” is not the name of one method; it may be %s"), name,
                          names->str);
}

/* Finds a method. If the name is not one method's, @sentence says so. */
TvMethodSet *
tv_method_find_named (const TvTrace *trace, const char *name, char **sentence)
{
  g_autoptr (GArray) candidates = NULL;
  TvMethodSet *methods = tv_method_set_new_named (trace, name, &candidates);

  if (methods == NULL)
    *sentence = describe_candidates (trace, name, candidates);
  return methods;
}

/* Finds the method that was given. A name that is not one method's is reported. */
TvMethodSet *
tv_command_line_find_method (const TvCommandLine *line, const TvTrace *trace)
{
  g_autofree char *sentence = NULL;
  TvMethodSet *methods = tv_method_find_named (trace, line->method, &sentence);

  if (methods == NULL)
    tv_report_file_error (line->files[0], sentence);
  return methods;
}

/* Whether `--filter` or `--filter-signature` was given. */
gboolean
tv_command_line_has_filter (const TvCommandLine *line)
{
  return line->filter.name != NULL || line->filter.signature != NULL;
}

/* Has func write to where the command line says. A file is put in its place only when
 * it is whole. Errors are reported. */
TvExitStatus
tv_command_line_write (const TvCommandLine *line, TvCommandWriteFunc func,
                       gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  TvOutput *output = tv_output_open (line->output, &error);
  gboolean written;

  if (output == NULL)
    return tv_report_write_error (line->output, error);
  written = func (tv_output_get_stream (output), user_data, &error);
  if (written)
    written = tv_output_finish (output, &error);
  else
    tv_output_discard (output);
  if (written)
    return TV_EXIT_OK;
  return error != NULL ? tv_report_write_error (line->output, error) : TV_EXIT_FAILURE;
}

static gboolean
write_bytes (GOutputStream *out, gpointer user_data, GError **error)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (user_data, &size);

  return g_output_stream_write_all (out, data, size, NULL, NULL, error)
         && g_output_stream_flush (out, NULL, error);
}

/* Writes bytes as tv_command_line_write() does. */
TvExitStatus
tv_command_line_write_bytes (const TvCommandLine *line, GBytes *bytes)
{
  return tv_command_line_write (line, write_bytes, bytes);
}
