/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/query-session.h"

#include "output/table/json-writer.h"
#include "trace/formats/trace-loader.h"

#include <glib/gi18n-lib.h>
#include <sqlite3.h>
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
  gboolean is_number;
  char *end;
  char *quoted;

  if (value == NULL)
    return tv_cli_refuse (line, NULL, _ ("“%s” is not NAME=VALUE"), text);
  if (!has_setting (question, name))
    return tv_cli_refuse (line, NULL, _ ("No metric has the setting “%s”"), name);
  (void) g_ascii_strtod (++value, &end);
  /* Neither “nan” nor what is hexadecimal is a number in SQL. */
  is_number = *value != '\0' && *end == '\0'
              && value[strspn (value, "+-.0123456789eE")] == '\0';
  quoted = sqlite3_mprintf (is_number ? "%s" : "%Q", value);
  g_string_append_printf (prelude,
                          "DROP TABLE IF EXISTS \"%s\";"
                          "CREATE TABLE \"%s\" AS SELECT %s AS value;",
                          name, name, quoted);
  sqlite3_free (quoted);
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

/* Returns the digits of the SHA-256 of a file, and its size; NULL if it cannot be read
 * again. */
static char *
sum_up (const char *path, guint64 *size)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GFile) file = tv_cli_find_file (path, NULL);
  g_autoptr (GFileInputStream) input = file != NULL && !g_str_equal (path, "-")
                                           ? g_file_read (file, NULL, NULL)
                                           : NULL;
  g_autofree guchar *bytes = g_malloc (BLOCK);
  gssize n = -1;

  for (*size = 0;
       input != NULL
       && (n = g_input_stream_read (G_INPUT_STREAM (input), bytes, BLOCK, NULL, NULL))
              > 0;
       *size += (guint64) n)
    g_checksum_update (sum, bytes, n);
  return n == 0 ? g_strdup (g_checksum_get_string (sum)) : NULL;
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
      guint64 size;
      g_autofree char *content = sum_up (*files, &size);

      g_string_append_printf (text, "mapping %s\n", content != NULL ? content : *files);
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

static TvQuery *
open_query (const TvQuestion *question, const char *path, GError **error)
{
  guint failed;

  return tv_query_open (question->line, (char *[]){ (char *) path, NULL },
                        MAX (question->n_at_once, 1), &failed, error);
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
  static const char *const taken[] = { "trace", "size", "sha256", "query", NULL };

  for (guint column = 0; column < tv_query_rows_get_n_columns (rows); column++)
    if (g_strv_contains (taken, tv_query_rows_get_title (rows, column)))
      {
        g_set_error (
            error, TV_QUERY_ERROR, TV_QUERY_ERROR_SCRIPT,
            _ ("Each line begins with “%s” of its own: give the column another "
               "name by AS"),
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

/* Says what is wrong with a trace, or with a metric in it. */
static void
report (const char *path, const TvMetric *metric, const GError *error)
{
  g_autofree char *sentence
      = metric != NULL ? g_strdup_printf ("%s.sql: %s", metric->name, error->message)
                       : g_strdup (error->message);

  tv_report_file_error (path, sentence);
}

/* Asks all metrics. Those that fail are named beside the others. */
static gboolean
append_metrics (const TvQuestion *question, TvQuery *query, GString *text,
                const char *path)
{
  g_autoptr (GString) errors = g_string_new (NULL);

  g_string_append (text, ",\"metrics\":{");
  for (guint i = 0; i < question->metrics->len; i++)
    {
      const TvMetric *metric = question->metrics->pdata[i];
      g_autofree char *name = quote (metric->name);
      g_autoptr (GError) error = NULL;
      gboolean is_mistake;
      g_autofree char *rows = collect (question, query, metric, &is_mistake, &error);
      g_autofree char *reason = rows == NULL ? quote (error->message) : NULL;
      GString *target = rows != NULL ? text : errors;

      if (target->len > 0 && target->str[target->len - 1] != '{')
        g_string_append_c (target, ',');
      g_string_append_printf (target, "%s:%s", name, reason != NULL ? reason : "");
      if (rows != NULL)
        append_array (text, rows);
      else
        report (path, metric, error);
    }
  g_string_append_c (text, '}');
  if (errors->len > 0)
    g_string_append_printf (text, ",\"errors\":{%s}", errors->str);
  return errors->len == 0;
}

/* Begins each row with what identifies the trace. */
static char *
prefix_rows (const char *head, const char *lines)
{
  GString *text = g_string_new (NULL);

  for (const char *end; (end = strchr (lines, '\n')) != NULL; lines = end + 1)
    {
      g_string_append_printf (text, "%s,", head);
      g_string_append_len (text, lines + strlen ("{"), end - lines);
    }
  return g_string_free (text, FALSE);
}

/* Returns how the lines of a trace begin. They tell it from others. */
char *
tv_question_begin_line (const char *name, guint64 size)
{
  g_autofree char *quoted = quote (name);

  return g_strdup_printf ("{\"trace\":%s,\"size\":%" G_GUINT64_FORMAT, quoted, size);
}

/* Asks a trace. Returns JSON, a line of all or a line of each row. What is wrong is
 * reported, and told in a line of all. */
char *
tv_question_answer (const TvQuestion *question, const char *name, const char *path,
                    gboolean *succeeded)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvQuery) query = open_query (question, path, &error);
  gboolean is_mistake;
  guint64 size;
  g_autofree char *sum = sum_up (path, &size);
  g_autofree char *begin = tv_question_begin_line (name, size);
  g_autofree char *rows = NULL;
  g_autoptr (GString) text = g_string_new (begin);

  g_string_append_printf (text, sum != NULL ? ",\"sha256\":\"%s\"" : ",\"sha256\":%s",
                          sum != NULL ? sum : "null");
  if (question->digest != NULL)
    g_string_append_printf (text, ",\"query\":\"%s\"", question->digest);
  *succeeded = TRUE;
  if (query != NULL && question->script == NULL)
    *succeeded = append_metrics (question, query, text, path);
  else if (query != NULL)
    rows = collect (question, query, NULL, &is_mistake, &error);
  if (question->by_row && rows != NULL)
    return prefix_rows (text->str, rows);
  if (rows != NULL)
    {
      g_string_append (text, ",\"rows\":");
      append_array (text, rows);
    }
  if (error != NULL)
    {
      g_autofree char *sentence = quote (error->message);

      g_string_append_printf (text, ",\"error\":%s", sentence);
      report (path, NULL, error);
      *succeeded = FALSE;
    }
  g_string_append (text, "}\n");
  return question->by_row ? g_strdup ("")
                          : g_string_free (g_steal_pointer (&text), FALSE);
}

/* Text */

/* Asks a trace, and writes the metrics as tables. What is wrong with a metric is
 * reported. */
gboolean
tv_question_write (const TvQuestion *question, const char *path, GOutputStream *out,
                   gboolean *succeeded, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (TvQuery) query = open_query (question, path, &reason);
  gboolean written = TRUE;

  if (query == NULL)
    report (path, NULL, reason);
  *succeeded = query != NULL;
  for (guint i = 0; query != NULL && written && i < question->metrics->len; i++)
    {
      const TvMetric *metric = question->metrics->pdata[i];
      Target target = { .out = out, .format = TV_TABLE_TEXT };

      g_clear_error (&reason);
      written = g_output_stream_printf (out, NULL, NULL, error, "%s%s (%s)\n\n",
                                        i > 0 ? "\n" : "", metric->title, metric->name);
      if (!written || run_metric (question, query, metric, &target, &reason))
        continue;
      *succeeded = FALSE;
      if (reason->domain == TV_QUERY_ERROR)
        report (path, metric, reason);
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

  tv_query_limit (query, CHECK_SECONDS, 1);
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
