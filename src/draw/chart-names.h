/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <pango/pango.h>

G_BEGIN_DECLS

/**
 * TvChartNames:
 *
 * The names of methods as they are written into boxes: layouts in a small font that are
 * kept, so that a name that was written once is drawn quickly.
 */
typedef struct _TvChartNames TvChartNames;

TvChartNames *tv_chart_names_new (TvTrace *trace, PangoContext *context);
void tv_chart_names_free (TvChartNames *names);

int tv_chart_names_get_height (TvChartNames *names);
PangoLayout *tv_chart_names_get (TvChartNames *names, guint32 method, int width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvChartNames, tv_chart_names_free)

G_END_DECLS
