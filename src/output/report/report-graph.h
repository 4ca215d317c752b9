/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvReportGraphSpec:
 * @title: name of the graph: that of the file
 * @part: the range of time and the threads
 * @clock: the clock of its times
 * @threshold: least percentage of its caller's inclusive time that a call must take
 * @per_thread: whether each thread has a cluster with nodes of its own
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
} TvReportGraphSpec;

gboolean tv_report_graph (TvTrace *trace, const TvReportGraphSpec *spec,
                          GOutputStream *out, GCancellable *cancellable,
                          GError **error);

G_END_DECLS
