/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "cli/query-session.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvQuerySession session;
  char *script; /* content of the file of statements */
} Query;

static gboolean
write_results (const TvCliLine *line, GOutputStream *out, GError **error)
{
  Query *query = line->values;

  return tv_query_session_run (
      &query->session, line->script != NULL ? line->script : "SQL",
      line->script != NULL ? query->script : line->sql, out, error);
}

static TvExitStatus
run_query (TvCliLine *line)
{
  Query *query = line->values;
  TvExitStatus status = TV_EXIT_FAILURE;

  if (line->script != NULL)
    query->script = tv_query_script_read (line->script);
  if ((line->script == NULL || query->script != NULL)
      && tv_query_session_open (&query->session, line))
    status = tv_cli_write (line, write_results);
  tv_query_session_close (&query->session);
  g_free (query->script);
  return status;
}

const TvCommand tv_command_query
    = { .name = "query",
        .title = N_ ("Query traces with SQL"),
        .summary = N_ ("Query one or several traces with SQL. Tables are those of "
                       "Perfetto, such as slice and thread, and method, call, edge, "
                       "wait, warning and sample; several traces are called a, b and "
                       "so on, as in a.slice."),
        .formats = TV_QUERY_FORMATS,
        .takes = TV_TAKES_FILES | TV_TAKES_SQL | TV_TAKES_SECONDS | TV_TAKES_WITH,
        .size = sizeof (Query),
        .run = run_query };
