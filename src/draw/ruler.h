/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/palette.h"
#include "draw/time-scale.h"

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/**
 * TvRuler:
 *
 * Draws the axis of a #TvTimeScale with ticks and labels. It caches the layouts of
 * labels, which are most of the cost. Not thread-safe.
 */
typedef struct _TvRuler TvRuler;

TvRuler *tv_ruler_new (PangoContext *context);
void tv_ruler_free (TvRuler *ruler);
void tv_ruler_forget_layouts (TvRuler *ruler);
double tv_ruler_get_height (TvRuler *ruler);
void tv_ruler_widen_over_labels (TvRuler *ruler, const TvTimeScale *scale, double *left,
                                 double *right, double *bottom);
void tv_ruler_draw (TvRuler *ruler, cairo_t *cr, const TvTimeScale *scale,
                    double height, guint device_scale, const TvDrawColors *colors);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRuler, tv_ruler_free)

G_END_DECLS
