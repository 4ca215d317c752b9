/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvPropertiesDialog:
 *
 * A dialog that lists what is known about one trace.
 */
#define TV_TYPE_PROPERTIES_DIALOG (tv_properties_dialog_get_type ())

G_DECLARE_FINAL_TYPE (TvPropertiesDialog, tv_properties_dialog, TV, PROPERTIES_DIALOG,
                      GtkWindow)

void tv_properties_dialog_show (GtkWindow *parent, TvTraceSession *session, GFile *file,
                                GPtrArray *mappings, guint n_renamed);

G_END_DECLS
