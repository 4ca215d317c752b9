/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/query-session.h"

#include "analysis/text/nearest-word.h"
#include "output/table/json-writer.h"
#include "trace/formats/trace-loader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The longest result of one trace. */
#define MAX_RESULT (64 * 1024 * 1024)

/* Bytes that are read at once. */
#define BLOCK (256 * 1024)

/* How long statements may take on a trace without calls. */
#define CHECK_SECONDS 1

/* Makes the changes of a metric last no longer than it. */
#define BEGIN "SAVEPOINT metric"
#define END "ROLLBACK TO metric; RELEASE metric"

/* What is asked */

/* Keeps the metrics that are asked for. */
static gboolean
choose_metrics (TvQuestion *question, TvCliLine *line)
{
  const char *const *names = (const char *const *) line->metrics;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) known = NULL;

  if (names == NULL)
    return TRUE;
  for (guint i = 0; i < question->metrics->len; i++)
    g_strv_builder_add (builder, ((TvMetric *) question->metrics->pdata[i])->name);
  known = g_strv_builder_end (builder);
  for (guint i = 0; names[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) known, names[i]))
      return tv_cli_refuse (line,
                            tv_find_nearest (names[i], (const char *const *) known),
                            _ ("There is no metric “%s”"), names[i]);
  for (guint i = question->metrics->len; i-- > 0;)
    if (!g_strv_contains (names, known[i]))
      g_ptr_array_remove_index (question->metrics, i);
  return TRUE;
}

static gboolean
has_setting (const TvQuestion *question, const char *name)
{
  gboolean exists = FALSE;

  for (guint i = 0; !exists && i < question->metrics->len; i++)
    {
      g_autofree char *given
          = tv_metric_dup_default (question->metrics->pdata[i], name);

      exists = given != NULL;
    }
  return exists;
}

/* Adds a statement that makes a setting, a number or a text. */
static gboolean
add_setting (TvQuestion *question, TvCliLine *line, const char *text, GString *prelude)
{
  const char *value = strchr (text, '=');
  g_autofree char *name = value != NULL ? g_strndup (text, value - text) : NULL;

  if (value == NULL)
    return tv_cli_refuse (line, NULL, _ ("“%s” is not NAME=VALUE"), text);
  if (!has_setting (question, name))
    return tv_cli_refuse (line, NULL, _ ("No metric has the setting “%s”"), name);
  tv_metric_append_setting (prelude, name, value + 1);
  return TRUE;
}

/* Finds the metrics and settings that are asked for. What is wrong is reported. */
gboolean
tv_question_prepare (TvQuestion *question, TvCliLine *line)
{
  g_autofree char *folder = tv_metrics_dup_folder ();
  g_autoptr (GString) prelude = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  question->line = line;
  question->metrics = tv_metrics_load (folder, &error);
  if (question->metrics == NULL)
    {
      tv_report_file_error (folder, error->message);
      line->status = TV_EXIT_FAILURE;
      return FALSE;
    }
  if (!choose_metrics (question, line))
    return FALSE;
  for (char **settings = line->settings; settings != NULL && *settings != NULL;
       settings++)
    if (!add_setting (question, line, *settings, prelude))
      return FALSE;
  question->prelude = g_string_free (g_steal_pointer (&prelude), FALSE);
  return TRUE;
}

void
tv_question_clear (TvQuestion *question)
{
  g_clear_pointer (&question->metrics, g_ptr_array_unref);
  g_clear_pointer (&question->prelude, g_free);
  g_clear_pointer (&question->digest, g_free);
}

/* Returns what tells a file from others, whatever its name is: its size and its
 * SHA-256, as they are in lines. A file that cannot be read again is told from none. */
char *
tv_question_identify (const char *path)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GFile) file = tv_cli_find_file (path, NULL);
  g_autoptr (GFileInputStream) input = file != NULL && !g_str_equal (path, "-")
                                           ? g_file_read (file, NULL, NULL)
                                           : NULL;
  g_autofree guchar *bytes = g_malloc (BLOCK);
  guint64 size = 0;
  gssize n = -1;

  for (; input != NULL
         && (n = g_input_stream_read (G_INPUT_STREAM (input), bytes, BLOCK, NULL, NULL))
                > 0;
       size += (guint64) n)
    g_checksum_update (sum, bytes, n);
  return g_strdup_printf (n == 0 ? "\"size\":%" G_GUINT64_FORMAT ",\"sha256\":\"%s\""
                                 : "\"size\":%" G_GUINT64_FORMAT ",\"sha256\":null",
                          size, g_checksum_get_string (sum));
}

/* Returns digits that are others for other statements, metrics, settings, mappings or
 * lines. */
char *
tv_question_dup_digest (const TvQuestion *question)
{
  g_autoptr (GString) text = g_string_new (question->by_row ? "row" : "trace");
  g_autofree char *sum = NULL;

  g_string_append_printf (text, "\n%s\n", question->prelude);
  for (char **files = question->line->mappings; files != NULL && *files != NULL;
       files++)
    {
      g_autofree char *identity = tv_question_identify (*files);

      g_string_append_printf (text, "mapping %s\n", identity);
    }
  if (question->script != NULL)
    g_string_append (text, question->script);
  for (guint i = 0; question->script == NULL && i < question->metrics->len; i++)
    {
      const TvMetric *metric = question->metrics->pdata[i];

      g_string_append_printf (text, "-- %s\n%s\n", metric->name, metric->script);
    }
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str,
                                       (gssize) text->len);
  return g_strndup (sum, 16);
}

/* Asking a trace */

/* Whether a failure may be none another time, with more memory or time. */
static gboolean
is_stop (const GError *error)
{
  return error->domain == G_IO_ERROR
         || g_error_matches (error, TV_QUERY_ERROR, TV_QUERY_ERROR_STOPPED)
         || g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE)
         || g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_CHANGED);
}

/* Says what is wrong with a trace, or with a metric in it. */
static void
report (const char *path, const TvMetric *metric, const GError *error)
{
  g_autofree char *sentence
      = metric != NULL ? g_strdup_printf ("%s.sql: %s", metric->name, error->message)
                       : g_strdup (error->message);

  tv_report_file_error (path, sentence);
}

/* Notes and reports that there is no answer. */
static void
fail (TvAnswerState *state, const char *path, const TvMetric *metric,
      const GError *error)
{
  state->failed = TRUE;
  state->stopped |= is_stop (error);
  report (path, metric, error);
}

/* Loads a trace and makes it ready to be asked. */
static TvQuery *
open_query (const TvQuestion *question, const char *path, TvTrace **trace,
            TvAnswerState *state, GError **error)
{
  TvQuery *query = NULL;

  *state = (TvAnswerState){ 0 };
  *trace = tv_cli_load (question->line, path, FALSE, error);
  if (*trace != NULL)
    query = tv_query_new (trace, 1, error);
  if (query != NULL)
    tv_query_limit (query, question->line->seconds);
  state->loaded = query != NULL;
  return query;
}

typedef struct
{
  GOutputStream *out;
  TvTableFormat format;
  gboolean by_row;
  guint n_results;
  gboolean rows_failed; /* of a statement without a mistake */
} Target;

/* Lines of rows begin with what identifies the trace. */
static gboolean
check_titles (const TvQueryRows *rows, GError **error)
{
  static const char *const taken[]
      = { "trace", "size", "sha256", "query", "retry", "error", "warnings", NULL };

  for (guint column = 0; column < tv_query_rows_get_n_columns (rows); column++)
    if (g_strv_contains (taken, tv_query_rows_get_title (rows, column)))
      {
        g_set_error (
            error, TV_QUERY_ERROR, TV_QUERY_ERROR_SCRIPT,
            _ ("Lines have “%s” of their own: give the column another name by AS"),
            tv_query_rows_get_title (rows, column));
        return FALSE;
      }
  return TRUE;
}

static gboolean
take_result (TvQueryRows *rows, gpointer data, GError **error)
{
  Target *target = data;

  if (target->by_row && !check_titles (rows, error))
    return FALSE;
  if (target->n_results++ == 0)
    {
      target->rows_failed
          = !tv_query_rows_write (rows, target->format, target->out, error);
      return !target->rows_failed;
    }
  g_set_error_literal (error, TV_QUERY_ERROR, TV_QUERY_ERROR_SCRIPT,
                       _ ("There is more than one result"));
  return FALSE;
}

static gboolean
run (TvQuery *query, const char *script, Target *target, GError **error)
{
  return tv_query_run (query, script, take_result, target, NULL, error);
}

static gboolean
run_metric (const TvQuestion *question, TvQuery *query, const TvMetric *metric,
            Target *target, GError **error)
{
  const gboolean done = run (query, BEGIN, target, error)
                        && run (query, question->prelude, target, error)
                        && run (query, metric->script, target, error);

  (void) run (query, END, target, NULL);
  return done;
}

/* JSON */

static char *
quote (const char *text)
{
  g_autofree char *escaped = tv_json_dup_name (text);

  return g_strdup_printf ("\"%s\"", escaped);
}

static gpointer
resize (gpointer data, gsize size)
{
  return size <= MAX_RESULT ? g_realloc (data, size) : NULL;
}

/* Runs statements, and returns the rows of their result, each as an object and a line.
 * @is_mistake is whether a failure is one for any trace. */
static char *
collect (const TvQuestion *question, TvQuery *query, const TvMetric *metric,
         gboolean *is_mistake, GError **error)
{
  g_autoptr (GOutputStream) out = g_memory_output_stream_new (NULL, 0, resize, g_free);
  Target target
      = { .out = out, .format = TV_TABLE_JSON_LINES, .by_row = question->by_row };
  g_autoptr (GError) reason = NULL;
  const gboolean done = metric != NULL
                            ? run_metric (question, query, metric, &target, &reason)
                            : run (query, question->script, &target, &reason);

  *is_mistake = !target.rows_failed;
  if (done && g_output_stream_write_all (out, "", 1, NULL, NULL, &reason))
    {
      g_output_stream_close (out, NULL, NULL);
      return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (out));
    }
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    g_set_error (error, TV_QUERY_ERROR, TV_QUERY_ERROR_STOPPED,
                 _ ("The result is longer than %d MiB"), MAX_RESULT / (1024 * 1024));
  else
    g_propagate_error (error, g_steal_pointer (&reason));
  return NULL;
}

/* Makes one array of the objects of lines. */
static void
append_array (GString *text, char *lines)
{
  const gsize length = strlen (lines);

  for (char *end = lines; (end = strchr (end, '\n')) != NULL;)
    *end = ',';
  g_string_append_c (text, '[');
  g_string_append_len (text, lines, (gssize) (length > 0 ? length - 1 : 0));
  g_string_append_c (text, ']');
}

/* Asks all metrics. Those that fail are named before the others. */
static void
append_metrics (const TvQuestion *question, TvQuery *query, GString *text,
                const char *path, TvAnswerState *state)
{
  g_autoptr (GString) answers = g_string_new (NULL);
  g_autoptr (GString) errors = g_string_new (NULL);

  for (guint i = 0; i < question->metrics->len; i++)
    {
      const TvMetric *metric = question->metrics->pdata[i];
      g_autofree char *name = quote (metric->name);
      g_autoptr (GError) error = NULL;
      gboolean is_mistake;
      g_autofree char *rows = collect (question, query, metric, &is_mistake, &error);
      g_autofree char *reason = rows == NULL ? quote (error->message) : NULL;
      GString *target = rows != NULL ? answers : errors;

      g_string_append_printf (target, "%s%s:%s", target->len > 0 ? "," : "", name,
                              reason != NULL ? reason : "");
      if (rows != NULL)
        append_array (answers, rows);
      else
        fail (state, path, metric, error);
    }
  if (errors->len > 0)
    g_string_append_printf (text, ",\"errors\":{%s}", errors->str);
  g_string_append_printf (text, ",\"metrics\":{%s}", answers->str);
}

/* Begins each row with what identifies the trace. */
static void
append_rows (GString *text, const char *head, const char *lines)
{
  for (const char *end; (end = strchr (lines, '\n')) != NULL; lines = end + 1)
    {
      g_string_append_printf (text, "%s,", head);
      g_string_append_len (text, lines + strlen ("{"), end + 1 - lines - strlen ("{"));
    }
}

static void
append_warnings (GString *text, const TvTrace *trace)
{
  const TvWarnings *warnings = tv_trace_get_warnings (trace);
  const guint n = tv_warnings_get_n (warnings);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *message = tv_warning_dup_message (tv_warnings_get (warnings, i));
      g_autofree char *quoted = quote (message);

      g_string_append_printf (text, "%s%s", i > 0 ? "," : ",\"warnings\":[", quoted);
    }
  if (n > 0)
    g_string_append_c (text, ']');
}

/* Returns how the lines of a trace begin. */
static char *
begin_line (const TvQuestion *question, const char *name, const char *identity)
{
  g_autofree char *quoted = quote (name);

  return g_strdup_printf ("{\"trace\":%s,%s%s%s%s", quoted, identity,
                          question->digest != NULL ? ",\"query\":\"" : "",
                          question->digest != NULL ? question->digest : "",
                          question->digest != NULL ? "\"" : "");
}

/* Asks a trace. Returns JSON: a line of all, or a line of each row after one of what
 * is wrong, if anything is. That is reported, too. */
char *
tv_question_answer (const TvQuestion *question, const char *name, const char *path,
                    const char *identity, TvAnswerState *state)
{
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvQuery) query = open_query (question, path, &trace, state, &error);
  g_autofree char *head = begin_line (question, name, identity);
  g_autofree char *rows = NULL;
  g_autoptr (GString) body = g_string_new (NULL);
  GString *text = g_string_new (NULL);
  gboolean is_mistake;

  if (query != NULL && question->script == NULL)
    append_metrics (question, query, body, path, state);
  else if (query != NULL)
    rows = collect (question, query, NULL, &is_mistake, &error);
  if (error != NULL)
    {
      g_autofree char *sentence = quote (error->message);

      g_string_append_printf (body, ",\"error\":%s", sentence);
      fail (state, path, NULL, error);
    }
  if (trace != NULL)
    append_warnings (body, trace);
  if (rows != NULL && !question->by_row)
    {
      g_string_append (body, ",\"rows\":");
      append_array (body, rows);
    }
  if (!question->by_row || body->len > 0)
    g_string_append_printf (text, "%s%s%s}\n", head,
                            state->stopped ? ",\"retry\":true" : "", body->str);
  if (rows != NULL && question->by_row)
    append_rows (text, head, rows);
  return g_string_free (text, FALSE);
}

/* Text */

/* Asks a trace, and writes the metrics as tables. What is wrong with a metric is
 * reported. */
gboolean
tv_question_write (const TvQuestion *question, const char *path, GOutputStream *out,
                   TvAnswerState *state, GError **error)
{
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GError) reason = NULL;
  g_autoptr (TvQuery) query = open_query (question, path, &trace, state, &reason);
  gboolean written = TRUE;

  if (query == NULL)
    fail (state, path, NULL, reason);
  for (guint i = 0; query != NULL && written && i < question->metrics->len; i++)
    {
      const TvMetric *metric = question->metrics->pdata[i];
      Target target = { .out = out, .format = TV_TABLE_TEXT };

      g_clear_error (&reason);
      written = g_output_stream_printf (out, NULL, NULL, error, "%s%s (%s)\n\n",
                                        i > 0 ? "\n" : "", metric->title, metric->name);
      if (!written || run_metric (question, query, metric, &target, &reason))
        continue;
      if (reason->domain == TV_QUERY_ERROR)
        fail (state, path, metric, reason);
      else
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return FALSE;
        }
    }
  return written;
}

/* Runs everything on an empty trace, so that a mistake is found once and not in each
 * trace. It is reported. What fails only while rows are listed may be right for others,
 * such as those that have the slice that is asked for. */
gboolean
tv_question_check (const TvQuestion *question)
{
  static const char empty[]
      = "*version\n3\nclock=dual\n*threads\n*methods\n*end\nSLOW\3\0\40\0"
        "\0\0\0\0\0\0\0\0\16\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
  g_autoptr (GBytes) bytes = g_bytes_new_static (empty, sizeof empty);
  g_autoptr (TvTrace) trace = tv_trace_load_bytes (bytes, NULL, NULL);
  g_autoptr (TvQuery) query = tv_query_new (&trace, 1, NULL);
  const guint n = question->script != NULL ? 1 : question->metrics->len;

  tv_query_limit (query, CHECK_SECONDS);
  for (guint i = 0; i < n; i++)
    {
      const TvMetric *metric
          = question->script == NULL ? question->metrics->pdata[i] : NULL;
      g_autoptr (GError) error = NULL;
      gboolean is_mistake;
      g_autofree char *rows = collect (question, query, metric, &is_mistake, &error);

      if (rows != NULL || !is_mistake)
        continue;
      report (metric != NULL ? metric->name : question->script_name, metric, error);
      return FALSE;
    }
  return TRUE;
}
