/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/chart-raster.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TV_CHART_BOX_HEIGHT:
 *
 * Height of a box in pixels; the lines between boxes are empty.
 */
#define TV_CHART_BOX_HEIGHT 17

/**
 * TV_CHART_NAME_MARGIN:
 *
 * Pixels on both sides of a name.
 */
#define TV_CHART_NAME_MARGIN 3

/**
 * TV_CHART_MIN_NAME_ROOM:
 *
 * Pixels of the narrowest box that can have a name.
 */
#define TV_CHART_MIN_NAME_ROOM (6 + 2 * TV_CHART_NAME_MARGIN)

/**
 * TvChartPicture:
 *
 * The picture of a chart. A level is drawn when it is first shown, and cached.
 */
typedef struct _TvChartPicture TvChartPicture;

TvChartPicture *tv_chart_picture_new (TvCallChart *chart, guint n_columns, guint scale);
void tv_chart_picture_free (TvChartPicture *picture);

const TvCallChart *tv_chart_picture_get_chart (const TvChartPicture *picture);
void tv_chart_picture_forget_colors (TvChartPicture *picture);
void tv_chart_picture_snapshot (TvChartPicture *picture, guint level,
                                const TvLaneStyle *style, GtkSnapshot *snapshot,
                                float x, float y);
void tv_chart_picture_set_stretch (TvChartPicture *picture, double factor,
                                   double shift);
guint tv_chart_picture_snapshot_names (TvChartPicture *picture, guint level,
                                       TvChartNames *names, const TvLaneStyle *style,
                                       guint max_names, GtkSnapshot *snapshot, float x,
                                       float y);
void tv_chart_picture_write_name (PangoLayout *layout, TvColor color, guint8 alpha,
                                  const TvLaneStyle *style, GtkSnapshot *snapshot,
                                  graphene_point_t point);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvChartPicture, tv_chart_picture_free)

G_END_DECLS
