/* SPDX-License-Identifier: Apache-2.0 */

#include "query/extra-tables.h"

#include "query/sample-tables.h"
#include "trace/model/trace-extras.h"

/* Columns of extra rows are fields by their place: those that are numbers, and those
 * that are texts. */

static void
result_number (TvQuerySource *source, TvExtraType type, gint64 number,
               sqlite3_context *result)
{
  if (type == TV_EXTRA_TIME)
    sqlite3_result_int64 (result, source->origin + number);
  else if (type == TV_EXTRA_PROCESS)
    sqlite3_result_int64 (result, source->upids[number]);
  else if (type != TV_EXTRA_THREAD)
    sqlite3_result_int64 (result, number);
  else if (source->utids[number] != TV_THREAD_NONE)
    sqlite3_result_int64 (result, source->utids[number]);
}

static void
get_extra (TvQuerySource *source, TvExtraKind kind, gsize row, TvQueryField field,
           sqlite3_context *result)
{
  const gboolean is_text = field >= TV_FIELD_X0;
  const guint column = field - (is_text ? TV_FIELD_X0 : TV_FIELD_E0);
  TvExtraValue value;

  if (field < TV_FIELD_E0)
    return;
  value = tv_trace_get_extra (source->trace, kind, row, column);
  if (!value.is_known)
    return;
  if (tv_extra_get_type (kind, column) == TV_EXTRA_TEXT)
    tv_query_result_text (result, value.text);
  else
    result_number (source, tv_extra_get_type (kind, column), value.number, result);
}

#define EXTRA_TABLE(name, kind)                                                        \
  gsize tv_query_count_##name (TvQuerySource *source)                                  \
  {                                                                                    \
    return tv_trace_get_n_extras (source->trace, kind);                                \
  }                                                                                    \
                                                                                       \
  void tv_query_get_##name (TvQuerySource *source, gsize row, TvQueryField field,      \
                            sqlite3_context *result)                                   \
  {                                                                                    \
    get_extra (source, kind, row, field, result);                                      \
  }

EXTRA_TABLE (sessions, TV_EXTRA_SESSIONS)
EXTRA_TABLE (async_contexts, TV_EXTRA_ASYNC_CONTEXTS)
EXTRA_TABLE (task_contexts, TV_EXTRA_TASK_CONTEXTS)
EXTRA_TABLE (execution_contexts, TV_EXTRA_EXECUTION_CONTEXTS)
EXTRA_TABLE (sample_values, TV_EXTRA_SAMPLE_VALUES)
EXTRA_TABLE (frame_facts, TV_EXTRA_FRAMES)
EXTRA_TABLE (smaps, TV_EXTRA_SMAPS)
EXTRA_TABLE (logs, TV_EXTRA_LOGS)
EXTRA_TABLE (packages, TV_EXTRA_PACKAGES)

/* A counter of samples that is one of the trace has its track. */
gsize
tv_query_count_sample_counters (TvQuerySource *source)
{
  return tv_trace_get_n_extras (source->trace, TV_EXTRA_SAMPLE_COUNTERS);
}

void
tv_query_get_sample_counters (TvQuerySource *source, gsize row, TvQueryField field,
                              sqlite3_context *result)
{
  TvExtraValue counter;

  if (field != TV_FIELD_TRACK_ID)
    {
      get_extra (source, TV_EXTRA_SAMPLE_COUNTERS, row, field, result);
      return;
    }
  counter = tv_trace_get_extra (source->trace, TV_EXTRA_SAMPLE_COUNTERS, row, 5);
  if (counter.is_known)
    sqlite3_result_int64 (result, (gint64) source->n_threads + counter.number);
}

/* The stack of a sample has a call site. */
gsize
tv_query_count_stack_samples (TvQuerySource *source)
{
  return tv_trace_get_n_extras (source->trace, TV_EXTRA_STACK_SAMPLES);
}

void
tv_query_get_stack_samples (TvQuerySource *source, gsize row, TvQueryField field,
                            sqlite3_context *result)
{
  TvExtraValue stack;
  gint64 callsite;

  if (field != TV_FIELD_CALLSITE_ID)
    {
      get_extra (source, TV_EXTRA_STACK_SAMPLES, row, field, result);
      return;
    }
  stack = tv_trace_get_extra (source->trace, TV_EXTRA_STACK_SAMPLES, row, 4);
  if (stack.is_known && tv_query_find_callsite (source, stack.number, &callsite))
    sqlite3_result_int64 (result, callsite);
}
