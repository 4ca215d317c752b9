/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/* Back and forward through the methods that were visited in a profile panel: actions,
 * keys and the buttons that mice have for it. */

void tv_history_actions_add (GActionMap *actions, TvProfilePanel *panel);
void tv_history_actions_follow (GActionMap *actions, TvProfileTree *tree);
void tv_history_actions_add_input (GtkWidget *window, GtkWidget *other);

void tv_sort_actions_add (GActionMap *actions, TvProfilePanel *panel);

GtkEventController *tv_profile_keys_new (TvProfilePanel *panel);

G_END_DECLS
