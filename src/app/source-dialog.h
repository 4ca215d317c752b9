/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void tv_source_dialog_show (GtkWindow *parent, GSettings *settings);

G_END_DECLS
