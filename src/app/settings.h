/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GSettings *tv_settings_new (void);
void tv_settings_keep_state (GSettings *settings, GActionGroup *actions,
                             const char *name);

G_END_DECLS
