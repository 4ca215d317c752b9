/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/call-neighbours.h"

#include "analysis/sums/call-bounds.h"

static gboolean
get_calls (const TvTrace *trace, TvCallRef call, TvCalls *calls)
{
  g_return_val_if_fail (trace != NULL, FALSE);
  g_return_val_if_fail (call.thread < tv_trace_get_n_threads (trace), FALSE);

  *calls = tv_trace_get_calls (trace, call.thread);
  g_return_val_if_fail (call.call < calls->n, FALSE);
  return TRUE;
}

/**
 * tv_call_get_parent:
 * @trace: a trace
 * @call: a call of it
 * @parent: (out): the call that made it
 *
 * Returns: whether there is one
 */
gboolean
tv_call_get_parent (const TvTrace *trace, TvCallRef call, TvCallRef *parent)
{
  TvCalls calls;

  g_return_val_if_fail (parent != NULL, FALSE);

  if (!get_calls (trace, call, &calls) || calls.parent[call.call] == TV_CALL_NONE)
    return FALSE;
  *parent = (TvCallRef){ call.thread, calls.parent[call.call] };
  return TRUE;
}

/**
 * tv_call_get_first_child:
 * @trace: a trace
 * @call: a call of it
 * @child: (out): the first call that it made
 *
 * Returns: whether there is one
 */
gboolean
tv_call_get_first_child (const TvTrace *trace, TvCallRef call, TvCallRef *child)
{
  TvCalls calls;
  gsize next = (gsize) call.call + 1;

  g_return_val_if_fail (child != NULL, FALSE);

  if (!get_calls (trace, call, &calls) || next >= calls.n
      || calls.parent[next] != call.call)
    return FALSE;
  *child = (TvCallRef){ call.thread, (guint32) next };
  return TRUE;
}

/**
 * tv_call_get_next_sibling:
 * @trace: a trace
 * @call: a call of it
 * @sibling: (out): the call that the same call made next; after a call without a
 *   parent, the thread's next such call
 *
 * Takes the logarithm of the number of calls inside of @call, and each of those that
 * were entered at the very instant of its end.
 *
 * Returns: whether there is one
 */
gboolean
tv_call_get_next_sibling (const TvTrace *trace, TvCallRef call, TvCallRef *sibling)
{
  TvCalls calls;
  gsize next;

  g_return_val_if_fail (sibling != NULL, FALSE);

  if (!get_calls (trace, call, &calls))
    return FALSE;
  next = tv_calls_subtree_end (&calls, call.call);
  if (next >= calls.n || calls.parent[next] != calls.parent[call.call])
    return FALSE;
  *sibling = (TvCallRef){ call.thread, (guint32) next };
  return TRUE;
}

/**
 * tv_call_get_previous_sibling:
 * @trace: a trace
 * @call: a call of it
 * @sibling: (out): the call that the same call made before it; before a call without a
 *   parent, the thread's last such call
 *
 * Takes a step for each call between @sibling and the last call inside of it.
 *
 * Returns: whether there is one
 */
gboolean
tv_call_get_previous_sibling (const TvTrace *trace, TvCallRef call, TvCallRef *sibling)
{
  TvCalls calls;
  guint32 before;
  guint32 parent;

  g_return_val_if_fail (sibling != NULL, FALSE);

  if (!get_calls (trace, call, &calls))
    return FALSE;
  parent = calls.parent[call.call];
  if (call.call == 0 || call.call - 1 == parent)
    return FALSE;
  /* The call entered last before is the sibling or deep inside of it. */
  before = call.call - 1;
  while (calls.parent[before] != parent)
    before = calls.parent[before];
  *sibling = (TvCallRef){ call.thread, before };
  return TRUE;
}
