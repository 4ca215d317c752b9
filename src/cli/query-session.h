/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "cli/command-line.h"
#include "query/metrics.h"
#include "query/query.h"

G_BEGIN_DECLS

/* The formats of results, text first. */
#define TV_QUERY_FORMATS "text|csv|tsv|json|jsonl|markdown"

void tv_query_limit (TvQuery *query, double seconds);
char *tv_query_script_read (const char *path);
gboolean tv_query_rows_write (TvQueryRows *rows, TvTableFormat format,
                              GOutputStream *out, GError **error);

/* What `query` and `shell` have in common: traces to ask, and how answers are written.
 */
typedef struct
{
  TvQuery *query;
  GCancellable *cancellable; /* cancelled by Ctrl-C; a second one ends the program */
  TvTableFormat format;
  guint n_results; /* that were written */
} TvQuerySession;

gboolean tv_query_session_open (TvQuerySession *session, const TvCliLine *line);
void tv_query_session_close (TvQuerySession *session);
gboolean tv_query_session_run (TvQuerySession *session, const char *name,
                               const char *script, GOutputStream *out, GError **error);

/* What `metrics` and `batch` ask each of many traces: the same statements, or metrics.
 */
typedef struct
{
  const TvCliLine *line;
  const char *script;      /* (nullable): instead of metrics, … */
  const char *script_name; /* … and what it is called */
  gboolean by_row;         /* whether each row of the result is a line */
  char *digest;       /* (nullable): written to each line, to tell it from others */
  GPtrArray *metrics; /* TvMetric: those that are asked */
  char *prelude;      /* makes the settings */
  guint n_at_once;    /* traces that are asked at the same time */
} TvQuestion;

/* How a trace has answered. */
typedef struct
{
  gboolean loaded;  /* whether it could be asked */
  gboolean failed;  /* whether something has no answer, … */
  gboolean stopped; /* … which it may have another time: there was too little memory or
                       time, or the file could not be read */
} TvAnswerState;

gboolean tv_question_prepare (TvQuestion *question, TvCliLine *line);
void tv_question_clear (TvQuestion *question);

char *tv_question_dup_digest (const TvQuestion *question);
gboolean tv_question_check (const TvQuestion *question);
char *tv_question_identify (const char *path);
char *tv_question_answer (const TvQuestion *question, const char *name,
                          const char *path, const char *identity, TvAnswerState *state);
gboolean tv_question_write (const TvQuestion *question, const char *path,
                            GOutputStream *out, TvAnswerState *state, GError **error);

G_END_DECLS
