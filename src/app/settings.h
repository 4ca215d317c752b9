/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GSettings *tv_settings_new (void);
void tv_settings_bind_action (GSettings *settings, GActionGroup *group,
                              const char *name);

G_END_DECLS
