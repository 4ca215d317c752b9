/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/method-index.h"

#include "analysis/sums/call-bounds.h"
#include "trace/model/parallel.h"

/*
 * All calls, numbered over all threads, are cut into blocks of equal size, and for each
 * method the blocks are listed in which it is called. Within a block, the column of
 * methods is read, which is fast. Blocks are so large that their numbers have 16 bits,
 * and so small that one is read in microseconds.
 */

#define LEAST_BLOCK_BITS 13
#define MAX_BLOCKS (G_MAXUINT16 + (gsize) 1)

/* The number of calls that are compared at once. */
#define STRIDE 32

struct _TvMethodIndex
{
  gatomicrefcount references;
  TvTrace *trace;
  guint block_bits; /* logarithm of the number of calls in a block */
  guint n_blocks;
  gsize *first;    /* by method, and one more: where its list begins in @blocks */
  guint16 *blocks; /* the lists, each in ascending order */
};

/* Making */

/* The blocks of one worker, which reads them twice: first to count the blocks of each
 * method, then to write them to their places. */
typedef struct
{
  guint first_block;
  guint end_block;
  gsize *places; /* by method: a count, then the place of the next block */
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
add_method (const Building *building, Chunk *chunk, guint32 method, guint block)
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
add_calls (const Building *building, Chunk *chunk, const TvCalls *calls, gsize first,
           gsize end, guint block)
{
  if (tv_calls_get_narrow_methods (calls) != NULL)
    for (gsize i = first; i < end; i++)
      add_method (building, chunk, tv_calls_get_narrow_methods (calls)[i], block);
  else
    for (gsize i = first; i < end; i++)
      add_method (building, chunk, tv_calls_get_wide_methods (calls)[i], block);
}

static void
add_block (const Building *building, Chunk *chunk, guint block)
{
  const TvMethodIndex *index = building->index;
  gsize next = (gsize) block << index->block_bits;
  gsize end = MIN (next + ((gsize) 1 << index->block_bits),
                   tv_trace_get_n_calls (index->trace));

  for (guint thread = tv_trace_find_thread_of_call (index->trace, next); next < end;
       thread++)
    {
      TvCalls calls = tv_trace_get_calls (index->trace, thread);
      gsize base = tv_trace_get_n_calls_before (index->trace, thread);
      gsize last = MIN (end, base + calls.n);

      add_calls (building, chunk, &calls, next - base, last - base, block);
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
      add_block (building, chunk, block);
    }
}

/* A method's list has the blocks of the first chunk, then of the second, and so on. */
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

/* Each worker has a table of all methods, which must be worth it. */
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

/**
 * tv_method_index_get_memory_size:
 * @index: an index
 *
 * Returns: the bytes that it takes
 */
gsize
tv_method_index_get_memory_size (const TvMethodIndex *index)
{
  gsize n_methods;

  g_return_val_if_fail (index != NULL, 0);

  n_methods = tv_trace_get_n_methods (index->trace);
  return sizeof *index + (n_methods + 1) * sizeof *index->first
         + index->first[n_methods] * sizeof *index->blocks;
}

/* Searching in a thread */

/* Counts the calls of the method among at most STRIDE. Narrow types let compilers
 * compare many at once. */
G_ALWAYS_INLINE static inline guint
count_equal (const TvCalls *calls, guint32 method, gsize first, guint n)
{
  guint32 count = 0;
  guint16 narrow_count = 0;

  if (tv_calls_get_narrow_methods (calls) != NULL)
    {
      const guint16 *methods = tv_calls_get_narrow_methods (calls) + first;
      guint16 narrow = (guint16) method;

      for (guint i = 0; i < n; i++)
        narrow_count += methods[i] == narrow;
      return narrow_count;
    }
  for (guint i = 0; i < n; i++)
    count += tv_calls_get_wide_methods (calls)[first + i] == method;
  return count;
}

/* The first call of the method from @first on; @end if there is none before. */
static gsize
scan_forwards (const TvCalls *calls, guint32 method, gsize first, gsize end)
{
  while (end - first >= STRIDE && count_equal (calls, method, first, STRIDE) == 0)
    first += STRIDE;
  while (first < end && tv_calls_method (calls, first) != method)
    first++;
  return first;
}

/* One more than the last call of the method before @end; @first if there is none. */
static gsize
scan_backwards (const TvCalls *calls, guint32 method, gsize first, gsize end)
{
  while (end - first >= STRIDE
         && count_equal (calls, method, end - STRIDE, STRIDE) == 0)
    end -= STRIDE;
  while (end > first && tv_calls_method (calls, end - 1) != method)
    end--;
  return end;
}

/* A search in one thread. It takes a bisection and the reading of at most three
 * blocks. */
typedef struct
{
  const TvMethodIndex *index;
  guint32 method;
  guint32 thread;
  gsize base; /* number of the thread's first call */
  TvCalls calls;
} Scan;

/* Returns whether the index is of a trace with that method and thread. */
static gboolean
is_possible (const TvMethodIndex *index, guint32 method, guint32 thread)
{
  return index != NULL && method < tv_trace_get_n_methods (index->trace)
         && (thread == TV_THREAD_NONE
             || thread < tv_trace_get_n_threads (index->trace));
}

static void
scan_init (Scan *scan, const TvMethodIndex *index, guint32 method, guint32 thread)
{
  scan->index = index;
  scan->method = method;
  scan->thread = thread;
  scan->base = tv_trace_get_n_calls_before (index->trace, thread);
  scan->calls = tv_trace_get_calls (index->trace, thread);
}

/* The first entry of the method's list whose block is not before @block. */
static gsize
find_entry (const TvMethodIndex *index, guint32 method, gsize block)
{
  gsize low = index->first[method], high = index->first[method + 1];

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (index->blocks[middle] < block)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Clips a block of the list to the calls from @first to before @end. */
static gboolean
cut_block (const Scan *scan, gsize entry, gsize first, gsize end, gsize *low,
           gsize *high)
{
  const TvMethodIndex *index = scan->index;
  gsize block = index->blocks[entry];

  *low = MAX (scan->base + first, block << index->block_bits) - scan->base;
  *high = MIN (scan->base + end, (block + 1) << index->block_bits);
  *high = MAX (*high, scan->base + *low) - scan->base;
  return *low < *high;
}

/* Returns the first call of the method from @first on; @end if there is none before. */
static gsize
scan_next (const Scan *scan, gsize first, gsize end)
{
  const TvMethodIndex *index = scan->index;
  gsize last = index->first[scan->method + 1];
  gsize entry
      = find_entry (index, scan->method, (scan->base + first) >> index->block_bits);
  gsize low, high;

  for (; first < end && entry < last; entry++)
    {
      gsize found;

      if (!cut_block (scan, entry, first, end, &low, &high))
        break;
      found = scan_forwards (&scan->calls, scan->method, low, high);
      if (found < high)
        return found;
    }
  return end;
}

/* Returns one more than the last call of the method before @end; @first if there is
 * none after it. */
static gsize
scan_previous (const Scan *scan, gsize first, gsize end)
{
  const TvMethodIndex *index = scan->index;
  gsize begin = index->first[scan->method];
  gsize entry = find_entry (index, scan->method,
                            ((scan->base + end - 1) >> index->block_bits) + 1);
  gsize low, high;

  for (; first < end && entry > begin; entry--)
    {
      gsize found;

      if (!cut_block (scan, entry - 1, first, end, &low, &high))
        break;
      found = scan_backwards (&scan->calls, scan->method, low, high);
      if (found > low)
        return found;
    }
  return first;
}

/* Skips threads in which the method is not called, though not all of them. */
static guint
next_thread (const TvMethodIndex *index, guint32 method, guint thread)
{
  guint n = tv_trace_get_n_threads (index->trace);
  gsize number = tv_trace_get_n_calls_before (index->trace, thread);
  gsize entry = find_entry (index, method, number >> index->block_bits);

  if (thread == n || entry == index->first[method + 1])
    return n;
  return MAX (thread,
              tv_trace_find_thread_of_call (index->trace, (gsize) index->blocks[entry]
                                                              << index->block_bits));
}

/* Returns the first thread to search; the number of threads if there is none. */
static guint
get_first_thread (const TvMethodIndex *index, guint32 method, guint32 thread)
{
  return thread == TV_THREAD_NONE ? next_thread (index, method, 0) : thread;
}

/* Returns the next thread to search; the number of threads if none is left. */
static guint
get_thread_after (const TvMethodIndex *index, guint32 method, guint32 thread,
                  guint last)
{
  return thread == TV_THREAD_NONE ? next_thread (index, method, last + 1)
                                  : tv_trace_get_n_threads (index->trace);
}

/* Searching in all threads */

/* A place in the order of entry, of threads and of calls: before a call of a thread, or
 * before all calls entered at a time. */
typedef struct
{
  gint64 time;
  guint32 thread; /* TV_THREAD_NONE: before the calls of all threads */
  gsize call;
} Place;

/* The thread's first call at or after a place. */
static gsize
find_place (const Scan *scan, const Place *place)
{
  const TvCalls *calls = &scan->calls;

  if (scan->thread == place->thread)
    return MIN (place->call, calls->n);
  if (place->thread != TV_THREAD_NONE && scan->thread < place->thread)
    return tv_calls_upper_bound (calls, place->time);
  return tv_calls_lower_bound (calls, 0, calls->n, place->time);
}

/* Finds the first call at or after a place, or the last one before it. A call found in
 * one thread bounds the search in the others, so hardly any of their blocks are read.
 * Of calls entered at one time, the first thread's comes first. */
static gboolean
find_call (const TvMethodIndex *index, guint32 method, guint32 thread,
           const Place *place, gboolean forwards, TvCallRef *ref)
{
  guint n_threads = tv_trace_get_n_threads (index->trace);
  gboolean found = FALSE;
  gint64 time = 0;

  for (guint i = get_first_thread (index, method, thread); i < n_threads;
       i = get_thread_after (index, method, thread, i))
    {
      Scan scan;
      gsize first, end, call;

      scan_init (&scan, index, method, i);
      first = forwards ? find_place (&scan, place) : 0;
      end = forwards ? scan.calls.n : find_place (&scan, place);
      if (found)
        *(forwards ? &end : &first)
            = tv_calls_lower_bound (&scan.calls, first, end, time);
      call = forwards ? scan_next (&scan, first, end)
                      : scan_previous (&scan, first, end);
      if (call == (forwards ? end : first))
        continue;
      call -= !forwards;
      found = TRUE;
      *ref = (TvCallRef){ i, (guint32) call };
      time = tv_times_get (&scan.calls.axis_start, call);
    }
  return found;
}

static gboolean
is_call (const TvMethodIndex *index, TvCallRef ref)
{
  return ref.thread < tv_trace_get_n_threads (index->trace)
         && ref.call < tv_trace_get_calls (index->trace, ref.thread).n;
}

static Place
place_of (const TvMethodIndex *index, TvCallRef ref)
{
  TvCalls calls = tv_trace_get_calls (index->trace, ref.thread);

  return (Place){ tv_times_get (&calls.axis_start, ref.call), ref.thread, ref.call };
}

/**
 * tv_method_index_find_next:
 * @index: an index
 * @method: index of a method of its trace
 * @thread: index of a thread, or %TV_THREAD_NONE for all
 * @after: a call of the trace, of any method
 * @ref: (out): the call
 *
 * Finds the next call of a method after a call, in order of entry on the axis. Of calls
 * entered at one time, those of threads with lower indexes come first.
 *
 * Takes the logarithm of the number of calls for each thread in which the method is
 * called.
 *
 * Returns: whether there is one
 */
gboolean
tv_method_index_find_next (const TvMethodIndex *index, guint32 method, guint32 thread,
                           TvCallRef after, TvCallRef *ref)
{
  Place place;

  g_return_val_if_fail (ref != NULL, FALSE);
  g_return_val_if_fail (is_possible (index, method, thread), FALSE);
  g_return_val_if_fail (is_call (index, after), FALSE);

  place = place_of (index, after);
  place.call++;
  return find_call (index, method, thread, &place, TRUE, ref);
}

/**
 * tv_method_index_find_previous:
 * @index: an index
 * @method: index of a method of its trace
 * @thread: index of a thread, or %TV_THREAD_NONE for all
 * @before: a call of the trace, of any method
 * @ref: (out): the call
 *
 * Finds the last call of a method before a call, see tv_method_index_find_next().
 *
 * Returns: whether there is one
 */
gboolean
tv_method_index_find_previous (const TvMethodIndex *index, guint32 method,
                               guint32 thread, TvCallRef before, TvCallRef *ref)
{
  Place place;

  g_return_val_if_fail (ref != NULL, FALSE);
  g_return_val_if_fail (is_possible (index, method, thread), FALSE);
  g_return_val_if_fail (is_call (index, before), FALSE);

  place = place_of (index, before);
  return find_call (index, method, thread, &place, FALSE, ref);
}

/**
 * tv_method_index_find_from:
 * @index: an index
 * @method: index of a method of its trace
 * @thread: index of a thread, or %TV_THREAD_NONE for all
 * @axis_time: nanoseconds on the timeline's axis
 * @ref: (out): the call
 *
 * Finds the first call of a method entered at a time or later, see
 * tv_method_index_find_next().
 *
 * Returns: whether there is one
 */
gboolean
tv_method_index_find_from (const TvMethodIndex *index, guint32 method, guint32 thread,
                           gint64 axis_time, TvCallRef *ref)
{
  Place place = { axis_time, TV_THREAD_NONE, 0 };

  g_return_val_if_fail (ref != NULL, FALSE);
  g_return_val_if_fail (is_possible (index, method, thread), FALSE);

  return find_call (index, method, thread, &place, TRUE, ref);
}

/**
 * tv_method_index_find_before:
 * @index: an index
 * @method: index of a method of its trace
 * @thread: index of a thread, or %TV_THREAD_NONE for all
 * @axis_time: nanoseconds on the timeline's axis
 * @ref: (out): the call
 *
 * Finds the last call of a method entered before a time, see
 * tv_method_index_find_next().
 *
 * Returns: whether there is one
 */
gboolean
tv_method_index_find_before (const TvMethodIndex *index, guint32 method, guint32 thread,
                             gint64 axis_time, TvCallRef *ref)
{
  Place place = { axis_time, TV_THREAD_NONE, 0 };

  g_return_val_if_fail (ref != NULL, FALSE);
  g_return_val_if_fail (is_possible (index, method, thread), FALSE);

  return find_call (index, method, thread, &place, FALSE, ref);
}
