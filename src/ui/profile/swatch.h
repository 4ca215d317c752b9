/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* As big as in Traceview's profile panel. */
#define TV_SWATCH_WIDTH 8
#define TV_SWATCH_HEIGHT 14

void tv_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot,
                         TvTraceSession *session, guint32 method, int x, int y);

G_END_DECLS
