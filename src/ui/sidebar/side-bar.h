/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvSideBar:
 *
 * Tells of the call under the pointer, or else of the selected call or method: its
 * times, its callers, the methods that took its time, and how long the method's calls
 * are. Without any, of the trace. Callers and methods are links that select them.
 *
 * What has to be added up is added up by a worker, for the selection only.
 *
 * CSS name: `sidebar`. Its context menu and Ctrl+C copy it as text.
 */
#define TV_TYPE_SIDE_BAR (tv_side_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvSideBar, tv_side_bar, TV, SIDE_BAR, GtkWidget)

GtkWidget *tv_side_bar_new (void);
void tv_side_bar_set_session (TvSideBar *self, TvTraceSession *session);

G_END_DECLS
