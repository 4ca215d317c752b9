/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/json/firefox-samples.h"

#include <glib/gi18n-lib.h>

static guint32
add_event (const TvFirefoxSamples *self)
{
  static const TvSampleEvent events[]
      = { { .name = "samples", .title = N_ ("Samples"), .quantity = TV_QUANTITY_COUNT },
          { .name = "tracing", .title = N_ ("Time"), .quantity = TV_QUANTITY_TIME },
          { .name = "bytes", .title = N_ ("Bytes"), .quantity = TV_QUANTITY_BYTES } };
  guint i = 0;

  if (g_strcmp0 (self->weight_type, "tracing-ms") == 0)
    i = 1;
  else if (g_strcmp0 (self->weight_type, "bytes") == 0)
    i = 2;
  return tv_sample_builder_add_event (self->builder, &events[i]);
}

/* Weights are thousandths of things, or nanoseconds; those that are missing are -1. */
static gint64
get_weight (const TvFirefoxSamples *self, const TvFirefoxTables *tables, guint32 event,
            guint sample)
{
  const gint64 weight = tv_firefox_get_cell (tables, TV_FIREFOX_SAMPLE_WEIGHT, sample);
  const gboolean is_time
      = tv_trace_get_sample_event (self->trace, event)->quantity == TV_QUANTITY_TIME;

  if (tv_firefox_get_length (tables, TV_FIREFOX_SAMPLE_WEIGHT) == 0)
    return is_time ? 1000000 : TV_WEIGHT_ONE;
  return is_time || weight < 0 ? weight : weight / (1000000 / TV_WEIGHT_ONE);
}

/* Adds the samples of a thread. */
gboolean
tv_firefox_samples_add (const TvFirefoxSamples *self, const TvFirefoxTables *tables)
{
  const gboolean has_times = tv_firefox_get_length (tables, TV_FIREFOX_SAMPLE_TIME) > 0;
  const guint n_times = tv_firefox_get_length (
      tables, has_times ? TV_FIREFOX_SAMPLE_TIME : TV_FIREFOX_SAMPLE_DELTA);
  const guint n = tv_firefox_get_length (tables, TV_FIREFOX_SAMPLE_STACK);
  TvSampleSpec sample = { .thread = self->track, .offset = self->offset };
  gint64 time = 0;
  gboolean ok = TRUE;

  sample.event = add_event (self);
  if (n_times < n)
    tv_sample_builder_count_fault (self->builder, TV_WARNING_SAMPLE_UNREADABLE,
                                   self->offset);
  for (guint i = 0; ok && i < MIN (n_times, n); i++)
    {
      const gint64 stack = tv_firefox_get_cell (tables, TV_FIREFOX_SAMPLE_STACK, i);

      if (has_times)
        time = tv_firefox_get_cell (tables, TV_FIREFOX_SAMPLE_TIME, i);
      else if (__builtin_add_overflow (
                   time, tv_firefox_get_cell (tables, TV_FIREFOX_SAMPLE_DELTA, i),
                   &time))
        time = G_MAXINT64;
      if (__builtin_add_overflow (time, self->shift, &sample.time))
        sample.time = G_MAXINT64;
      if (stack < -1 || stack >= self->n_stacks)
        tv_sample_builder_count_fault (self->builder, TV_WARNING_FRAME_UNKNOWN,
                                       self->offset);
      sample.stack
          = stack >= 0 && stack < self->n_stacks ? self->stacks[stack] : TV_STACK_EMPTY;
      sample.weight = get_weight (self, tables, sample.event, i);
      ok = tv_sample_builder_add_sample (self->builder, &sample);
    }
  return ok;
}
