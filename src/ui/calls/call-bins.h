/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calls/calls-data.h"

G_BEGIN_DECLS

/* The numbers of calls in bins of an axis of time, which is drawn over @width pixels
 * from
 * @x on. */
typedef struct
{
  gint64 low;
  gint64 high;
  gboolean is_log;
  double x;
  double width;
  gint64 *edges; /* the start of each bin, and the end of the last; NULL without bins */
  guint n;
  TvCallBin *all;
  TvCallBin *group; /* NULL for none */
  TvCallBin *base;  /* NULL for none */
  gsize n_left_out;
} TvCallBins;

void tv_call_bins_fill (TvCallBins *self, const TvCallsData *data, guint group,
                        gboolean trim);
void tv_call_bins_clear (TvCallBins *self);

double tv_call_bins_get_x (const TvCallBins *self, gint64 time);
double tv_call_bins_get_decade (const TvCallBins *self);
guint tv_call_bins_find (const TvCallBins *self, gint64 time);
guint tv_call_bins_find_at (const TvCallBins *self, double x);

G_END_DECLS
