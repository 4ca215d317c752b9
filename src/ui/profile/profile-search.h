/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

typedef struct _TvProfileSearch TvProfileSearch;

TvProfileSearch *tv_profile_search_new (TvProfilePanel *panel);
void tv_profile_search_free (TvProfileSearch *self);
GtkWidget *tv_profile_search_get_entry (TvProfileSearch *self);
gboolean tv_profile_search_has_text (TvProfileSearch *self);
void tv_profile_search_restart (TvProfileSearch *self);

G_END_DECLS
