/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/query/query-result.h"
#include "ui/widgets/job.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void tv_query_show_events (TvQueryResult *result, TvTraceSession *session,
                           GtkWidget *widget, TvJob **job);

G_END_DECLS
