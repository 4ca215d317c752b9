/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/method-scan-private.h"

#include "analysis/lookup/call-numbers-private.h"
#include "analysis/lookup/method-index-private.h"

/* So many calls are compared at once. */
#define STRIDE 32

/* How many of at most STRIDE calls are of the method. Types are so narrow that
 * compilers compare many at once. */
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

static gsize
count_in (const TvCalls *calls, guint32 method, gsize first, gsize end)
{
  gsize count = 0;

  for (; end - first >= STRIDE; first += STRIDE)
    count += count_equal (calls, method, first, STRIDE);
  return count + count_equal (calls, method, first, (guint) (end - first));
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

/* Returns whether there is an index, of a trace with such a method and thread. */
gboolean
tv_method_scan_is_possible (const TvMethodIndex *index, guint32 method, guint32 thread)
{
  return index != NULL && method < tv_trace_get_n_methods (index->trace)
         && (thread == TV_THREAD_NONE
             || thread < tv_trace_get_n_threads (index->trace));
}

void
tv_method_scan_init (TvMethodScan *scan, const TvMethodIndex *index, guint32 method,
                     guint32 thread)
{
  scan->index = index;
  scan->method = method;
  scan->thread = thread;
  scan->base = tv_trace_get_n_calls_before (index->trace, thread);
  scan->calls = tv_trace_get_calls (index->trace, thread);
}

/* The first entry of the method's list with a block at or after @block. */
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

/* Cuts a block of the list down to the calls from @first to before @end. */
static gboolean
cut_block (const TvMethodScan *scan, gsize entry, gsize first, gsize end, gsize *low,
           gsize *high)
{
  const TvMethodIndex *index = scan->index;
  gsize block = index->blocks[entry];

  *low = MAX (scan->base + first, block << index->block_bits) - scan->base;
  *high = MIN (scan->base + end, (block + 1) << index->block_bits);
  *high = MAX (*high, scan->base + *low) - scan->base;
  return *low < *high;
}

/* Returns the first call of the method from first on; end if there is none before. */
gsize
tv_method_scan_next (const TvMethodScan *scan, gsize first, gsize end)
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

/* Returns one more than the last call of the method before end; first if there is none
 * from there on. */
gsize
tv_method_scan_previous (const TvMethodScan *scan, gsize first, gsize end)
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

/* Returns number of calls of the method from first to before end. */
gsize
tv_method_scan_count (const TvMethodScan *scan, gsize first, gsize end)
{
  const TvMethodIndex *index = scan->index;
  gsize last = index->first[scan->method + 1];
  gsize entry
      = find_entry (index, scan->method, (scan->base + first) >> index->block_bits);
  gsize count = 0;
  gsize low, high;

  for (; entry < last && cut_block (scan, entry, first, end, &low, &high); entry++)
    count += count_in (&scan->calls, scan->method, low, high);
  return count;
}

/* Passes over the threads in which the method is not called; may stop at some. */
static guint
next_thread (const TvMethodIndex *index, guint32 method, guint thread)
{
  guint n = tv_trace_get_n_threads (index->trace);
  gsize number = tv_trace_get_n_calls_before (index->trace, thread);
  gsize entry = find_entry (index, method, number >> index->block_bits);

  if (thread == n || entry == index->first[method + 1])
    return n;
  return MAX (thread,
              tv_call_number_get_thread (index->trace, (gsize) index->blocks[entry]
                                                           << index->block_bits));
}

/* Returns the first thread to look at; the number of threads if there is none. */
guint
tv_method_scan_first_thread (const TvMethodIndex *index, guint32 method, guint32 thread)
{
  return thread == TV_THREAD_NONE ? next_thread (index, method, 0) : thread;
}

/* Returns the next thread to look at; the number of threads if none is left. */
guint
tv_method_scan_thread_after (const TvMethodIndex *index, guint32 method, guint32 thread,
                             guint last)
{
  return thread == TV_THREAD_NONE ? next_thread (index, method, last + 1)
                                  : tv_trace_get_n_threads (index->trace);
}
