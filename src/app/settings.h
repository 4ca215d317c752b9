/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GSettings *tv_settings_new (void);
gboolean tv_settings_has_key (GSettings *settings, const char *key);
void tv_settings_bind_action (GSettings *settings, const char *key, GActionGroup *group,
                              const char *name);

G_END_DECLS
