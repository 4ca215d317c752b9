/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvReportGraphSpec:
 * @title: name of the graph: the name of the file
 * @part: the range of time and the threads
 * @clock: the clock of its times
 * @threshold: least percentage of its caller's inclusive time that a call must take
 * @per_thread: whether each thread has a cluster with nodes of its own
 * @top: how many methods are drawn, the nearest to the root; 0 for all
 * @through: (nullable): as in #TvCallReportSpec
 * @max_depth: how many levels of calls are drawn, 0 for all
 *
 * What a call graph shows.
 */
typedef struct
{
  const char *title;
  TvProfileRange part;
  TvClock clock;
  double threshold;
  gboolean per_thread;
  guint top;
  guint max_depth;
  const TvMethodSet *through;
} TvReportGraphSpec;

gboolean tv_report_graph (TvTrace *trace, const TvReportGraphSpec *spec, char **note,
                          GOutputStream *out, GCancellable *cancellable,
                          GError **error);

G_END_DECLS
