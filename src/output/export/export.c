/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/export/export.h"

#include "output/export/export-private.h"
#include "output/flame/folded-stacks.h"
#include "trace/model/trace-samples.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* September 2001. Earlier times count from the start of the device. */
#define FIRST_DATE_US G_GINT64_CONSTANT (1000000000000000)
/* The year 2116. Later starts leave no room for the times of events. */
#define LATEST_START_US (G_MAXINT64 / 2 / 1000)

/* Stands for the process if the file has no id for it. */
#define SOME_PROCESS 1

void
tv_export_names_init (TvExportNames *names, const TvTrace *trace)
{
  names->trace = trace;
  names->methods = g_new0 (char *, MAX (tv_trace_get_n_methods (trace), 1));
}

void
tv_export_names_clear (TvExportNames *names)
{
  for (guint i = 0; names->methods != NULL && i < tv_trace_get_n_methods (names->trace);
       i++)
    g_free (names->methods[i]);
  g_clear_pointer (&names->methods, g_free);
}

const char *
tv_export_names_get_method (TvExportNames *names, guint32 method)
{
  if (names->methods[method] == NULL)
    names->methods[method]
        = tv_method_dup_display_name (tv_trace_get_method (names->trace, method));
  return names->methods[method];
}

/* Other traces have no libraries: categories of slices are something else. */
void
tv_export_libraries_init (TvExportLibraries *libraries, const TvTrace *trace)
{
  const guint n = tv_trace_get_n_methods (trace);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  libraries->names = g_ptr_array_new ();
  libraries->by_method = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      const char *library = tv_trace_get_method (trace, i)->category;
      gpointer index;

      libraries->by_method[i] = G_MAXUINT32;
      if (!tv_trace_has_samples (trace) || library == NULL || *library == '\0'
          || tv_trace_is_slice (trace, i))
        continue;
      if (!g_hash_table_lookup_extended (known, library, NULL, &index))
        {
          index = GUINT_TO_POINTER (libraries->names->len);
          g_hash_table_insert (known, (gpointer) library, index);
          g_ptr_array_add (libraries->names, (gpointer) library);
        }
      libraries->by_method[i] = GPOINTER_TO_UINT (index);
    }
}

void
tv_export_libraries_clear (TvExportLibraries *libraries)
{
  g_clear_pointer (&libraries->names, g_ptr_array_unref);
  g_clear_pointer (&libraries->by_method, g_free);
}

static gboolean
has_id (const TvTrace *trace, const TvThread *thread)
{
  return !tv_trace_has_samples (trace) || thread->number >= 0;
}

/* Names a thread for other programs, in English. */
char *
tv_export_names_dup_thread (const TvTrace *trace, guint32 thread)
{
  const TvThread *row = tv_trace_get_thread (trace, thread);

  if (row->name != NULL && *row->name != '\0')
    return g_strdup (row->name);
  return has_id (trace, row) ? g_strdup_printf ("Thread %u", row->id)
                             : g_strdup ("(no thread)");
}

/* Returns the id of a thread, if it has one, and its name, for formats that have names
 * alone. */
char *
tv_export_dup_thread_label (const TvTrace *trace, guint32 thread)
{
  const TvThread *row = tv_trace_get_thread (trace, thread);
  g_autofree char *name = tv_export_names_dup_thread (trace, thread);

  return has_id (trace, row) ? g_strdup_printf ("[%u] %s", row->id, name)
                             : g_steal_pointer (&name);
}

/* Returns the id of the trace's process, or SOME_PROCESS. */
guint64
tv_export_find_process (const TvTrace *trace)
{
  const gint64 pid = tv_trace_get_n_processes (trace) > 0
                         ? tv_trace_get_process (trace, 0)->pid
                         : -1;

  return pid > 0 && pid <= G_MAXINT32 ? (guint64) pid : SOME_PROCESS;
}

/* Returns the id of a process of a trace of slices, or 0 without one. */
gint64
tv_export_get_pid (const TvTrace *trace, guint32 process)
{
  return process != TV_PROCESS_NONE ? tv_trace_get_process (trace, process)->pid : 0;
}

/* Returns the key of an argument without what tells only from which format it is. */
const char *
tv_export_get_arg_name (const TvArg *arg)
{
  static const char *const prefixes[] = { "args.", "debug." };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (arg->key, prefixes[i]))
      return arg->key + strlen (prefixes[i]);
  return arg->key;
}

/* Names a counter for formats that have none of processors. */
char *
tv_export_dup_counter_name (const TvCounter *counter)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, counter->number);

  if (counter->kind != TV_TRACK_CPU || strstr (counter->name, number) != NULL)
    return g_strdup (counter->name);
  return g_strdup_printf ("%s %s", counter->name, number);
}

/* Whether a counter is exported: those of other threads than the chosen ones are not.
 */
gboolean
tv_export_has_counter (const TvExportSpec *spec, const TvCounter *counter)
{
  return spec->part.threads == NULL
         || (counter->thread != TV_THREAD_NONE
             && tv_thread_set_contains (spec->part.threads, counter->thread));
}

/* Whether the beginning of a call is exported. */
gboolean
tv_export_has_call (const TvExportSpec *spec, const TvTrace *trace, TvCallRef call)
{
  TvCalls calls;
  gint64 start;

  if (call.thread == TV_THREAD_NONE
      || (spec->part.threads != NULL
          && !tv_thread_set_contains (spec->part.threads, call.thread)))
    return FALSE;
  calls = tv_trace_get_calls (trace, call.thread);
  start = tv_times_get (&calls.axis_start, call.call);
  return start >= spec->part.start && start < spec->part.end;
}

/* Finds when tracing began, in nanoseconds since 1970 or since the device was started.
 * An impossible start is 0. Returns whether it counts from 1970. */
gboolean
tv_export_find_start (const TvTrace *trace, gint64 *start)
{
  const guint64 microseconds = tv_trace_get_info (trace)->start_time;

  *start = microseconds < LATEST_START_US ? (gint64) microseconds * 1000 : 0;
  return *start / 1000 >= FIRST_DATE_US;
}

/* Adds microseconds with as many decimals as needed. */
void
tv_export_add_microseconds (TvTextWriter *writer, gint64 nanoseconds)
{
  guint64 rest = nanoseconds < 0 ? -(guint64) nanoseconds : (guint64) nanoseconds;
  const guint fraction = (guint) (rest % 1000);

  if (nanoseconds < 0)
    tv_text_writer_add_char (writer, '-');
  tv_text_writer_add_number (writer, (gint64) (rest / 1000), 0);
  if (fraction == 0)
    return;
  tv_text_writer_add_char (writer, '.');
  tv_text_writer_add_char (writer, (char) ('0' + fraction / 100));
  if (fraction % 100 == 0)
    return;
  tv_text_writer_add_char (writer, (char) ('0' + fraction / 10 % 10));
  if (fraction % 10 != 0)
    tv_text_writer_add_char (writer, (char) ('0' + fraction % 10));
}

/* Notes on what a format could not hold */

void
tv_export_note (const TvExportSpec *spec, char *sentence)
{
  if (spec->notes != NULL)
    g_ptr_array_add (spec->notes, sentence);
  else
    g_free (sentence);
}

/* For formats that hold no states of threads. */
void
tv_export_note_states (const TvExportSpec *spec, const TvTrace *trace)
{
  if (tv_trace_has_states (trace))
    tv_export_note (spec,
                    g_strdup (_ ("What threads did for the scheduler is left out")));
}

/* Returns whether a clock is written: all that the file has, unless one was chosen. */
gboolean
tv_export_has_clock (const TvExportSpec *spec, const TvTrace *trace, TvClock clock)
{
  return tv_trace_has_clock (trace, clock)
         && (!spec->only_clock || clock == spec->clock);
}

/* Returns whether the weights of samples are written, rather than runs on a clock. */
gboolean
tv_export_has_weights (const TvExportSpec *spec, const TvTrace *trace)
{
  return tv_trace_has_samples (trace)
         && tv_export_has_clock (spec, trace, TV_CLOCK_THREAD_CPU);
}

/* Returns whether a thread is written by a format of samples: slices beside samples
 * weigh nothing. */
gboolean
tv_export_has_thread (const TvExportSpec *spec, const TvTrace *trace, guint32 thread)
{
  return !tv_export_has_weights (spec, trace)
         || tv_trace_get_samples (trace, thread).n > 0;
}

gboolean
tv_export_has_both_clocks (const TvExportSpec *spec, const TvTrace *trace)
{
  return tv_export_has_clock (spec, trace, TV_CLOCK_WALL)
         && tv_export_has_clock (spec, trace, TV_CLOCK_THREAD_CPU);
}

/* Writes the same as `tracedump fold`. */
static gboolean
tv_export_collapsed (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                     GCancellable *cancellable, GError **error)
{
  TvFoldedSpec folded
      = { .part = spec->part,
          .clock = spec->only_clock ? spec->clock : tv_trace_get_primary_clock (trace),
          .unit = tv_folded_unit_choose (trace),
          .max_depth = TV_CALL_TREE_DEPTH,
          .through = spec->through };
  g_autofree char *note = NULL;

  if (!tv_folded_stacks_write (trace, &folded, &note, out, cancellable, error))
    return FALSE;
  if (tv_export_has_both_clocks (spec, trace))
    tv_export_note (
        spec, g_strdup (_ (
                  "The format has one clock: CPU time is written, wall time is not")));
  if (note != NULL)
    tv_export_note (spec, g_steal_pointer (&note));
  return TRUE;
}

typedef struct
{
  const char *name;
  TvExportFunc func;
} Format;

static const Format formats[] = {
  { "chrome", tv_export_chrome },
  { "perfetto", tv_export_perfetto },
  { "speedscope", tv_export_speedscope },
  { "firefox", tv_export_firefox },
  { "pprof", tv_export_pprof },
  { "collapsed", tv_export_collapsed },
  { "csv", tv_export_csv },
  { "trace", tv_export_trace },
};

/**
 * tv_export_find:
 * @name: name of a format, such as `chrome`
 *
 * Returns: (nullable): the function that writes it, %NULL if the name is unknown
 */
TvExportFunc
tv_export_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].name, name))
      return formats[i].func;
  return NULL;
}
