/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvPackageBar:
 *
 * Says which packages of a session are hidden, or which one is the only one shown, with
 * a button for the action `profile.show-all-packages`. Visible only while something is
 * hidden.
 *
 * # CSS nodes
 *
 * `packagebar` with a label and a button.
 */
#define TV_TYPE_PACKAGE_BAR (tv_package_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvPackageBar, tv_package_bar, TV, PACKAGE_BAR, GtkBox)

void tv_package_bar_set_session (TvPackageBar *self, TvTraceSession *session);

G_END_DECLS
