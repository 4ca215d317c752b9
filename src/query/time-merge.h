/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/query-source.h"

G_BEGIN_DECLS

/* Goes over columns whose times never decrease, in the order of all times. */
typedef struct
{
  GArray *columns; /* their times and ends */
  GArray *heap;    /* the next value of each column */
  gboolean is_heap;
} TvTimeMerge;

TvTimeMerge *tv_time_merge_new (void);
void tv_time_merge_free (TvTimeMerge *merge);
void tv_time_merge_add (TvTimeMerge *merge, const TvTimes *time, gsize first, gsize end,
                        guint32 column, guint32 rank);
gboolean tv_time_merge_next (TvTimeMerge *merge, TvQueryPlace *place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimeMerge, tv_time_merge_free)

G_END_DECLS
