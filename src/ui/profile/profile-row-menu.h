/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

GMenuModel *tv_profile_row_menu_new_model (void);
void tv_profile_row_menu_open (TvProfilePanel *panel);
void tv_profile_row_menu_show_details (TvProfilePanel *panel);
void tv_profile_row_menu_add_keys (GtkWidget *widget);
void tv_profile_row_menu_add_controllers (TvProfilePanel *panel);

G_END_DECLS
