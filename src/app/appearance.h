/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Makes the windows light or dark, as the desktop prefers or as the user chose with the
 * action `appearance`. */
typedef struct _TvAppearance TvAppearance;

TvAppearance *tv_appearance_new (GActionMap *map);
void tv_appearance_free (TvAppearance *self);

G_END_DECLS
