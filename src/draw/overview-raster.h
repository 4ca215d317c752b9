/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/overview.h"
#include "draw/method-colors.h"

G_BEGIN_DECLS

/**
 * TvOverviewStyle:
 * @background: the colour that weak columns fade to
 * @main: the main thread
 * @others: all other threads
 * @cap: the upper edge of marks
 * @hits: (nullable) (array): for each column a method that is marked in it,
 *   %TV_METHOD_NONE where none is, see tv_overview_hits()
 * @methods: (nullable): the colours of methods, for @hits
 *
 * The colours of an overview, and what is marked in it.
 */
typedef struct
{
  TvColor background;
  TvColor main;
  TvColor others;
  TvColor cap;
  const guint32 *hits;
  const TvMethodColors *methods;
} TvOverviewStyle;

cairo_surface_t *tv_overview_raster_new_surface (const TvOverviewColumn *columns,
                                                 guint n_columns, guint height,
                                                 guint scale,
                                                 const TvOverviewStyle *style);

G_END_DECLS
