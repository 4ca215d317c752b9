/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvViewChange:
 * @TV_VIEW_CHANGE_JUMP: one step of its own: a zoom by dragging, the whole range
 * @TV_VIEW_CHANGE_ZOOM: one of several small steps, as a wheel makes them
 * @TV_VIEW_CHANGE_PAN: one of several small steps to the side
 *
 * How a view came to be left.
 */
typedef enum
{
  TV_VIEW_CHANGE_JUMP,
  TV_VIEW_CHANGE_ZOOM,
  TV_VIEW_CHANGE_PAN
} TvViewChange;

/**
 * TvViewHistory:
 *
 * The views that were left, so that the user can go back, and forward again. Small
 * steps of one kind that follow each other closely count as one.
 */
typedef struct _TvViewHistory TvViewHistory;

TvViewHistory *tv_view_history_new (void);
void tv_view_history_free (TvViewHistory *history);

void tv_view_history_leave (TvViewHistory *history, gint64 start, gint64 end,
                            TvViewChange change, gint64 now);
gboolean tv_view_history_go_back (TvViewHistory *history, gint64 *start, gint64 *end);
gboolean tv_view_history_go_forward (TvViewHistory *history, gint64 *start,
                                     gint64 *end);
void tv_view_history_clear (TvViewHistory *history);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvViewHistory, tv_view_history_free)

G_END_DECLS
