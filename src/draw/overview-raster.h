/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/overview.h"
#include "draw/palette.h"

G_BEGIN_DECLS

/**
 * TvOverviewStyle:
 * @background: what weak columns fade to
 * @main: the main thread
 * @others: all other threads
 *
 * The colours of an overview.
 */
typedef struct
{
  TvColor background;
  TvColor main;
  TvColor others;
} TvOverviewStyle;

cairo_surface_t *tv_overview_raster_new_surface (const TvOverviewColumn *columns,
                                                 guint n_columns, guint height,
                                                 guint scale,
                                                 const TvOverviewStyle *style);

G_END_DECLS
