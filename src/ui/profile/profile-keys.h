/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

GtkEventController *tv_profile_keys_new (TvProfilePanel *panel);

G_END_DECLS
