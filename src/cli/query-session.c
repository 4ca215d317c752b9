/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/query-session.h"

#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <signal.h>
#include <string.h>

/* The longest script: some times the longest statement. */
#define MAX_SCRIPT (16 * 1024 * 1024)

/* What a query may take: all memory of SQLite in its scripts, and sums and trees that
 * are kept for its tables. The trace itself and rows on their way are not in it. */
#define MAX_MEMORY (G_GINT64_CONSTANT (1) << 30)

void
tv_query_limit (TvQuery *query, double seconds)
{
  const gboolean has_limit = seconds > 0 && seconds < G_MAXINT32;

  tv_query_set_limits (query, has_limit ? (gint64) ceil (seconds * G_USEC_PER_SEC) : 0,
                       MAX_MEMORY);
}

/* Loads traces and makes them ready to be asked. What is wrong is reported. */
static TvQuery *
open_query (const TvCliLine *line)
{
  g_autoptr (GPtrArray) traces
      = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_trace_unref);
  g_autoptr (GError) error = NULL;
  TvQuery *query = NULL;
  guint i = 0;

  for (; error == NULL && line->files[i] != NULL; i++)
    {
      TvTrace *trace = tv_cli_load (line, line->files[i], FALSE, &error);

      if (trace != NULL)
        g_ptr_array_add (traces, trace);
    }
  if (error == NULL)
    query = tv_query_new ((TvTrace *const *) (gpointer) traces->pdata, traces->len,
                          &error);
  if (query != NULL)
    tv_query_limit (query, line->seconds);
  else
    tv_report_file_error (line->files[i - 1], error->message);
  return query;
}

/* Ctrl-C stops a query, not the program, unless the query does not stop. */

#define IS_RUNNING "is-running"

static gboolean
stop_query (gpointer cancellable)
{
  if (g_object_get_data (cancellable, IS_RUNNING) != NULL
      && g_cancellable_is_cancelled (cancellable))
    {
      signal (SIGINT, SIG_DFL);
      raise (SIGINT);
    }
  g_cancellable_cancel (cancellable);
  return G_SOURCE_CONTINUE;
}

static gpointer
wait_for_signals (gpointer context)
{
  for (;;)
    g_main_context_iteration (context, TRUE);
  return NULL;
}

/* From now on. */
static void
catch_signals (GCancellable *cancellable)
{
  g_autoptr (GSource) source = g_unix_signal_source_new (SIGINT);
  GMainContext *context = g_main_context_new ();

  g_source_set_callback (source, stop_query, g_object_ref (cancellable),
                         g_object_unref);
  g_source_attach (source, context);
  g_thread_unref (g_thread_new ("signals", wait_for_signals, context));
}

/* Loads the traces and makes them ready to be asked. What is wrong is reported. */
gboolean
tv_query_session_open (TvQuerySession *session, const TvCliLine *line)
{
  const gboolean reads_input
      = line->sql == NULL && (line->script == NULL || g_str_equal (line->script, "-"));

  if (reads_input && g_strv_contains ((const char *const *) line->files, "-"))
    {
      tv_report_file_error ("-", _ ("has the statements, and cannot be a trace, too"));
      return FALSE;
    }
  session->format = line->table_format;
  session->query = open_query (line);
  if (session->query == NULL)
    return FALSE;
  session->cancellable = g_cancellable_new ();
  catch_signals (session->cancellable);
  return TRUE;
}

void
tv_query_session_close (TvQuerySession *session)
{
  g_clear_pointer (&session->query, tv_query_unref);
  g_clear_object (&session->cancellable);
}

typedef struct
{
  TvQuerySession *session;
  GOutputStream *out;
} Target;

/* Results are apart by an empty line, those of JSON by their brackets. */
static gboolean
write_result (TvQueryRows *rows, gpointer data, GError **error)
{
  const Target *target = data;
  TvQuerySession *session = target->session;
  const gboolean is_json
      = session->format == TV_TABLE_JSON || session->format == TV_TABLE_JSON_LINES;

  if (session->n_results++ > 0 && !is_json
      && !g_output_stream_printf (target->out, NULL, NULL, error, "%s",
                                  session->format == TV_TABLE_CSV ? "\r\n" : "\n"))
    return FALSE;
  return tv_query_rows_write (rows, session->format, target->out, error);
}

/* Runs a script. A mistake in it is reported, without @error. */
gboolean
tv_query_session_run (TvQuerySession *session, const char *name, const char *script,
                      GOutputStream *out, GError **error)
{
  Target target = { session, out };
  g_autoptr (GError) reason = NULL;
  gboolean done;

  g_cancellable_reset (session->cancellable);
  g_object_set_data (G_OBJECT (session->cancellable), IS_RUNNING, session);
  done = tv_query_run (session->query, script, write_result, &target,
                       session->cancellable, &reason);
  g_object_set_data (G_OBJECT (session->cancellable), IS_RUNNING, NULL);
  if (tv_query_get_note (session->query) != NULL)
    tv_report_file_warning (name, tv_query_get_note (session->query));
  if (done)
    return TRUE;
  if (reason != NULL && reason->domain == TV_QUERY_ERROR)
    tv_report_file_error (name, reason->message);
  else if (reason != NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Reads a file of statements, or standard input. What is wrong is reported. */
char *
tv_query_script_read (const char *path)
{
  g_autoptr (GFile) file
      = g_file_new_for_path (g_str_equal (path, "-") ? "/dev/stdin" : path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInputStream) input = g_file_read (file, NULL, &error);
  g_autofree char *script = g_malloc (MAX_SCRIPT + 1);
  gsize length = 0;

  if (input == NULL
      || !g_input_stream_read_all (G_INPUT_STREAM (input), script, MAX_SCRIPT + 1,
                                   &length, NULL, &error))
    tv_report_file_error (path, error->message);
  else if (length > MAX_SCRIPT)
    tv_report_file_error (path, _ ("the file is too large"));
  else if (!g_utf8_validate (script, (gssize) length, NULL))
    tv_report_file_error (path, _ ("is not a text in UTF-8"));
  else
    {
      script[length] = '\0';
      return g_steal_pointer (&script);
    }
  return NULL;
}
