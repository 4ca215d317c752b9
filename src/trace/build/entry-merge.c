/* SPDX-License-Identifier: Apache-2.0 */

/* Merges the rows of a trace by a heap of the next run of each. */

#include "trace/build/entry-merge.h"

#include "trace/model/trace-storage.h"

/* The next run of a row. */
typedef struct
{
  gint64 start;
  guint32 row;
} Head;

typedef struct
{
  const TvTrace *trace;
  TvTimes starts; /* of all calls */
  gsize *next;    /* call by row */
  Head *heap;     /* the earliest first, then the lowest row */
  guint n;
} EntryMerge;

static gboolean
is_before (const Head *a, const Head *b)
{
  return a->start != b->start ? a->start < b->start : a->row < b->row;
}

/* Returns the smaller child of a place in the heap, or the place itself. */
static guint
find_child (const EntryMerge *merge, guint at)
{
  const guint left = 2 * at + 1;

  if (left >= merge->n)
    return at;
  return left + 1 < merge->n && is_before (&merge->heap[left + 1], &merge->heap[left])
             ? left + 1
             : left;
}

static void
sink (EntryMerge *merge, guint at)
{
  const Head head = merge->heap[at];
  guint child;

  while ((child = find_child (merge, at)) != at
         && is_before (&merge->heap[child], &head))
    {
      merge->heap[at] = merge->heap[child];
      at = child;
    }
  merge->heap[at] = head;
}

/* Takes runs of the first row, up to the first one of another. */
static TvEntryRun
take_entries (EntryMerge *merge)
{
  Head *head = &merge->heap[0];
  const gsize end = merge->trace->first_call[head->row + 1];
  const guint second = find_child (merge, 0);
  gsize *next = &merge->next[head->row];
  TvEntryRun entries = { .thread = head->row };

  do
    {
      entries.count++;
      if (++*next == end)
        break;
      head->start = tv_times_get (&merge->starts, *next);
    }
  while (second == 0 || is_before (head, &merge->heap[second]));
  if (*next == end)
    *head = merge->heap[--merge->n];
  if (merge->n > 0)
    sink (merge, 0);
  return entries;
}

static void
start_merge (EntryMerge *merge)
{
  const TvTrace *trace = merge->trace;

  for (guint32 row = 0; row < trace->n_threads; row++)
    if (trace->first_call[row] < trace->first_call[row + 1])
      merge->heap[merge->n++]
          = (Head){ tv_times_get (&merge->starts, trace->first_call[row]), row };
  for (guint at = merge->n / 2; at-- > 0;)
    sink (merge, at);
}

/* Writes the order in which runs began over all rows. Returns FALSE when memory is
 * exhausted. */
gboolean
tv_entry_merge_write (TvTrace *trace, TvGrowth *growth)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (TvEntryRun));
  g_autofree gsize *next
      = g_memdup2 (trace->first_call, (trace->n_threads + 1) * sizeof *next);
  g_autofree Head *heap = g_new (Head, MAX (trace->n_threads, 1));
  const TvClock clock
      = trace->axis == TV_AXIS_WALL ? TV_CLOCK_WALL : TV_CLOCK_THREAD_CPU;
  EntryMerge merge
      = { .trace = trace,
          .starts = tv_time_column_slice (&trace->call_start[clock], 0, trace->unit),
          .next = next,
          .heap = heap };
  gboolean ok = TRUE;

  start_merge (&merge);
  while (ok && merge.n > 0)
    {
      const TvEntryRun entries = take_entries (&merge);

      ok = tv_growth_append (growth, all, &entries);
    }
  trace->n_entry_runs = all->len;
  trace->entry_runs = (TvEntryRun *) (gpointer) g_array_free (all, FALSE);
  return ok;
}
