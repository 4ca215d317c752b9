/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/* Indexes number the calls of all threads through, thread by thread: the number of a
 * call is its own index and tv_trace_get_n_calls_before() its thread. */

static inline guint
tv_call_number_get_thread (const TvTrace *trace, gsize number)
{
  guint low = 0, high = tv_trace_get_n_threads (trace);

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (tv_trace_get_n_calls_before (trace, middle) <= number)
        low = middle;
      else
        high = middle;
    }
  return low;
}

G_END_DECLS
