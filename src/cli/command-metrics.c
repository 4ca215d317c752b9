/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "cli/query-answer.h"
#include "cli/query-session.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  const TvCommandLine *line;
  TvQuestion *question;
  gboolean has_failed;
} Job;

static gboolean
add (GOutputStream *out, const char *text, GError **error)
{
  return g_output_stream_write_all (out, text, strlen (text), NULL, NULL, error);
}

static gboolean
write_tables (Job *job, guint index, GOutputStream *out, GError **error)
{
  char **files = job->line->files;
  g_autofree char *name = g_filename_display_name (files[index]);
  gboolean succeeded;

  if (files[1] != NULL
      && !g_output_stream_printf (out, NULL, NULL, error, "%s%s\n\n",
                                  index > 0 ? "\n" : "", name))
    return FALSE;
  if (!tv_question_write (job->question, files[index], out, &succeeded, error))
    return FALSE;
  job->has_failed |= !succeeded;
  return TRUE;
}

static gboolean
write_json (Job *job, guint index, GOutputStream *out, GError **error)
{
  g_autofree char *name = g_filename_display_name (job->line->files[index]);
  gboolean succeeded;
  g_autofree char *line
      = tv_question_answer (job->question, name, job->line->files[index], &succeeded);

  job->has_failed |= !succeeded;
  return add (out, line, error);
}

/* Writes the metrics of all files, one after another. */
static gboolean
write_metrics (GOutputStream *out, gpointer data, GError **error)
{
  Job *job = data;
  const gboolean is_text = g_str_equal (job->line->format, "text");
  const gboolean is_json = g_str_equal (job->line->format, "json");

  if (is_json && !add (out, "{\"traces\":[\n", error))
    return FALSE;
  for (guint i = 0; job->line->files[i] != NULL; i++)
    if ((is_json && i > 0 && !add (out, ",", error))
        || !(is_text ? write_tables : write_json) (job, i, out, error))
      return FALSE;
  return !is_json || add (out, "]}\n", error);
}

/* Writes what metrics there are. */
static gboolean
write_list (GOutputStream *out, gpointer data, GError **error)
{
  const Job *job = data;

  for (guint i = 0; i < job->question->metrics->len; i++)
    {
      const TvMetric *metric = job->question->metrics->pdata[i];
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

/* Writes the statements of the metrics, to be read or to be changed. */
static gboolean
write_sql (GOutputStream *out, gpointer data, GError **error)
{
  const Job *job = data;
  gboolean written = TRUE;

  for (guint i = 0; written && i < job->question->metrics->len; i++)
    written
        = (i == 0 || add (out, "\n", error))
          && add (out, ((TvMetric *) job->question->metrics->pdata[i])->script, error);
  return written;
}

static TvExitStatus
run_metrics (const TvCommandLine *line, TvQuestion *question, TvCommandWriteFunc write)
{
  Job job = { .line = line, .question = question };
  TvExitStatus status;

  if (write == write_metrics && (line->files == NULL || line->files[0] == NULL))
    return tv_report_usage_error (line->name, _ ("The name of a trace file is missing"),
                                  NULL);
  if (!tv_question_prepare (question, line, &status))
    return status;
  status = tv_command_line_write (line, write, &job);
  return job.has_failed ? TV_EXIT_FAILURE : status;
}

/* `tracedump metrics`: asks traces what is often asked, by statements in files. */
TvExitStatus
tv_command_metrics (int argc, char **argv)
{
  gboolean lists = FALSE;
  gboolean shows_sql = FALSE;
  TvQuestion question = { .seconds = TV_QUERY_SECONDS };
  const GOptionEntry entries[]
      = { TV_QUESTION_OPTIONS (question),
          { "list", 'l', 0, G_OPTION_ARG_NONE, &lists,
            N_ ("List the metrics, and look at no trace"), NULL },
          { "sql", 0, 0, G_OPTION_ARG_NONE, &shows_sql,
            N_ ("Write the statements of the metrics, and look at no trace"), NULL },
          { 0 } };
  TvCommandLine line
      = { .name = "metrics",
          .summary = _ ("Show metrics of traces, such as the phases of a start and the "
                        "longest waits. Each metric is a file of SQL; those in "
                        "traceview/metrics of your data folder are taken, too."),
          .formats = "text|json|jsonl",
          .takes = TV_TAKES_MANY_FILES,
          .options = entries };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    status = run_metrics (&line, &question,
                          lists       ? write_list
                          : shows_sql ? write_sql
                                      : write_metrics);
  tv_question_clear (&question);
  tv_command_line_clear (&line);
  return status;
}
