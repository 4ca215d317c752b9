/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include "ui/table/table-copier.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvQueryView:
 *
 * An editor for SQL, and beside it the table of what the statements find in the trace
 * of the session, or in both traces of a comparison. A row that is about a call selects
 * it, one with times can be shown in the timeline.
 *
 * The property `history` has the last scripts that were run, the latest first.
 *
 * CSS name: `query`.
 */
#define TV_TYPE_QUERY_VIEW (tv_query_view_get_type ())

G_DECLARE_FINAL_TYPE (TvQueryView, tv_query_view, TV, QUERY_VIEW, GtkWidget)

GtkWidget *tv_query_view_new (void);
GActionGroup *tv_query_view_get_action_group (TvQueryView *self);
void tv_query_view_set_session (TvQueryView *self, TvTraceSession *session);
gboolean tv_query_view_take_rows (TvQueryView *self, TvTakenRows *taken);

G_END_DECLS
