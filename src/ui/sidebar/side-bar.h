/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvSideBar:
 *
 * Describes the call under the pointer, or else the selected call or method: its times,
 * its callers, the methods that took its time, and how long the method's calls are.
 * Without a call or method, it describes the trace. Callers and methods are links that
 * select them.
 *
 * Sums are computed by a worker, and only for the selection.
 *
 * CSS name: `sidebar`. Its context menu and Ctrl+C copy it as text.
 */
#define TV_TYPE_SIDE_BAR (tv_side_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvSideBar, tv_side_bar, TV, SIDE_BAR, GtkWidget)

GtkWidget *tv_side_bar_new (void);
void tv_side_bar_set_session (TvSideBar *self, TvTraceSession *session);

G_END_DECLS
