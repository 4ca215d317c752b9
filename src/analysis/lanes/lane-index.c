/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-index-private.h"

/* Threads of fewer calls are walked over in less time than a frame has to spare. */
#define MIN_CALLS 4096

/* See count_cells(). A screen is at most 1600 columns here. */
#define BIG_BLOCKS (1 << 13)
#define CELLS_OF_BIG (2 * 1600 * TV_LANE_CELLS_PER_COLUMN + 512)

/* As many as fit in a byte a call. Big threads have at least as many as it takes to
   show half of their time on a screen, those twice as big a quarter, for which they may
   take a sixth more; the biggest have more than enough, and save it. */
static gsize
count_cells (gsize n_blocks, gboolean narrow)
{
  gsize eighths = !narrow ? 8 : n_blocks >= 8 * BIG_BLOCKS ? 10 : 14;
  gsize n = n_blocks * eighths / 8;

  if (n_blocks >= 2 * BIG_BLOCKS)
    return MAX (n, 2 * CELLS_OF_BIG);
  return n_blocks >= BIG_BLOCKS ? MAX (n, CELLS_OF_BIG) : n;
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
  index->block_parts = narrow ? TV_LANE_NARROW_PARTS : TV_LANE_WIDE_PARTS;
  index->parts = g_new0 (TvLanePart, n * index->block_parts);
  tv_lane_methods_init (&index->part_methods, narrow,
                        n * index->block_parts * TV_LANE_PART_METHODS);
  while (n > 0)
    {
      TvLaneLevel *level = &index->levels[index->n_levels++];

      level->n = n;
      level->blocks = g_new0 (TvLaneBlock, n);
      tv_lane_methods_init (&level->methods, narrow, n * TV_LANE_BLOCK_METHODS);
      n = n > 1 ? (n + TV_LANE_FAN_OUT - 1) / TV_LANE_FAN_OUT : 0;
    }
  tv_lane_cells_init (&index->cells, narrow, count_cells (index->n_blocks, narrow));
  return index;
}

static void
free_contents (gpointer data)
{
  TvLaneIndex *index = data;

  for (guint i = 0; i < index->n_levels; i++)
    {
      g_free (index->levels[i].blocks);
      tv_lane_methods_clear (&index->levels[i].methods);
    }
  tv_lane_methods_clear (&index->part_methods);
  tv_lane_cells_clear (&index->cells);
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
 * Sums up the calls of a thread. Takes some 150 to 200 nanoseconds a call, so this is
 * work for a worker, and about a byte a call where that is tv_lane_index_is_useful():
 * threads of one to four million calls take up to a sixth more.
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

gsize
tv_lane_index_get_size (const TvLaneIndex *index)
{
  gsize size = sizeof (TvLaneIndex);
  gsize n_parts;

  g_return_val_if_fail (index != NULL, 0);

  n_parts = index->n_blocks * index->block_parts;
  size += (index->n_blocks + 1) * (sizeof (gint64) + sizeof (TvLaneBegin));
  size += n_parts * sizeof (TvLanePart)
          + tv_lane_methods_get_size (&index->part_methods,
                                      n_parts * TV_LANE_PART_METHODS);
  for (guint i = 0; i < index->n_levels; i++)
    {
      const TvLaneLevel *level = &index->levels[i];

      size += level->n * sizeof (TvLaneBlock)
              + tv_lane_methods_get_size (&level->methods,
                                          level->n * TV_LANE_BLOCK_METHODS);
    }
  return size + tv_lane_cells_get_size (&index->cells);
}
