/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/run-builder.h"

#include "trace/build/entry-merge.h"
#include "trace/build/track-runs.h"
#include "trace/model/call-columns.h"
#include "trace/model/id-map.h"
#include "trace/model/parallel.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The ids of rows whose number another row has, or that are no threads. */
#define FIRST_INVENTED_ID 0x40000000u

/* Memory that the tables need for each entry of theirs, about. */
#define ENTRY_SIZE 64

typedef struct
{
  TvTrackSpec spec;
  guint32 index;
  TvTrackRuns runs;
  guint32 *rows; /* of the trace, by row of the track */
} Track;

struct _TvRunBuilder
{
  TvTrace *trace;
  const TvLoadOptions *options;
  TvGrowth growth;
  TvIdMap process_index; /* by id */
  GPtrArray *tracks;
  GHashTable *track_index; /* a set of Track, by kind, process and number */
  TvStringPool *keys;      /* the same key is the same pointer */
  TvIdMap name_index;      /* indexes of methods by pointer to the key */
  GString *key;
  TvDetailBuilder *details;
  TvSystemBuilder *system;

  gint64 latest;      /* of all times of the file */
  gsize n_with_cpu;   /* runs that have CPU times */
  gint64 latest_kept; /* of those of the trace: later ones are held */
};

static guint
hash_track (gconstpointer data)
{
  const Track *track = data;

  return g_int64_hash (&track->spec.number) * 31
         + track->spec.process * (TV_TRACK_GLOBAL + 1) + track->spec.kind
         + (track->spec.instance + track->spec.is_below) * 7919;
}

static gboolean
is_same_track (gconstpointer a, gconstpointer b)
{
  const TvTrackSpec *first = &((const Track *) a)->spec;
  const TvTrackSpec *second = &((const Track *) b)->spec;

  return first->kind == second->kind && first->process == second->process
         && first->number == second->number && first->instance == second->instance
         && first->is_below == second->is_below;
}

static void
free_track (gpointer data)
{
  Track *track = data;

  tv_track_runs_clear (&track->runs);
  g_free (track->rows);
  g_free (track);
}

/**
 * tv_run_builder_new:
 * @trace: an empty trace, which the reader gives its facts, properties and warnings;
 *   it is taken to hold slices unless the reader says otherwise
 * @options: how it is loaded
 *
 * Returns: (transfer full): a builder, which both must outlive
 */
TvRunBuilder *
tv_run_builder_new (TvTrace *trace, const TvLoadOptions *options)
{
  TvRunBuilder *builder = g_new0 (TvRunBuilder, 1);

  builder->trace = trace;
  builder->options = options;
  builder->growth.budget = options->budget;
  builder->tracks = g_ptr_array_new_with_free_func (free_track);
  builder->track_index = g_hash_table_new (hash_track, is_same_track);
  builder->keys = tv_string_pool_new ();
  tv_id_map_init (&builder->name_index);
  builder->key = g_string_new (NULL);
  builder->details = tv_detail_builder_new (trace, &builder->growth);
  builder->system = tv_system_builder_new (trace, &builder->growth);
  tv_id_map_init (&builder->process_index);
  trace->info.kind = TV_TRACE_KIND_SLICES;
  trace->methods = g_array_new (FALSE, FALSE, sizeof (TvMethod));
  return builder;
}

void
tv_run_builder_free (TvRunBuilder *builder)
{
  if (builder == NULL)
    return;
  tv_id_map_clear (&builder->process_index);
  g_hash_table_unref (builder->track_index);
  g_ptr_array_unref (builder->tracks);
  tv_id_map_clear (&builder->name_index);
  tv_string_pool_free (builder->keys);
  g_string_free (builder->key, TRUE);
  tv_detail_builder_free (builder->details);
  tv_system_builder_free (builder->system);
  g_clear_error (&builder->growth.error);
  g_free (builder);
}

static const char *
keep_text (TvRunBuilder *builder, const char *text)
{
  return text != NULL ? tv_string_pool_add (builder->trace->strings, text) : NULL;
}

/**
 * tv_run_builder_add_process:
 * @builder: a builder
 * @pid: the id of a process; -1 for one without an id
 * @name: (nullable): its name, if that is known; the last one counts
 *
 * Returns: the index of the process, the same for the same id
 */
guint32
tv_run_builder_add_process (TvRunBuilder *builder, gint64 pid, const char *name)
{
  guint32 index = tv_id_map_get (&builder->process_index, (guint64) pid);

  if (index == TV_ID_MAP_NONE)
    index = tv_run_builder_add_next_process (builder, pid);
  if (name != NULL && index != TV_PROCESS_NONE)
    tv_run_builder_name_process (builder, index, name);
  return index;
}

/**
 * tv_run_builder_add_next_process:
 * @builder: a builder
 * @pid: the id of a process, which an earlier process may have had
 *
 * Returns: the index of the process, which has the id from now on
 */
guint32
tv_run_builder_add_next_process (TvRunBuilder *builder, gint64 pid)
{
  GArray *processes = builder->trace->processes;
  const guint32 index = processes->len;
  const TvProcess process = { .pid = pid };

  if (!tv_growth_take (&builder->growth, ENTRY_SIZE)
      || !tv_growth_append (&builder->growth, processes, &process))
    return TV_PROCESS_NONE;
  tv_id_map_set (&builder->process_index, (guint64) pid, index);
  return index;
}

/**
 * tv_run_builder_name_process:
 * @builder: a builder
 * @process: index of a process
 * @name: its name; the last one counts
 */
void
tv_run_builder_name_process (TvRunBuilder *builder, guint32 process, const char *name)
{
  g_array_index (builder->trace->processes, TvProcess, process).name
      = keep_text (builder, name);
}

/**
 * tv_run_builder_suggest_name:
 * @builder: a builder
 * @process: index of a process, or %TV_PROCESS_NONE
 * @name: its name, unless it has one
 */
void
tv_run_builder_suggest_name (TvRunBuilder *builder, guint32 process, const char *name)
{
  if (process != TV_PROCESS_NONE
      && g_array_index (builder->trace->processes, TvProcess, process).name == NULL)
    tv_run_builder_name_process (builder, process, name);
}

/**
 * tv_run_builder_find_process:
 * @builder: a builder
 * @pid: the id of a process
 *
 * Returns: the index of the process, or %TV_PROCESS_NONE if it has not been added
 */
guint32
tv_run_builder_find_process (const TvRunBuilder *builder, gint64 pid)
{
  const guint32 index = tv_id_map_get (&builder->process_index, (guint64) pid);

  return index != TV_ID_MAP_NONE ? index : TV_PROCESS_NONE;
}

/**
 * tv_run_builder_add_track:
 * @builder: a builder
 * @spec: the track
 *
 * Returns: the index of the track, the same for the same kind, process, number and
 *   instance; its last name counts, and what first became of overlaps
 */
guint32
tv_run_builder_add_track (TvRunBuilder *builder, const TvTrackSpec *spec)
{
  const Track wanted = { .spec = *spec };
  Track *track = g_hash_table_lookup (builder->track_index, &wanted);

  g_return_val_if_fail (spec->process < builder->trace->processes->len
                            || spec->process == TV_PROCESS_NONE,
                        TV_THREAD_NONE);

  if (track == NULL)
    {
      if (!tv_growth_take (&builder->growth, sizeof *track + 4 * ENTRY_SIZE))
        return TV_THREAD_NONE;
      track = g_new0 (Track, 1);
      track->spec = *spec;
      track->spec.name = NULL;
      track->index = builder->tracks->len;
      tv_track_runs_init (&track->runs, spec->overlap);
      track->runs.is_of_thread = spec->kind == TV_TRACK_THREAD;
      g_ptr_array_add (builder->tracks, track);
      g_hash_table_add (builder->track_index, track);
    }
  if (spec->name != NULL)
    track->spec.name = keep_text (builder, spec->name);
  return track->index;
}

/**
 * tv_run_builder_set_process:
 * @builder: a builder
 * @track: a track that was added without a process
 * @process: index of its process
 *
 * Gives a track its process, unless that has a track of this kind and number already.
 */
void
tv_run_builder_set_process (TvRunBuilder *builder, guint32 track, guint32 process)
{
  Track *moved = builder->tracks->pdata[track];
  Track wanted = { .spec = moved->spec };

  wanted.spec.process = process;
  if (g_hash_table_contains (builder->track_index, &wanted))
    return;
  g_hash_table_remove (builder->track_index, moved);
  moved->spec.process = process;
  g_hash_table_add (builder->track_index, moved);
}

/* Returns a key of its own for a name. */
static guint64
find_key (TvRunBuilder *builder, const TvMethod *method)
{
  GString *key = builder->key;
  const char *const texts[] = { method->class_name, method->name, method->signature,
                                method->category, method->file };

  g_string_truncate (key, 0);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_string_append_c (g_string_append (key, texts[i] != NULL ? texts[i] : ""), '\n');
  g_string_append_len (key, (const char *) &method->line, sizeof method->line);
  g_string_append_c (key, (char) ('0' + method->named + 2 * method->is_slice));
  return (guintptr) tv_string_pool_add_length (builder->keys, key->str, key->len);
}

/**
 * tv_run_builder_add_name:
 * @builder: a builder
 * @method: a name of runs, as a method; its id counts only for the first of a name
 *
 * Returns: the index of the name, the same for the same name, class, signature, file
 *   and line
 */
guint32
tv_run_builder_add_name (TvRunBuilder *builder, const TvMethod *method)
{
  GArray *methods = builder->trace->methods;
  TvMethod copy = *method;
  const guint64 key = find_key (builder, method);
  const guint32 index = tv_id_map_get (&builder->name_index, key);

  if (index != TV_ID_MAP_NONE)
    return index;
  copy.class_name = keep_text (builder, method->class_name);
  copy.name = keep_text (builder, method->name);
  copy.signature = keep_text (builder, method->signature);
  copy.file = keep_text (builder, method->file);
  copy.category = keep_text (builder, method->category);
  copy.proxy_name = keep_text (builder, method->proxy_name);
  if (!tv_growth_take (&builder->growth, 2 * builder->key->len + ENTRY_SIZE)
      || !tv_growth_append (&builder->growth, methods, &copy))
    return TV_METHOD_NONE;
  tv_id_map_set (&builder->name_index, key, methods->len - 1);
  return methods->len - 1;
}

static TvTrackRuns *
get_runs (const TvRunBuilder *builder, guint32 track)
{
  return &((Track *) builder->tracks->pdata[track])->runs;
}

/* Whether a run can be added, as far as its track and name go. */
static gboolean
can_add (const TvRunBuilder *builder, guint32 track, guint32 name)
{
  if (builder->growth.error != NULL)
    return FALSE;
  g_return_val_if_fail (track < builder->tracks->len, FALSE);
  g_return_val_if_fail (name < builder->trace->methods->len || name == TV_METHOD_NONE,
                        FALSE);
  return TRUE;
}

/**
 * tv_run_builder_add_run:
 * @builder: a builder
 * @track: index of its track
 * @run: a run with its beginning and its end
 *
 * Adds a run. Runs of a track are nested by their times: of those that start together,
 * the longest is the outermost, and of those that last equally long, the first that was
 * added. A run that starts where another one ends is not in it.
 *
 * A time over a hundred years away is replaced by the one before it. A run that ends
 * before it starts has no length. One that does not end, ends with the one that it is
 * in, or with the trace.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_run_builder_add_run (TvRunBuilder *builder, guint32 track, const TvRun *run)
{
  return can_add (builder, track, run->name) && run->name != TV_METHOD_NONE
         && tv_track_runs_add (get_runs (builder, track), run, &builder->growth);
}

/**
 * tv_run_builder_begin_run:
 * @builder: a builder
 * @track: index of its track
 * @run: a run, of which the name and when it started count
 *
 * Adds the beginning of a run that tv_run_builder_end_run() ends, or nothing.
 * Beginnings and ends of a track are put in order of time; those of the same time stay
 * in the order in which they were added, so runs of no length keep their parents.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_run_builder_begin_run (TvRunBuilder *builder, guint32 track, const TvRun *run)
{
  return can_add (builder, track, run->name) && run->name != TV_METHOD_NONE
         && tv_track_runs_add_begin (get_runs (builder, track), run, &builder->growth);
}

/**
 * tv_run_builder_end_run:
 * @builder: a builder
 * @track: index of its track
 * @run: a run, of which the name and when it ended count; the name is %TV_METHOD_NONE
 *   for the innermost run that has begun
 *
 * Ends the innermost run of a name, or of its category, and all that are in it. An end
 * without a beginning is left out, with a warning.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_run_builder_end_run (TvRunBuilder *builder, guint32 track, const TvRun *run)
{
  return can_add (builder, track, run->name)
         && tv_track_runs_add_end (get_runs (builder, track), run, &builder->growth);
}

/**
 * tv_run_builder_get_growth:
 * @builder: a builder
 *
 * Returns: (transfer none): its use of memory, for those that collect what it will get
 */
TvGrowth *
tv_run_builder_get_growth (TvRunBuilder *builder)
{
  return &builder->growth;
}

/**
 * tv_run_builder_get_details:
 * @builder: a builder
 *
 * Returns: (transfer none): what takes arguments and flows of its runs
 */
TvDetailBuilder *
tv_run_builder_get_details (TvRunBuilder *builder)
{
  return builder->details;
}

/**
 * tv_run_builder_get_system:
 * @builder: a builder
 *
 * Returns: (transfer none): what takes counters, states of threads and clocks
 */
TvSystemBuilder *
tv_run_builder_get_system (TvRunBuilder *builder)
{
  return builder->system;
}

/**
 * tv_run_builder_find_thread:
 * @builder: a builder that has finished
 * @track: index of a track without overlaps
 *
 * Returns: index of the thread of the trace that the track has become
 */
guint32
tv_run_builder_find_thread (const TvRunBuilder *builder, guint32 track)
{
  return ((const Track *) builder->tracks->pdata[track])->rows[0];
}

/* Nesting */

static void
nest_track (guint task, gpointer data)
{
  TvRunBuilder *builder = data;

  if (!g_cancellable_is_cancelled (builder->options->cancellable))
    tv_track_runs_nest (get_runs (builder, task), builder->latest,
                        builder->trace->methods, builder->options->budget);
}

static gboolean
run_for_tracks (TvRunBuilder *builder, TvTask task, GError **error)
{
  tv_parallel_run (builder->tracks->len, builder->options->n_workers, task, builder);
  return !g_cancellable_set_error_if_cancelled (builder->options->cancellable, error);
}

static gboolean
nest (TvRunBuilder *builder, GError **error)
{
  TvTraceInfo *info = &builder->trace->info;
  gint64 earliest = G_MAXINT64;

  builder->latest = G_MININT64;
  for (guint i = 0; i < builder->tracks->len; i++)
    {
      earliest = MIN (earliest, get_runs (builder, i)->earliest);
      builder->latest = MAX (builder->latest, get_runs (builder, i)->latest);
    }
  tv_system_builder_get_range (builder->system, &earliest, &builder->latest);
  info->origin = earliest < G_MAXINT64 ? earliest : 0;
  builder->latest = MAX (builder->latest, info->origin);
  if (!run_for_tracks (builder, nest_track, error))
    return FALSE;
  for (guint i = 0; i < builder->tracks->len; i++)
    if (get_runs (builder, i)->error != NULL)
      {
        g_propagate_error (error, g_steal_pointer (&get_runs (builder, i)->error));
        return FALSE;
      }
  return TRUE;
}

/* Rows: the threads of the trace */

typedef struct
{
  const Track *track;
  guint row; /* of the track */
  guint32 id;
} Row;

static gint
compare_rows (gconstpointer a, gconstpointer b)
{
  const guint32 first = ((const Row *) a)->id;
  const guint32 second = ((const Row *) b)->id;

  return (first > second) - (first < second);
}

/* Gives threads their own ids, the first of each, and the other rows new ones. */
static void
number_rows (GArray *rows)
{
  TvIdMap used;
  guint32 next = FIRST_INVENTED_ID;

  tv_id_map_init (&used);
  for (guint i = 0; i < rows->len; i++)
    {
      Row *row = &g_array_index (rows, Row, i);
      const gint64 number = row->track->spec.number;

      if (row->track->spec.kind != TV_TRACK_THREAD || row->row > 0
          || row->track->spec.is_below || number < 0 || number > G_MAXUINT32
          || tv_id_map_get (&used, (guint64) number) != TV_ID_MAP_NONE)
        continue;
      row->id = (guint32) number;
      tv_id_map_set (&used, row->id, i);
    }
  for (guint i = 0; i < rows->len; i++)
    {
      Row *row = &g_array_index (rows, Row, i);

      if (tv_id_map_get (&used, row->id) == i)
        continue;
      while (tv_id_map_get (&used, next) != TV_ID_MAP_NONE)
        next++;
      row->id = next++;
    }
  tv_id_map_clear (&used);
}

/* Returns the rows of all tracks by ascending id. */
static GArray *
collect_rows (const TvRunBuilder *builder)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));

  for (guint i = 0; i < builder->tracks->len; i++)
    {
      const Track *track = builder->tracks->pdata[i];

      for (guint j = 0; j < track->runs.row_sizes->len; j++)
        {
          const Row row = { .track = track, .row = j };

          g_array_append_val (rows, row);
        }
    }
  number_rows (rows);
  g_array_sort (rows, compare_rows);
  return rows;
}

/* A track below that of a thread has the thread's number. */
static void
set_owner (const TvRunBuilder *builder, const Track *track, TvThread *thread)
{
  if (track->spec.is_below)
    track = builder->tracks->pdata[track->spec.owner];
  thread->number = track->spec.number;
  thread->process = track->spec.process;
  thread->owner = track->rows[0];
}

static gboolean
make_threads (TvRunBuilder *builder, GError **error)
{
  TvTrace *trace = builder->trace;
  g_autoptr (GArray) rows = collect_rows (builder);
  const gsize n = rows->len;

  if (!tv_memory_budget_check (builder->options->budget, n * sizeof (TvThread), error))
    return FALSE;
  trace->n_threads = rows->len;
  trace->threads = g_new0 (TvThread, MAX (n, 1));
  trace->first_call = g_new0 (gsize, n + 1);
  trace->first_wait = g_new0 (gsize, n + 1);
  trace->appearance = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      Track *track = builder->tracks->pdata[row->track->index];
      const gsize n_runs = g_array_index (track->runs.row_sizes, guint32, row->row);

      if (track->rows == NULL)
        track->rows = g_new (guint32, track->runs.row_sizes->len);
      track->rows[row->row] = i;
      trace->threads[i] = (TvThread){ .id = row->id,
                                      .kind = track->spec.kind,
                                      .process = track->spec.process,
                                      .number = track->spec.number,
                                      .name = track->spec.name,
                                      .n_events = n_runs,
                                      .n_calls = n_runs };
      trace->appearance[i] = track->index;
      trace->first_call[i + 1] = trace->first_call[i] + n_runs;
    }
  trace->n_calls = trace->first_call[n];
  for (guint32 i = 0; i < n; i++)
    set_owner (builder, g_array_index (rows, Row, i).track, &trace->threads[i]);
  return TRUE;
}

/* Columns */

/* Returns the clock of the times of runs. */
static TvClock
get_clock (const TvTrace *trace)
{
  return trace->axis == TV_AXIS_WALL ? TV_CLOCK_WALL : TV_CLOCK_THREAD_CPU;
}

static gboolean
allocate (TvRunBuilder *builder, GError **error)
{
  TvTrace *trace = builder->trace;
  TvCallWidths widths = { .latest = { -1, -1 }, .latest_axis = -1 };
  gint64 latest_cpu = 0;
  gsize n_without_cpu = 0;
  gboolean has_cpu;

  for (guint i = 0; i < builder->tracks->len; i++)
    {
      builder->n_with_cpu += get_runs (builder, i)->n_with_cpu;
      n_without_cpu += get_runs (builder, i)->faults[TV_RUN_FAULT_NO_CPU].count;
      latest_cpu = MAX (latest_cpu, get_runs (builder, i)->latest_cpu);
    }
  /* Sums over all rows must fit in 64 bits. */
  builder->latest_kept = G_MAXINT64 / MAX (trace->n_threads, 1);
  has_cpu = builder->n_with_cpu > 0 && builder->n_with_cpu >= n_without_cpu;
  trace->has_clock[TV_CLOCK_THREAD_CPU] = has_cpu;
  trace->has_clock[get_clock (trace)] = TRUE;
  widths.wide_methods = tv_call_columns_need_wide_methods (trace->methods->len);
  widths.latest[get_clock (trace)]
      = MIN (builder->latest - trace->info.origin, builder->latest_kept);
  if (has_cpu)
    widths.latest[TV_CLOCK_THREAD_CPU] = MIN (latest_cpu, builder->latest_kept);
  if (!tv_memory_budget_check (builder->options->budget,
                               trace->n_calls * tv_call_columns_get_row_size (&widths),
                               error))
    return FALSE;
  tv_call_columns_allocate (trace, &widths);
  return TRUE;
}

static gint64
keep_time (const TvRunBuilder *builder, TvTrackRuns *runs, gint64 time)
{
  if (time <= builder->latest_kept)
    return time;
  tv_track_runs_count_fault (runs, TV_RUN_FAULT_LATE, 0);
  return builder->latest_kept;
}

static void
place_tags (const TvRunBuilder *builder, const TvRunExtra *extra, guint32 row, gsize at)
{
  const TvCallRef call = { row, (guint32) (at - builder->trace->first_call[row]) };

  if (extra->tag > 0)
    tv_detail_builder_place_tag (builder->details, extra->tag, call);
  if (extra->end_tag > 0)
    tv_detail_builder_place_tag (builder->details, extra->end_tag, call);
}

/* Finds the CPU times of a run. One without any reading takes no time, but its parent
 * may have begun with a later one. */
static void
find_cpu_times (const TvRunBuilder *builder, TvTrackRuns *runs, const TvRunDraft *run,
                guint32 row, gint64 *start, gint64 *end)
{
  const TvRunExtra *extra = &g_array_index (runs->extras, TvRunExtra, run->extra - 1);
  const gint64 earliest
      = run->parent == TV_CALL_NONE
            ? 0
            : tv_trace_get_call_start (builder->trace, row, run->parent,
                                       TV_CLOCK_THREAD_CPU);

  *start = MAX (keep_time (builder, runs, extra->cpu_start), earliest);
  *end = MAX (keep_time (builder, runs, extra->cpu_end), earliest);
}

static void
write_run (const TvRunBuilder *builder, TvTrackRuns *runs, const TvRunDraft *run,
           guint32 row, gsize at)
{
  TvTrace *trace = builder->trace;
  TvThread *thread = &trace->threads[row];
  const TvRunExtra *extra
      = run->extra > 0 ? &g_array_index (runs->extras, TvRunExtra, run->extra - 1)
                       : NULL;
  const TvClock clock = get_clock (trace);
  gint64 start[TV_N_CLOCKS] = { 0 };
  gint64 end[TV_N_CLOCKS] = { 0 };
  guint8 flags = run->flags & (guint8) ~TV_CALL_NO_CPU_TIME;

  start[clock] = keep_time (builder, runs, run->start - trace->info.origin);
  end[clock] = keep_time (builder, runs, run->end - trace->info.origin);
  if (clock == TV_CLOCK_WALL && trace->has_clock[TV_CLOCK_THREAD_CPU])
    {
      flags = runs->has_cpu ? run->flags : flags | TV_CALL_NO_CPU_TIME;
      if (runs->has_cpu)
        find_cpu_times (builder, runs, run, row, &start[TV_CLOCK_THREAD_CPU],
                        &end[TV_CLOCK_THREAD_CPU]);
    }
  tv_call_columns_set_method (trace, at, run->name);
  trace->call_parent[at] = run->parent;
  trace->call_flags[at] = flags;
  tv_call_columns_set_times (trace, FALSE, at, start, 0);
  tv_call_columns_set_times (trace, TRUE, at, end, 0);
  for (guint i = 0; i < TV_N_CLOCKS; i++)
    {
      if (at == trace->first_call[row])
        thread->first[i] = start[i];
      thread->last[i] = MAX (thread->last[i], end[i]);
    }
  if (extra != NULL)
    place_tags (builder, extra, row, at);
}

static void
write_track (guint task, gpointer data)
{
  const TvRunBuilder *builder = data;
  const TvTrace *trace = builder->trace;
  Track *track = builder->tracks->pdata[task];
  TvTrackRuns *runs = &track->runs;
  const guint n_rows = runs->row_sizes->len;
  g_autofree gsize *next = g_new (gsize, n_rows);

  for (guint i = 0; i < n_rows; i++)
    next[i] = trace->first_call[track->rows[i]];
  for (guint i = 0; i < runs->runs->len; i++)
    {
      const TvRunDraft *run = &g_array_index (runs->runs, TvRunDraft, i);

      write_run (builder, runs, run, track->rows[run->row], next[run->row]++);
    }
  g_array_set_size (runs->extras, 0);
  g_array_set_size (runs->runs, 0);
}

/* Completion */

static TvTrackRows *
dup_track_rows (const TvRunBuilder *builder)
{
  TvTrackRows *rows = g_new (TvTrackRows, MAX (builder->tracks->len, 1));

  for (guint i = 0; i < builder->tracks->len; i++)
    {
      const Track *track = builder->tracks->pdata[i];

      rows[i] = (TvTrackRows){ track->rows, track->runs.row_sizes->len };
    }
  return rows;
}

/* Writes what is there beside calls. */
static gboolean
finish_parts (TvRunBuilder *builder, GError **error)
{
  g_autofree TvTrackRows *rows = dup_track_rows (builder);

  if (!tv_detail_builder_finish (builder->details, rows))
    return FALSE;
  return tv_system_builder_finish (builder->system, rows,
                                   builder->latest - builder->trace->info.origin,
                                   builder->latest_kept, error);
}

static TvWarningKind
get_warning (const TvRunBuilder *builder, TvRunFault fault)
{
  return fault == TV_RUN_FAULT_NO_CPU && !builder->trace->has_clock[TV_CLOCK_THREAD_CPU]
             ? TV_WARNING_CPU_LEFT_OUT
             : tv_run_fault_get_warning (fault);
}

static void
warn_of (const TvRunBuilder *builder, TvRunFault fault)
{
  const Track *first = NULL;
  TvFaultCount all = { 0 };
  g_autofree char *label = NULL;

  for (guint i = 0; i < builder->tracks->len; i++)
    {
      const Track *track = builder->tracks->pdata[i];
      const TvFaultCount *count = &track->runs.faults[fault];

      if (count->count == 0)
        continue;
      if (first == NULL || count->first < all.first)
        {
          first = track;
          all.first = count->first;
        }
      all.count += count->count;
    }
  if (first == NULL || (fault == TV_RUN_FAULT_NO_CPU && builder->n_with_cpu == 0))
    return;
  label = g_strdup_printf (_ ("thread %u"), (guint) first->spec.number);
  tv_warnings_add_many (
      builder->trace->warnings, get_warning (builder, fault), all.count,
      tv_run_fault_has_place (fault) ? TV_PLACE_OFFSET : TV_PLACE_NOWHERE,
      tv_run_fault_has_place (fault) ? all.first : 0, label);
}

static void
finish_facts (TvRunBuilder *builder)
{
  TvTrace *trace = builder->trace;
  const TvClock clock = get_clock (trace);

  for (guint i = 0; i < trace->n_threads; i++)
    {
      trace->threads[i].axis_first = trace->threads[i].first[clock];
      trace->threads[i].axis_last = trace->threads[i].last[clock];
    }
  if (trace->info.clock_name == NULL)
    trace->info.clock_name = !trace->has_clock[TV_CLOCK_THREAD_CPU] ? "wall"
                             : trace->has_clock[TV_CLOCK_WALL]      ? "dual"
                                                                    : "thread-cpu";
  if (trace->n_calls == 0 && tv_trace_get_n_counters (trace) == 0
      && !tv_trace_has_states (trace))
    tv_warnings_add (trace->warnings, TV_WARNING_NO_EVENTS, TV_PLACE_NOWHERE, 0, NULL);
  for (guint fault = 0; fault < TV_N_RUN_FAULTS; fault++)
    warn_of (builder, fault);
  tv_string_pool_seal (trace->strings);
}

/**
 * tv_run_builder_finish:
 * @builder: a builder, which takes nothing more
 * @error: %TV_TRACE_ERROR_TOO_LARGE or %G_IO_ERROR_CANCELLED
 *
 * Sorts and nests the runs of each track, in parallel, and completes the trace. Its
 * times count from the earliest run, see #TvTraceInfo.origin. It has CPU times if no
 * more runs that take time on a thread lack them than runs have them; what lacks them
 * lasts from the first to the last reading in it, see %TV_CALL_NO_CPU_TIME. Repairs are
 * warnings of the trace, with the place of the first.
 *
 * Where the trace has another axis than real time, runs have times on the CPU clock
 * alone.
 *
 * A track is a thread of the trace, and so is each further row that it needs for runs
 * that overlap.
 *
 * Returns: whether the trace is complete
 */
gboolean
tv_run_builder_finish (TvRunBuilder *builder, GError **error)
{
  TvTrace *trace = builder->trace;
  const TvLoadOptions *options = builder->options;

  g_return_val_if_fail (trace->threads == NULL, FALSE);

  if (builder->growth.error == NULL
      && (!nest (builder, error) || !make_threads (builder, error)
          || !allocate (builder, error) || !run_for_tracks (builder, write_track, error)
          || (!finish_parts (builder, error) && builder->growth.error == NULL)))
    return FALSE;
  if (builder->growth.error != NULL || !tv_entry_merge_write (trace, &builder->growth))
    {
      g_propagate_error (error, g_steal_pointer (&builder->growth.error));
      return FALSE;
    }
  finish_facts (builder);
  if (!tv_call_columns_finish (trace, options->n_workers, options->cancellable, error))
    return FALSE;
  if (tv_trace_get_n_counters (trace) > 0 || tv_trace_has_states (trace))
    {
      trace->axis_start = 0;
      trace->axis_end
          = MIN (builder->latest - trace->info.origin, builder->latest_kept);
    }
  return TRUE;
}
