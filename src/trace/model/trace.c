/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/model/trace.h"

#include "trace/model/column.h"
#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>

#define MAX_LABEL_CHARS 200

G_DEFINE_BOXED_TYPE (TvTrace, tv_trace, tv_trace_ref, tv_trace_unref)

/**
 * tv_trace_new_empty:
 *
 * Returns: (transfer full): an empty trace, for a reader to fill
 */
TvTrace *
tv_trace_new_empty (void)
{
  TvTrace *trace = g_new0 (TvTrace, 1);

  g_atomic_ref_count_init (&trace->references);
  trace->strings = tv_string_pool_new ();
  trace->warnings = tv_warnings_new ();
  trace->name_lists = g_ptr_array_new_with_free_func (g_free);
  trace->processes = g_array_new (FALSE, FALSE, sizeof (TvProcess));
  trace->info.format = trace->info.format_title = "";
  trace->unit = 1;
  return trace;
}

/**
 * tv_trace_add_property:
 * @trace: a trace that is read
 * @key: a name
 * @value: its value
 *
 * Adds a fact about the file that the model has no other place for.
 */
void
tv_trace_add_property (TvTrace *trace, const char *key, const char *value)
{
  const TvProperty property = { .key = tv_string_pool_add (trace->strings, key),
                                .value = tv_string_pool_add (trace->strings, value) };

  if (trace->properties == NULL)
    trace->properties = g_array_new (FALSE, FALSE, sizeof (TvProperty));
  g_array_append_val (trace->properties, property);
}

/**
 * tv_trace_new_sharing:
 * @trace: a trace
 *
 * Returns: (transfer full): a trace with its own table of methods and pool of strings,
 * to be changed; everything else is shared with @trace
 */
TvTrace *
tv_trace_new_sharing (TvTrace *trace)
{
  TvTrace *sharing = g_memdup2 (trace, sizeof *trace);

  g_atomic_ref_count_init (&sharing->references);
  sharing->base = tv_trace_ref (trace);
  sharing->shares_calls = TRUE;
  sharing->names_owner = NULL;
  sharing->strings = tv_string_pool_new ();
  sharing->methods = g_array_copy (trace->methods);
  return sharing;
}

void
tv_drops_clear (TvDrops *drops)
{
  tv_column_free (drops->calls);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    tv_column_free (drops->before[clock]);
}

/**
 * tv_trace_ref:
 * @trace: a trace
 *
 * Adds a reference, from any thread.
 *
 * Returns: (transfer full): @trace
 */
TvTrace *
tv_trace_ref (TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, NULL);

  g_atomic_ref_count_inc (&trace->references);
  return trace;
}

static void
free_columns (TvTrace *trace)
{
  tv_column_free (trace->call_method);
  tv_column_free (trace->call_method_wide);
  tv_column_free (trace->call_parent);
  tv_column_free (trace->call_flags);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      tv_time_column_clear (&trace->call_start[clock]);
      tv_time_column_clear (&trace->call_end[clock]);
    }
  tv_time_column_clear (&trace->call_axis_start);
  tv_time_column_clear (&trace->call_axis_end);
  g_free (trace->wait_call);
  g_free (trace->wait_calls_before);
  tv_time_column_clear (&trace->wait_start);
  tv_time_column_clear (&trace->wait_end);
  g_free (trace->entry_runs);
}

static void
free_drops (TvTrace *trace)
{
  for (guint i = 0; trace->drops != NULL && i < trace->n_threads; i++)
    tv_drops_clear (&trace->drops[i]);
  g_free (trace->drops);
}

/* Frees what a renamed trace shares with its base. */
static void
free_calls (TvTrace *trace)
{
  free_columns (trace);
  tv_column_free (trace->call_origin);
  free_drops (trace);
  g_free (trace->threads);
  g_free (trace->first_call);
  g_free (trace->first_wait);
}

/* Frees what a trace has that shares calls with its base, but for the numbers of their
 * methods. */
static void
free_renumbered (TvTrace *trace)
{
  const TvTrace *base = trace->base;

  if (trace->call_method != base->call_method)
    tv_column_free (trace->call_method);
  if (trace->call_method_wide != base->call_method_wide)
    tv_column_free (trace->call_method_wide);
  if (trace->call_flags != base->call_flags)
    tv_column_free (trace->call_flags);
}

/* Frees what a transformed trace shares with its base, too. */
static void
free_facts (TvTrace *trace)
{
  g_ptr_array_unref (trace->name_lists);
  g_array_unref (trace->processes);
  g_clear_pointer (&trace->properties, g_array_unref);
  tv_system_columns_free (trace->system);
  tv_detail_columns_free (trace->details);
  tv_sample_columns_free (trace->samples);
  g_free (trace->appearance);
  tv_warnings_free (trace->warnings);
  for (guint i = 0; trace->joined != NULL && i < G_N_ELEMENTS (trace->joined->parts);
       i++)
    tv_trace_unref (trace->joined->parts[i]);
  g_free (trace->joined);
}

/**
 * tv_trace_unref:
 * @trace: (transfer full): a trace
 *
 * Drops a reference, from any thread; the last one frees the trace.
 */
void
tv_trace_unref (TvTrace *trace)
{
  g_return_if_fail (trace != NULL);

  if (!g_atomic_ref_count_dec (&trace->references))
    return;
  if (trace->shares_calls)
    free_renumbered (trace);
  else
    free_calls (trace);
  if (trace->base == NULL)
    free_facts (trace);
  g_clear_pointer (&trace->methods, g_array_unref);
  tv_string_pool_free (trace->strings);
  g_clear_pointer (&trace->names_owner, tv_trace_unref);
  g_clear_pointer (&trace->base, tv_trace_unref);
  g_free (trace);
}

/**
 * tv_trace_get_info:
 * @trace: a trace
 *
 * Returns: (transfer none): facts about the file
 */
const TvTraceInfo *
tv_trace_get_info (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return &trace->info;
}

/**
 * tv_trace_has_clock:
 * @trace: a trace
 * @clock: a clock
 *
 * Returns: whether events have times on @clock
 */
gboolean
tv_trace_has_clock (const TvTrace *trace, TvClock clock)
{
  g_return_val_if_fail (trace != NULL, FALSE);
  g_return_val_if_fail (clock < TV_N_CLOCKS, FALSE);

  return trace->has_clock[clock];
}

/**
 * tv_trace_get_primary_clock:
 * @trace: a trace
 *
 * Returns: the default clock for ranking methods: CPU if the trace has it
 */
TvClock
tv_trace_get_primary_clock (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, TV_CLOCK_WALL);

  return trace->has_clock[TV_CLOCK_THREAD_CPU] ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
}

/**
 * tv_trace_get_axis:
 * @trace: a trace
 *
 * Returns: the meaning of the time axis
 */
TvAxis
tv_trace_get_axis (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, TV_AXIS_WALL);

  return trace->axis;
}

/**
 * tv_trace_get_axis_range:
 * @trace: a trace
 * @start: (out) (optional): nanoseconds of the first event of all threads
 * @end: (out) (optional): nanoseconds of the last event
 *
 * Gets the range of the axis that events cover; 0 to 0 without events.
 */
void
tv_trace_get_axis_range (const TvTrace *trace, gint64 *start, gint64 *end)
{
  g_return_if_fail (trace != NULL);

  if (start != NULL)
    *start = trace->axis_start;
  if (end != NULL)
    *end = trace->axis_end;
}

/**
 * tv_trace_get_time_unit:
 * @trace: a trace
 *
 * Returns: nanoseconds in a unit of the clocks of the file; all times are multiples of
 * it
 */
gint64
tv_trace_get_time_unit (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 1);

  return trace->unit;
}

/**
 * tv_trace_get_n_properties:
 * @trace: a trace
 *
 * Returns: number of properties
 */
guint
tv_trace_get_n_properties (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->properties != NULL ? trace->properties->len : 0;
}

/**
 * tv_trace_get_property:
 * @trace: a trace
 * @index: below tv_trace_get_n_properties()
 *
 * Returns: (transfer none): a property, in the order of the file
 */
const TvProperty *
tv_trace_get_property (const TvTrace *trace, guint index)
{
  g_return_val_if_fail (index < tv_trace_get_n_properties (trace), NULL);

  return &g_array_index (trace->properties, TvProperty, index);
}

/**
 * tv_trace_lookup_property:
 * @trace: a trace
 * @key: a property's key
 *
 * Returns: (transfer none) (nullable): its value
 */
const char *
tv_trace_lookup_property (const TvTrace *trace, const char *key)
{
  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (key != NULL, NULL);

  for (guint i = 0; i < tv_trace_get_n_properties (trace); i++)
    if (g_str_equal (tv_trace_get_property (trace, i)->key, key))
      return tv_trace_get_property (trace, i)->value;
  return NULL;
}

/**
 * tv_trace_get_warnings:
 * @trace: a trace
 *
 * Returns: (transfer none): what was repaired or skipped while loading
 */
const TvWarnings *
tv_trace_get_warnings (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return trace->warnings;
}

/* Processes, threads, methods, calls and waits */

/**
 * tv_trace_get_n_processes:
 * @trace: a trace
 *
 * Returns: number of processes; a method trace has one
 */
guint
tv_trace_get_n_processes (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->processes->len;
}

/**
 * tv_trace_get_process:
 * @trace: a trace
 * @process: below tv_trace_get_n_processes()
 *
 * Returns: (transfer none): a process
 */
const TvProcess *
tv_trace_get_process (const TvTrace *trace, guint process)
{
  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (process < trace->processes->len, NULL);

  return &g_array_index (trace->processes, TvProcess, process);
}

/**
 * tv_trace_get_n_threads:
 * @trace: a trace
 *
 * Returns: number of threads, including those without events
 */
guint
tv_trace_get_n_threads (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->n_threads;
}

/**
 * tv_trace_get_thread:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 *
 * Returns: (transfer none): a thread; threads are ordered by id
 */
const TvThread *
tv_trace_get_thread (const TvTrace *trace, guint thread)
{
  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (thread < trace->n_threads, NULL);

  return &trace->threads[thread];
}

/* Returns the end of a name for a label: Pango cannot lay out texts of any width. */
static const char *
find_label_end (const char *name)
{
  const char *end = name;

  for (guint i = 0; i < MAX_LABEL_CHARS && *end != '\0'; i++)
    end = g_utf8_next_char (end);
  return end;
}

/* Returns `[id] name`, or only the name if no system has such an id. */
static char *
dup_label (gint64 id, const char *name)
{
  const char *end = find_label_end (name);
  const int length = (int) (end - name);
  const char *rest = *end != '\0' ? "…" : "";

  return id >= 0 && id <= G_MAXUINT32
             ? g_strdup_printf ("[%" G_GINT64_FORMAT "] %.*s%s", id, length, name, rest)
             : g_strdup_printf ("%.*s%s", length, name, rest);
}

/**
 * tv_trace_dup_process_label:
 * @trace: a trace
 * @process: below tv_trace_get_n_processes()
 *
 * Names are cut to 200 characters.
 *
 * Returns: (transfer full): `[id] name`, or `[id] Process id` without a name
 */
char *
tv_trace_dup_process_label (const TvTrace *trace, guint process)
{
  const TvProcess *row = tv_trace_get_process (trace, process);
  g_autofree char *name = NULL;

  g_return_val_if_fail (row != NULL, NULL);

  if (row->name == NULL)
    name = g_strdup_printf (_ ("Process %u"), (guint) row->pid);
  return dup_label (row->pid, name != NULL ? name : row->name);
}

/* Returns the label of a row that is no thread. */
static char *
dup_track_label (const TvTrace *trace, const TvThread *row)
{
  if (row->name != NULL)
    return dup_label (-1, row->name);
  if (row->kind == TV_TRACK_CPU)
    return g_strdup_printf (_ ("CPU %u"), (guint) row->number);
  if (row->process != TV_PROCESS_NONE)
    return tv_trace_dup_process_label (trace, row->process);
  return g_strdup (_ ("System"));
}

/**
 * tv_trace_dup_thread_label:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 *
 * Names are cut to 200 characters, since Pango cannot lay out texts of any width.
 *
 * Returns: (transfer full): `[id] name`, or `[id] Thread id` without a name, with the
 *   id in the file, if that is one of a system; of a row that is no thread, its name,
 * or that of its process
 */
char *
tv_trace_dup_thread_label (const TvTrace *trace, guint thread)
{
  const TvThread *row = tv_trace_get_thread (trace, thread);
  g_autofree char *label = NULL;
  gint64 id;

  g_return_val_if_fail (row != NULL, NULL);

  if (row->kind != TV_TRACK_THREAD)
    return dup_track_label (trace, row);
  id = trace->info.kind == TV_TRACE_KIND_CALLS && trace->joined == NULL ? row->id
                                                                        : row->number;
  if (row->name != NULL)
    label = dup_label (id, row->name);
  else if (id >= 0 && id <= G_MAXUINT32)
    label = g_strdup_printf (_ ("[%u] Thread %u"), (guint) id, (guint) id);
  else
    /* Translators: where a file does not say in which thread a stack was seen */
    label = g_strdup (_ ("(no thread)"));
  if (trace->joined == NULL || row->n_calls == 0
      || !tv_trace_is_slice (trace, tv_trace_get_call_method (trace, thread, 0)))
    return g_steal_pointer (&label);
  /* Translators: a row of a thread that has slices, beside one that has calls. */
  return g_strdup_printf (_ ("%s: slices"), label);
}

/**
 * tv_trace_get_n_methods:
 * @trace: a trace
 *
 * Returns: number of methods, including those that were never called
 */
guint
tv_trace_get_n_methods (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->methods != NULL ? trace->methods->len : 0;
}

/**
 * tv_trace_get_method:
 * @trace: a trace
 * @method: below tv_trace_get_n_methods()
 *
 * Returns: (transfer none): a method
 */
const TvMethod *
tv_trace_get_method (const TvTrace *trace, guint method)
{
  g_return_val_if_fail (method < tv_trace_get_n_methods (trace), NULL);

  return &g_array_index (trace->methods, TvMethod, method);
}

/**
 * tv_trace_get_n_calls:
 * @trace: a trace
 *
 * Returns: number of calls of all threads
 */
gsize
tv_trace_get_n_calls (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->n_calls;
}

/**
 * tv_trace_get_n_calls_before:
 * @trace: a trace
 * @thread: index of a thread, or tv_trace_get_n_threads()
 *
 * Counts the calls of the threads with lower indexes: the offset of the thread in a
 * table of all calls. Takes constant time.
 *
 * Returns: number of calls
 */
gsize
tv_trace_get_n_calls_before (const TvTrace *trace, guint thread)
{
  g_return_val_if_fail (trace != NULL, 0);
  g_return_val_if_fail (thread <= trace->n_threads, 0);

  return trace->first_call[thread];
}

/**
 * tv_trace_get_memory_size:
 * @trace: a trace
 *
 * Returns: bytes of the columns of calls and waits, of the order of entries, of
 *   counters, states, arguments and flows; the tables of threads and methods are not
 *   counted
 */
gsize
tv_trace_get_memory_size (const TvTrace *trace)
{
  gsize call = sizeof *trace->call_parent + sizeof *trace->call_flags;
  gsize wait = sizeof *trace->wait_call + sizeof *trace->wait_calls_before;

  g_return_val_if_fail (trace != NULL, 0);

  call += trace->call_method != NULL ? sizeof *trace->call_method
                                     : sizeof *trace->call_method_wide;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    call += tv_time_column_get_size (&trace->call_start[clock])
            + tv_time_column_get_size (&trace->call_end[clock]);
  call += tv_time_column_get_size (&trace->call_axis_start)
          + tv_time_column_get_size (&trace->call_axis_end);
  wait += tv_time_column_get_size (&trace->wait_start)
          + tv_time_column_get_size (&trace->wait_end);
  return trace->n_calls * call + trace->n_waits * wait
         + trace->n_entry_runs * sizeof *trace->entry_runs
         + tv_system_columns_get_size (trace->system)
         + tv_detail_columns_get_size (trace->details)
         + tv_sample_columns_get_size (trace->samples);
}
