/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/query/query-result.h"
#include "ui/widgets/job.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Says something about the result in @widget. */
typedef void (*TvQueryEventsFunc) (gpointer widget, const char *text);

void tv_query_show_events (TvQueryResult *result, TvTraceSession *session,
                           GtkWidget *widget, TvQueryEventsFunc say, TvJob **job);

G_END_DECLS
