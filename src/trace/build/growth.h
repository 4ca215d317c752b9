/* SPDX-License-Identifier: Apache-2.0 */

/* What the parts of a run builder share. */

#pragma once

#include "trace/model/memory-budget.h"

G_BEGIN_DECLS

/**
 * TvGrowth:
 * @budget: (nullable): the memory that may be taken
 * @n_unchecked: bytes that were allocated since the last look at @budget
 * @error: what stops all that grows with it
 *
 * Arrays that grow within a budget. Adding stops at the first error.
 */
typedef struct
{
  TvMemoryBudget *budget;
  gsize n_unchecked;
  GError *error;
} TvGrowth;

gboolean tv_growth_take (TvGrowth *growth, gsize size);
gboolean tv_growth_append (TvGrowth *growth, GArray *array, gconstpointer item);

/**
 * TvTrackRows:
 * @rows: (array length=n): indexes of threads
 * @n: their number
 *
 * The threads of a trace that the rows of a track have become.
 */
typedef struct
{
  const guint32 *rows;
  guint n;
} TvTrackRows;

/* A time that can be: less than a hundred years away. */
gboolean tv_run_time_is_possible (gint64 time);

G_END_DECLS
