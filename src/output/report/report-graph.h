/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvReportGraphSpec:
 * @title: what the graph is called: the name of the file
 * @part: the range of time and the threads that it is of
 * @clock: by which clock
 * @threshold: percent of a method's inclusive time that a call out of it must take to
 * be in the graph
 * @per_thread: whether each thread has nodes of its own, in a cluster
 *
 * What is drawn of who calls whom.
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
