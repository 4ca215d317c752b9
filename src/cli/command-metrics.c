/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "cli/query-session.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  gboolean lists;
  gboolean shows_sql;

  TvQuestion question;
  gboolean has_loaded; /* at least one trace */
  gboolean has_failed;
} Metrics;

static gboolean
add (GOutputStream *out, const char *text, GError **error)
{
  return g_output_stream_write_all (out, text, strlen (text), NULL, NULL, error);
}

static gboolean
write_file (Metrics *metrics, const TvCliLine *line, guint index, GOutputStream *out,
            GError **error)
{
  const char *path = line->files[index];
  g_autofree char *name = g_filename_display_name (path);
  TvAnswerState state = { 0 };
  gboolean written;

  if (line->table_format == TV_TABLE_TEXT)
    written = (line->files[1] == NULL
               || g_output_stream_printf (out, NULL, NULL, error, "%s%s\n\n",
                                          index > 0 ? "\n" : "", name))
              && tv_question_write (&metrics->question, path, out, &state, error);
  else
    {
      g_autofree char *identity = tv_question_identify (path);
      g_autofree char *text
          = tv_question_answer (&metrics->question, name, path, identity, &state);

      written = add (out, text, error);
    }
  metrics->has_loaded |= state.loaded;
  metrics->has_failed |= state.failed;
  return written;
}

/* Writes the metrics of all files, one after another. If no file can be read, the
 * output file keeps its content. */
static gboolean
write_metrics (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Metrics *metrics = line->values;
  const gboolean is_json = line->table_format == TV_TABLE_JSON;

  if (is_json && !add (out, "{\"traces\":[\n", error))
    return FALSE;
  for (guint i = 0; line->files[i] != NULL; i++)
    if ((is_json && i > 0 && !add (out, ",", error))
        || !write_file (line->values, line, i, out, error))
      return FALSE;
  return (metrics->has_loaded || line->output == NULL)
         && (!is_json || add (out, "]}\n", error));
}

/* Writes the list of metrics. */
static gboolean
write_list (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const GPtrArray *metrics = ((const Metrics *) line->values)->question.metrics;

  for (guint i = 0; i < metrics->len; i++)
    {
      const TvMetric *metric = metrics->pdata[i];
      g_autofree char *name
          = metric->file != NULL ? g_filename_display_name (metric->file) : NULL;

      if (!g_output_stream_printf (out, NULL, NULL, error, "%-12s %s%s%s%s\n",
                                   metric->name, metric->title,
                                   name != NULL ? " (" : "", name != NULL ? name : "",
                                   name != NULL ? ")" : ""))
        return FALSE;
    }
  return TRUE;
}

/* Writes the statements of the metrics, for users to read or to change. */
static gboolean
write_sql (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const GPtrArray *metrics = ((const Metrics *) line->values)->question.metrics;
  gboolean written = TRUE;

  for (guint i = 0; written && i < metrics->len; i++)
    written = (i == 0 || add (out, "\n", error))
              && add (out, ((TvMetric *) metrics->pdata[i])->script, error);
  return written;
}

static gboolean
check_files (TvCliLine *line)
{
  const Metrics *metrics = line->values;

  return metrics->lists || metrics->shows_sql || line->files != NULL
         || tv_cli_refuse (line, NULL, _ ("The name of a trace file is missing"));
}

static TvExitStatus
run_metrics (TvCliLine *line)
{
  Metrics *metrics = line->values;
  TvExitStatus status;

  if (!tv_question_prepare (&metrics->question, line))
    status = line->status;
  else
    status = tv_cli_write (line, metrics->lists       ? write_list
                                 : metrics->shows_sql ? write_sql
                                                      : write_metrics);
  tv_question_clear (&metrics->question);
  return metrics->has_failed ? TV_EXIT_FAILURE : status;
}

static const GOptionEntry options[]
    = { { "list", 'l', 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Metrics, lists),
          N_ ("List the metrics without reading a trace"), NULL },
        { "sql", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Metrics, shows_sql),
          N_ ("Write the statements of the metrics without reading a trace"), NULL } };

const TvCommand tv_command_metrics
    = { .name = "metrics",
        .title = N_ ("Show start-up, slow frames, waits and other metrics"),
        .summary = N_ ("Show metrics of traces, such as the phases of a start and the "
                       "longest waits. Each metric is a file of SQL; files in "
                       "traceview/metrics in your data folder are metrics, too."),
        .formats = "text|json|jsonl",
        .takes = TV_TAKES_MANY_FILES | TV_TAKES_METRICS,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Metrics),
        .check = check_files,
        .run = run_metrics };
