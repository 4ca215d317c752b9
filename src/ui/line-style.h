/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile-row.h"
#include "ui/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void tv_line_style_apply (GtkWidget *line, TvProfileRow *row, TvTraceSession *session);

G_END_DECLS
