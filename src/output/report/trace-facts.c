/* SPDX-License-Identifier: Apache-2.0 */

/* The facts about a trace: what the file says, what its records add up to, and what is
 * wrong with it, in one list for the terminal and the window. */

#include "config.h"

#include "output/report/trace-facts.h"

#include "analysis/text/amount-text.h"
#include "trace/model/trace-details.h"
#include "trace/model/trace-system.h"

#include <glib/gi18n-lib.h>

/* A malformed file may have a million property lines. */
#define MAX_PROPERTIES 500

/* Dalvik writes the start in microseconds since 1970, ART since boot. No device runs
 * for 10^15 µs, which are 31 years. */
#define FIRST_DATE_US G_GUINT64_CONSTANT (1000000000000000)

static void
fact_free (gpointer data)
{
  TvFact *fact = data;

  g_free (fact->title);
  g_free (fact->shown);
  g_free (fact);
}

static TvFact *
add (GPtrArray *facts, TvFactGroup group, TvFactKind kind, const char *key,
     const char *label, guint64 number)
{
  TvFact *fact = g_new0 (TvFact, 1);

  fact->group = group;
  fact->kind = kind;
  fact->key = key;
  fact->label = label;
  fact->number = number;
  g_ptr_array_add (facts, fact);
  return fact;
}

static TvFact *
add_text (GPtrArray *facts, TvFactGroup group, const char *key, const char *label,
          const char *text)
{
  TvFact *fact = add (facts, group, TV_FACT_TEXT, key, label, 0);

  fact->text = text;
  return fact;
}

static void
add_count (GPtrArray *facts, const char *key, const char *label, guint64 count)
{
  add (facts, TV_FACT_RECORDING, TV_FACT_COUNT, key, label, count);
}

static void
add_time (GPtrArray *facts, const char *key, const char *label, gint64 nanoseconds)
{
  add (facts, TV_FACT_RECORDING, TV_FACT_TIME, key, label, (guint64) nanoseconds);
}

/* Gives a fact a title and a value in the window. */
static void
show (TvFact *fact, const char *title, char *value)
{
  fact->title = g_strdup (title);
  fact->shown = value;
}

static void
show_only (GPtrArray *facts, TvFactGroup group, const char *title, char *value)
{
  show (add (facts, group, TV_FACT_TEXT, NULL, NULL, 0), title, value);
}

/* Returns whether the methods and calls of the model are names and slices. */
static gboolean
has_slices (const TvTrace *trace)
{
  return tv_trace_get_info (trace)->kind != TV_TRACE_KIND_CALLS;
}

static char *
dup_count (guint64 count)
{
  return g_strdup_printf ("%'" G_GUINT64_FORMAT, count);
}

/* Counts */

typedef struct
{
  guint n_active; /* number of threads with events */
  guint n_methods_named;
  guint n_methods_unnamed;
  guint n_methods_called;
  guint64 calls;
  guint64 recursive_calls;
  guint64 pre_open; /* entered before tracing began */
  guint64 still_open;
  guint64 exits_lost; /* closed because a call further out was left */
  guint64 by_exception;
  guint64 n_waits; /* in methods */
  gint64 waiting;
  guint64 n_waits_outside;
  gint64 waiting_outside;
  gint64 first[TV_N_CLOCKS];
  gint64 last[TV_N_CLOCKS];
  gint64 root_inclusive[TV_N_CLOCKS]; /* 100 % */
} Summary;

static void
count_methods (Summary *summary, const TvProfile *profile, const TvTrace *trace)
{
  for (guint method = 0; method < tv_trace_get_n_methods (trace); method++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, method);

      if (tv_trace_get_method (trace, method)->named)
        summary->n_methods_named++;
      else
        summary->n_methods_unnamed++;
      if (totals->calls > 0)
        summary->n_methods_called++;
      summary->calls += totals->calls;
      summary->recursive_calls += totals->recursive_calls;
      summary->n_waits += totals->n_waits;
      summary->waiting += totals->waiting;
    }
}

static void
count_calls (Summary *summary, const TvCalls *calls)
{
  for (gsize call = 0; call < calls->n; call++)
    {
      guint8 flags = calls->flags[call];

      summary->pre_open += (flags & TV_CALL_PRE_OPEN) != 0;
      summary->still_open += (flags & TV_CALL_STILL_OPEN) != 0;
      summary->exits_lost += (flags & TV_CALL_EXIT_LOST) != 0;
      summary->by_exception += (flags & TV_CALL_BY_EXCEPTION) != 0;
    }
}

static void
count_thread (Summary *summary, const TvTrace *trace, guint index)
{
  const TvThread *thread = tv_trace_get_thread (trace, index);
  TvCalls calls = tv_trace_get_calls (trace, index);
  TvWaits waits = tv_trace_get_waits (trace, index);
  gboolean is_first = summary->n_active == 0;

  if (thread->n_events == 0)
    return;
  summary->n_active++;
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      if (is_first || thread->first[clock] < summary->first[clock])
        summary->first[clock] = thread->first[clock];
      if (is_first || thread->last[clock] > summary->last[clock])
        summary->last[clock] = thread->last[clock];
      summary->root_inclusive[clock] += thread->root_inclusive[clock];
    }
  count_calls (summary, &calls);
  for (gsize wait = 0; wait < waits.n; wait++)
    if (waits.call[wait] == TV_CALL_NONE)
      {
        summary->n_waits_outside++;
        summary->waiting_outside
            += tv_times_get (&waits.end, wait) - tv_times_get (&waits.start, wait);
      }
}

static gboolean
count_all (const TvProfile *profile, Summary *summary, GCancellable *cancellable,
           GError **error)
{
  const TvTrace *trace = tv_profile_get_trace (profile);

  count_methods (summary, profile, trace);
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      count_thread (summary, trace, thread);
    }
  return TRUE;
}

/* The file */

static char *
dup_point_in_time (guint64 start_time)
{
  g_autoptr (GDateTime) start = NULL;
  g_autofree char *seconds = NULL;

  if (start_time < FIRST_DATE_US)
    {
      seconds = g_strdup_printf ("%'.6f", (double) start_time / 1e6);
      return g_strdup_printf (_ ("%s s after the device was started"), seconds);
    }
  if (start_time <= G_MAXINT64)
    start = g_date_time_new_from_unix_local ((gint64) (start_time / 1000000));
  if (start == NULL)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " µs", start_time);
  return g_date_time_format (start, "%F %T %Z");
}

/* ART marks the streamed forms of a version by adding 0xF0. */
static char *
dup_version (guint64 version)
{
  if (version >= 0xf0)
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "X", version);
  return g_strdup_printf ("%" G_GUINT64_FORMAT, version);
}

static char *
dup_start (guint64 microseconds)
{
  guint64 seconds = microseconds / G_USEC_PER_SEC;
  g_autoptr (GDateTime) date = NULL;
  g_autofree char *text = NULL;

  if (microseconds >= FIRST_DATE_US)
    date = g_date_time_new_from_unix_utc ((gint64) seconds);
  if (date != NULL)
    return g_date_time_format (date, "%Y-%m-%d %H:%M:%S UTC");
  text = g_strdup_printf ("%" G_GUINT64_FORMAT ".%06u", seconds,
                          (guint) (microseconds % G_USEC_PER_SEC));
  /* Translators: a number of seconds since the device was started */
  return g_strdup_printf (_ ("%s s after boot"), text);
}

/**
 * tv_fact_dup_text:
 * @fact: a fact that the terminal has
 *
 * Returns: (transfer full): its value for people, in milliseconds if it is a time
 */
char *
tv_fact_dup_text (const TvFact *fact)
{
  GString *text;

  if (fact->kind == TV_FACT_START)
    return dup_start (fact->number);

  if (fact->kind == TV_FACT_TEXT)
    return g_strdup (fact->text);
  if (fact->kind == TV_FACT_VERSION)
    return dup_version (fact->number);
  if (fact->kind == TV_FACT_COUNT)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, fact->number);
  text = g_string_new (NULL);
  tv_time_append_milliseconds (text, (gint64) fact->number);
  g_string_append (text, " ms");
  return g_string_free (text, FALSE);
}

static char *
dup_axis_note (const TvTrace *trace)
{
  switch (tv_trace_get_axis (trace))
    {
    case TV_AXIS_WALL:
      return g_strdup (_ ("Real time"));
    case TV_AXIS_CPU_ALL_THREADS:
      return g_strdup (_ ("CPU time of all threads, one after the other"));
    case TV_AXIS_CPU_PER_THREAD:
      return tv_amount_dup_text (trace, _ ("CPU time, each thread from its own start"));
    default:
      g_assert_not_reached ();
    }
}

/* Finds when tracing began, in microseconds. A file of slices has it on its clock,
 * which may count from any moment. */
static gboolean
find_start (const TvTrace *trace, guint64 *start)
{
  const TvTraceInfo *info = tv_trace_get_info (trace);

  *start
      = has_slices (trace) ? (guint64) MAX (info->origin, 0) / 1000 : info->start_time;
  return !has_slices (trace) || *start >= FIRST_DATE_US
         || tv_trace_get_own_clock (trace) != TV_SYSTEM_CLOCK_UNKNOWN;
}

static void
add_file_facts (GPtrArray *facts, const TvTrace *trace)
{
  const TvTraceInfo *info = tv_trace_get_info (trace);
  guint64 start;

  show (add_text (facts, TV_FACT_FILE, "format", _ ("Format"), info->format),
        _ ("Format"), g_strdup (_ (info->format_title)));
  if (info->version > 0)
    show (add (facts, TV_FACT_FILE, TV_FACT_VERSION, "version", _ ("Version"),
               info->version),
          _ ("Version"), dup_version (info->version));
  show (add_text (facts, TV_FACT_RECORDING, "clock", _ ("Clock"), info->clock_name),
        _ ("Clock"), g_strdup (info->clock_name));
  add_text (facts, TV_FACT_FILE, "compression", _ ("Compression"),
            info->packing != NULL ? info->packing : "none");
  if (find_start (trace, &start))
    show (add (facts, TV_FACT_RECORDING, TV_FACT_START, "start_time_us",
               _ ("Start of tracing"), start),
          _ ("Start"), dup_point_in_time (start));
  if (info->record_size > 0)
    show (add (facts, TV_FACT_FILE, TV_FACT_COUNT, "record_size", _ ("Record size"),
               info->record_size),
          _ ("Record Size"),
          g_strdup_printf (ngettext ("%u byte", "%u bytes", info->record_size),
                           info->record_size));
  show (add (facts, TV_FACT_FILE, TV_FACT_COUNT, "file_size", _ ("Size in bytes"),
             info->file_size),
        info->compressed ? _ ("Size, Unpacked") : _ ("Size"),
        g_format_size_full (info->file_size, G_FORMAT_SIZE_LONG_FORMAT));
  show (add (facts, TV_FACT_FILE, TV_FACT_COUNT, "records", _ ("Records"),
             info->n_records),
        _ ("Records"), dup_count (info->n_records));
}

/* The recording in the terminal */

static void
add_table_facts (GPtrArray *facts, const TvTrace *trace, const Summary *summary)
{
  add_count (facts, "threads", _ ("Threads"), tv_trace_get_n_threads (trace));
  add_count (facts, "threads_with_events", _ ("Threads with events"),
             summary->n_active);
  if (has_slices (trace))
    {
      add_count (facts, "processes", _ ("Processes"), tv_trace_get_n_processes (trace));
      add_count (facts, "names",
                 tv_trace_has_samples (trace) ? _ ("Names of frames")
                                              : _ ("Names of slices"),
                 tv_trace_get_n_methods (trace));
      return;
    }
  add_count (facts, "methods_named", _ ("Methods with a name"),
             summary->n_methods_named);
  add_count (facts, "methods_unnamed", _ ("Methods without a name"),
             summary->n_methods_unnamed);
  add_count (facts, "methods_called", _ ("Methods called"), summary->n_methods_called);
}

static void
add_slice_facts (GPtrArray *facts, const Summary *summary)
{
  add_count (facts, "slices", _ ("Slices"), summary->calls + summary->recursive_calls);
  add_count (facts, "still_open", _ ("Slices open at the end"), summary->still_open);
  add_count (facts, "exits_lost", _ ("Slices whose end was lost"), summary->exits_lost);
}

/* Lists the events of a file of samples with the numbers of their samples. */
static char *
dup_events (const TvTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_trace_get_n_sample_events (trace); i++)
    {
      const TvSampleEvent *event = tv_trace_get_sample_event (trace, i);

      g_string_append_printf (text, "%s%s (%" G_GUINT64_FORMAT ")", i > 0 ? ", " : "",
                              event->name, event->n_samples);
    }
  return g_string_free (text, FALSE);
}

/* Counts the names of frames by the kind of their code. */
static char *
dup_kinds (const TvTrace *trace)
{
  guint counts[TV_N_FRAME_KINDS] = { 0 };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    counts[tv_trace_get_frame_kind (trace, i)]++;
  for (guint kind = 0; kind < TV_N_FRAME_KINDS; kind++)
    if (counts[kind] > 0)
      g_string_append_printf (text, "%s%s (%u)", text->len > 0 ? ", " : "",
                              tv_frame_kind_get_name (kind), counts[kind]);
  return g_string_free (text, FALSE);
}

static void
add_sample_facts (GPtrArray *facts, const TvTrace *trace, const Summary *summary)
{
  const TvSampleEvent *event
      = tv_trace_get_sample_event (trace, tv_trace_get_chosen_event (trace));
  const gint64 total = summary->root_inclusive[TV_CLOCK_THREAD_CPU];
  g_autofree char *events = dup_events (trace);
  g_autofree char *kinds = dup_kinds (trace);

  add_text (facts, TV_FACT_RECORDING, "event", _ ("Event"), event->name);
  add_text (facts, TV_FACT_RECORDING, "events", _ ("Events of the file"),
            g_intern_string (events));
  if (*kinds != '\0')
    add_text (facts, TV_FACT_RECORDING, "kinds", _ ("Kinds of frames"),
              g_intern_string (kinds));
  add_count (facts, "samples", _ ("Samples"), event->n_samples);
  if (event->quantity == TV_QUANTITY_TIME)
    add_time (facts, "weight", _ ("Weight"), total);
  else
    add_count (facts, "weight", _ ("Weight"),
               ((guint64) total + TV_WEIGHT_ONE / 2) / TV_WEIGHT_ONE);
  if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
    {
      add_time (facts, "wall_first", _ ("First wall time"),
                summary->first[TV_CLOCK_WALL]);
      add_time (facts, "wall_last", _ ("Last wall time"), summary->last[TV_CLOCK_WALL]);
    }
}

static guint64
count_values (const TvTrace *trace)
{
  guint64 n = 0;

  for (guint i = 0; i < tv_trace_get_n_counters (trace); i++)
    n += tv_trace_get_counter (trace, i)->n;
  return n;
}

static guint64
count_states (const TvTrace *trace)
{
  guint64 n = 0;

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    n += tv_trace_get_states (trace, i).n;
  return n;
}

/* What a system trace has beside slices. */
static void
add_system_facts (GPtrArray *facts, const TvTrace *trace)
{
  const struct
  {
    const char *key;
    const char *label;
    guint64 count;
  } counts[] = {
    { "counters", _ ("Counters"), tv_trace_get_n_counters (trace) },
    { "counter_values", _ ("Values of counters"), count_values (trace) },
    { "processors", _ ("Processors"), tv_trace_get_n_cpus (trace) },
    { "thread_states", _ ("States of threads"), count_states (trace) },
    { "flows", _ ("Flows"), tv_trace_get_n_flows (trace) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (counts[i].count > 0)
      show (add (facts, TV_FACT_RECORDING, TV_FACT_COUNT, counts[i].key,
                 counts[i].label, counts[i].count),
            counts[i].label, dup_count (counts[i].count));
}

static void
add_call_facts (GPtrArray *facts, const Summary *summary)
{
  add_count (facts, "calls", _ ("Calls, not recursive"), summary->calls);
  add_count (facts, "recursive_calls", _ ("Recursive calls"), summary->recursive_calls);
  add_count (facts, "pre_open", _ ("Calls open before the start"), summary->pre_open);
  add_count (facts, "still_open", _ ("Calls open at the end"), summary->still_open);
  add_count (facts, "exits_lost", _ ("Calls whose exit was lost"), summary->exits_lost);
  add_count (facts, "by_exception", _ ("Calls left by an exception"),
             summary->by_exception);
  add_count (facts, "waits", _ ("Waits in methods"), summary->n_waits);
  add_count (facts, "waits_outside", _ ("Waits outside methods"),
             summary->n_waits_outside);
}

static void
add_clock_facts (GPtrArray *facts, const TvTrace *trace, const Summary *summary)
{
  const gint64 *first = summary->first;
  const gint64 *last = summary->last;
  const gint64 *total = summary->root_inclusive;

  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU))
    {
      add_time (facts, "cpu_first", _ ("First CPU time"), first[TV_CLOCK_THREAD_CPU]);
      add_time (facts, "cpu_last", _ ("Last CPU time"), last[TV_CLOCK_THREAD_CPU]);
      add_time (facts, "cpu_total",
                has_slices (trace) ? _ ("CPU time in slices")
                                   : _ ("CPU time in methods"),
                total[TV_CLOCK_THREAD_CPU]);
    }
  if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
    {
      add_time (facts, "wall_first", _ ("First wall time"), first[TV_CLOCK_WALL]);
      add_time (facts, "wall_last", _ ("Last wall time"), last[TV_CLOCK_WALL]);
      add_time (facts, "wall_total",
                has_slices (trace) ? _ ("Wall time in slices")
                                   : _ ("Wall time in methods"),
                total[TV_CLOCK_WALL]);
    }
  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
      && tv_trace_has_clock (trace, TV_CLOCK_WALL) && !has_slices (trace))
    {
      add_time (facts, "waiting", _ ("Waiting in methods"), summary->waiting);
      add_time (facts, "waiting_outside", _ ("Waiting outside methods"),
                summary->waiting_outside);
    }
}

/* The recording in the window */

static void
show_threads (GPtrArray *facts, const TvTrace *trace)
{
  const guint n_threads = tv_trace_get_n_threads (trace);
  guint64 n_events = 0;
  guint n_active = 0;

  for (guint i = 0; i < n_threads; i++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, i);

      n_events += thread->n_events;
      n_active += thread->n_events > 0;
    }
  show_only (
      facts, TV_FACT_RECORDING, _ ("Threads"),
      g_strdup_printf (_ ("%'u, of which %'u with events"), n_threads, n_active));
  show_only (facts, TV_FACT_RECORDING, _ ("Events"), dup_count (n_events));
}

static void
show_samples (GPtrArray *facts, const TvTrace *trace, const TvProfile *profile,
              TvTimeUnit unit)
{
  const TvSampleEvent *event
      = tv_trace_get_sample_event (trace, tv_trace_get_chosen_event (trace));
  const TvFactGroup group = TV_FACT_RECORDING;

  show_only (facts, group, _ ("Samples"), dup_count (event->n_samples));
  show_only (facts, group, _ ("Event"), g_strdup (event->name));
  show_only (facts, group, _ ("Events of the File"), dup_events (trace));
  show_only (facts, group, tv_trace_get_clock_title (trace, TV_CLOCK_THREAD_CPU),
             tv_time_format_duration (
                 tv_profile_get_root_inclusive (profile, TV_CLOCK_THREAD_CPU),
                 tv_amount_get_unit (trace, TV_CLOCK_THREAD_CPU, unit)));
}

static void
show_recording (GPtrArray *facts, const TvTrace *trace, const TvProfile *profile,
                TvTimeUnit unit)
{
  const gboolean has_names = has_slices (trace);
  const TvFactGroup group = TV_FACT_RECORDING;
  gint64 start = 0;
  gint64 end = 0;
  guint64 start_time;

  tv_trace_get_axis_range (trace, &start, &end);
  show_only (facts, group, _ ("Timeline"), dup_axis_note (trace));
  if (unit == TV_TIME_UNIT_ONE)
    unit = TV_TIME_UNIT_MS;
  unit = tv_trace_get_axis (trace) == TV_AXIS_WALL
             ? unit
             : tv_amount_get_unit (trace, TV_CLOCK_THREAD_CPU, unit);
  if (tv_trace_get_axis (trace) == TV_AXIS_WALL && end >= 0
      && find_start (trace, &start_time))
    show_only (facts, group, _ ("End"),
               dup_point_in_time (start_time + (guint64) end / 1000));
  show_only (facts, group, _ ("First Event"), tv_time_format_duration (start, unit));
  show_only (facts, group, _ ("Last Event"), tv_time_format_duration (end, unit));
  show_only (facts, group, _ ("Span"), tv_time_format_duration (end - start, unit));
  show_threads (facts, trace);
  show_only (facts, group, has_names ? _ ("Names") : _ ("Methods"),
             dup_count (tv_trace_get_n_methods (trace)));
  if (tv_trace_has_samples (trace))
    {
      show_samples (facts, trace, profile, unit);
      return;
    }
  show_only (facts, group, has_names ? _ ("Slices") : _ ("Calls"),
             dup_count (tv_trace_get_n_calls (trace)));
  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU))
    show_only (facts, group, _ ("CPU Time, All Threads"),
               tv_time_format_duration (
                   tv_profile_get_root_inclusive (profile, TV_CLOCK_THREAD_CPU), unit));
  if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
    show_only (facts, group, _ ("Real Time, All Threads"),
               tv_time_format_duration (
                   tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL), unit));
  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
      && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    show_only (facts, group, _ ("Waits over 100 µs"),
               dup_count (tv_profile_get_n_waits (profile)));
}

static void
show_properties (GPtrArray *facts, const TvTrace *trace)
{
  const guint n = tv_trace_get_n_properties (trace);

  for (guint i = 0; i < MIN (n, MAX_PROPERTIES); i++)
    {
      const TvProperty *property = tv_trace_get_property (trace, i);

      show_only (facts, TV_FACT_PROPERTY, property->key, g_strdup (property->value));
    }
  if (n > MAX_PROPERTIES)
    show_only (facts, TV_FACT_PROPERTY, "…",
               g_strdup_printf (
                   ngettext ("%'u more line", "%'u more lines", n - MAX_PROPERTIES),
                   n - MAX_PROPERTIES));
}

static void
show_warnings (GPtrArray *facts, const TvTrace *trace)
{
  const TvWarnings *warnings = tv_trace_get_warnings (trace);

  for (guint i = 0; i < tv_warnings_get_n (warnings); i++)
    show_only (facts, TV_FACT_WARNING, "",
               tv_warning_dup_message (tv_warnings_get (warnings, i)));
}

/**
 * tv_trace_facts_count:
 * @profile: the profile of a whole trace
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Lists the facts for the terminal. It reads every call.
 *
 * Returns: (transfer full) (element-type TvFact) (nullable): the facts, or %NULL if
 *   cancelled
 */
GPtrArray *
tv_trace_facts_count (const TvProfile *profile, GCancellable *cancellable,
                      GError **error)
{
  GPtrArray *facts;
  const TvTrace *trace;
  Summary summary = { 0 };

  g_return_val_if_fail (profile != NULL, NULL);

  trace = tv_profile_get_trace (profile);
  if (!count_all (profile, &summary, cancellable, error))
    return NULL;
  facts = g_ptr_array_new_with_free_func (fact_free);
  add_file_facts (facts, trace);
  add_table_facts (facts, trace, &summary);
  if (tv_trace_has_samples (trace))
    add_sample_facts (facts, trace, &summary);
  else if (has_slices (trace))
    add_slice_facts (facts, &summary);
  else
    add_call_facts (facts, &summary);
  add_system_facts (facts, trace);
  if (!tv_trace_has_samples (trace))
    add_clock_facts (facts, trace, &summary);
  return facts;
}

/**
 * tv_trace_facts_new:
 * @profile: the profile of a whole trace
 * @file: (nullable): its file
 * @mappings: (nullable) (element-type GFile): the mapping files in use
 * @n_renamed: number of methods that they rename
 * @unit: the unit of times
 *
 * Lists the facts for the window, with properties and warnings.
 *
 * Returns: (transfer full) (element-type TvFact): the facts
 */
GPtrArray *
tv_trace_facts_new (const TvProfile *profile, GFile *file, GPtrArray *mappings,
                    guint n_renamed, TvTimeUnit unit)
{
  GPtrArray *facts;
  const TvTrace *trace;

  g_return_val_if_fail (profile != NULL, NULL);

  trace = tv_profile_get_trace (profile);
  facts = g_ptr_array_new_with_free_func (fact_free);
  if (file != NULL)
    show_only (facts, TV_FACT_FILE, _ ("Location"), g_file_get_parse_name (file));
  add_file_facts (facts, trace);
  for (guint i = 0; mappings != NULL && i < mappings->len; i++)
    show_only (facts, TV_FACT_NAMES, _ ("Mapping"),
               g_file_get_parse_name (g_ptr_array_index (mappings, i)));
  if (mappings != NULL)
    show_only (
        facts, TV_FACT_NAMES, _ ("Renamed Methods"),
        g_strdup_printf (_ ("%'u of %'u"), n_renamed, tv_trace_get_n_methods (trace)));
  show_recording (facts, trace, profile, unit);
  add_system_facts (facts, trace);
  show_properties (facts, trace);
  show_warnings (facts, trace);
  return facts;
}
