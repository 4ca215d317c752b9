/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvTimeline:
 *
 * A row for each thread with events, below a ruler of time: its calls over time, the
 * innermost call at each instant, and the places of the selected method's calls. It
 * shows and changes the selection and the range in view of a #TvTraceSession.
 *
 * Mouse: drag to zoom to a range, click to select a call, double click to zoom to it,
 * Ctrl+wheel or two fingers to zoom about the pointer, Shift+wheel, the middle button
 * or Space with the first to pan, wheel to scroll the rows, drag the ruler to zoom
 * out, double click it for the whole range, click a flag in it for its note. The
 * secondary button opens a menu. When the pointer rests on a call, a card describes it.
 * Keys: those of the actions, see tv_timeline_get_action_group().
 *
 * Properties: `content-height`, see tv_timeline_get_content_height().
 *
 * Signal `note-wanted` (#TvNote, #GdkRectangle): the user asks for a note at a place.
 * The text of a new one is empty.
 *
 * CSS name: `timeline`, with the style class `view`. Accessible role: image, labelled
 * with the number of threads and the range in view, described by the selected call.
 * A child with the role of a status announces what a key changes.
 */
#define TV_TYPE_TIMELINE (tv_timeline_get_type ())
G_DECLARE_FINAL_TYPE (TvTimeline, tv_timeline, TV, TIMELINE, GtkWidget)

GtkWidget *tv_timeline_new (void);

void tv_timeline_set_session (TvTimeline *self, TvTraceSession *session);
void tv_timeline_join (TvTimeline *self, TvTimeline *twin);
TvTraceSession *tv_timeline_get_session (TvTimeline *self);
GActionGroup *tv_timeline_get_action_group (TvTimeline *self);
gboolean tv_timeline_get_call_area (TvTimeline *self, TvCallRef call,
                                    GdkRectangle *area);
const char *tv_timeline_get_card (TvTimeline *self, GdkRectangle *area);
void tv_timeline_ask_for_note (TvTimeline *self, TvNote *note);
char *tv_timeline_dup_pointer_time (TvTimeline *self);
int tv_timeline_get_content_height (TvTimeline *self);

G_END_DECLS
