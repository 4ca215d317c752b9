/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/**
 * TvPackageBar:
 *
 * Hides the methods of packages in a profile panel, or all others, and says which, with
 * a button that shows all again. It is seen only while something is hidden, which ends
 * with the trace.
 *
 * # Actions
 *
 * Added to those of the panel, `profile`: `hide-package` and `only-package`, of the
 * selected row, and `show-all-packages`.
 *
 * # CSS nodes
 *
 * `packagebar` with a label and a button.
 */
#define TV_TYPE_PACKAGE_BAR (tv_package_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvPackageBar, tv_package_bar, TV, PACKAGE_BAR, GtkWidget)

GtkWidget *tv_package_bar_new (TvProfilePanel *panel);
void tv_package_bar_stop (TvPackageBar *self);

G_END_DECLS
