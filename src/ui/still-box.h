/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TV_TYPE_STILL_BOX (tv_still_box_get_type ())
G_DECLARE_FINAL_TYPE (TvStillBox, tv_still_box, TV, STILL_BOX, GtkBox)

GtkWidget *tv_still_box_new (void);

G_END_DECLS
