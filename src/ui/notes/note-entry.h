/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *tv_note_entry_open (GtkWidget *owner, const GdkRectangle *place,
                               TvTraceSession *session, TvNote *note);
char *tv_note_dup_place_text (TvTraceSession *session, const TvNote *note);

G_END_DECLS
