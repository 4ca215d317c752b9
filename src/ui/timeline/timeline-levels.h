/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-rows.h"

G_BEGIN_DECLS

/* Opens and closes rows: an open row shows all levels of the stack. Outermost calls
 * that last over the whole view share a line, until it is clicked. */
typedef struct _TvTimelineLevels TvTimelineLevels;

extern const TvTimelineAction tv_timeline_level_actions[];

TvTimelineLevels *tv_timeline_levels_new (const TvTimelineContext *context,
                                          TvTimelineRows *rows);
void tv_timeline_levels_free (TvTimelineLevels *self);
GArray *tv_timeline_levels_list_open (TvTimelineLevels *self,
                                      const TvTraceMatch *match);
void tv_timeline_levels_open (TvTimelineLevels *self, const GArray *threads);
void tv_timeline_levels_resume (TvTimelineLevels *self);
void tv_timeline_levels_start (TvTimelineLevels *self, const TvTrace *trace);
gboolean tv_timeline_levels_can_open (TvTimelineLevels *self, guint row);
void tv_timeline_levels_toggle (TvTimelineLevels *self, guint row);
void tv_timeline_levels_open_first (TvTimelineLevels *self);
gboolean tv_timeline_levels_are_settled (TvTimelineLevels *self);

/* The line of outer calls that last over the whole view. */
void tv_timeline_levels_fold (TvTimelineLevels *self);
gint tv_timeline_levels_find_fold (TvTimelineLevels *self, double y);
char *tv_timeline_levels_dup_tooltip (TvTimelineLevels *self, int y);
void tv_timeline_levels_toggle_fold (TvTimelineLevels *self, guint row);
char *tv_timeline_levels_dup_folded (TvTimelineLevels *self, guint row,
                                     const char *separator, gsize *lit, gsize *n_lit);

G_END_DECLS
