/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/view/view.h"

G_BEGIN_DECLS

/**
 * TvQueryView:
 *
 * An editor for SQL, and beside it a table of what statements find in the trace of the
 * session, or in both traces of a comparison. Selecting a row with a call selects the
 * call; a row with times can be shown in the timeline.
 *
 * The property `history` has the last scripts, the latest first; `in-scope` says
 * whether statements see only what the other views show: the range, the threads and the
 * stacks that transforms have changed.
 *
 * CSS name: `query`.
 */
#define TV_TYPE_QUERY_VIEW (tv_query_view_get_type ())

G_DECLARE_FINAL_TYPE (TvQueryView, tv_query_view, TV, QUERY_VIEW, TvView)

GtkWidget *tv_query_view_new (void);

G_END_DECLS
