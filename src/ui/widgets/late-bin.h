/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvLateBin:
 *
 * Shows its child one frame after itself. In the first frame of a page everything is
 * laid out and drawn for the first time, which takes long: so there are two that take
 * half as long.
 */
#define TV_TYPE_LATE_BIN (tv_late_bin_get_type ())
G_DECLARE_FINAL_TYPE (TvLateBin, tv_late_bin, TV, LATE_BIN, GtkWidget)

void tv_late_bin_set_child (TvLateBin *self, GtkWidget *child);

G_END_DECLS
