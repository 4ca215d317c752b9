/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calls/call-bins.h"

#include <math.h>

#define BIN_WIDTH 6.0
#define MAX_BINS 600

/* Bins at the ends are trimmed if they have less than this share of the fullest bin. */
#define FEW 0.01

static double
to_log (gint64 time)
{
  return log ((double) MAX (time, 1));
}

double
tv_call_bins_get_x (const TvCallBins *self, gint64 time)
{
  const double share = self->is_log ? (to_log (time) - to_log (self->low))
                                          / (to_log (self->high) - to_log (self->low))
                                    : ((double) time - (double) self->low)
                                          / (double) (self->high - self->low);

  return self->x + CLAMP (share, 0, 1) * self->width;
}

/* Returns the pixels of a power of ten on a logarithmic axis. */
double
tv_call_bins_get_decade (const TvCallBins *self)
{
  return self->width * log (10) / MAX (to_log (self->high) - to_log (self->low), 1e-9);
}

/* Returns the time at a share of the axis, from 0 to 1. */
static gint64
get_time (const TvCallBins *self, double share)
{
  const double low = self->is_log ? to_log (self->low) : (double) self->low;
  const double high = self->is_log ? to_log (self->high) : (double) self->high;
  const double time = low + share * (high - low);

  return (gint64) llround (self->is_log ? exp (time) : time);
}

/* Sets the range of the axis. A single length is in the middle. */
static void
set_range (TvCallBins *self, gint64 least, gint64 greatest, gint64 unit)
{
  self->low = least;
  self->high = greatest + unit;
  if (greatest - least < 2 * unit)
    {
      self->low = MAX (least - 2 * unit, 0);
      self->high = greatest + 3 * unit;
    }
  /* A logarithmic axis cannot begin at 0, so a bin before the unit has the zeros. */
  if (self->is_log && self->low < unit)
    self->low = MAX (unit / 2, 1);
}

/* Puts edges at whole units of the clock. Otherwise bins between units would be empty.
 */
static void
make_edges (TvCallBins *self, gint64 least, gint64 unit)
{
  const guint n = (guint) CLAMP (self->width / BIN_WIDTH, 1, MAX_BINS);

  g_free (self->edges);
  self->edges = g_new (gint64, n + 1);
  self->edges[0] = MIN (self->low, least);
  self->n = 0;
  for (guint i = 1; i <= n; i++)
    {
      const gint64 time = i < n ? get_time (self, (double) i / n) : self->high;
      const gint64 edge = (time + unit - 1) / unit * unit;

      if (edge > self->edges[self->n])
        self->edges[++self->n] = edge;
    }
}

static TvCallBin *
count (const TvCallBins *self, const TvCallSample *sample, guint group)
{
  TvCallBin *bins = g_new0 (TvCallBin, self->n);
  gsize first;
  gsize end;

  tv_call_sample_get_group (sample, group, &first, &end);
  tv_call_sample_fill_bins (sample, first, end, self->edges, self->n, bins);
  return bins;
}

static void
fill (TvCallBins *self, const TvCallSample *sample, gint64 least, gint64 greatest,
      gint64 unit)
{
  set_range (self, least, greatest, unit);
  make_edges (self, least, unit);
  g_free (self->all);
  self->all = count (self, sample, 0);
}

/* Finds the range of times without the ends that have few calls. */
static void
trim_ends (const TvCallBins *self, gint64 *least, gint64 *greatest)
{
  guint first = 0;
  guint end = self->n;
  gsize most = 0;

  for (guint i = 0; i < self->n; i++)
    most = MAX (most, self->all[i].n);
  while (end > 1 && (double) self->all[end - 1].n < (double) most * FEW)
    end--;
  while (first + 1 < end && (double) self->all[first].n < (double) most * FEW)
    first++;
  *least = MAX (*least, self->edges[first]);
  *greatest = MIN (*greatest, self->edges[end] - 1);
}

/* Counts the calls of @data, which must not be empty, and those of a group. */
void
tv_call_bins_fill (TvCallBins *self, const TvCallsData *data, guint group,
                   gboolean trim)
{
  const gsize n = tv_call_sample_get_n (data->sample);
  const gint64 unit = MAX (tv_trace_get_time_unit (data->calls->trace), 1);
  gint64 least = tv_call_sample_get (data->sample, 0);
  gint64 greatest = tv_call_sample_get (data->sample, n - 1);

  if (data->base != NULL && tv_call_sample_get_n (data->base) > 0)
    {
      least = MIN (least, tv_call_sample_get (data->base, 0));
      greatest = MAX (greatest, tv_call_sample_get (
                                    data->base, tv_call_sample_get_n (data->base) - 1));
    }
  fill (self, data->sample, least, greatest, unit);
  if (trim)
    {
      trim_ends (self, &least, &greatest);
      fill (self, data->sample, least, greatest, unit);
    }
  self->n_left_out = n;
  for (guint i = 0; i < self->n; i++)
    self->n_left_out -= self->all[i].n;
  if (group != TV_CALLS_NO_GROUP)
    self->group = count (self, data->grouped, group);
  if (data->base != NULL)
    self->base = count (self, data->base, 0);
}

void
tv_call_bins_clear (TvCallBins *self)
{
  g_clear_pointer (&self->edges, g_free);
  g_clear_pointer (&self->all, g_free);
  g_clear_pointer (&self->group, g_free);
  g_clear_pointer (&self->base, g_free);
  self->n = 0;
}

/* Returns the bin of a time, or the first or last bin if it is outside. */
guint
tv_call_bins_find (const TvCallBins *self, gint64 time)
{
  guint bin = 0;

  while (bin + 1 < self->n && self->edges[bin + 1] <= time)
    bin++;
  return bin;
}

guint
tv_call_bins_find_at (const TvCallBins *self, double x)
{
  guint bin = 0;

  while (bin + 1 < self->n && tv_call_bins_get_x (self, self->edges[bin + 1]) <= x)
    bin++;
  return bin;
}
