/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/**
 * TvProfileRowActions:
 *
 * What can be done with the selected row of a profile panel.
 *
 * # Actions
 *
 * Added to those of the panel, `profile`: `show-in-timeline`, `next-call`,
 * `previous-call` and `show-callers` of the method that the row is about; `copy-name`
 * (string: `short`, `full` or `jvm`); `row-menu` opens the menu of the row,
 * `row-details` tells what its tooltip does.
 */
#define TV_TYPE_PROFILE_ROW_ACTIONS (tv_profile_row_actions_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileRowActions, tv_profile_row_actions, TV,
                      PROFILE_ROW_ACTIONS, GObject)

TvProfileRowActions *tv_profile_row_actions_new (TvProfilePanel *panel);
void tv_profile_row_actions_stop (TvProfileRowActions *self);
TvProfileItem *tv_profile_panel_dup_selected_row (TvProfilePanel *panel);
guint32 tv_profile_panel_get_subject (TvProfilePanel *panel);

GMenuModel *tv_profile_row_menu_new_model (void);
void tv_profile_row_menu_add_keys (GtkWidget *widget);
void tv_profile_row_menu_add_controllers (TvProfilePanel *panel);

G_END_DECLS
