/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/overview.h"
#include "ui/session/trace-session.h"
#include "ui/widgets/job.h"

G_BEGIN_DECLS

/* What the overview shows: how busy the threads are, and where the methods are that
 * stand out. Jobs compute it where that takes long; then @changed is called. */
typedef struct
{
  void (*changed) (gpointer user_data);
  gpointer user_data;
  TvTraceSession *session; /* borrowed, or NULL */

  TvOverviewColumn *columns; /* the last that were computed, or NULL */
  guint n_columns;
  guint n_wanted;
  TvJob *job;

  guint32 *hits; /* or NULL */
  guint n_hits;
  TvMethodSet *lit; /* the methods of these, NULL while none stands out */
  TvJob *hits_job;
} TvOverviewData;

void tv_overview_data_set_session (TvOverviewData *self, TvTraceSession *session);
void tv_overview_data_want (TvOverviewData *self, guint n_columns);
const guint32 *tv_overview_data_get_hits (const TvOverviewData *self);
gboolean tv_overview_data_is_ready (const TvOverviewData *self);

G_END_DECLS
