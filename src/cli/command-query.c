/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "cli/query-session.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvQuerySession session;
  const char *name;
  const char *script;
} Job;

static gboolean
write_results (GOutputStream *out, gpointer user_data, GError **error)
{
  Job *job = user_data;

  return tv_query_session_run (&job->session, job->name, job->script, out, error);
}

static TvExitStatus
run_query (const TvCommandLine *line, double seconds)
{
  g_autofree char *read
      = line->script != NULL ? tv_query_script_read (line->script) : NULL;
  Job job = { .name = line->script != NULL ? line->script : "SQL",
              .script = read != NULL ? read : line->sql };
  TvExitStatus status = TV_EXIT_FAILURE;

  if (job.script == NULL)
    return TV_EXIT_FAILURE;
  if (tv_query_session_open (&job.session, line, seconds))
    status = tv_command_line_write (line, write_results, &job);
  tv_query_session_close (&job.session);
  return status;
}

/* `tracedump query`: asks traces with SQL. */
TvExitStatus
tv_command_query (int argc, char **argv)
{
  double seconds = TV_QUERY_SECONDS;
  const GOptionEntry entries[] = { TV_QUERY_OPTIONS (seconds), { 0 } };
  TvCommandLine line
      = { .name = "query",
          .summary = _ ("Ask one or several traces with SQL. Tables are those of "
                        "Perfetto, such as slice and thread, and method, call, edge, "
                        "wait and warning; several traces are a, b and so on, as in "
                        "a.slice."),
          .formats = TV_QUERY_FORMATS,
          .takes = TV_TAKES_FILES | TV_TAKES_SQL,
          .options = entries };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status)
      && tv_query_check_seconds (&line, seconds, &status))
    status = run_query (&line, seconds);
  tv_command_line_clear (&line);
  return status;
}
