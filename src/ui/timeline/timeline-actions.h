/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-context.h"

G_BEGIN_DECLS

/* One table of actions per part. */
typedef enum
{
  TV_TIMELINE_ACTIONS_OF_RANGE,
  TV_TIMELINE_ACTIONS_OF_VIEW,
  TV_TIMELINE_ACTIONS_OF_POINTER,
  TV_TIMELINE_ACTIONS_OF_STEPS,
  TV_TIMELINE_ACTIONS_OF_LEVELS,
  TV_TIMELINE_ACTIONS_OF_ROWS,
  TV_TIMELINE_ACTIONS_OF_COLORS,
  TV_TIMELINE_ACTIONS_OF_NOTES,
  TV_TIMELINE_ACTIONS_OF_EVENTS,
  TV_TIMELINE_ACTIONS_OF_WIDGET,
  TV_TIMELINE_N_ACTIONS
} TvTimelineActionsOf;

extern const TvTimelineAction tv_timeline_widget_actions[];

void tv_timeline_actions_bind_keys (GtkWidgetClass *widget_class,
                                    GtkShortcutFunc run_by_key);
gboolean tv_timeline_actions_run (const TvTimelineContext *context, GVariant *arguments,
                                  gpointer const *parts);
void tv_timeline_actions_add (const TvTimelineContext *context, gpointer *parts);
void tv_timeline_actions_follow (GActionGroup *group, GActionGroup *other);
void tv_timeline_actions_enable (const TvTimelineContext *context);
void tv_timeline_actions_remove (const TvTimelineContext *context);

G_END_DECLS
