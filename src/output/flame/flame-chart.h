/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
#include "output/flame/folded-stacks.h"

G_BEGIN_DECLS

/**
 * TvFlameChart:
 * @trace: a trace
 * @range: the part that is shown
 * @names: names of frames
 * @width: size of all frames in pixels
 * @n_columns: number of columns; calls within a column are one frame
 * @max_depth: greatest number of levels of a thread, 0 for all
 * @max_frames: greatest number of frames, 0 for no limit; beyond it, columns become
 *   wider, then levels fewer
 * @title: title of the picture
 *
 * A picture of calls in order of time.
 */
typedef struct
{
  TvTrace *trace;
  const TvProfileRange *range;
  const TvFrameNames *names;
  guint width;
  guint n_columns;
  guint max_depth;
  guint max_frames;
  const char *title;
} TvFlameChart;

gboolean tv_flame_chart_write (const TvFlameChart *chart, GOutputStream *out,
                               GCancellable *cancellable, GError **error);

G_END_DECLS
