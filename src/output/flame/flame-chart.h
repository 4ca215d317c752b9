/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
#include "output/flame/folded-stacks.h"

G_BEGIN_DECLS

/**
 * TvFlameChart:
 * @trace: a trace
 * @range: what of it
 * @names: what frames are called
 * @width: pixels that the frames take
 * @n_columns: in how many columns calls are told apart: narrower ones side by side are
 *   one frame
 * @max_depth: how many levels of a thread are shown at most, 0 for all
 * @title: what stands at the top
 *
 * Calls of threads in order of time, to be written.
 */
typedef struct
{
  TvTrace *trace;
  const TvProfileRange *range;
  const TvFrameNames *names;
  guint width;
  guint n_columns;
  guint max_depth;
  const char *title;
} TvFlameChart;

gboolean tv_flame_chart_write (const TvFlameChart *chart, GOutputStream *out,
                               GCancellable *cancellable, GError **error);

G_END_DECLS
