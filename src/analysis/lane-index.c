/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lane-index-private.h"

/* Threads of fewer calls are walked over in less time than a frame has to spare. */
#define MIN_CALLS 4096

static void
methods_init (TvLaneMethods *methods, gboolean narrow, gsize n)
{
  if (narrow)
    methods->narrow = g_new0 (guint16, n);
  else
    methods->wide = g_new0 (guint32, n);
}

static void
methods_clear (TvLaneMethods *methods)
{
  g_free (methods->narrow);
  g_free (methods->wide);
}

static TvLaneIndex *
allocate (TvTrace *trace, guint thread)
{
  TvLaneIndex *index = g_atomic_rc_box_new0 (TvLaneIndex);
  const gsize events_around = TV_LANE_BLOCK_EVENTS - 1;
  gboolean narrow;
  gsize n;

  index->trace = tv_trace_ref (trace);
  index->thread = thread;
  index->calls = tv_trace_get_calls (trace, thread);
  narrow = index->calls.method.narrow != NULL || index->calls.n == 0;
  n = index->n_blocks = (2 * index->calls.n + events_around) / TV_LANE_BLOCK_EVENTS;
  index->times = g_new0 (gint64, n + 1);
  index->begins = g_new0 (TvLaneBegin, n + 1);
  index->part_bits = narrow ? 3 : 2;
  index->parts = g_new0 (TvLanePart, n << index->part_bits);
  methods_init (&index->part_methods, narrow,
                (n << index->part_bits) * TV_LANE_PART_METHODS);
  while (n > 0)
    {
      TvLaneLevel *level = &index->levels[index->n_levels++];

      level->n = n;
      level->blocks = g_new0 (TvLaneBlock, n);
      methods_init (&level->methods, narrow, n * TV_LANE_BLOCK_METHODS);
      n = n > 1 ? (n + TV_LANE_FAN_OUT - 1) / TV_LANE_FAN_OUT : 0;
    }
  return index;
}

static void
free_contents (gpointer data)
{
  TvLaneIndex *index = data;

  for (guint i = 0; i < index->n_levels; i++)
    {
      g_free (index->levels[i].blocks);
      methods_clear (&index->levels[i].methods);
    }
  methods_clear (&index->part_methods);
  g_free (index->parts);
  g_free (index->begins);
  g_free (index->times);
  tv_trace_unref (index->trace);
}

/**
 * tv_lane_index_is_useful:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Returns: whether the thread has so many calls that an index is worth its memory
 */
gboolean
tv_lane_index_is_useful (const TvTrace *trace, guint thread)
{
  g_return_val_if_fail (trace != NULL, FALSE);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), FALSE);

  return tv_trace_get_thread (trace, thread)->n_calls >= MIN_CALLS;
}

/**
 * tv_lane_index_new:
 * @trace: a trace
 * @thread: index of a thread
 * @cancellable: (nullable): stops the work within a few milliseconds
 *
 * Sums up the calls of a thread. Takes some 20 nanoseconds a call, so this is work for
 * a worker, and less than a byte a call where that is tv_lane_index_is_useful().
 *
 * Returns: (transfer full) (nullable): the index, or %NULL if it was cancelled
 */
TvLaneIndex *
tv_lane_index_new (TvTrace *trace, guint thread, GCancellable *cancellable)
{
  g_autoptr (TvLaneIndex) index = NULL;

  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), NULL);

  index = allocate (trace, thread);
  return tv_lane_index_build (index, cancellable) ? g_steal_pointer (&index) : NULL;
}

/**
 * tv_lane_index_ref:
 * @index: an index
 *
 * Returns: (transfer full): @index
 */
TvLaneIndex *
tv_lane_index_ref (TvLaneIndex *index)
{
  g_return_val_if_fail (index != NULL, NULL);

  return g_atomic_rc_box_acquire (index);
}

/**
 * tv_lane_index_unref:
 * @index: (transfer full): an index
 *
 * Gives a reference back.
 */
void
tv_lane_index_unref (TvLaneIndex *index)
{
  g_return_if_fail (index != NULL);

  g_atomic_rc_box_release_full (index, free_contents);
}

/**
 * tv_lane_index_get_thread:
 * @index: an index
 *
 * Returns: the index of the thread that it is for
 */
guint
tv_lane_index_get_thread (const TvLaneIndex *index)
{
  g_return_val_if_fail (index != NULL, TV_THREAD_NONE);

  return index->thread;
}

static gsize
get_methods_size (const TvLaneMethods *methods, gsize n)
{
  return n * (methods->narrow != NULL ? sizeof (guint16) : sizeof (guint32));
}

/**
 * tv_lane_index_get_size:
 * @index: an index
 *
 * Returns: the memory that it takes, in bytes
 */
gsize
tv_lane_index_get_size (const TvLaneIndex *index)
{
  gsize size = sizeof (TvLaneIndex);
  gsize n_parts;

  g_return_val_if_fail (index != NULL, 0);

  n_parts = tv_lane_index_get_n_parts (index);
  size += (index->n_blocks + 1) * (sizeof (gint64) + sizeof (TvLaneBegin));
  size += n_parts * sizeof (TvLanePart)
          + get_methods_size (&index->part_methods, n_parts * TV_LANE_PART_METHODS);
  for (guint i = 0; i < index->n_levels; i++)
    {
      const TvLaneLevel *level = &index->levels[i];

      size += level->n * sizeof (TvLaneBlock)
              + get_methods_size (&level->methods, level->n * TV_LANE_BLOCK_METHODS);
    }
  return size;
}
