/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

void tv_sort_actions_add (GActionMap *actions, TvProfilePanel *panel);

G_END_DECLS
