/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-groups.h"
#include "analysis/sums/method-set.h"
#include "draw/palette.h"

G_BEGIN_DECLS

/**
 * TvColorMode:
 * @TV_COLOR_BY_RANK: colours go round by rank, as in the original
 * @TV_COLOR_BY_CLASS: methods of one class have one colour
 * @TV_COLOR_BY_PACKAGE: methods of one package have one colour
 * @TV_COLOR_BY_LIBRARY: methods of one library have one colour
 * @TV_COLOR_BY_KIND: methods of one kind of code have one colour
 *
 * How methods share the colours of a #TvPalette.
 */
typedef enum
{
  TV_COLOR_BY_RANK,
  TV_COLOR_BY_CLASS,
  TV_COLOR_BY_PACKAGE,
  TV_COLOR_BY_LIBRARY,
  TV_COLOR_BY_KIND
} TvColorMode;

/**
 * TV_N_COLOR_MODES:
 *
 * The number of colour modes.
 */
#define TV_N_COLOR_MODES 5

/**
 * TvMethodColors:
 *
 * The colour of each method of a trace. Immutable and reference-counted.
 */
typedef struct _TvMethodColors TvMethodColors;

TvMethodColors *tv_method_colors_new (const TvColor *colors, guint n_colors,
                                      const TvDrawColors *others);
TvMethodColors *tv_method_colors_new_by_rank (const TvDrawColors *colors,
                                              TvMethodSequence *ranked,
                                              guint n_methods);
TvMethodColors *tv_method_colors_new_by_group (const TvDrawColors *colors,
                                               TvMethodGroups *groups);
TvMethodColors *tv_method_colors_new_fading (TvMethodColors *strong,
                                             const TvDrawColors *colors,
                                             TvMethodSet *hits);
TvMethodColors *tv_method_colors_ref (TvMethodColors *self);
void tv_method_colors_unref (TvMethodColors *self);
TvColor tv_method_colors_get (const TvMethodColors *self, guint32 method);
TvColor tv_method_colors_get_hit (const TvMethodColors *self, guint32 method);
TvColor tv_method_colors_get_thin (const TvMethodColors *self, guint32 method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodColors, tv_method_colors_unref)

G_END_DECLS
