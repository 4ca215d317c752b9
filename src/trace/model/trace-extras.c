/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/trace-extras.h"

#include "trace/model/trace-storage.h"

#define N TV_EXTRA_NUMBER
#define X TV_EXTRA_TEXT
#define TIME TV_EXTRA_TIME
#define PROCESS TV_EXTRA_PROCESS
#define THREAD TV_EXTRA_THREAD

static const guint8 types[TV_N_EXTRAS][TV_MAX_EXTRA_COLUMNS + 1] = {
  [TV_EXTRA_SESSIONS] = { X, X, X },
  [TV_EXTRA_ASYNC_CONTEXTS] = { X, X, N },
  [TV_EXTRA_TASK_CONTEXTS] = { PROCESS, THREAD, N },
  [TV_EXTRA_EXECUTION_CONTEXTS] = { N, X },
  [TV_EXTRA_STACK_SAMPLES] = { TIME, X, N, N, N, X, N },
  [TV_EXTRA_SAMPLE_COUNTERS] = { N, X, X, N, N, N },
  [TV_EXTRA_SAMPLE_VALUES] = { N, N, N },
  [TV_EXTRA_FRAMES] = { N, X, X, N },
  [TV_EXTRA_SMAPS] = { PROCESS, TIME, X, N, N, N, X, N, N, X, X, N, N, N, N, N, N },
  [TV_EXTRA_LOGS] = { TIME, N, N, X, X },
  [TV_EXTRA_PACKAGES] = { X, N, N, N, N },
  [TV_EXTRA_FACTS] = { X, N, X },
};

/**
 * tv_extra_get_type:
 * @kind: a table
 * @column: a column
 *
 * Returns: what the column has
 */
TvExtraType
tv_extra_get_type (TvExtraKind kind, guint column)
{
  g_return_val_if_fail (kind < TV_N_EXTRAS && column <= TV_MAX_EXTRA_COLUMNS,
                        TV_EXTRA_END);

  return types[kind][column];
}

/**
 * tv_extra_get_n_columns:
 * @kind: a table
 *
 * Returns: number of its columns
 */
guint
tv_extra_get_n_columns (TvExtraKind kind)
{
  guint n = 0;

  while (types[kind][n] != TV_EXTRA_END)
    n++;
  return n;
}

/**
 * tv_trace_get_n_extras:
 * @trace: a trace
 * @kind: a table
 *
 * Returns: number of its rows
 */
gsize
tv_trace_get_n_extras (const TvTrace *trace, TvExtraKind kind)
{
  g_return_val_if_fail (trace != NULL && kind < TV_N_EXTRAS, 0);

  return trace->details != NULL && trace->details->extras[kind] != NULL
             ? trace->details->extras[kind]->len / tv_extra_get_n_columns (kind)
             : 0;
}

/**
 * tv_trace_get_extra:
 * @trace: a trace
 * @kind: a table
 * @row: below tv_trace_get_n_extras()
 * @column: a column
 *
 * Returns: a value
 */
TvExtraValue
tv_trace_get_extra (const TvTrace *trace, TvExtraKind kind, gsize row, guint column)
{
  TvExtraValue value = { 0 };
  guint n;
  gint64 stored;

  g_return_val_if_fail (row < tv_trace_get_n_extras (trace, kind), value);
  n = tv_extra_get_n_columns (kind);
  g_return_val_if_fail (column < n, value);

  stored = g_array_index (trace->details->extras[kind], gint64, row * n + column);
  value.is_known = stored != TV_EXTRA_NULL;
  if (value.is_known && types[kind][column] == TV_EXTRA_TEXT)
    value.text = GSIZE_TO_POINTER ((gsize) stored);
  else
    value.number = stored;
  return value;
}
