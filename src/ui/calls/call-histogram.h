/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calls/calls-data.h"
#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TV_HISTOGRAM_NO_TIME G_MININT64

/**
 * TvCallHistogram:
 *
 * A histogram of the lengths of calls, with their mean length and median. A span of the
 * axis can be selected by dragging, with the arrow keys and Shift or Enter, or from the
 * menu of a bin; Esc clears it. A screen reader hears the bin at the cursor. The
 * properties are boolean options of the picture.
 *
 * Signals: `span-changed` when another span is selected.
 */
#define TV_TYPE_CALL_HISTOGRAM (tv_call_histogram_get_type ())

G_DECLARE_FINAL_TYPE (TvCallHistogram, tv_call_histogram, TV, CALL_HISTOGRAM, GtkWidget)

GtkWidget *tv_call_histogram_new (void);
void tv_call_histogram_set_data (TvCallHistogram *self, TvTraceSession *session,
                                 TvCallsData *data);
void tv_call_histogram_add_actions (TvCallHistogram *self, GActionMap *actions);
GMenuModel *tv_call_histogram_menu_new (void);
void tv_call_histogram_set_group (TvCallHistogram *self, guint group);
void tv_call_histogram_set_marks (TvCallHistogram *self, gint64 pointed,
                                  gint64 selected);
void tv_call_histogram_set_span (TvCallHistogram *self, TvCallsSpan span);
TvCallsSpan tv_call_histogram_get_span (TvCallHistogram *self);
char *tv_call_histogram_dup_cursor_text (TvCallHistogram *self);

G_END_DECLS
