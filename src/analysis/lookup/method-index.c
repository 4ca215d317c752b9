/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/method-index-private.h"

#include "analysis/lookup/call-numbers-private.h"
#include "trace/model/parallel.h"

#define LEAST_BLOCK_BITS 13
#define MAX_BLOCKS (G_MAXUINT16 + (gsize) 1)

/* The blocks that one worker goes through, twice: first it counts how many of them each
 * method is called in, then it knows where to write them. */
typedef struct
{
  guint first_block;
  guint end_block;
  gsize *places; /* by method: a number, then where the next block is written */
  guint32 *seen; /* by method: 1 + the last block it was called in */
} Chunk;

typedef struct
{
  TvMethodIndex *index;
  GCancellable *cancellable;
  guint n_methods;
  Chunk *chunks;
  guint n_chunks;
  gboolean writes;
} Building;

G_ALWAYS_INLINE static inline void
note_method (const Building *building, Chunk *chunk, guint32 method, guint block)
{
  gsize place;

  if (G_LIKELY (chunk->seen[method] == block + 1))
    return;
  chunk->seen[method] = block + 1;
  place = chunk->places[method]++;
  if (building->writes)
    building->index->blocks[place] = (guint16) block;
}

static void
note_calls (const Building *building, Chunk *chunk, const TvCalls *calls, gsize first,
            gsize end, guint block)
{
  if (tv_calls_get_narrow_methods (calls) != NULL)
    for (gsize i = first; i < end; i++)
      note_method (building, chunk, tv_calls_get_narrow_methods (calls)[i], block);
  else
    for (gsize i = first; i < end; i++)
      note_method (building, chunk, tv_calls_get_wide_methods (calls)[i], block);
}

static void
note_block (const Building *building, Chunk *chunk, guint block)
{
  const TvMethodIndex *index = building->index;
  gsize next = (gsize) block << index->block_bits;
  gsize end = MIN (next + ((gsize) 1 << index->block_bits),
                   tv_trace_get_n_calls (index->trace));

  for (guint thread = tv_call_number_get_thread (index->trace, next); next < end;
       thread++)
    {
      TvCalls calls = tv_trace_get_calls (index->trace, thread);
      gsize base = tv_trace_get_n_calls_before (index->trace, thread);
      gsize last = MIN (end, base + calls.n);

      note_calls (building, chunk, &calls, next - base, last - base, block);
      next = last;
    }
}

static void
go_through_chunk (guint task, gpointer data)
{
  const Building *building = data;
  Chunk *chunk = &building->chunks[task];

  if (chunk->places == NULL)
    chunk->places = g_new0 (gsize, MAX (building->n_methods, 1));
  g_free (chunk->seen);
  chunk->seen = g_new0 (guint32, MAX (building->n_methods, 1));
  for (guint block = chunk->first_block; block < chunk->end_block; block++)
    {
      if (g_cancellable_is_cancelled (building->cancellable))
        return;
      note_block (building, chunk, block);
    }
}

/* A method's list has what the first chunk found, then the second, and so on. */
static void
lay_out_lists (Building *building)
{
  TvMethodIndex *index = building->index;
  gsize n = 0;

  index->first = g_new (gsize, (gsize) building->n_methods + 1);
  for (guint method = 0; method < building->n_methods; method++)
    {
      index->first[method] = n;
      for (guint i = 0; i < building->n_chunks; i++)
        {
          gsize count = building->chunks[i].places[method];

          building->chunks[i].places[method] = n;
          n += count;
        }
    }
  index->first[building->n_methods] = n;
  index->blocks = g_new (guint16, n);
}

/* Tables of all methods for each worker must be worth it. */
static void
make_chunks (Building *building, guint n_workers)
{
  const TvMethodIndex *index = building->index;
  gsize worth = tv_trace_get_n_calls (index->trace)
                / (8 * (gsize) MAX (building->n_methods, 1));

  if (n_workers == 0)
    n_workers = tv_parallel_get_n_workers ();
  building->n_chunks = (guint) CLAMP (MIN (worth, index->n_blocks), 1, n_workers);
  building->chunks = g_new0 (Chunk, building->n_chunks);
  for (guint i = 0; i < building->n_chunks; i++)
    {
      building->chunks[i].first_block
          = (guint) ((guint64) index->n_blocks * i / building->n_chunks);
      building->chunks[i].end_block
          = (guint) ((guint64) index->n_blocks * (i + 1) / building->n_chunks);
    }
}

static void
free_chunks (Building *building)
{
  for (guint i = 0; i < building->n_chunks; i++)
    {
      g_free (building->chunks[i].places);
      g_free (building->chunks[i].seen);
    }
  g_free (building->chunks);
}

/**
 * tv_method_index_new:
 * @trace: a trace
 * @n_workers: number of threads that do the work, 0 for as many as the machine has
 *   processors; the index is the same
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Makes the index. Takes time for each call: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the index, or %NULL with @error set
 */
TvMethodIndex *
tv_method_index_new (TvTrace *trace, guint n_workers, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (TvMethodIndex) index = NULL;
  Building building = { .cancellable = cancellable };
  gsize n_calls;

  g_return_val_if_fail (trace != NULL, NULL);

  index = g_new0 (TvMethodIndex, 1);
  g_atomic_ref_count_init (&index->references);
  index->trace = tv_trace_ref (trace);
  index->block_bits = LEAST_BLOCK_BITS;
  n_calls = tv_trace_get_n_calls (trace);
  while (n_calls > MAX_BLOCKS << index->block_bits)
    index->block_bits++;
  index->n_blocks
      = (guint) ((n_calls + ((gsize) 1 << index->block_bits) - 1) >> index->block_bits);

  building.index = index;
  building.n_methods = tv_trace_get_n_methods (trace);
  make_chunks (&building, n_workers);
  tv_parallel_run (building.n_chunks, building.n_chunks, go_through_chunk, &building);
  lay_out_lists (&building);
  building.writes = TRUE;
  if (!g_cancellable_is_cancelled (cancellable))
    tv_parallel_run (building.n_chunks, building.n_chunks, go_through_chunk, &building);
  free_chunks (&building);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&index);
}

/* Adds a reference, from any thread. */
TvMethodIndex *
tv_method_index_ref (TvMethodIndex *index)
{
  g_return_val_if_fail (index != NULL, NULL);

  g_atomic_ref_count_inc (&index->references);
  return index;
}

/**
 * tv_method_index_unref:
 * @index: (transfer full): an index
 *
 * Drops a reference, from any thread; the last one frees the index.
 */
void
tv_method_index_unref (TvMethodIndex *index)
{
  g_return_if_fail (index != NULL);

  if (!g_atomic_ref_count_dec (&index->references))
    return;
  g_free (index->first);
  g_free (index->blocks);
  tv_trace_unref (index->trace);
  g_free (index);
}

TvTrace *
tv_method_index_get_trace (const TvMethodIndex *index)
{
  g_return_val_if_fail (index != NULL, NULL);

  return index->trace;
}

gsize
tv_method_index_get_memory_size (const TvMethodIndex *index)
{
  gsize n_methods;

  g_return_val_if_fail (index != NULL, 0);

  n_methods = tv_trace_get_n_methods (index->trace);
  return sizeof *index + (n_methods + 1) * sizeof *index->first
         + index->first[n_methods] * sizeof *index->blocks;
}
