/* SPDX-License-Identifier: Apache-2.0 */

/* From the bytes of a classic trace to the model. */

#include "trace/classic-trace.h"

#include "trace/classic-reader.h"
#include "trace/format-detect.h"
#include "trace/trace-assembly.h"
#include "trace/trace-private.h"

/* A wrap needs 2^32 µs of tracing; the second is for a clock read a little late. */
#define WRAP_POSSIBLE_FROM ((G_GUINT64_CONSTANT (1) << 32) - 1000000)

static TvClockRules
choose_rules (const TvClassicHeader *header, const TvKeySection *key,
              TvWarnings *warnings)
{
  TvClockRules rules = { .unit = 1000 };
  TvWrapRule rule = TV_WRAP_PER_THREAD;
  const char *text = tv_key_section_lookup (key, "elapsed-time-usec");
  guint64 elapsed;

  if (tv_key_section_lookup_number (key, "elapsed-time-usec", &elapsed))
    {
      if (elapsed < WRAP_POSSIBLE_FROM)
        rule = TV_WRAP_NEVER;
    }
  else if (text != NULL)
    tv_warnings_add (warnings, TV_WARNING_NUMBER, TV_PLACE_NOWHERE, 0, text);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      rules.has[clock] = header->has_clock[clock];
      rules.wrap[clock] = rule;
    }
  return rules;
}

/* ART from 2023 on writes each thread's events in large batches, so that there is no
 * common order to make a virtual clock from. It numbers threads from 1; before, the
 * main thread's id was the process id. */
static gboolean
is_in_batches (const TvKeySection *key)
{
  guint64 pid;

  if (g_strcmp0 (tv_key_section_lookup (key, "vm"), "art") != 0
      || !tv_key_section_lookup_number (key, "pid", &pid))
    return FALSE;
  return tv_id_map_get (&key->threads.index, pid) == TV_ID_MAP_NONE;
}

static void
set_model (TvTrace *trace, TvKeySection *key, const TvClassicHeader *header,
           const TvTraceInput *input)
{
  trace->info.format = TV_TRACE_FORMAT_CLASSIC;
  trace->info.version = header->version;
  trace->info.clock_name = header->clock_name;
  trace->info.start_time = header->start_time;
  trace->info.record_size = header->record_size;
  trace->info.n_records = header->n_records;
  trace->info.file_size = tv_data_window_get_size (input->window);
  if (input->text != input->data)
    trace->info.file_size += g_bytes_get_size (input->text);
  trace->info.compressed = input->compressed;
  trace->unit = 1000;
  if (header->has_clock[TV_CLOCK_WALL])
    trace->axis = TV_AXIS_WALL;
  else
    trace->axis
        = is_in_batches (key) ? TV_AXIS_CPU_PER_THREAD : TV_AXIS_CPU_ALL_THREADS;
}

static gboolean
read_key (TvKeySection *key, const TvTraceInput *input, TvTrace *trace,
          gsize *data_start)
{
  *data_start = 0;
  if (tv_content_detect (input->text) != TV_CONTENT_CLASSIC)
    {
      tv_warnings_add (trace->warnings, TV_WARNING_KEY_MISSING, TV_PLACE_NOWHERE, 0,
                       NULL);
      return FALSE;
    }
  tv_key_section_parse (key, input->text, trace->warnings);
  if (input->text == input->data)
    *data_start = key->end;
  return TRUE;
}

static gboolean
read_into (TvTrace *trace, TvKeySection *key, const TvTraceInput *input,
           GFileProgressCallback progress, gpointer progress_data,
           GCancellable *cancellable, GError **error)
{
  TvClassicHeader header;
  TvClassicReader reader;
  TvClockRules rules;
  gsize data_start;

  read_key (key, input, trace, &data_start);
  if (!tv_classic_header_read (&header, input->data,
                               tv_data_window_get_size (input->window), data_start, key,
                               trace->warnings, error))
    return FALSE;
  set_model (trace, key, &header, input);
  rules = choose_rules (&header, key, trace->warnings);
  tv_classic_reader_init (&reader, input->window, &header, key, trace->warnings);
  reader.source.progress = progress;
  reader.source.progress_data = progress_data;
  /* After what was read into memory: text once, records twice. */
  reader.source.progress_total
      = input->n_read + (goffset) trace->info.file_size + reader.source.reading_size;
  return tv_trace_assemble (trace, &reader.source, &rules, cancellable, error);
}

/**
 * tv_classic_trace_read:
 * @input: a file in one piece, the pair of key and data, or a data file alone
 * @progress: (nullable) (scope call): told how many bytes were read, out of the text
 * once and the records twice
 * @progress_data: for @progress
 * @cancellable: (nullable): stops the reading
 * @error: a #TvTraceError, or %G_IO_ERROR_CANCELLED
 *
 * Reads a trace of version 1, 2 or 3.
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL with @error set
 */
TvTrace *
tv_classic_trace_read (const TvTraceInput *input, GFileProgressCallback progress,
                       gpointer progress_data, GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  TvKeySection key;
  gboolean ok;

  tv_key_section_init (&key, trace->strings);
  if (input->gzip_error != NULL)
    tv_warnings_add (trace->warnings, TV_WARNING_GZIP_CUT, TV_PLACE_NOWHERE, 0,
                     input->gzip_error);
  ok = read_into (trace, &key, input, progress, progress_data, cancellable, error);
  tv_key_section_clear (&key);
  return ok ? g_steal_pointer (&trace) : NULL;
}
