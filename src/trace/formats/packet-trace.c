/* SPDX-License-Identifier: Apache-2.0 */

/* From the bytes of a trace of packets to the model. */

#include "trace/formats/packet-trace.h"

#include "trace/build/trace-assembly.h"
#include "trace/formats/packet-reader.h"
#include "trace/model/trace-private.h"

#define NS_PER_US 1000

/* The only clock of version 4. */
static TvClock
choose_clock (const TvKeySection *key, TvWarnings *warnings)
{
  const char *name = tv_key_section_lookup (key, "clock");

  if (g_strcmp0 (name, "thread-cpu") == 0)
    return TV_CLOCK_THREAD_CPU;
  if (name != NULL && !g_str_equal (name, "wall") && !g_str_equal (name, "global"))
    tv_warnings_add (warnings, TV_WARNING_UNKNOWN_CLOCK, TV_PLACE_NOWHERE, 0, name);
  return TV_CLOCK_WALL;
}

static TvClockRules
set_clocks (TvTrace *trace, const TvPacketSurvey *survey, TvClock *clock,
            const TvKeySection *key)
{
  TvClockRules rules = { .unit = 1, .latest = TV_CLOCK_LATEST_NS };

  for (guint i = 0; i < TV_N_CLOCKS; i++)
    rules.wrap[i] = TV_WRAP_NEVER;
  trace->unit = 1;
  trace->axis = TV_AXIS_WALL;
  *clock = TV_CLOCK_WALL;
  if ((survey->version & 1) != 0)
    {
      trace->info.clock_name = "dual";
      rules.has[TV_CLOCK_THREAD_CPU] = rules.has[TV_CLOCK_WALL] = TRUE;
      return rules;
    }
  *clock = choose_clock (key, trace->warnings);
  rules.has[*clock] = TRUE;
  trace->info.clock_name = *clock == TV_CLOCK_WALL ? "wall" : "thread-cpu";
  /* Blocks of one thread each are in no common order. */
  if (*clock == TV_CLOCK_THREAD_CPU)
    trace->axis = TV_AXIS_CPU_PER_THREAD;
  return rules;
}

static void
set_info (TvTrace *trace, const TvPacketSurvey *survey, const TvTraceInput *input)
{
  trace->info.format = TV_TRACE_FORMAT_PACKETS;
  trace->info.version = survey->version;
  trace->info.start_time = survey->start_time / NS_PER_US;
  trace->info.file_size = g_bytes_get_size (input->data);
  trace->info.compressed = input->compressed;
}

static gboolean
read_into (TvTrace *trace, TvPacketSurvey *survey, TvKeySection *tables,
           const TvTraceInput *input, GFileProgressCallback progress,
           gpointer progress_data, GCancellable *cancellable, GError **error)
{
  TvPacketReader reader;
  TvClockRules rules;
  TvClock clock;

  tables->workers
      = (TvSectionWorkers){ input->n_workers, (gsize) input->part_size, cancellable };
  if (!tv_packet_survey_read (survey, input->data, tables, trace->warnings, cancellable,
                              error))
    return FALSE;
  set_info (trace, survey, input);
  rules = set_clocks (trace, survey, &clock, tables);
  if (!survey->has_summary)
    tv_warnings_add (trace->warnings, TV_WARNING_NOT_FINISHED, TV_PLACE_NOWHERE, 0,
                     trace->info.clock_name);
  tv_packet_reader_init (&reader, input->data, survey, clock, tables, trace->warnings);
  reader.source.n_workers = input->n_workers;
  reader.source.part_size = input->part_size;
  tv_event_source_start (
      &reader.source, input->n_read + (goffset) trace->info.file_size,
      input->n_read + (goffset) trace->info.file_size + 2 * reader.source.reading_size,
      progress, progress_data);
  return tv_trace_assemble (trace, &reader.source, &rules, &input->listener,
                            cancellable, error);
}

/* Reads a trace of version 4, 5, 0xF4 or 0xF5. */
TvTrace *
tv_packet_trace_read (const TvTraceInput *input, GFileProgressCallback progress,
                      gpointer progress_data, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  TvPacketSurvey survey = { 0 };
  TvKeySection tables;
  gboolean ok;

  tv_key_section_init (&tables, trace->strings);
  if (input->gzip_error != NULL)
    tv_warnings_add (trace->warnings, TV_WARNING_GZIP_CUT, TV_PLACE_NOWHERE, 0,
                     input->gzip_error);
  ok = read_into (trace, &survey, &tables, input, progress, progress_data, cancellable,
                  error);
  tv_packet_survey_clear (&survey);
  tv_key_section_clear (&tables);
  return ok ? g_steal_pointer (&trace) : NULL;
}
