/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/* The actions of the selected row of a profile panel; #TvProfilePanel describes them.
 */

void tv_profile_row_actions_add (GActionMap *actions, TvProfilePanel *panel);
void tv_profile_panel_update_actions (TvProfilePanel *panel);
guint32 tv_profile_panel_get_subject (TvProfilePanel *panel);
gboolean tv_profile_panel_get_target (TvView *view, TvRowTarget *target);
char *tv_profile_panel_dup_name (TvView *view, const char *how);

extern const TvRowMenu tv_profile_row_menu;

void tv_profile_row_menu_add_keys (GtkWidget *widget);

G_END_DECLS
