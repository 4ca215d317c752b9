/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-edges.h"

/* Calls between two checks for cancellation. */
#define CALLS_PER_CHECK (1 << 18)

#define MIN_SLOTS 1024

/* Edges in a hash table with open addressing. */
typedef struct
{
  TvClock clock;
  GArray *edges;  /* of TvCallEdge */
  guint32 *slots; /* index of an edge + 1, or 0 */
  gsize n_slots;  /* a power of two */
  gint64 thread_time;
} Edges;

static gsize
find_home (const Edges *self, const TvCallEdge *edge)
{
  guint64 key = (guint64) edge->caller << 32 | edge->callee;

  key += (guint64) edge->caller_recursive << 31
         | (guint64) edge->callee_recursive << 63;
  key *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (gsize) (key ^ key >> 32) & (self->n_slots - 1);
}

static gboolean
is_same (const TvCallEdge *a, const TvCallEdge *b)
{
  return a->caller == b->caller && a->callee == b->callee
         && a->caller_recursive == b->caller_recursive
         && a->callee_recursive == b->callee_recursive;
}

static void
grow_slots (Edges *self)
{
  g_free (self->slots);
  self->n_slots *= 2;
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint i = 0; i < self->edges->len; i++)
    {
      gsize slot = find_home (self, &g_array_index (self->edges, TvCallEdge, i));

      while (self->slots[slot] != 0)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = i + 1;
    }
}

static TvCallEdge *
find_edge (Edges *self, const TvCallEdge *key)
{
  gsize slot = find_home (self, key);

  for (; self->slots[slot] != 0; slot = (slot + 1) & (self->n_slots - 1))
    {
      TvCallEdge *edge
          = &g_array_index (self->edges, TvCallEdge, self->slots[slot] - 1);

      if (is_same (edge, key))
        return edge;
    }
  g_array_append_vals (self->edges, key, 1);
  self->slots[slot] = self->edges->len;
  if ((gsize) self->edges->len * 2 > self->n_slots)
    grow_slots (self);
  return &g_array_index (self->edges, TvCallEdge, self->edges->len - 1);
}

static void
add_call (Edges *self, const TvThreadRange *range, guint32 call)
{
  const TvCalls *calls = &range->calls;
  const guint32 parent = calls->parent[call];
  TvCallEdge key
      = { .caller = TV_METHOD_NONE,
          .callee = tv_calls_method (calls, call),
          .callee_recursive = (calls->flags[call] & TV_CALL_RECURSIVE) != 0 };
  gint64 inclusive[TV_N_CLOCKS];
  TvCallEdge *edge;

  if (!tv_thread_range_clip_call (range, call, inclusive))
    return;
  if (parent != TV_CALL_NONE)
    {
      key.caller = tv_calls_method (calls, parent);
      key.caller_recursive = (calls->flags[parent] & TV_CALL_RECURSIVE) != 0;
    }
  edge = find_edge (self, &key);
  edge->calls++;
  edge->inclusive += inclusive[self->clock];
}

/* Adds the time from the thread's first event to its last, cut to the range. */
static void
add_thread_time (Edges *self, const TvThread *thread, const TvThreadRange *range)
{
  const gint64 first = MAX (thread->first[self->clock], range->from[self->clock]);
  const gint64 last = MIN (thread->last[self->clock], range->to[self->clock]);

  if (last > first)
    self->thread_time += last - first;
}

static gboolean
add_thread (Edges *self, const TvTrace *trace, const TvProfileRange *range,
            guint32 thread, GCancellable *cancellable)
{
  g_auto (TvThreadRange) calls = { 0 };
  guint32 n;

  tv_thread_range_init (&calls, trace, range, thread);
  add_thread_time (self, tv_trace_get_thread (trace, thread), &calls);
  n = tv_thread_range_get_n (&calls);
  for (guint32 i = 0; i < n; i++)
    {
      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      add_call (self, &calls, tv_thread_range_get_call (&calls, i));
    }
  return TRUE;
}

/**
 * tv_call_edges_new:
 * @trace: a trace
 * @range: the range of time and the threads
 * @clock: the clock of the times
 * @thread_time: (out) (optional): nanoseconds between the first and the last event of
 *   each thread, cut to the range, summed over the threads; 0 on a clock that the file
 *   lacks
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Adds up the calls between methods in one pass over the calls of @range. Calls are
 * clipped and counted as in #TvProfileRange: the edges to a method add up to its totals
 * in a #TvProfile of the same range.
 *
 * Returns: (transfer full) (element-type TvCallEdge): the edges, in no particular
 * order, each pair of methods once for each kind of recursion; %NULL with
 *   %G_IO_ERROR_CANCELLED
 */
GArray *
tv_call_edges_new (TvTrace *trace, const TvProfileRange *range, TvClock clock,
                   gint64 *thread_time, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) edges = NULL;
  Edges self = { .clock = clock, .n_slots = MIN_SLOTS };
  guint n;

  g_return_val_if_fail (trace != NULL && range != NULL, NULL);
  g_return_val_if_fail (clock < TV_N_CLOCKS, NULL);

  n = tv_thread_set_count (range->threads, trace);
  edges = self.edges = g_array_new (FALSE, FALSE, sizeof (TvCallEdge));
  self.slots = g_new0 (guint32, self.n_slots);
  for (guint i = 0; i < n && range->start < range->end; i++)
    if (!add_thread (&self, trace, range, tv_thread_set_get_nth (range->threads, i),
                     cancellable))
      break;
  g_free (self.slots);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (thread_time != NULL)
    *thread_time = self.thread_time;
  return g_steal_pointer (&edges);
}
