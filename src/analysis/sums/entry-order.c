/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/entry-order.h"

typedef struct
{
  TvCalls calls;
  TvWaits waits;
  gsize next_call;
  gsize next_wait;
} ThreadCursor;

struct _TvEntryOrder
{
  const TvEntryRun *runs;
  gsize n_runs;
  gsize run;
  guint32 taken;
  guint n_threads;
  ThreadCursor *threads;
};

/**
 * tv_entry_order_new:
 * @trace: a trace, which has to live as long as the walk
 *
 * Returns: (transfer full): a walk that stands before the first entry
 */
TvEntryOrder *
tv_entry_order_new (const TvTrace *trace)
{
  TvEntryOrder *order;

  g_return_val_if_fail (trace != NULL, NULL);

  order = g_new0 (TvEntryOrder, 1);
  order->runs = tv_trace_get_entry_runs (trace, &order->n_runs);
  order->n_threads = tv_trace_get_n_threads (trace);
  order->threads = g_new0 (ThreadCursor, order->n_threads);
  for (guint thread = 0; thread < order->n_threads; thread++)
    {
      order->threads[thread].calls = tv_trace_get_calls (trace, thread);
      order->threads[thread].waits = tv_trace_get_waits (trace, thread);
    }
  return order;
}

void
tv_entry_order_free (TvEntryOrder *order)
{
  if (order == NULL)
    return;
  g_free (order->threads);
  g_free (order);
}

/**
 * tv_entry_order_rewind:
 * @order: a walk
 *
 * Goes back before the first entry.
 */
void
tv_entry_order_rewind (TvEntryOrder *order)
{
  g_return_if_fail (order != NULL);

  order->run = 0;
  order->taken = 0;
  for (guint thread = 0; thread < order->n_threads; thread++)
    {
      order->threads[thread].next_call = 0;
      order->threads[thread].next_wait = 0;
    }
}

/* Merges a thread's calls and waits: a wait comes before the call that was entered
 * after it was noticed. */
static void
take_from_thread (ThreadCursor *cursor, TvEntry *entry)
{
  entry->is_wait
      = cursor->next_wait < cursor->waits.n
        && cursor->waits.calls_before[cursor->next_wait] <= cursor->next_call;
  g_assert (entry->is_wait || cursor->next_call < cursor->calls.n);
  entry->index = entry->is_wait ? cursor->next_wait++ : cursor->next_call++;
}

/**
 * tv_entry_order_next:
 * @order: a walk
 * @entry: (out caller-allocates): the next call or wait
 *
 * Goes on by one entry.
 *
 * Returns: %FALSE when all have been seen
 */
gboolean
tv_entry_order_next (TvEntryOrder *order, TvEntry *entry)
{
  g_return_val_if_fail (order != NULL && entry != NULL, FALSE);

  while (order->run < order->n_runs && order->taken == order->runs[order->run].count)
    {
      order->run++;
      order->taken = 0;
    }
  if (order->run == order->n_runs)
    return FALSE;

  entry->thread = order->runs[order->run].thread;
  take_from_thread (&order->threads[entry->thread], entry);
  order->taken++;
  return TRUE;
}

/**
 * tv_entry_order_get_calls:
 * @order: a walk
 * @thread: index of a thread
 *
 * Returns: (transfer none): the columns that #TvEntry.index of a call points into
 */
const TvCalls *
tv_entry_order_get_calls (const TvEntryOrder *order, guint32 thread)
{
  g_return_val_if_fail (order != NULL && thread < order->n_threads, NULL);

  return &order->threads[thread].calls;
}

/**
 * tv_entry_order_get_waits:
 * @order: a walk
 * @thread: index of a thread
 *
 * Returns: (transfer none): the columns that #TvEntry.index of a wait points into
 */
const TvWaits *
tv_entry_order_get_waits (const TvEntryOrder *order, guint32 thread)
{
  g_return_val_if_fail (order != NULL && thread < order->n_threads, NULL);

  return &order->threads[thread].waits;
}
