/* SPDX-License-Identifier: Apache-2.0 */

/* From the bytes of a classic trace to the model. */

#include "trace/formats/classic-trace.h"

#include "trace/build/trace-assembly.h"
#include "trace/formats/classic-reader.h"
#include "trace/formats/clock-choice.h"
#include "trace/formats/format-detect.h"
#include "trace/model/trace-private.h"

static void
set_model (TvTrace *trace, TvKeySection *key, const TvClassicHeader *header,
           const TvTraceInput *input)
{
  trace->info.format = TV_TRACE_FORMAT_CLASSIC;
  trace->info.version = header->version;
  trace->info.clock_name = header->clock_name;
  trace->info.start_time = header->start_time;
  trace->info.record_size = header->record_size;
  trace->info.file_size = tv_data_window_get_size (input->window);
  if (input->text != input->data)
    trace->info.file_size += g_bytes_get_size (input->text);
  trace->info.compressed = input->compressed;
  trace->unit = 1000;
  trace->axis = tv_clock_choose_axis (header->has_clock, key);
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

  key->workers
      = (TvSectionWorkers){ input->n_workers, (gsize) input->part_size, cancellable };
  read_key (key, input, trace, &data_start);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (!tv_classic_header_read (&header, input->data,
                               tv_data_window_get_size (input->window), data_start, key,
                               trace->warnings, error))
    return FALSE;
  set_model (trace, key, &header, input);
  rules = tv_clock_choose_rules (header.has_clock, key, trace->warnings);
  tv_classic_reader_init (&reader, input->window, &header, key);
  reader.source.n_workers = input->n_workers;
  reader.source.part_size = input->part_size;
  /* Text is read into memory once, records go by twice. */
  tv_event_source_start (
      &reader.source,
      input->n_read + (goffset) trace->info.file_size - reader.source.reading_size,
      input->n_read + (goffset) trace->info.file_size + reader.source.reading_size,
      progress, progress_data);
  return tv_trace_assemble (trace, &reader.source, &rules, &input->listener,
                            cancellable, error);
}

/* Reads a trace of version 1, 2 or 3. */
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
