/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "cli/command-line.h"
#include "query/metrics.h"
#include "query/query.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What `metrics` and `batch` ask each of many traces: the same statements, or metrics.
 */
typedef struct
{
  /* As they were given. */
  char **metric_names; /* (nullable): all */
  char **settings;     /* (nullable): NAME=VALUE */
  double seconds;      /* the most that a trace may take, 0 for no limit */

  const TvCommandLine *line;
  const char *script;      /* (nullable): instead of metrics, … */
  const char *script_name; /* … and what it is called */
  gboolean by_row;         /* whether each row of the result is a line */
  char *digest;       /* (nullable): written to each line, to tell it from others */
  GPtrArray *metrics; /* TvMetric: those that are asked */
  char *prelude;      /* makes the settings */
  guint n_at_once;    /* traces that are asked at the same time */
} TvQuestion;

#define TV_QUESTION_OPTIONS(question)                                                  \
  { "metric",                                                                          \
    'm',                                                                               \
    0,                                                                                 \
    G_OPTION_ARG_STRING_ARRAY,                                                         \
    &(question).metric_names,                                                          \
    N_ ("Only this metric; repeat for several"),                                       \
    N_ ("NAME") },                                                                     \
      { "set",                                                                         \
        0,                                                                             \
        0,                                                                             \
        G_OPTION_ARG_STRING_ARRAY,                                                     \
        &(question).settings,                                                          \
        N_ ("Another value of a setting of the metrics, such as frame_ms=8.3"),        \
        N_ ("NAME=VALUE") },                                                           \
  {                                                                                    \
    "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, &(question).seconds,                      \
        N_ ("Stop the statements after this many seconds a trace; the default is "     \
            "600, "                                                                    \
            "and 0 is no limit"),                                                      \
        N_ ("SECONDS")                                                                 \
  }

gboolean tv_question_prepare (TvQuestion *question, const TvCommandLine *line,
                              TvExitStatus *status);
void tv_question_clear (TvQuestion *question);

char *tv_question_dup_digest (const TvQuestion *question);
gboolean tv_question_check (const TvQuestion *question);
char *tv_question_begin_line (const char *name, guint64 size);
char *tv_question_answer (const TvQuestion *question, const char *name,
                          const char *path, gboolean *succeeded);
gboolean tv_question_write (const TvQuestion *question, const char *path,
                            GOutputStream *out, gboolean *succeeded, GError **error);

G_END_DECLS
