/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/overview.h"
#include "ui/session/trace-session.h"
#include "ui/widgets/job.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A strip of the whole trace: the activity of its threads over time, with the main
 * thread at the bottom, and the range in view as a window. Everything outside it is
 * dimmed.
 *
 * Mouse: drag the window to move it, its edge to resize it, elsewhere to draw a new
 * one; click elsewhere to centre the view there, double click for the whole trace;
 * wheel to pan, Ctrl+wheel to zoom. A tooltip shows the activity of the threads at the
 * pointer.
 *
 * Signals: `view-chosen` (gint64 start, gint64 end, int #TvViewChange) when the user
 * chooses a range, in nanoseconds on the timeline's axis.
 *
 * CSS name: `overview`. Accessible role: image, described by the range in view. */
#define TV_TYPE_OVERVIEW (tv_overview_get_type ())

G_DECLARE_FINAL_TYPE (TvOverview, tv_overview, TV, OVERVIEW, GtkWidget)

GtkWidget *tv_overview_new (void);

void tv_overview_set_session (TvOverview *self, TvTraceSession *session);
gboolean tv_overview_is_ready (TvOverview *self);
void tv_overview_snapshot_legend (TvOverview *self, GtkSnapshot *snapshot,
                                  const GdkRectangle *area);
int tv_overview_measure_legend (TvOverview *self);
char *tv_overview_dup_text_at (TvOverview *self, double x);

/* The data of the overview: the activity of the threads, and the places of the methods
 * that stand out. Jobs compute it if it takes long, and then call @changed. */
typedef struct
{
  void (*changed) (gpointer user_data);
  gpointer user_data;
  TvTraceSession *session; /* borrowed, or NULL */

  TvOverviewColumn *columns; /* the last computed ones, or NULL */
  guint n_columns;
  guint n_wanted;
  gint64 start; /* the range of the columns */
  gint64 end;
  TvJob *job;

  guint32 *hits; /* or NULL */
  guint n_hits;
  TvMethodSet *lit; /* the methods of these, NULL while none stands out */
  TvJob *hits_job;
} TvOverviewData;

void tv_overview_data_set_session (TvOverviewData *self, TvTraceSession *session);
void tv_overview_data_request (TvOverviewData *self, guint n_columns);
const guint32 *tv_overview_data_get_hits (const TvOverviewData *self);
gboolean tv_overview_data_is_ready (const TvOverviewData *self);

G_END_DECLS
