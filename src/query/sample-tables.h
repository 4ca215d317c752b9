/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/table-module.h"

G_BEGIN_DECLS

/* Tables of samples and their stacks. */

gboolean tv_query_find_callsite (TvQuerySource *source, gint64 stack, gint64 *callsite);
gsize tv_query_count_samples (TvQuerySource *source);
gsize tv_query_count_profile_samples (TvQuerySource *source);
void tv_query_get_sample (TvQuerySource *source, gsize row, TvQueryField field,
                          sqlite3_context *result);
gsize tv_query_count_callsites (TvQuerySource *source);
void tv_query_get_callsite (TvQuerySource *source, gsize row, TvQueryField field,
                            sqlite3_context *result);
gsize tv_query_count_frames (TvQuerySource *source);
void tv_query_get_frame (TvQuerySource *source, gsize row, TvQueryField field,
                         sqlite3_context *result);
gsize tv_query_count_mappings (TvQuerySource *source);
void tv_query_get_mapping (TvQuerySource *source, gsize row, TvQueryField field,
                           sqlite3_context *result);

G_END_DECLS
