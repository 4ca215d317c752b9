/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-rows.h"

G_BEGIN_DECLS

/* The labels of the rows: `[id] name`, shortened in the middle so that the id and
 * the end of the name stay visible, and how a thread spent its time. Keeps the layouts
 * of recent rows. */
typedef struct _TvTimelineLabels TvTimelineLabels;

TvTimelineLabels *tv_timeline_labels_new (GtkWidget *widget);
void tv_timeline_labels_free (TvTimelineLabels *labels);

void tv_timeline_labels_set_session (TvTimelineLabels *labels, TvTraceSession *session);
void tv_timeline_labels_forget (TvTimelineLabels *labels);
int tv_timeline_labels_get_text_height (TvTimelineLabels *labels);
int tv_timeline_labels_measure (TvTimelineLabels *labels,
                                const TvTimelineThreads *threads, guint32 key);
void tv_timeline_labels_snapshot (TvTimelineLabels *labels,
                                  const TvTimelineThreads *threads, guint32 key,
                                  GtkSnapshot *snapshot, const GdkRectangle *area,
                                  const GdkRGBA *color);
char *tv_timeline_labels_dup_tooltip (TvTraceSession *session, guint32 thread,
                                      gint64 covered);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLabels, tv_timeline_labels_free)

G_END_DECLS
