/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "cli/command-line.h"
#include "output/table/table.h"
#include "query/query.h"

G_BEGIN_DECLS

/* What `query` and `shell` have in common: traces to ask, and how answers are written.
 */
typedef struct
{
  const TvCommandLine *line;
  TvQuery *query;
  GCancellable *cancellable; /* cancelled by Ctrl-C */
  GMainContext *context;     /* of a thread that waits for Ctrl-C */
  int closing;               /* tells it to end */
  GThread *thread;
  TvTableFormat format;
  guint n_results; /* that were written */
} TvQuerySession;

/* What SQLite may take for a query. */
#define TV_QUERY_MEMORY (G_GINT64_CONSTANT (1) << 30)

/* How long a script may take, unless it is given. */
#define TV_QUERY_SECONDS 600

#define TV_QUERY_OPTIONS(seconds)                                                      \
  {                                                                                    \
    "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, &(seconds),                               \
        N_ ("Stop after this many seconds; the default is 600, and 0 is no limit"),    \
        N_ ("SECONDS")                                                                 \
  }

/* The formats of results, text first. */
#define TV_QUERY_FORMATS "text|csv|tsv|json|jsonl|markdown"

gboolean tv_query_check_seconds (const TvCommandLine *line, double seconds,
                                 TvExitStatus *status);
void tv_query_limit (TvQuery *query, double seconds, guint n_at_once);
gboolean tv_query_session_open (TvQuerySession *session, const TvCommandLine *line,
                                double seconds);
void tv_query_session_close (TvQuerySession *session);

gboolean tv_query_session_run (TvQuerySession *session, const char *name,
                               const char *script, GOutputStream *out, GError **error);
char *tv_query_script_read (const char *path);

gboolean tv_query_rows_write (TvQueryRows *rows, TvTableFormat format,
                              GOutputStream *out, GError **error);

G_END_DECLS
