/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calls/calls-data.h"
#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How a histogram is drawn. */
typedef struct
{
  gboolean log_time;
  gboolean log_bars;
  gboolean by_time; /* bars are as long as the time of their calls, not their number */
  gboolean trim;    /* leave out bins with few calls at both ends */
} TvHistogramStyle;

/* No group, or no time. */
#define TV_HISTOGRAM_NONE G_MAXUINT
#define TV_HISTOGRAM_NO_TIME G_MININT64

/**
 * TvCallHistogram:
 *
 * How long calls take, as bars over an axis of time, with their mean and median. A part
 * of the axis can be selected: by dragging, or with the arrow keys and Shift; Esc drops
 * it. A screen reader hears the bin that the keys go to.
 *
 * Signals: `span-changed` when another part is selected.
 */
#define TV_TYPE_CALL_HISTOGRAM (tv_call_histogram_get_type ())

G_DECLARE_FINAL_TYPE (TvCallHistogram, tv_call_histogram, TV, CALL_HISTOGRAM, GtkWidget)

GtkWidget *tv_call_histogram_new (void);
void tv_call_histogram_set_data (TvCallHistogram *self, TvTraceSession *session,
                                 TvCallsData *data);
void tv_call_histogram_set_style (TvCallHistogram *self, const TvHistogramStyle *style);
void tv_call_histogram_set_group (TvCallHistogram *self, guint group);
void tv_call_histogram_set_marks (TvCallHistogram *self, gint64 pointed,
                                  gint64 selected);
void tv_call_histogram_set_span (TvCallHistogram *self, const TvCallsSpan *span);
TvCallsSpan tv_call_histogram_get_span (TvCallHistogram *self);
char *tv_call_histogram_dup_cursor_text (TvCallHistogram *self);

G_END_DECLS
