/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/relatives/call-edges.h"

/* Calls between two checks for cancellation. */
#define CALLS_PER_CHECK (1 << 18)

#define MIN_SLOTS 1024

/* Edges stand in a hash table with open addressing. */
struct _TvCallEdges
{
  TvClock clock;
  GArray *edges;  /* of TvCallEdge */
  guint32 *slots; /* index of an edge + 1, or 0; NULL once all edges are there */
  gsize n_slots;  /* a power of two */
  gint64 thread_time;
};

static gsize
find_home (const TvCallEdges *self, const TvCallEdge *edge)
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
grow_slots (TvCallEdges *self)
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
find_edge (TvCallEdges *self, const TvCallEdge *key)
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

/* Calls that are looked up together. Their places in memory are far apart, so all are
 * asked for before the first is used. */
#define N_TOGETHER 32

typedef struct
{
  TvCallEdge keys[N_TOGETHER];
  gint64 inclusive[N_TOGETHER];
  guint n;
} Batch;

static void
add_batch (TvCallEdges *self, Batch *batch)
{
  for (guint i = 0; i < batch->n; i++)
    __builtin_prefetch (&self->slots[find_home (self, &batch->keys[i])]);
  for (guint i = 0; i < batch->n; i++)
    {
      const guint32 slot = self->slots[find_home (self, &batch->keys[i])];

      if (slot != 0)
        __builtin_prefetch (&g_array_index (self->edges, TvCallEdge, slot - 1));
    }
  for (guint i = 0; i < batch->n; i++)
    {
      TvCallEdge *edge = find_edge (self, &batch->keys[i]);

      edge->calls++;
      edge->inclusive += batch->inclusive[i];
    }
  batch->n = 0;
}

static void
add_call (TvCallEdges *self, const TvThreadRange *range, guint32 call, Batch *batch)
{
  const TvCalls *calls = &range->calls;
  const guint32 parent = calls->parent[call];
  TvCallEdge key
      = { .caller = TV_METHOD_NONE,
          .callee = tv_calls_method (calls, call),
          .callee_recursive = (calls->flags[call] & TV_CALL_RECURSIVE) != 0 };
  gint64 inclusive[TV_N_CLOCKS];

  if (!tv_thread_range_clip_call (range, call, inclusive))
    return;
  if (parent != TV_CALL_NONE)
    {
      key.caller = tv_calls_method (calls, parent);
      key.caller_recursive = (calls->flags[parent] & TV_CALL_RECURSIVE) != 0;
    }
  batch->keys[batch->n] = key;
  batch->inclusive[batch->n++] = inclusive[self->clock];
  if (batch->n == N_TOGETHER)
    add_batch (self, batch);
}

/* From the thread's first event to its last, as far as they are in the range. */
static void
add_thread_time (TvCallEdges *self, const TvThread *thread, const TvThreadRange *range)
{
  const gint64 first = MAX (thread->first[self->clock], range->from[self->clock]);
  const gint64 last = MIN (thread->last[self->clock], range->to[self->clock]);

  if (last > first)
    self->thread_time += last - first;
}

static gboolean
add_thread (TvCallEdges *self, const TvTrace *trace, const TvProfileRange *range,
            guint32 thread, GCancellable *cancellable)
{
  g_auto (TvThreadRange) calls = { 0 };
  Batch batch = { .n = 0 };
  guint32 n;

  tv_thread_range_init (&calls, trace, range, thread);
  add_thread_time (self, tv_trace_get_thread (trace, thread), &calls);
  n = tv_thread_range_get_n (&calls);
  for (guint32 i = 0; i < n; i++)
    {
      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      add_call (self, &calls, tv_thread_range_get_call (&calls, i), &batch);
    }
  add_batch (self, &batch);
  return TRUE;
}

/**
 * tv_call_edges_new:
 * @trace: a trace
 * @range: the range of time and the threads to look at
 * @clock: the clock of the times
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Sums up who calls whom, in one pass over the calls of @range. Calls are clipped and
 * counted as #TvProfileRange says: the edges to a method add up to its totals in a
 * #TvProfile of the same range.
 *
 * Returns: (transfer full): the edges, or %NULL with %G_IO_ERROR_CANCELLED
 */
TvCallEdges *
tv_call_edges_new (TvTrace *trace, const TvProfileRange *range, TvClock clock,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (TvCallEdges) self = NULL;
  guint n;

  g_return_val_if_fail (trace != NULL && range != NULL, NULL);
  g_return_val_if_fail (clock < TV_N_CLOCKS, NULL);

  n = tv_thread_set_count (range->threads, trace);
  self = g_new0 (TvCallEdges, 1);
  self->clock = clock;
  self->edges = g_array_new (FALSE, FALSE, sizeof (TvCallEdge));
  self->n_slots = MIN_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint i = 0; i < n && range->start < range->end; i++)
    if (!add_thread (self, trace, range, tv_thread_set_get_nth (range->threads, i),
                     cancellable))
      break;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_clear_pointer (&self->slots, g_free);
  return g_steal_pointer (&self);
}

void
tv_call_edges_free (TvCallEdges *edges)
{
  if (edges == NULL)
    return;
  g_array_unref (edges->edges);
  g_free (edges->slots);
  g_free (edges);
}

/**
 * tv_call_edges_get:
 * @edges: edges
 * @n_edges: (out): number of rows
 *
 * Returns: (array length=n_edges): the edges, in no particular order; no two are equal
 *   in methods and recursion
 */
const TvCallEdge *
tv_call_edges_get (const TvCallEdges *edges, guint *n_edges)
{
  g_return_val_if_fail (edges != NULL && n_edges != NULL, NULL);

  *n_edges = edges->edges->len;
  return (const TvCallEdge *) (gpointer) edges->edges->data;
}

/**
 * tv_call_edges_get_thread_time:
 * @edges: edges
 *
 * Returns: nanoseconds between the first and the last event of each thread, as far as
 *   they are in the range, summed over the threads; 0 on a clock that the file lacks
 */
gint64
tv_call_edges_get_thread_time (const TvCallEdges *edges)
{
  g_return_val_if_fail (edges != NULL, 0);

  return edges->thread_time;
}
