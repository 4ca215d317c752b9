/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvRangeBar:
 *
 * Shows the selected range of time, the ranges it was narrowed down from, and the
 * marks. Visible only while there is a range or a mark. Its buttons have actions of the
 * group `timeline`.
 */
#define TV_TYPE_RANGE_BAR (tv_range_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvRangeBar, tv_range_bar, TV, RANGE_BAR, GtkBox)

GtkWidget *tv_range_bar_new (void);
void tv_range_bar_set_session (TvRangeBar *self, TvTraceSession *session);

G_END_DECLS
