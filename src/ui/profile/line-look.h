/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-item.h"
#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a row of the profile panel is, told by style classes and to those who don't see
 * it. */

void tv_line_look_set_row (GtkWidget *line, TvProfileItem *row, guint depth);
void tv_line_look_set_marks (GtkWidget *line, TvProfileItem *row,
                             TvTraceSession *session);
void tv_line_look_set_expanded (GtkWidget *line, GtkTreeListRow *row);

G_END_DECLS
