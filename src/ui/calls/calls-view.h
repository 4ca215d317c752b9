/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include "ui/table/table-copier.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvCallsView:
 *
 * All calls of the selected method: how long they take as a histogram and in numbers,
 * and a list of them. What is selected in the histogram is kept in the numbers, in the
 * list and in the pictures of the session. A row that is selected selects its call and
 * brings it into view. Only while it is mapped it computes anything.
 *
 * CSS name: `calls`.
 */
#define TV_TYPE_CALLS_VIEW (tv_calls_view_get_type ())

G_DECLARE_FINAL_TYPE (TvCallsView, tv_calls_view, TV, CALLS_VIEW, GtkWidget)

GtkWidget *tv_calls_view_new (void);
GActionGroup *tv_calls_view_get_action_group (TvCallsView *self);
void tv_calls_view_set_session (TvCallsView *self, TvTraceSession *session);
gboolean tv_calls_view_take_rows (TvCallsView *self, TvTakenRows *taken);

G_END_DECLS
