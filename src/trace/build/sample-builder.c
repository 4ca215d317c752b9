/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/sample-builder.h"

#include "trace/build/clock-repair.h"
#include "trace/build/growth.h"
#include "trace/model/id-map.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

/* A gap of more intervals than this ends all runs. */
#define MAX_INTERVALS 10

/* Frames that there is room for from the first on. */
#define MIN_FRAMES 64

/* Samples and runs between two looks at the cancellable. */
#define RUNS_AT_ONCE 65536

/* What a sample stands for if nothing tells. */
#define DEFAULT_INTERVAL 1000000

/* A stack: its innermost frame, and the stack of the callers. */
typedef struct
{
  guint32 parent;
  guint32 name;
  guint32 depth;
} Stack;

typedef struct
{
  gint64 time;
  gint64 weight;
  guint32 thread; /* its track */
  union
  {
    guint32 stack; /* and when runs are made, … */
    guint32 leaf;  /* … a call of the thread */
  };
} Draft;

struct _TvSampleBuilder
{
  TvTrace *trace;
  const TvLoadOptions *options;
  TvRunBuilder *runs;
  TvGrowth *growth;
  TvSampleColumns *columns; /* those of the trace */
  GHashTable *events;       /* names to indexes, plus one */
  TvPlace place;            /* the unit of where things are in the file */
  gboolean has_wish;        /* whether the event of the options has been added */
  guint n_threads;
  GArray *stacks;  /* of Stack */
  TvIdMap callees; /* stacks by their parent and name */
  GArray *latest;  /* of guint32: the last stack of each depth, from 1 */
  guint32 *frames; /* names that were pushed, the innermost first */
  gsize n_frames;
  gsize n_allocated;
  GArray *samples; /* of Draft */
  gboolean is_disordered;
  gboolean keeps_stacks;
  gint64 previous; /* the last time that was possible */
};

/**
 * tv_sample_builder_new:
 * @trace: an empty trace, which the reader gives its facts and properties
 * @options: how it is loaded
 *
 * Returns: (transfer full): a builder, which both must outlive
 */
TvSampleBuilder *
tv_sample_builder_new (TvTrace *trace, const TvLoadOptions *options)
{
  TvSampleBuilder *builder = g_new0 (TvSampleBuilder, 1);

  builder->trace = trace;
  builder->options = options;
  builder->place = TV_PLACE_OFFSET;
  builder->runs = tv_run_builder_new (trace, options);
  builder->growth = tv_run_builder_get_growth (builder->runs);
  builder->columns = trace->samples = tv_sample_columns_new ();
  builder->events = g_hash_table_new (g_str_hash, g_str_equal);
  builder->stacks = g_array_new (FALSE, FALSE, sizeof (Stack));
  builder->latest = g_array_new (FALSE, FALSE, sizeof (guint32));
  builder->samples = g_array_new (FALSE, FALSE, sizeof (Draft));
  tv_id_map_init (&builder->callees);
  trace->info.kind = TV_TRACE_KIND_SAMPLES;
  return builder;
}

void
tv_sample_builder_free (TvSampleBuilder *builder)
{
  if (builder == NULL)
    return;
  tv_id_map_clear (&builder->callees);
  g_hash_table_unref (builder->events);
  g_array_unref (builder->stacks);
  g_array_unref (builder->latest);
  g_free (builder->frames);
  g_array_unref (builder->samples);
  tv_run_builder_free (builder->runs);
  g_free (builder);
}

/**
 * tv_sample_builder_get_runs:
 * @builder: a builder
 *
 * Returns: (transfer none): what takes processes, names of frames, and properties of
 *   threads
 */
TvRunBuilder *
tv_sample_builder_get_runs (TvSampleBuilder *builder)
{
  return builder->runs;
}

/**
 * tv_sample_builder_set_place:
 * @builder: a builder without samples
 * @place: the unit of where things are in the file: bytes, unless this is called
 */
void
tv_sample_builder_set_place (TvSampleBuilder *builder, TvPlace place)
{
  builder->place = place;
}

/**
 * tv_sample_builder_count_fault:
 * @builder: a builder
 * @kind: what was wrong
 * @offset: where in the file
 *
 * Counts a repair.
 */
void
tv_sample_builder_count_fault (TvSampleBuilder *builder, TvWarningKind kind,
                               guint64 offset)
{
  tv_warnings_add (builder->trace->warnings, kind, builder->place, offset, NULL);
}

/**
 * tv_sample_builder_keep_stacks:
 * @builder: a builder
 *
 * Has the trace keep all stacks of the file, since extra rows refer to them.
 */
void
tv_sample_builder_keep_stacks (TvSampleBuilder *builder)
{
  builder->keeps_stacks = TRUE;
}

static TvSampleEvent *
get_event (const TvSampleBuilder *builder, guint32 event)
{
  return &g_array_index (builder->columns->events, TvSampleEvent, event);
}

/**
 * tv_sample_builder_add_event:
 * @builder: a builder
 * @event: an event
 *
 * Returns: the index of the event, the same for the same name
 */
guint32
tv_sample_builder_add_event (TvSampleBuilder *builder, const TvSampleEvent *event)
{
  GArray *events = builder->columns->events;
  const guint32 known
      = GPOINTER_TO_UINT (g_hash_table_lookup (builder->events, event->name));
  TvSampleEvent copy = *event;

  if (known > 0)
    return known - 1;
  copy.name = tv_string_pool_add (builder->trace->strings, event->name);
  copy.n_samples = 0;
  g_array_append_val (events, copy);
  g_hash_table_insert (builder->events, (gpointer) copy.name,
                       GUINT_TO_POINTER (events->len));
  if (g_strcmp0 (builder->options->event, event->name) == 0)
    {
      builder->has_wish = TRUE;
      builder->columns->chosen = events->len - 1;
    }
  return events->len - 1;
}

/**
 * tv_sample_builder_set_default_event:
 * @builder: a builder without samples
 * @event: index of the event that is chosen unless the options name another one
 */
void
tv_sample_builder_set_default_event (TvSampleBuilder *builder, guint32 event)
{
  g_return_if_fail (event < builder->columns->events->len);

  if (!builder->has_wish)
    builder->columns->chosen = event;
}

/**
 * tv_sample_builder_is_chosen:
 * @builder: a builder
 * @event: index of an event
 *
 * Returns: whether the trace has the samples of the event; others are only counted
 */
gboolean
tv_sample_builder_is_chosen (const TvSampleBuilder *builder, guint32 event)
{
  return event == builder->columns->chosen
         && (builder->has_wish || builder->options->event == NULL);
}

/**
 * tv_sample_builder_add_thread:
 * @builder: a builder
 * @process: index of its process, or %TV_PROCESS_NONE
 * @number: the id of the thread in the file
 * @name: (nullable): its name; the last one counts
 *
 * Returns: the index of the thread, the same for the same process and number, or
 *   %TV_THREAD_NONE when memory is exhausted
 */
guint32
tv_sample_builder_add_thread (TvSampleBuilder *builder, guint32 process, gint64 number,
                              const char *name)
{
  const TvTrackSpec spec = { .kind = TV_TRACK_THREAD,
                             .process = process,
                             .number = number,
                             .name = name,
                             .overlap = TV_OVERLAP_CUT };
  const guint32 thread = tv_run_builder_add_track (builder->runs, &spec);

  if (thread != TV_THREAD_NONE)
    builder->n_threads = MAX (builder->n_threads, thread + 1);
  return thread;
}

/**
 * tv_sample_builder_add_labelled_thread:
 * @builder: a builder
 * @number: a number for the thread if it has none
 * @label: (nullable): its name; in files of our own, `[ID] NAME`
 *
 * Adds a thread of a format that has names of threads alone.
 *
 * Returns: the index of the thread, see tv_sample_builder_add_thread()
 */
guint32
tv_sample_builder_add_labelled_thread (TvSampleBuilder *builder, gint64 number,
                                       const char *label)
{
  guint64 id;
  char *end;

  if (label != NULL && label[0] == '[' && g_ascii_isdigit (label[1]))
    {
      id = g_ascii_strtoull (label + 1, &end, 10);
      if (id <= G_MAXUINT32 && end[0] == ']' && end[1] == ' ' && end[2] != '\0')
        return tv_sample_builder_add_thread (builder, TV_PROCESS_NONE, (gint64) id,
                                             end + 2);
    }
  return tv_sample_builder_add_thread (builder, TV_PROCESS_NONE, number, label);
}

static const Stack *
get_stack (const TvSampleBuilder *builder, guint32 stack)
{
  return &g_array_index (builder->stacks, Stack, stack);
}

static guint32
get_depth (const TvSampleBuilder *builder, guint32 stack)
{
  return stack != TV_STACK_EMPTY ? get_stack (builder, stack)->depth : 0;
}

/* Finds a stack by its frames, or adds it. */
static guint32
intern_stack (TvSampleBuilder *builder, const Stack *stack)
{
  const guint64 key = (guint64) (stack->parent + 1) << 32 | stack->name;
  guint32 index = tv_id_map_get (&builder->callees, key);

  if (index != TV_ID_MAP_NONE)
    return index;
  index = builder->stacks->len;
  if (!tv_growth_take (builder->growth, 2 * (sizeof key + sizeof index))
      || !tv_growth_append (builder->growth, builder->stacks, stack))
    return stack->parent;
  tv_id_map_set (&builder->callees, key, index);
  return index;
}

/**
 * tv_sample_builder_add_stack:
 * @builder: a builder
 * @parent: the stack of the callers, or %TV_STACK_EMPTY
 * @name: index of the name of the innermost frame
 *
 * Adds a stack. It is mostly that of the sample before, as far as both are alike.
 *
 * Returns: the index of the stack, the same for the same frames; that of @parent if it
 *   has %TV_MAX_STACK_DEPTH frames or memory is exhausted
 */
guint32
tv_sample_builder_add_stack (TvSampleBuilder *builder, guint32 parent, guint32 name)
{
  const Stack stack = { parent, name, get_depth (builder, parent) + 1 };
  guint32 *latest;

  g_return_val_if_fail (parent == TV_STACK_EMPTY || parent < builder->stacks->len,
                        TV_STACK_EMPTY);

  if (stack.depth > TV_MAX_STACK_DEPTH || name == TV_METHOD_NONE)
    return parent;
  if (stack.depth > builder->latest->len)
    g_array_append_val (builder->latest, parent);
  latest = &g_array_index (builder->latest, guint32, stack.depth - 1);
  if (*latest == parent || get_stack (builder, *latest)->parent != parent
      || get_stack (builder, *latest)->name != name)
    *latest = intern_stack (builder, &stack);
  return *latest;
}

/**
 * tv_sample_builder_push_frame:
 * @builder: a builder
 * @name: index of the name of a frame, or %TV_METHOD_NONE for one that is left out
 *
 * Adds a frame outside those that have been pushed since the last stack was taken.
 */
void
tv_sample_builder_push_frame (TvSampleBuilder *builder, guint32 name)
{
  if (builder->n_frames == builder->n_allocated)
    {
      builder->n_allocated = MAX (2 * builder->n_allocated, MIN_FRAMES);
      builder->frames = g_renew (guint32, builder->frames, builder->n_allocated);
    }
  builder->frames[builder->n_frames++] = name;
}

/**
 * tv_sample_builder_take_stack:
 * @builder: a builder
 *
 * Returns: the index of the stack of all frames that have been pushed, which are none
 *   afterwards
 */
guint32
tv_sample_builder_take_stack (TvSampleBuilder *builder)
{
  guint32 stack = TV_STACK_EMPTY;

  for (; builder->n_frames > 0; builder->n_frames--)
    stack = tv_sample_builder_add_stack (builder, stack,
                                         builder->frames[builder->n_frames - 1]);
  return stack;
}

/**
 * tv_sample_builder_add_sample:
 * @builder: a builder
 * @sample: a sample
 *
 * Adds a sample. A time over a hundred years away is replaced by the one before it, and
 * a negative weight by 0.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_sample_builder_add_sample (TvSampleBuilder *builder, const TvSampleSpec *sample)
{
  Draft draft = { .time = sample->time,
                  .weight = MAX (sample->weight, 0),
                  .thread = sample->thread,
                  .stack = sample->stack };

  if (builder->growth->error != NULL || sample->thread == TV_THREAD_NONE)
    return FALSE;
  g_return_val_if_fail (sample->event < builder->columns->events->len, FALSE);

  get_event (builder, sample->event)->n_samples++;
  if (!tv_sample_builder_is_chosen (builder, sample->event))
    return TRUE;
  if (sample->weight < 0)
    tv_sample_builder_count_fault (builder, TV_WARNING_SAMPLE_WEIGHT, sample->offset);
  if (get_depth (builder, sample->stack) >= TV_MAX_STACK_DEPTH)
    tv_sample_builder_count_fault (builder, TV_WARNING_STACK_DEEP, sample->offset);
  if (!tv_run_time_is_possible (draft.time))
    {
      tv_sample_builder_count_fault (builder, TV_WARNING_SAMPLE_TIME, sample->offset);
      draft.time = builder->previous;
    }
  builder->previous = draft.time;
  if (builder->samples->len > 0)
    {
      const Draft *last
          = &g_array_index (builder->samples, Draft, builder->samples->len - 1);

      builder->is_disordered
          |= draft.thread < last->thread
             || (draft.thread == last->thread && draft.time < last->time);
    }
  return tv_growth_append (builder->growth, builder->samples, &draft);
}

/* Order */

static gint
compare_samples (gconstpointer a, gconstpointer b)
{
  const Draft *first = a;
  const Draft *second = b;

  if (first->thread != second->thread)
    return first->thread < second->thread ? -1 : 1;
  return (first->time > second->time) - (first->time < second->time);
}

static int
compare_intervals (const void *a, const void *b)
{
  const gint64 first = *(const gint64 *) a;
  const gint64 second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

/* Returns the median of the times between two samples of a thread. */
static gint64
find_interval (const TvSampleBuilder *builder)
{
  const Draft *samples = (const Draft *) (gpointer) builder->samples->data;
  g_autofree gint64 *intervals = g_new (gint64, MAX (builder->samples->len, 1));
  guint n = 0;

  for (guint i = 1; i < builder->samples->len; i++)
    if (samples[i].thread == samples[i - 1].thread
        && samples[i].time > samples[i - 1].time)
      intervals[n++] = samples[i].time - samples[i - 1].time;
  if (n == 0)
    return DEFAULT_INTERVAL;
  qsort (intervals, n, sizeof *intervals, compare_intervals);
  return intervals[n / 2];
}

/* g_array_sort() is stable. */
static gboolean
sort (TvSampleBuilder *builder)
{
  if (!tv_growth_take (builder->growth, builder->samples->len * 2 * sizeof (Draft)))
    return FALSE;
  if (builder->is_disordered)
    g_array_sort (builder->samples, compare_samples);
  return TRUE;
}

/* Runs */

/* What is open in a thread. */
typedef struct
{
  TvSampleBuilder *builder;
  gboolean has_times;
  gint64 interval;
  gint64 limit; /* of the weight clock */

  guint32 thread;
  gint64 weight; /* the weight clock */
  gint64 last;   /* time of the last sample */
  guint32 stack; /* the open one */
  GArray *path;  /* of guint32: its stacks, from the outermost */
  GArray *calls; /* of guint32: their calls */
  GArray *next;  /* of guint32: the stacks to open, from the innermost */
  guint32 n_calls;
  gint64 n_unchecked; /* samples and runs until the next look at the cancellable */
} Runs;

static TvRun
make_run (const Runs *runs, guint32 name, gint64 time)
{
  TvRun run = { .name = name };

  run.start = run.end = runs->has_times ? time : runs->weight;
  run.has_cpu = runs->has_times;
  run.cpu_start = run.cpu_end = runs->weight;
  return run;
}

static gboolean
close_runs (Runs *runs, guint depth, gint64 time)
{
  const TvRun run = make_run (runs, TV_METHOD_NONE, time);
  gboolean ok = TRUE;

  for (guint i = runs->path->len; ok && i > depth; i--)
    ok = tv_run_builder_end_run (runs->builder->runs, runs->thread, &run);
  g_array_set_size (runs->path, MIN (depth, runs->path->len));
  g_array_set_size (runs->calls, runs->path->len);
  return ok;
}

static gboolean
open_runs (Runs *runs, gint64 time)
{
  gboolean ok = TRUE;

  for (guint i = runs->next->len; ok && i > 0; i--)
    {
      const guint32 stack = g_array_index (runs->next, guint32, i - 1);
      const TvRun run = make_run (runs, get_stack (runs->builder, stack)->name, time);

      ok = tv_run_builder_begin_run (runs->builder->runs, runs->thread, &run);
      g_array_append_val (runs->path, stack);
      g_array_append_val (runs->calls, runs->n_calls);
      runs->n_calls++;
    }
  runs->n_unchecked -= runs->next->len;
  return ok;
}

/* Puts the frames of a stack that are not open into @runs->next, the innermost first.
 * Stacks of the same frames have the same number. Returns how many runs stay open. */
static guint
find_path (Runs *runs, guint32 stack)
{
  guint depth = get_depth (runs->builder, stack);

  g_array_set_size (runs->next, 0);
  for (; depth > 0; depth--)
    {
      if (depth <= runs->path->len
          && g_array_index (runs->path, guint32, depth - 1) == stack)
        break;
      g_array_append_val (runs->next, stack);
      stack = get_stack (runs->builder, stack)->parent;
    }
  return depth;
}

/* Ends all runs where the last sample ends at the latest. */
static gboolean
close_all (Runs *runs)
{
  runs->stack = TV_STACK_EMPTY;
  return close_runs (
      runs, 0, MIN (runs->last + runs->interval, (gint64) TV_TIME_IMPOSSIBLE - 1));
}

static gboolean
take_sample (Runs *runs, Draft *sample)
{
  if (runs->has_times && sample->time - runs->last > MAX_INTERVALS * runs->interval
      && !close_all (runs))
    return FALSE;
  if (sample->stack != runs->stack)
    {
      if (!close_runs (runs, find_path (runs, sample->stack), sample->time)
          || !open_runs (runs, sample->time))
        return FALSE;
      runs->stack = sample->stack;
    }
  sample->leaf = runs->calls->len > 0
                     ? g_array_index (runs->calls, guint32, runs->calls->len - 1)
                     : TV_CALL_NONE;
  if (sample->weight > runs->limit - runs->weight)
    {
      sample->weight = runs->limit - runs->weight;
      tv_warnings_add (runs->builder->trace->warnings, TV_WARNING_SAMPLE_WEIGHT,
                       TV_PLACE_NOWHERE, 0, NULL);
    }
  runs->weight += sample->weight;
  runs->last = sample->time;
  return TRUE;
}

static gboolean
start_thread (Runs *runs, const Draft *sample)
{
  if (!close_all (runs))
    return FALSE;
  runs->thread = sample->thread;
  runs->weight = 0;
  runs->last = sample->time;
  runs->n_calls = 0;
  return TRUE;
}

/* Looks at the cancellable now and then: a sample may be thousands of runs. */
static gboolean
is_cancelled (Runs *runs)
{
  if (runs->n_unchecked-- > 0)
    return FALSE;
  runs->n_unchecked = RUNS_AT_ONCE;
  return g_cancellable_is_cancelled (runs->builder->options->cancellable);
}

static gboolean
make_runs (TvSampleBuilder *builder, gboolean has_times)
{
  const guint n_threads = MAX (builder->n_threads, 1);
  Runs runs = { .builder = builder,
                .has_times = has_times,
                .limit = MIN ((gint64) TV_TIME_IMPOSSIBLE, G_MAXINT64 / n_threads) - 1,
                .thread = TV_THREAD_NONE,
                .stack = TV_STACK_EMPTY };
  gboolean ok = TRUE;

  runs.interval = MIN (find_interval (builder), G_MAXINT64 / (2 * MAX_INTERVALS));
  runs.path = g_array_new (FALSE, FALSE, sizeof (guint32));
  runs.calls = g_array_new (FALSE, FALSE, sizeof (guint32));
  runs.next = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; ok && i < builder->samples->len; i++)
    {
      Draft *sample = &g_array_index (builder->samples, Draft, i);

      if (is_cancelled (&runs))
        break;
      ok = (sample->thread == runs.thread || start_thread (&runs, sample))
           && take_sample (&runs, sample);
    }
  ok = ok && close_all (&runs);
  g_array_unref (runs.path);
  g_array_unref (runs.calls);
  g_array_unref (runs.next);
  return ok;
}

/* Completion */

static void
write_sample (TvSampleColumns *columns, gsize at, const Draft *sample, gint64 origin)
{
  if (columns->time != NULL)
    columns->time[at] = sample->time - origin;
  columns->weight[at] = sample->weight;
  columns->leaf[at] = sample->leaf;
}

static gboolean
write_stacks (TvSampleBuilder *builder, GError **error)
{
  const guint n = builder->stacks->len;

  if (!builder->keeps_stacks)
    return TRUE;
  if (!tv_memory_budget_check (builder->options->budget, n * sizeof (TvSampleStack),
                               error))
    return FALSE;
  builder->columns->stacks
      = g_array_sized_new (FALSE, FALSE, sizeof (TvSampleStack), n);
  for (guint i = 0; i < n; i++)
    {
      const Stack *stack = get_stack (builder, i);
      const TvSampleStack kept = { stack->parent, stack->name };

      g_array_append_val (builder->columns->stacks, kept);
    }
  return TRUE;
}

static gboolean
write_columns (TvSampleBuilder *builder, gboolean has_times, GError **error)
{
  const TvTrace *trace = builder->trace;
  TvSampleColumns *columns = builder->columns;
  const gsize n = builder->samples->len;
  const Draft *samples = (const Draft *) (gpointer) builder->samples->data;
  g_autofree gsize *next = NULL;

  if (!tv_memory_budget_check (builder->options->budget, n * 20, error))
    return FALSE;
  columns->n = n;
  columns->first = g_new0 (gsize, trace->n_threads + 1);
  columns->weight = g_new (gint64, MAX (n, 1));
  columns->leaf = g_new (guint32, MAX (n, 1));
  if (has_times)
    columns->time = g_new (gint64, MAX (n, 1));
  for (gsize i = 0; i < n; i++)
    columns->first[tv_run_builder_find_thread (builder->runs, samples[i].thread) + 1]++;
  for (guint i = 0; i < trace->n_threads; i++)
    columns->first[i + 1] += columns->first[i];
  next = g_memdup2 (columns->first, (trace->n_threads + 1) * sizeof *next);
  for (gsize i = 0; i < n; i++)
    write_sample (columns,
                  next[tv_run_builder_find_thread (builder->runs, samples[i].thread)]++,
                  &samples[i], trace->info.origin);
  return TRUE;
}

/* Lists the events of the file. */
static char *
dup_events (const TvSampleBuilder *builder)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < builder->columns->events->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            get_event (builder, i)->name);
  return g_string_free (text, FALSE);
}

static gboolean
check_wish (const TvSampleBuilder *builder, GError **error)
{
  const char *wish = builder->options->event;
  g_autofree char *events = NULL;

  if (wish == NULL || builder->has_wish)
    return TRUE;
  events = dup_events (builder);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _ ("There are no samples of the event “%s” in the file; it has: %s"),
               wish, events);
  return FALSE;
}

/**
 * tv_sample_builder_finish:
 * @builder: a builder with an event, which takes nothing more
 * @has_times: whether samples have times
 * @error: %TV_TRACE_ERROR_TOO_LARGE, %G_IO_ERROR_CANCELLED, or %G_IO_ERROR_NOT_FOUND if
 *   the file does not have the event of the options
 *
 * Sorts the samples by thread and time, makes runs of them and completes the trace.
 *
 * Returns: whether the trace is complete
 */
gboolean
tv_sample_builder_finish (TvSampleBuilder *builder, gboolean has_times, GError **error)
{
  TvTrace *trace = builder->trace;

  g_return_val_if_fail (builder->columns->events->len > 0, FALSE);

  if (!check_wish (builder, error))
    return FALSE;
  if (!has_times)
    trace->axis = TV_AXIS_CPU_PER_THREAD;
  trace->info.n_records = builder->samples->len;
  if (builder->growth->error == NULL && sort (builder))
    make_runs (builder, has_times);
  if (!tv_run_builder_finish (builder->runs, error))
    return FALSE;
  return write_stacks (builder, error) && write_columns (builder, has_times, error);
}

/**
 * tv_sample_builder_finish_slices:
 * @builder: a builder without samples, which takes nothing more
 * @error: %TV_TRACE_ERROR_TOO_LARGE or %G_IO_ERROR_CANCELLED
 *
 * Completes a trace that turned out to hold slices alone.
 *
 * Returns: whether the trace is complete
 */
gboolean
tv_sample_builder_finish_slices (TvSampleBuilder *builder, GError **error)
{
  g_return_val_if_fail (builder->samples->len == 0, FALSE);

  builder->trace->info.kind = TV_TRACE_KIND_SLICES;
  builder->columns = NULL;
  g_clear_pointer (&builder->trace->samples, tv_sample_columns_free);
  return tv_run_builder_finish (builder->runs, error);
}

/**
 * tv_samples_are_wanted:
 * @options: how a file is loaded
 * @has_samples: whether it has samples
 * @has_slices: whether it has slices that have no place beside samples
 *
 * Returns: whether the trace holds the samples of the file: if there is nothing else,
 *   or one of their events is wished for
 */
gboolean
tv_samples_are_wanted (const TvLoadOptions *options, gboolean has_samples,
                       gboolean has_slices)
{
  return has_samples && (!has_slices || options->event != NULL);
}
