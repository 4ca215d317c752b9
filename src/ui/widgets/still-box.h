/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvStillBox:
 *
 * A box whose children seldom change. While they do not, a frame takes no longer for
 * them; one in which any of them changes draws all of them: it is for what is small.
 */
#define TV_TYPE_STILL_BOX (tv_still_box_get_type ())
G_DECLARE_FINAL_TYPE (TvStillBox, tv_still_box, TV, STILL_BOX, GtkBox)

GtkWidget *tv_still_box_new (void);

G_END_DECLS
