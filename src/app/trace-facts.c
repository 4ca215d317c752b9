/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/trace-facts.h"

#include "analysis/text/time-text.h"

#include <glib/gi18n-lib.h>

/* A file of hostile bytes may hold a million property lines. */
#define MAX_PROPERTIES 500

/* Dalvik writes the microseconds since 1970 as start time, ART those since boot: no
 * device runs for 10^15 µs, which are 31 years. */
#define FIRST_DATE_US G_GUINT64_CONSTANT (1000000000000000)

static void
fact_free (gpointer data)
{
  TvFact *fact = data;

  g_free (fact->label);
  g_free (fact->value);
  g_free (fact);
}

static void
add (GPtrArray *facts, TvFactGroup group, const char *label, char *value)
{
  TvFact *fact = g_new0 (TvFact, 1);

  fact->group = group;
  fact->label = g_strdup (label);
  fact->value = value;
  g_ptr_array_add (facts, fact);
}

static void
add_count (GPtrArray *facts, TvFactGroup group, const char *label, guint64 count)
{
  add (facts, group, label, g_strdup_printf ("%'" G_GUINT64_FORMAT, count));
}

static const char *
format_name (TvTraceFormat format)
{
  switch (format)
    {
    case TV_TRACE_FORMAT_CLASSIC:
      return _ ("Classic method trace");
    case TV_TRACE_FORMAT_STREAMING:
      return _ ("ART streaming trace");
    case TV_TRACE_FORMAT_PACKETS:
      return _ ("ART packet trace");
    default:
      g_assert_not_reached ();
    }
}

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

static char *
dup_version (guint version)
{
  /* ART marks the streamed forms of a version by adding 0xF0. */
  if (version >= 0xf0)
    return g_strdup_printf ("0x%X", version);
  return g_strdup_printf ("%u", version);
}

static void
add_file_facts (GPtrArray *facts, TvTrace *trace, GFile *file)
{
  const TvTraceInfo *info = tv_trace_get_info (trace);

  if (file != NULL)
    add (facts, TV_FACT_FILE, _ ("Location"), g_file_get_parse_name (file));
  add (facts, TV_FACT_FILE, _ ("Format"), g_strdup (format_name (info->format)));
  add (facts, TV_FACT_FILE, _ ("Version"), dup_version (info->version));
  add (facts, TV_FACT_FILE, info->compressed ? _ ("Size, Unzipped") : _ ("Size"),
       g_format_size_full (info->file_size, G_FORMAT_SIZE_LONG_FORMAT));
  add_count (facts, TV_FACT_FILE, _ ("Records"), info->n_records);
  if (info->record_size > 0)
    add (facts, TV_FACT_FILE, _ ("Record Size"),
         g_strdup_printf (ngettext ("%u byte", "%u bytes", info->record_size),
                          info->record_size));
}

static void
add_names_facts (GPtrArray *facts, TvTrace *trace, GPtrArray *mappings, guint n_renamed)
{
  for (guint i = 0; i < mappings->len; i++)
    add (facts, TV_FACT_NAMES, _ ("Mapping"),
         g_file_get_parse_name (g_ptr_array_index (mappings, i)));
  add (facts, TV_FACT_NAMES, _ ("Renamed Methods"),
       g_strdup_printf (_ ("%'u of %'u"), n_renamed, tv_trace_get_n_methods (trace)));
}

static char *
dup_axis_note (TvTrace *trace)
{
  switch (tv_trace_get_axis (trace))
    {
    case TV_AXIS_WALL:
      return g_strdup (_ ("Real time"));
    case TV_AXIS_CPU_ALL_THREADS:
      return g_strdup (_ ("CPU time of all threads, one after the other"));
    case TV_AXIS_CPU_PER_THREAD:
      return g_strdup (_ ("CPU time, each thread from its own start"));
    default:
      g_assert_not_reached ();
    }
}

static void
add_thread_facts (GPtrArray *facts, TvTrace *trace)
{
  guint n_threads = tv_trace_get_n_threads (trace);
  guint64 n_events = 0;
  guint n_active = 0;

  for (guint i = 0; i < n_threads; i++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, i);

      n_events += thread->n_events;
      n_active += thread->n_events > 0;
    }
  add (facts, TV_FACT_RECORDING, _ ("Threads"),
       g_strdup_printf (_ ("%'u, of which %'u with events"), n_threads, n_active));
  add_count (facts, TV_FACT_RECORDING, _ ("Events"), n_events);
}

static void
add_recording_facts (GPtrArray *facts, TvTrace *trace, TvProfile *profile)
{
  const TvTraceInfo *info = tv_trace_get_info (trace);
  gint64 start = 0;
  gint64 end = 0;

  tv_trace_get_axis_range (trace, &start, &end);
  add (facts, TV_FACT_RECORDING, _ ("Clock"), g_strdup (info->clock_name));
  add (facts, TV_FACT_RECORDING, _ ("Timeline"), dup_axis_note (trace));
  add (facts, TV_FACT_RECORDING, _ ("Start"), dup_point_in_time (info->start_time));
  if (tv_trace_get_axis (trace) == TV_AXIS_WALL && end >= 0)
    add (facts, TV_FACT_RECORDING, _ ("End"),
         dup_point_in_time (info->start_time + (guint64) end / 1000));
  add (facts, TV_FACT_RECORDING, _ ("First Event"), tv_time_format_full (start));
  add (facts, TV_FACT_RECORDING, _ ("Last Event"), tv_time_format_full (end));
  add (facts, TV_FACT_RECORDING, _ ("Span"), tv_time_format_full (end - start));
  add_thread_facts (facts, trace);
  add_count (facts, TV_FACT_RECORDING, _ ("Methods"), tv_trace_get_n_methods (trace));
  add_count (facts, TV_FACT_RECORDING, _ ("Calls"), tv_trace_get_n_calls (trace));
  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU))
    add (facts, TV_FACT_RECORDING, _ ("CPU Time, All Threads"),
         tv_time_format_full (
             tv_profile_get_root_inclusive (profile, TV_CLOCK_THREAD_CPU)));
  if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
    add (facts, TV_FACT_RECORDING, _ ("Real Time, All Threads"),
         tv_time_format_full (tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL)));
  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
      && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    add_count (facts, TV_FACT_RECORDING, _ ("Waits over 100 µs"),
               tv_profile_get_n_waits (profile));
}

static void
add_properties (GPtrArray *facts, TvTrace *trace)
{
  guint n = tv_trace_get_n_properties (trace);

  for (guint i = 0; i < MIN (n, MAX_PROPERTIES); i++)
    {
      const TvProperty *property = tv_trace_get_property (trace, i);

      add (facts, TV_FACT_PROPERTY, property->key, g_strdup (property->value));
    }
  if (n > MAX_PROPERTIES)
    add (facts, TV_FACT_PROPERTY, "…",
         g_strdup_printf (
             ngettext ("%'u more line", "%'u more lines", n - MAX_PROPERTIES),
             n - MAX_PROPERTIES));
}

static void
add_warnings (GPtrArray *facts, TvTrace *trace)
{
  const TvWarnings *warnings = tv_trace_get_warnings (trace);

  for (guint i = 0; i < tv_warnings_get_n (warnings); i++)
    add (facts, TV_FACT_WARNING, "",
         tv_warning_dup_message (tv_warnings_get (warnings, i)));
}

/* Puts into words what the file says of itself, what was concluded from its bytes, and
 * what was wrong with it. */
GPtrArray *
tv_trace_facts_new (TvProfile *profile, GFile *file, GPtrArray *mappings,
                    guint n_renamed)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func (fact_free);
  TvTrace *trace = tv_profile_get_trace (profile);

  add_file_facts (facts, trace, file);
  if (mappings != NULL)
    add_names_facts (facts, trace, mappings, n_renamed);
  add_recording_facts (facts, trace, profile);
  add_properties (facts, trace);
  add_warnings (facts, trace);
  return facts;
}
