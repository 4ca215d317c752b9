/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/call-builder-private.h"

/* Off the CPU for longer than this between two events of a thread is a wait: the
 * original's rule for its "(context switch)". */
#define WAIT_OVER_NS (100 * 1000)

/* Most traces have no more methods than a narrow column holds. */
static void
find_plain_columns (TvCallBuilder *builder)
{
  const TvTrace *trace = builder->trace;
  const TvClockRules *rules = &builder->rules;

  builder->has_plain = trace->call_method != NULL
                       && rules->wrap[TV_CLOCK_WALL] != TV_WRAP_IN_FILE_ORDER;
  builder->plain.method = trace->call_method;
  builder->plain.parent = trace->call_parent;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      builder->plain.start[clock] = trace->call_start[clock];
      builder->plain.end[clock] = trace->call_end[clock];
    }
  builder->plain.axis_start = trace->call_axis_start;
  builder->plain.axis_end = trace->call_axis_end;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    builder->latest[clock]
        = MIN (rules->latest, tv_time_column_get_latest (&builder->plain.start[clock]));
  builder->plain_wait = rules->has[TV_CLOCK_THREAD_CPU] && rules->has[TV_CLOCK_WALL]
                            ? builder->wait_over
                            : G_MAXINT64;
}

/* Makes columns of the right size, which the parts then fill. */
TvCallBuilder *
tv_call_builder_new (TvTrace *trace, const TvCallScan *scan,
                     const TvThreadTable *threads)
{
  TvCallBuilder *builder = g_new0 (TvCallBuilder, 1);

  builder->trace = trace;
  builder->scan = scan;
  builder->table = threads;
  builder->rules = scan->rules;
  builder->wait_over = WAIT_OVER_NS / scan->rules.unit;
  tv_call_builder_allocate (builder);
  find_plain_columns (builder);
  return builder;
}

void
tv_call_builder_free (TvCallBuilder *builder)
{
  if (builder == NULL)
    return;
  g_free (builder->rows);
  g_free (builder);
}
