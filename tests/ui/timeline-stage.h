/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline.h"

G_BEGIN_DECLS

/**
 * TvTimelineStage:
 * @window: a window of 900 by 400 without a frame
 * @timeline: the timeline that fills it, with the focus
 * @trace: what it shows
 * @session: likewise
 *
 * A timeline in a window of its own, for a test to play with.
 */
typedef struct
{
  GtkWidget *window;
  GtkWidget *timeline;
  TvTrace *trace;
  TvTraceSession *session;
} TvTimelineStage;

void tv_timeline_close_charts (GtkWidget *timeline);
GtkWidget *tv_timeline_find_speaker (GtkWidget *timeline);
void tv_timeline_assert_said (GtkWidget *timeline, const char *expected);
void tv_timeline_assert_described (GtkWidget *timeline, const char *expected);

void tv_timeline_stage_open (TvTimelineStage *stage, TvTrace *trace);
void tv_timeline_stage_close (TvTimelineStage *stage);

void tv_timeline_stage_activate (const TvTimelineStage *stage, const char *action);
TvCallRef tv_timeline_stage_call (const TvTimelineStage *stage, guint32 thread_id,
                                  guint32 index);
GdkRectangle tv_timeline_stage_area (const TvTimelineStage *stage, TvCallRef call);
void tv_timeline_stage_set_view (const TvTimelineStage *stage, double start_ms,
                                 double end_ms);
void tv_timeline_stage_select_method (const TvTimelineStage *stage, const char *name);
void tv_timeline_stage_find (const TvTimelineStage *stage, const char *name);
guint32 tv_timeline_stage_get_color (const TvTimelineStage *stage, const char *method);
void tv_timeline_stage_assert_all_in_view (const TvTimelineStage *stage);
void tv_timeline_stage_assert_view (const TvTimelineStage *stage, double start_ms,
                                    double end_ms, double tolerance_ms);
void tv_timeline_stage_assert_selected (const TvTimelineStage *stage, TvCallRef call);

G_END_DECLS
