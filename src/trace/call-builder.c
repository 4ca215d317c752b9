/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/call-builder-private.h"

/* Off the CPU for longer than this between two events of a thread is a wait: the
 * original's rule for its "(context switch)". */
#define WAIT_OVER_NS (100 * 1000)

/**
 * tv_call_builder_new:
 * @trace: the trace to fill; its clocks, unit, axis and methods are set
 * @scan: (transfer none): the first pass, finished; outlives the builder
 * @threads: (transfer none): all threads of the file; outlives the builder
 *
 * Makes columns of the right size, which the parts then fill.
 *
 * Returns: (transfer full): what parts are built for
 */
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
  return builder;
}

/**
 * tv_call_builder_free:
 * @builder: (transfer full) (nullable): what to free
 */
void
tv_call_builder_free (TvCallBuilder *builder)
{
  if (builder == NULL)
    return;
  g_free (builder->rows);
  g_free (builder);
}
