/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/* Back and forward through the visited methods. */

void tv_profile_actions_add (GActionMap *actions, TvProfilePanel *panel);
void tv_profile_actions_add_input (GtkWidget *window);

G_END_DECLS
