/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/table-module.h"

G_BEGIN_DECLS

/* Tables of what system traces hold beside slices. */

gsize tv_query_count_counter_values (TvQuerySource *source);
void tv_query_get_counter_value (TvQuerySource *source, gsize row, TvQueryField field,
                                 sqlite3_context *result);
void tv_query_get_counter_track (TvQuerySource *source, guint counter,
                                 TvQueryField field, sqlite3_context *result);

gsize tv_query_count_states (TvQuerySource *source);
void tv_query_get_state (TvQuerySource *source, gsize row, TvQueryField field,
                         sqlite3_context *result);
gsize tv_query_count_runs (TvQuerySource *source);
void tv_query_get_run (TvQuerySource *source, gsize row, TvQueryField field,
                       sqlite3_context *result);
gsize tv_query_count_cpus (TvQuerySource *source);
void tv_query_get_cpu (TvQuerySource *source, gsize row, TvQueryField field,
                       sqlite3_context *result);

gsize tv_query_count_flows (TvQuerySource *source);
void tv_query_get_flow (TvQuerySource *source, gsize row, TvQueryField field,
                        sqlite3_context *result);
gsize tv_query_count_args (TvQuerySource *source);
void tv_query_get_arg (TvQuerySource *source, gsize row, TvQueryField field,
                       sqlite3_context *result);
void tv_query_find_args (TvQuerySource *source, gint64 value, gint64 *low,
                         gint64 *high);
void tv_query_result_arg (sqlite3_context *result, const TvArg *arg);

G_END_DECLS
