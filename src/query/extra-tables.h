/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/table-module.h"

G_BEGIN_DECLS

/* Tables of extra rows. */

#define TV_QUERY_EXTRA(name)                                                           \
  gsize tv_query_count_##name (TvQuerySource *source);                                 \
  void tv_query_get_##name (TvQuerySource *source, gsize row, TvQueryField field,      \
                            sqlite3_context *result);

TV_QUERY_EXTRA (sessions)
TV_QUERY_EXTRA (async_contexts)
TV_QUERY_EXTRA (task_contexts)
TV_QUERY_EXTRA (execution_contexts)
TV_QUERY_EXTRA (stack_samples)
TV_QUERY_EXTRA (sample_counters)
TV_QUERY_EXTRA (sample_values)
TV_QUERY_EXTRA (frame_facts)
TV_QUERY_EXTRA (smaps)
TV_QUERY_EXTRA (logs)
TV_QUERY_EXTRA (packages)

G_END_DECLS
