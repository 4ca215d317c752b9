/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/query/query-result.h"
#include "ui/session/trace-session.h"
#include "ui/table/column-layout.h"

G_BEGIN_DECLS

/* The most columns that are shown. */
#define TV_QUERY_MAX_SHOWN 31

/* A result as the model of a table. Rows are made when they become visible. Selecting a
 * row selects and shows its call in the session. */
#define TV_TYPE_QUERY_LIST (tv_query_list_get_type ())

G_DECLARE_FINAL_TYPE (TvQueryList, tv_query_list, TV, QUERY_LIST, GObject)

TvQueryList *tv_query_list_new (TvQueryResult *result, TvTraceSession *session);
TvColumnLayout *tv_query_list_new_layout (void);
void tv_query_list_arrange (TvQueryList *self, TvColumnLayout *layout);
TvQueryOrder *tv_query_list_get_order (TvQueryList *self);
void tv_query_list_show_in_timeline (TvQueryList *self, GtkWidget *widget);

G_END_DECLS
