/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void tv_properties_dialog_show (GtkWindow *parent, TvTraceSession *session, GFile *file,
                                GPtrArray *mappings, guint n_renamed);

G_END_DECLS
