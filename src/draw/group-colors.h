/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-groups.h"
#include "draw/palette.h"

G_BEGIN_DECLS

guint tv_draw_colors_get_n_groups (const TvDrawColors *colors);
TvColor tv_draw_colors_get_group (const TvDrawColors *colors, guint place);
guint8 *tv_draw_colors_new_group_places (const TvDrawColors *colors,
                                         const TvMethodGroups *groups);

G_END_DECLS
