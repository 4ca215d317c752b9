/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/query/query-result.h"
#include "ui/session/trace-session.h"
#include "ui/table/column-layout.h"

G_BEGIN_DECLS

/* The most columns that are shown. */
#define TV_QUERY_MAX_SHOWN (TV_TABLE_MAX_COLUMNS - 1)

/**
 * TvQueryList:
 *
 * A result as the model of a table. Rows are made when they are seen. The signal
 * `picked` is emitted when a person selects a row.
 */
#define TV_TYPE_QUERY_LIST (tv_query_list_get_type ())

G_DECLARE_FINAL_TYPE (TvQueryList, tv_query_list, TV, QUERY_LIST, GObject)

/* No row. */
#define TV_QUERY_NO_ROW G_MAXUINT

TvQueryList *tv_query_list_new (TvQueryResult *result, TvTraceSession *session);
TvColumnLayout *tv_query_list_new_layout (void);
void tv_query_list_arrange (TvQueryList *self, TvColumnLayout *layout);
TvQueryResult *tv_query_list_get_result (TvQueryList *self);
const guint *tv_query_list_get_order (TvQueryList *self);
guint tv_query_list_get_selected (TvQueryList *self);
TvTraceSession *tv_query_list_find_call (TvQueryList *self, guint row, TvCallRef *call);
gboolean tv_query_list_find_times (TvQueryList *self, guint row, gint64 *start,
                                   gint64 *end);

G_END_DECLS
