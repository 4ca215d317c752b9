/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *tv_color_legend_new (TvTraceSession *session, const char *title);

G_END_DECLS
