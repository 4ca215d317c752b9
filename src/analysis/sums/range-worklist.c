/* SPDX-License-Identifier: Apache-2.0 */

/* The calls and waits of all threads form one list, which is cut into equal parts. Each
 * worker adds parts to its own sums. The sums are whole numbers, so the result does not
 * depend on which worker takes which part. */

#include "analysis/sums/range-worklist.h"

#include "trace/model/parallel.h"

#define THREADS_PER_TASK 256u

/* Sums of groups climb the stack at the first call of a part, so the number of parts
 * must be limited where stacks are deep. */
#define MIN_PART_ITEMS (G_GUINT64_CONSTANT (1) << 17)
#define MAX_PARTS 128

typedef struct
{
  const TvTrace *trace;
  const TvProfileRange *range;
  const TvRangeWork *work;
  gconstpointer data;
  GCancellable *cancellable;

  TvThreadRange *threads;
  guint64 *first_items; /* by thread, and the end of the last */
  guint n_threads;

  guint64 part_items;
  guint n_parts;
  gint next_part; /* atomic: the first that no worker has taken */
  gpointer *sums; /* by worker */
} Worklist;

static guint64
get_n_waits (const TvThreadRange *range)
{
  return range->end_wait - range->first_wait;
}

/* The open calls count as one item. */
static guint64
get_n_items (const TvThreadRange *range)
{
  return 1 + get_n_waits (range) + (range->end_call - range->first_call);
}

static void
find_threads (guint task, gpointer data)
{
  const Worklist *list = data;
  const guint first = task * THREADS_PER_TASK;

  for (guint i = first; i < MIN (first + THREADS_PER_TASK, list->n_threads); i++)
    tv_thread_range_init (&list->threads[i], list->trace, list->range,
                          tv_thread_set_get_nth (list->range->threads, i));
}

static void
make_list (Worklist *list)
{
  const TvProfileRange *range = list->range;
  const guint n = range->start < range->end
                      ? tv_thread_set_count (range->threads, list->trace)
                      : 0;

  list->n_threads = n;
  list->threads = g_new0 (TvThreadRange, MAX (n, 1));
  list->first_items = g_new0 (guint64, (gsize) n + 1);
  tv_parallel_run ((n + THREADS_PER_TASK - 1) / THREADS_PER_TASK, range->n_workers,
                   find_threads, list);
  for (guint i = 0; i < n; i++)
    list->first_items[i + 1] = list->first_items[i] + get_n_items (&list->threads[i]);
  list->part_items = MAX (MIN_PART_ITEMS, list->first_items[n] / MAX_PARTS + 1);
  list->n_parts
      = (guint) ((list->first_items[n] + list->part_items - 1) / list->part_items);
}

static void
clear_list (Worklist *list)
{
  for (guint i = 0; i < list->n_threads; i++)
    tv_thread_range_clear (&list->threads[i]);
  g_free (list->threads);
  g_free (list->first_items);
}

static guint
find_thread (const Worklist *list, guint64 item)
{
  guint low = 0, high = list->n_threads;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (list->first_items[middle] <= item)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Cuts a slice out of the items of a thread: its open calls, its waits and its other
 * calls. */
static TvRangeSlice
cut_slice (const TvThreadRange *range, guint64 first, guint64 end)
{
  const guint64 n_waits = get_n_waits (range);
  const guint64 first_call = 1 + n_waits;

  return (TvRangeSlice){
    .range = range,
    .has_open_calls = first == 0 && end > 0,
    .first_wait = range->first_wait + (gsize) (CLAMP (first, 1, first_call) - 1),
    .end_wait = range->first_wait + (gsize) (CLAMP (end, 1, first_call) - 1),
    .first_call = range->first_call + (gsize) (MAX (first, first_call) - first_call),
    .end_call = range->first_call + (gsize) (MAX (end, first_call) - first_call),
  };
}

static void
add_part (const Worklist *list, gpointer sums, guint64 part)
{
  const guint64 first = part * list->part_items;
  const guint64 end
      = MIN (first + list->part_items, list->first_items[list->n_threads]);

  for (guint i = find_thread (list, first);
       i < list->n_threads && list->first_items[i] < end; i++)
    {
      const TvThreadRange *range = &list->threads[i];
      const guint64 base = list->first_items[i];
      const TvRangeSlice slice = cut_slice (range, MAX (first, base) - base,
                                            MIN (end - base, get_n_items (range)));

      list->work->add (sums, &slice, list->data);
    }
}

static void
run_worker (guint worker, gpointer data)
{
  Worklist *list = data;
  gpointer sums = list->work->new_sums (list->data);
  gint part;

  list->sums[worker] = sums;
  while (!g_cancellable_is_cancelled (list->cancellable)
         && (part = g_atomic_int_add (&list->next_part, 1)) < (gint) list->n_parts)
    add_part (list, sums, (guint64) part);
}

/* Returns the number of workers. More workers pay off only if there is more to add than
 * to merge. */
static guint
choose_n_workers (const Worklist *list, guint n_rows)
{
  const guint64 worth
      = list->first_items[list->n_threads] / (2 * (guint64) MAX (n_rows, 1));
  const guint available = list->range->n_workers != 0 ? list->range->n_workers
                                                      : tv_parallel_get_n_workers ();

  return (guint) CLAMP (MIN (worth, list->n_parts), 1, available);
}

/**
 * tv_range_worklist_run:
 * @trace: a trace
 * @range: the part of it to sum up
 * @work: how to sum up
 * @n_rows: number of rows that the sums of a worker have
 * @data: passed to the functions of @work
 * @cancellable: (nullable): stops the work
 *
 * Adds up the calls and waits of a range on several processors.
 *
 * Returns: (transfer full): the sums; incomplete if @cancellable was cancelled
 */
gpointer
tv_range_worklist_run (const TvTrace *trace, const TvProfileRange *range,
                       const TvRangeWork *work, guint n_rows, gconstpointer data,
                       GCancellable *cancellable)
{
  Worklist list = { .trace = trace,
                    .range = range,
                    .work = work,
                    .data = data,
                    .cancellable = cancellable };
  gpointer sums;
  guint n_workers;

  make_list (&list);
  n_workers = choose_n_workers (&list, n_rows);
  list.sums = g_new0 (gpointer, n_workers);
  tv_parallel_run (n_workers, n_workers, run_worker, &list);
  sums = list.sums[0];
  for (guint i = 1; i < n_workers; i++)
    work->merge (sums, list.sums[i], data);
  g_free (list.sums);
  clear_list (&list);
  return sums;
}
