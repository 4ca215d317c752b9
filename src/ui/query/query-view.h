/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/view/view.h"

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

G_DECLARE_FINAL_TYPE (TvQueryView, tv_query_view, TV, QUERY_VIEW, TvView)

GtkWidget *tv_query_view_new (void);

G_END_DECLS
