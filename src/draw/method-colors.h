/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/method-groups.h"
#include "analysis/method-set.h"
#include "analysis/ranking.h"
#include "draw/palette.h"

G_BEGIN_DECLS

/**
 * TvColorMode:
 * @TV_COLOR_BY_RANK: colours go round by rank, as in the original
 * @TV_COLOR_BY_CLASS: methods of one class have one colour
 * @TV_COLOR_BY_PACKAGE: methods of one package have one colour
 *
 * What decides the colour of a method, within the colours of a #TvPalette.
 */
typedef enum
{
  TV_COLOR_BY_RANK,
  TV_COLOR_BY_CLASS,
  TV_COLOR_BY_PACKAGE
} TvColorMode;

/**
 * TV_N_COLOR_MODES:
 *
 * How many there are of #TvColorMode.
 */
#define TV_N_COLOR_MODES 3

guint tv_draw_colors_get_n_groups (const TvDrawColors *colors);
TvColor tv_draw_colors_get_group (const TvDrawColors *colors, guint place);
guint8 *tv_draw_colors_new_group_places (const TvDrawColors *colors,
                                         const TvMethodGroups *groups);

TvColor *tv_draw_colors_new_method_table (const TvDrawColors *colors,
                                          const TvRanking *ranking, guint n_methods);
TvColor *tv_draw_colors_new_group_table (const TvDrawColors *colors,
                                         const TvMethodGroups *groups);
TvColor *tv_draw_colors_new_faded (const TvDrawColors *colors, const TvColor *table,
                                   guint n_methods, const TvMethodSet *hits);

G_END_DECLS
