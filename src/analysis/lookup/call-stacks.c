/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/call-stacks.h"

#include "analysis/sums/call-bounds.h"
#include "trace/model/parallel.h"

/*
 * Calls are numbered over all threads here. The latest exit is kept for every 64 calls,
 * the latest of 64 such exits on the next level, and so on: the last call that ends
 * after a time is found by going up and down these levels. Because calls nest, the last
 * call before another one that ends after its entry encloses it.
 */

#define FAN_OUT_BITS 6
#define FAN_OUT (1u << FAN_OUT_BITS)
#define MAX_LEVELS 11

/* Exits per task; cancellation is checked before each task. */
#define TASK_ENDS (1u << 18)

#define DEPTH_STEP 64u

/* Calls between two checks for cancellation. */
#define CALLS_PER_CHECK (1u << 18)

/* The depth of one call. Depths are kept only for calls whose depth is a multiple of
 * DEPTH_STEP and that have callees 63 levels below, so each stands for at least 64
 * calls. Any call has the root or one of these at most 127 levels above. */
typedef struct
{
  guint64 call; /* in its thread; after merging, among the calls of all threads */
  guint32 depth;
} DepthSample;

/* The latest exits on the axis, in units of the column. */
typedef struct
{
  guint32 *narrow;
  gint64 *wide;
  gsize n;
} EndLevel;

struct _TvCallStacks
{
  gatomicrefcount references;
  TvCallStacks *base; /* the owner of all but the trace, for a renamed index */
  TvTrace *trace;
  EndLevel levels[MAX_LEVELS];
  guint n_levels;
  DepthSample *samples; /* by call */
  gsize n_samples;
};

typedef struct
{
  TvCallStacks *stacks;
  GCancellable *cancellable;
  GArray **samples; /* by thread; DepthSample */
} Building;

/* Depths */

/* An open call whose depth is a multiple of DEPTH_STEP. */
typedef struct
{
  guint32 call;
  gboolean sampled;
} DepthStep;

/* Whether a stack may be deep enough for a sample, judging by the depth of every 64th
 * call: the stack grows by at most 64 from one to the next. */
static gboolean
may_be_deep (const TvCalls *calls)
{
  for (gsize i = 0; i < calls->n; i += DEPTH_STEP)
    {
      guint depth = 0;

      for (guint32 call = calls->parent[i]; call != TV_CALL_NONE;
           call = calls->parent[call])
        if (++depth == DEPTH_STEP)
          return TRUE;
    }
  return FALSE;
}

static void
sample_depth (GArray *samples, DepthStep *step, guint depth)
{
  DepthSample sample = { step->call, depth };

  if (!step->sampled)
    g_array_append_val (samples, sample);
  step->sampled = TRUE;
}

/* Visits the calls in order of entry. If a caller of a sampled call is sampled at all,
 * it was sampled before that call, so samples are in order of calls. */
static GArray *
find_depth_samples (const TvCalls *calls, GCancellable *cancellable)
{
  g_autoptr (GArray) steps = NULL;
  g_autoptr (GArray) samples = NULL;
  guint32 top = TV_CALL_NONE;
  guint n_open = 0;

  if (!may_be_deep (calls))
    return NULL;
  steps = g_array_new (FALSE, FALSE, sizeof (DepthStep));
  samples = g_array_new (FALSE, FALSE, sizeof (DepthSample));
  for (guint32 call = 0; call < calls->n; call++)
    {
      guint depth;

      if (call % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      for (; top != calls->parent[call]; top = calls->parent[top])
        n_open--;
      top = call;
      depth = n_open++;
      if (G_LIKELY (depth < DEPTH_STEP))
        continue;
      if (depth % DEPTH_STEP == 0)
        {
          DepthStep step = { call, FALSE };

          g_array_set_size (steps, depth / DEPTH_STEP - 1);
          g_array_append_val (steps, step);
        }
      else if (depth % DEPTH_STEP == DEPTH_STEP - 1)
        sample_depth (samples,
                      &g_array_index (steps, DepthStep, depth / DEPTH_STEP - 1),
                      depth / DEPTH_STEP * DEPTH_STEP);
    }
  return g_steal_pointer (&samples);
}

/* Exits */

static inline gint64
level_get (const EndLevel *level, gsize i)
{
  return level->narrow != NULL ? (gint64) level->narrow[i] : level->wide[i];
}

static inline void
level_raise (EndLevel *level, gsize i, gint64 end)
{
  if (level->narrow != NULL)
    level->narrow[i] = MAX (level->narrow[i], (guint32) end);
  else
    level->wide[i] = MAX (level->wide[i], end);
}

static inline gint64
end_in_units (const TvCalls *calls, gsize call)
{
  return tv_times_get_steps (&calls->axis_end, call);
}

static gint64
get_latest_of (const TvCalls *calls, gsize first, gsize end)
{
  guint32 latest = 0;
  gint64 wide_latest = 0;

  if (!tv_times_is_narrow (&calls->axis_end))
    {
      for (gsize i = first; i < end; i++)
        wide_latest = MAX (wide_latest, end_in_units (calls, i));
      return wide_latest;
    }
  for (gsize i = first; i < end; i++)
    latest = MAX (latest, (guint32) end_in_units (calls, i));
  return latest;
}

static void
allocate_levels (TvCallStacks *stacks, gboolean wide)
{
  gsize n = tv_trace_get_n_calls (stacks->trace) >> FAN_OUT_BITS;

  for (; n > 0; n >>= FAN_OUT_BITS)
    {
      EndLevel *level = &stacks->levels[stacks->n_levels++];

      level->n = n;
      level->narrow = wide ? NULL : g_new0 (guint32, n);
      level->wide = wide ? g_new0 (gint64, n) : NULL;
    }
}

/* Fills the first level. Each task writes its own entries. */
static void
fill_first_level (const Building *building, guint task)
{
  TvCallStacks *stacks = building->stacks;
  EndLevel *level = &stacks->levels[0];
  gsize first = (gsize) task * TASK_ENDS;
  gsize end = MIN (first + TASK_ENDS, level->n << FAN_OUT_BITS);

  if (first >= end || g_cancellable_is_cancelled (building->cancellable))
    return;
  for (guint thread = tv_trace_find_thread_of_call (stacks->trace, first); first < end;
       thread++)
    {
      TvCalls calls = tv_trace_get_calls (stacks->trace, thread);
      gsize base = tv_trace_get_n_calls_before (stacks->trace, thread);
      gsize last = MIN (end, base + calls.n);

      while (first < last)
        {
          gsize row = first >> FAN_OUT_BITS;
          gsize row_end = MIN (last, (row + 1) << FAN_OUT_BITS);

          level_raise (level, row,
                       get_latest_of (&calls, first - base, row_end - base));
          first = row_end;
        }
    }
}

static void
fill_upper_levels (TvCallStacks *stacks)
{
  for (guint k = 1; k < stacks->n_levels; k++)
    for (gsize i = 0; i < stacks->levels[k].n << FAN_OUT_BITS; i++)
      level_raise (&stacks->levels[k], i >> FAN_OUT_BITS,
                   level_get (&stacks->levels[k - 1], i));
}

/* The long tasks come first: the depths of one thread cannot be split into tasks. */
static void
work (guint task, gpointer data)
{
  const Building *building = data;
  guint n_threads = tv_trace_get_n_threads (building->stacks->trace);

  if (task < n_threads)
    {
      TvCalls calls = tv_trace_get_calls (building->stacks->trace, task);

      building->samples[task] = find_depth_samples (&calls, building->cancellable);
    }
  else
    fill_first_level (building, task - n_threads);
}

static void
collect_samples (Building *building)
{
  TvCallStacks *stacks = building->stacks;
  guint n_threads = tv_trace_get_n_threads (stacks->trace);
  gsize n = 0;

  for (guint thread = 0; thread < n_threads; thread++)
    stacks->n_samples
        += building->samples[thread] != NULL ? building->samples[thread]->len : 0;
  stacks->samples = g_new (DepthSample, stacks->n_samples);
  for (guint thread = 0; thread < n_threads; thread++)
    {
      GArray *samples = building->samples[thread];
      gsize base = tv_trace_get_n_calls_before (stacks->trace, thread);

      for (guint i = 0; samples != NULL && i < samples->len; i++)
        {
          stacks->samples[n] = g_array_index (samples, DepthSample, i);
          stacks->samples[n++].call += base;
        }
      g_clear_pointer (&building->samples[thread], g_array_unref);
    }
}

/**
 * tv_call_stacks_new:
 * @trace: a trace
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Makes the index. Takes time for each call: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the index, or %NULL with @error set
 */
TvCallStacks *
tv_call_stacks_new (TvTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvCallStacks) stacks = NULL;
  g_autofree GArray **samples = NULL;
  Building building = { .cancellable = cancellable };
  guint n_threads;
  guint n_tasks;

  g_return_val_if_fail (trace != NULL, NULL);

  n_threads = tv_trace_get_n_threads (trace);
  samples = g_new0 (GArray *, MAX (n_threads, 1));
  stacks = g_new0 (TvCallStacks, 1);
  g_atomic_ref_count_init (&stacks->references);
  stacks->trace = tv_trace_ref (trace);
  building.stacks = stacks;
  building.samples = samples;
  if (n_threads > 0)
    {
      const TvCalls calls = tv_trace_get_calls (trace, 0);

      allocate_levels (stacks, !tv_times_is_narrow (&calls.axis_end));
    }

  n_tasks = n_threads;
  if (stacks->n_levels > 0)
    n_tasks += (guint) ((tv_trace_get_n_calls (trace) + TASK_ENDS - 1) / TASK_ENDS);
  tv_parallel_run (n_tasks, 0, work, &building);
  fill_upper_levels (stacks);
  collect_samples (&building);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&stacks);
}

/**
 * tv_call_stacks_new_renamed:
 * @stacks: an index
 * @trace: a trace that differs from that of @stacks in the names of methods alone, see
 *   tv_trace_new_renamed()
 *
 * Shares the index with a trace that has other names.
 *
 * Returns: (transfer full): an index of @trace
 */
TvCallStacks *
tv_call_stacks_new_renamed (TvCallStacks *stacks, TvTrace *trace)
{
  TvCallStacks *renamed;

  g_return_val_if_fail (stacks != NULL && trace != NULL, NULL);
  g_return_val_if_fail (
      tv_trace_get_n_calls (trace) == tv_trace_get_n_calls (stacks->trace), NULL);

  if (trace == stacks->trace)
    return tv_call_stacks_ref (stacks);
  if (stacks->base != NULL)
    return tv_call_stacks_new_renamed (stacks->base, trace);
  renamed = g_memdup2 (stacks, sizeof *stacks);
  g_atomic_ref_count_init (&renamed->references);
  renamed->base = tv_call_stacks_ref (stacks);
  renamed->trace = tv_trace_ref (trace);
  return renamed;
}

TvCallStacks *
tv_call_stacks_ref (TvCallStacks *stacks)
{
  g_return_val_if_fail (stacks != NULL, NULL);

  g_atomic_ref_count_inc (&stacks->references);
  return stacks;
}

void
tv_call_stacks_unref (TvCallStacks *stacks)
{
  g_return_if_fail (stacks != NULL);

  if (!g_atomic_ref_count_dec (&stacks->references))
    return;
  for (guint i = 0; i < stacks->n_levels && stacks->base == NULL; i++)
    {
      g_free (stacks->levels[i].narrow);
      g_free (stacks->levels[i].wide);
    }
  if (stacks->base == NULL)
    g_free (stacks->samples);
  g_clear_pointer (&stacks->base, tv_call_stacks_unref);
  tv_trace_unref (stacks->trace);
  g_free (stacks);
}

/**
 * tv_call_stacks_get_trace:
 * @stacks: an index
 *
 * Returns: (transfer none): the trace whose calls it finds
 */
TvTrace *
tv_call_stacks_get_trace (const TvCallStacks *stacks)
{
  g_return_val_if_fail (stacks != NULL, NULL);

  return stacks->trace;
}

/**
 * tv_call_stacks_get_memory_size:
 * @stacks: an index
 *
 * Returns: the bytes that it takes
 */
gsize
tv_call_stacks_get_memory_size (const TvCallStacks *stacks)
{
  gsize size = sizeof *stacks;

  g_return_val_if_fail (stacks != NULL, 0);

  for (guint i = 0; i < stacks->n_levels; i++)
    size += stacks->levels[i].n
            * (stacks->levels[i].wide != NULL ? sizeof (gint64) : sizeof (guint32));
  return size + stacks->n_samples * sizeof (DepthSample);
}

static gint64
get_latest_end (const TvCallStacks *stacks, const TvCalls *calls, gsize base, guint k,
                gsize row)
{
  return k == 0 ? end_in_units (calls, row - base)
                : level_get (&stacks->levels[k - 1], row);
}

static gboolean
is_whole_row (gsize base, gsize end, guint k)
{
  gsize size = (gsize) 1 << (k * FAN_OUT_BITS);

  return end % size == 0 && end - base >= size;
}

/* Returns the last call of one thread from @base to before @end with an exit after
 * @limit. Steps back as far as possible each time, then down into the node that has
 * one. */
static guint32
find_last (const TvCallStacks *stacks, const TvCalls *calls, gsize base, gsize end,
           gint64 limit)
{
  guint k = 0;
  gsize row = base;

  while (end > base)
    {
      while (k < stacks->n_levels && is_whole_row (base, end, k + 1))
        k++;
      while (!is_whole_row (base, end, k))
        k--;
      row = (end >> (k * FAN_OUT_BITS)) - 1;
      if (get_latest_end (stacks, calls, base, k, row) > limit)
        break;
      end -= (gsize) 1 << (k * FAN_OUT_BITS);
    }
  if (end == base)
    return TV_CALL_NONE;
  for (; k > 0; k--)
    {
      row = ((row + 1) << FAN_OUT_BITS) - 1;
      while (get_latest_end (stacks, calls, base, k - 1, row) <= limit)
        row--;
    }
  return (guint32) (row - base);
}

/**
 * tv_call_stacks_find_open:
 * @stacks: an index
 * @thread: index of a thread
 * @n: number of calls of the thread to look at
 * @axis_time: nanoseconds on the axis, not before the entry of the last of them
 *
 * Finds the innermost of the first @n calls that is open after a time.
 *
 * Takes the logarithm of the number of calls.
 *
 * Returns: the last of them that ends after @axis_time, or %TV_CALL_NONE
 */
guint32
tv_call_stacks_find_open (const TvCallStacks *stacks, guint thread, gsize n,
                          gint64 axis_time)
{
  TvCalls calls;
  gint64 unit;
  gsize base;

  g_return_val_if_fail (stacks != NULL, TV_CALL_NONE);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (stacks->trace), TV_CALL_NONE);

  calls = tv_trace_get_calls (stacks->trace, thread);
  g_return_val_if_fail (n <= calls.n, TV_CALL_NONE);
  base = tv_trace_get_n_calls_before (stacks->trace, thread);
  unit = tv_times_get_unit (&calls.axis_end);
  return find_last (stacks, &calls, base, base + n,
                    axis_time / unit - (axis_time % unit < 0));
}

static const DepthSample *
find_sample (const DepthSample *samples, gsize n_samples, gsize call)
{
  gsize low = 0, high = n_samples;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (samples[middle].call < call)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n_samples && samples[low].call == call ? &samples[low] : NULL;
}

static guint
get_depth (const DepthSample *samples, gsize n_samples, const TvCalls *calls,
           gsize base, guint32 call)
{
  guint above = 0;

  for (; calls->parent[call] != TV_CALL_NONE; call = calls->parent[call])
    {
      const DepthSample *sample = find_sample (samples, n_samples, base + call);

      if (sample != NULL)
        return above + sample->depth;
      above++;
    }
  return above;
}

/**
 * tv_call_stacks_get_depth:
 * @stacks: an index
 * @thread: index of a thread
 * @call: one of its calls
 *
 * Takes the logarithm of the number of calls.
 *
 * Returns: number of calls around @call
 */
guint
tv_call_stacks_get_depth (const TvCallStacks *stacks, guint thread, guint32 call)
{
  TvCalls calls;
  gsize base;

  g_return_val_if_fail (stacks != NULL, 0);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (stacks->trace), 0);

  calls = tv_trace_get_calls (stacks->trace, thread);
  g_return_val_if_fail (call < calls.n, 0);
  base = tv_trace_get_n_calls_before (stacks->trace, thread);
  return get_depth (stacks->samples, stacks->n_samples, &calls, base, call);
}
