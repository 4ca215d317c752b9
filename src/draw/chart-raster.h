/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/call-chart.h"
#include "draw/lane-raster.h"

#include <pango/pango.h>

G_BEGIN_DECLS

/**
 * TvChartLine:
 * @TV_CHART_LINE_TOP: the upper edge, with the outlines of marked boxes
 * @TV_CHART_LINE_MIDDLE: most of a level's height
 * @TV_CHART_LINE_FOOT: the foot of a level, in the colour of a crowd's or wait's method
 * @TV_CHART_LINE_BOTTOM: the lower edge: the foot, with the outlines of marked boxes
 *
 * The bands of a level's picture from top to bottom. All pixel rows of a band are
 * equal.
 */
typedef enum
{
  TV_CHART_LINE_TOP,
  TV_CHART_LINE_MIDDLE,
  TV_CHART_LINE_FOOT,
  TV_CHART_LINE_BOTTOM
} TvChartLine;

#define TV_N_CHART_LINES 4

/**
 * TV_CHART_WAIT_ALPHA:
 *
 * The opacity of a call's colour while it waits, of 255.
 */
#define TV_CHART_WAIT_ALPHA 70

/**
 * TvChartNames:
 *
 * The names of methods in boxes, in a small font, as cached layouts.
 */
typedef struct _TvChartNames TvChartNames;

gboolean tv_chart_raster (const TvCallChart *chart, guint level,
                          const TvLaneStyle *style, guint scale, guint n_columns,
                          guint32 *lines[TV_N_CHART_LINES]);
TvColor tv_chart_get_box_color (const TvLaneStyle *style, const TvChartBox *box);
TvColor tv_chart_get_text_color (guint32 pixel, TvColor background);

TvChartNames *tv_chart_names_new (TvTrace *trace, PangoContext *context);
void tv_chart_names_free (TvChartNames *names);

int tv_chart_names_get_height (TvChartNames *names);
PangoLayout *tv_chart_names_get (TvChartNames *names, guint32 method, int width);
PangoLayout *tv_chart_names_make (TvChartNames *names, const char *text, int width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvChartNames, tv_chart_names_free)

G_END_DECLS
