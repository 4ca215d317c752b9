/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/view/view.h"

G_BEGIN_DECLS

/**
 * TvCallsView:
 *
 * All calls of the selected method: their lengths as a histogram and in numbers, and a
 * list. Selecting a span in the histogram restricts the numbers, the list and the
 * pictures of the session to its calls. Selecting a row selects its call and brings it
 * into view.
 *
 * The states of its actions `number`, `grouping`, `log-time`, `log-bars`, `by-time`,
 * `trim` and `columns` can be saved.
 *
 * CSS name: `calls`.
 */
#define TV_TYPE_CALLS_VIEW (tv_calls_view_get_type ())

G_DECLARE_FINAL_TYPE (TvCallsView, tv_calls_view, TV, CALLS_VIEW, TvView)

GtkWidget *tv_calls_view_new (void);

G_END_DECLS
