/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/event-source.h"
#include "trace/build/trace-assembly.h"
#include "trace/formats/art-trace.h"
#include "trace/formats/clock-choice.h"
#include "trace/formats/stream-survey.h"
#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>

/* Reads the events of a streamed trace. */
typedef struct
{
  TvEventSource source;
  GBytes *data;        /* the file */
  gsize items_start;   /* byte offset of the first item */
  gsize items_end;     /* byte offset of what ends the stream */
  const GArray *marks; /* of guint64: byte offsets where a part may begin */
  gsize record_size;
  gboolean has_clock[TV_N_CLOCKS];
} Reader;

#define ACTION_MASK 3u
#define ACTION_RESERVED 3u

/* Number of batches between two reports of progress. */
#define BATCHES_PER_REPORT 128

/* The survey also reads the stream, so each of the three readings counts as two thirds.
 */
static goffset
scale_progress (gsize n)
{
  return (goffset) (n / 3 * 2);
}

/* Returns whether the tables know what the record names. */
static inline gboolean
decode_event (const Reader *reader, TvEventPart *part, const guint8 *record,
              guint thread, gsize offset, TvEvent *event)
{
  guint32 word = tv_load_u32 (record + 2);

  event->thread = tv_event_source_find_thread (part, thread);
  event->method
      = tv_event_source_find_method (&reader->source, part, word & ~ACTION_MASK);
  event->action = word & ACTION_MASK;
  event->offset = offset;
  event->time[TV_CLOCK_THREAD_CPU] = event->time[TV_CLOCK_WALL] = 0;
  if (!reader->has_clock[TV_CLOCK_THREAD_CPU])
    event->time[TV_CLOCK_WALL] = tv_load_u32 (record + 6);
  else
    event->time[TV_CLOCK_THREAD_CPU] = tv_load_u32 (record + 6);
  if (reader->has_clock[TV_CLOCK_THREAD_CPU] && reader->has_clock[TV_CLOCK_WALL])
    event->time[TV_CLOCK_WALL] = tv_load_u32 (record + 10);
  return event->thread != TV_ID_MAP_NONE && event->method != TV_ID_MAP_NONE;
}

/* Decodes up to a batch of events and advances *@offset. Returns the number of events,
 * or -1 if something differs from the survey. */
static gssize
decode_batch (const Reader *reader, TvEventPart *part, gsize *offset, TvEvent *events)
{
  const guint8 *data = g_bytes_get_data (reader->data, NULL);
  gsize n_events = 0;

  while (*offset < part->end && n_events < TV_EVENT_BATCH)
    {
      TvStreamItem item;
      const guint8 *record = data + *offset;

      tv_stream_item_read (&item, data, reader->items_end, *offset,
                           reader->record_size);
      if (item.kind >= TV_STREAM_SUMMARY)
        return -1;
      if (item.kind == TV_STREAM_EVENT)
        {
          part->n_records++;
          if ((record[2] & ACTION_MASK) != ACTION_RESERVED
              && !decode_event (reader, part, record, item.thread, *offset,
                                &events[n_events++]))
            return -1;
        }
      *offset = item.next;
    }
  return (gssize) n_events;
}

/* Parts are byte offsets of items that the survey noted. */
static guint64
cut (TvEventSource *source, guint index, guint n)
{
  const Reader *reader = (const Reader *) source;
  const GArray *marks = reader->marks;

  if (index == 0)
    return reader->items_start;
  if (index >= n || marks->len == 0)
    return reader->items_end;
  return g_array_index (marks, guint64, (gsize) marks->len * index / n);
}

static gboolean
read_part (TvEventSource *source, TvEventPart *part, TvEventSink *sink,
           GCancellable *cancellable, GError **error)
{
  const Reader *reader = (const Reader *) source;
  TvEvent events[TV_EVENT_BATCH];
  gsize offset = (gsize) part->start;
  gsize reported = offset;
  guint64 n_batches = 0;

  part->n_records = 0;
  while (offset < part->end)
    {
      gssize n_events;

      if (++n_batches % BATCHES_PER_REPORT == 0)
        {
          if (!tv_event_source_advance (source, scale_progress (offset - reported),
                                        cancellable, error))
            return FALSE;
          reported = offset;
        }
      n_events = decode_batch (reader, part, &offset, events);
      if (n_events < 0)
        {
          tv_trace_error_set_changed (error, offset);
          return FALSE;
        }
      sink->consume (sink, events, (gsize) n_events);
    }
  return tv_event_source_advance (source, scale_progress (offset - reported),
                                  cancellable, error);
}

static void
init_reader (Reader *reader, GBytes *data, TvKeySection *tables)
{
  memset (reader, 0, sizeof *reader);
  reader->source.cut = cut;
  reader->source.read = read_part;
  reader->source.tables = tables;
  reader->source.reading_size = scale_progress (g_bytes_get_size (data));
  reader->data = data;
}

/* Sets how the events are read, before the first reading. */
static void
set_layout (Reader *reader, const TvStreamHeader *header, const TvStreamSurvey *survey,
            const gboolean has_clock[TV_N_CLOCKS])
{
  reader->items_start = header->items_start;
  reader->items_end = survey->end;
  reader->marks = survey->marks;
  reader->record_size = header->record_size;
  memcpy (reader->has_clock, has_clock, sizeof reader->has_clock);
}

/* Loading */

#define TWO_TIMES_FROM 14

/* In microseconds: the CPU clock of a thread is first read at its first event. */
#define CPU_STARTS_BELOW 1000

typedef struct
{
  TvTrace *trace;
  const TvTraceInput *input;
  const TvLoadOptions *options;
  TvKeySection key;
  TvStreamHeader header;
  Reader reader;
  TvStreamSurvey survey;
  gboolean has_summary;
  const char *clock_name;
} StreamLoad;

static void
check_summary_end (StreamLoad *load)
{
  const TvStreamItem *item = &load->survey.last;
  TvWarnings *warnings = load->trace->warnings;
  g_autofree char *announced = g_strdup_printf ("%" G_GUINT64_FORMAT, item->announced);
  gsize size = g_bytes_get_size (load->input->data);

  if (item->announced > item->length)
    tv_warnings_add (warnings, TV_WARNING_SUMMARY_CUT, TV_PLACE_OFFSET,
                     load->survey.end, announced);
  else if (!load->key.terminated)
    tv_warnings_add (warnings, TV_WARNING_SUMMARY_NOT_TERMINATED, TV_PLACE_OFFSET,
                     load->survey.end, NULL);
  tv_warnings_add_many (warnings, TV_WARNING_AFTER_SUMMARY, size - item->next,
                        TV_PLACE_OFFSET, item->next, NULL);
}

static void
read_summary (StreamLoad *load)
{
  const TvStreamItem *item = &load->survey.last;
  TvTableText origin = { .warnings = load->trace->warnings,
                         .place = TV_PLACE_OFFSET,
                         .at = item->next - item->length,
                         .fill_gaps = TRUE };

  tv_key_section_parse_piece (&load->key, item->text, item->length, &origin);
  load->has_summary = TRUE;
  check_summary_end (load);
}

/* ART of 2015 and 2016 writes the summary into a file of its own. */
static void
read_side_file (StreamLoad *load)
{
  TvTableText origin = { .warnings = load->trace->warnings,
                         .place = TV_PLACE_LINE,
                         .fill_gaps = TRUE };
  gsize size;
  const char *text;

  if (load->input->summary == NULL || !tv_art_has_key_section (load->input->summary))
    return;
  text = g_bytes_get_data (load->input->summary, &size);
  tv_key_section_parse_piece (&load->key, text, size, &origin);
  load->has_summary = TRUE;
  if (!load->key.terminated)
    tv_warnings_add (load->trace->warnings, TV_WARNING_SUMMARY_NOT_TERMINATED,
                     TV_PLACE_NOWHERE, 0, NULL);
}

static void
read_end (StreamLoad *load)
{
  const TvStreamItem *last = &load->survey.last;
  gsize size = g_bytes_get_size (load->input->data);
  g_autofree char *code = g_strdup_printf ("%u", last->code);

  switch (last->kind)
    {
    case TV_STREAM_SUMMARY:
      read_summary (load);
      return;
    case TV_STREAM_UNKNOWN:
      tv_warnings_add (load->trace->warnings, TV_WARNING_STREAM_CODE, TV_PLACE_OFFSET,
                       load->survey.end, code);
      break;
    case TV_STREAM_CUT:
      tv_warnings_add_many (load->trace->warnings, TV_WARNING_STREAM_CUT,
                            size - load->survey.end, TV_PLACE_OFFSET, load->survey.end,
                            NULL);
      break;
    case TV_STREAM_EVENT:
    case TV_STREAM_METHOD:
    case TV_STREAM_THREAD:
    case TV_STREAM_END:
    default:
      break;
    }
  read_side_file (load);
}

/* Guesses the clock of a file that does not name it. The CPU clock of every thread
 * starts near zero, the wall clock only that of the first thread. */
static const char *
conclude_clock (const StreamLoad *load)
{
  const TvStreamSurvey *survey = &load->survey;

  if (load->header.version == 3)
    return "dual";
  if (survey->n_threads <= 1)
    return survey->latest_first_time == 0 ? "thread-cpu" : "wall";
  return survey->latest_first_time < CPU_STARTS_BELOW ? "thread-cpu" : "wall";
}

static void
choose_clock (StreamLoad *load)
{
  const char *name = tv_key_section_lookup (&load->key, "clock");
  TvWarnings *warnings = load->trace->warnings;
  const char *known = tv_clock_find_known (name);

  load->clock_name = known != NULL ? known : conclude_clock (load);
  if (!load->has_summary && load->survey.last.kind != TV_STREAM_UNKNOWN)
    tv_warnings_add (warnings, TV_WARNING_NOT_FINISHED, TV_PLACE_OFFSET,
                     load->survey.end, load->clock_name);
  else if (load->has_summary && name == NULL)
    tv_warnings_add (warnings, TV_WARNING_CLOCK_MISSING, TV_PLACE_NOWHERE, 0,
                     load->clock_name);
  else if (load->has_summary && known == NULL)
    tv_warnings_add (warnings, TV_WARNING_UNKNOWN_CLOCK, TV_PLACE_NOWHERE, 0, name);
  if (g_str_equal (load->clock_name, "dual")
      && (load->header.version != 3 || load->header.record_size < TWO_TIMES_FROM))
    {
      tv_warnings_add (warnings, TV_WARNING_ONE_TIME_ONLY, TV_PLACE_NOWHERE, 0, NULL);
      load->clock_name = "thread-cpu";
    }
}

/* Summaries give the version with or without the bits that mark a streamed trace. */
static void
check_version (const StreamLoad *load)
{
  g_autofree char *versions = NULL;

  if (load->key.version == 0 || (load->key.version & 0x0F) == load->header.version)
    return;
  versions = g_strdup_printf ("%u, %u", load->key.version, load->header.version);
  tv_warnings_add (load->trace->warnings, TV_WARNING_VERSION_MISMATCH, TV_PLACE_OFFSET,
                   4, versions);
}

static void
bind_threads (StreamLoad *load)
{
  GArray *announced = load->survey.announced.entries;

  tv_thread_table_set_id_mask (&load->key.threads, 0xFFFF);
  for (guint i = 0; i < announced->len; i++)
    tv_thread_table_bind_record_id (&load->key.threads,
                                    &g_array_index (announced, TvThreadEntry, i));
}

static void
set_model (StreamLoad *load, const gboolean has_clock[TV_N_CLOCKS])
{
  TvTrace *trace = load->trace;

  trace->info.version = load->header.version | 0xF0;
  trace->info.clock_name = load->clock_name;
  trace->info.start_time = load->header.start_time;
  trace->info.record_size = load->header.record_size;
  trace->unit = 1000;
  trace->axis = tv_clock_choose_axis (has_clock, &load->key);
}

static gboolean
survey_stream (StreamLoad *load, GError **error)
{
  GCancellable *cancellable = load->options->cancellable;
  GBytes *data = load->input->data;
  TvWarnings *warnings = load->trace->warnings;

  if (!tv_stream_header_read (&load->header, data, warnings, error))
    return FALSE;
  load->header.record_size
      = tv_stream_choose_record_size (&load->header, data, warnings, cancellable);
  return tv_stream_survey_run (&load->survey, &load->reader.source, data, warnings,
                               &load->header, cancellable, error);
}

/* Number of bytes of items that show whether ids of methods are hexadecimal. */
#define ID_SAMPLE (256 * 1024)

/* Whether the ids of the table without `0x` turn out not to be decimal numbers. */
static gboolean
has_hex_ids (const StreamLoad *load)
{
  const TvMethodTable *methods = &load->key.methods;
  const guint8 *data = g_bytes_get_data (load->input->data, NULL);
  const gsize start = load->header.items_start;
  TvStreamItem item = { .next = start };
  TvIdMap ids;
  gboolean result;

  if (methods->bare_ids->len == 0)
    return methods->has_hex_digits;
  tv_id_map_init (&ids);
  while (item.next < load->survey.end && item.next - start < ID_SAMPLE)
    {
      const gsize at = item.next;

      tv_stream_item_read (&item, data, load->survey.end, at, load->header.record_size);
      if (item.kind == TV_STREAM_EVENT)
        tv_id_map_set (&ids, tv_load_u32 (data + at + 2) & ~ACTION_MASK, 0);
    }
  result = tv_method_table_is_hexadecimal (methods, &ids);
  tv_id_map_clear (&ids);
  return result;
}

static gboolean
load_stream (StreamLoad *load, gboolean *hex_ids, GError **error)
{
  gboolean has_clock[TV_N_CLOCKS];
  TvClockRules rules;

  load->key.cancellable = load->options->cancellable;
  load->key.budget = load->options->budget;
  if (!survey_stream (load, error))
    return FALSE;
  read_end (load);
  if (!*hex_ids && has_hex_ids (load))
    {
      *hex_ids = TRUE;
      return FALSE;
    }
  check_version (load);
  choose_clock (load);
  bind_threads (load);
  tv_clock_name_to_clocks (load->clock_name, has_clock);
  set_model (load, has_clock);
  rules = tv_clock_choose_rules (has_clock, &load->key, load->trace->warnings);
  set_layout (&load->reader, &load->header, &load->survey, has_clock);
  return tv_trace_assemble (load->trace, &load->reader.source, &rules, load->options,
                            error);
}

static TvTrace *
read_once (const TvTraceInput *input, const TvLoadOptions *options, gboolean *hex_ids,
           GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  StreamLoad load = { .trace = trace, .input = input, .options = options };
  TvEventSource *source = &load.reader.source;
  gboolean ok;

  tv_key_section_init (&load.key, trace->strings);
  load.key.methods.bare_base = *hex_ids ? 16 : 10;
  init_reader (&load.reader, input->data, &load.key);
  tv_event_source_start (source, options, input->n_read,
                         input->n_read + 3 * source->reading_size);
  ok = load_stream (&load, hex_ids, error);
  tv_stream_survey_clear (&load.survey);
  tv_key_section_clear (&load.key);
  return ok ? g_steal_pointer (&trace) : NULL;
}

static TvTrace *
read_stream (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  return tv_art_trace_read (read_once, input, options, error);
}

static gboolean
is_stream (GBytes *start)
{
  const guint version = tv_art_get_version (start);

  return version >= 0xF1 && version <= 0xF3;
}

/* Versions 0xF1, 0xF2 and 0xF3, even if they were never finished. */
const TvTraceReader tv_stream_reader = { .name = "streaming",
                                         .title = N_ ("ART streaming trace"),
                                         .probe = is_stream,
                                         .layout = TV_LAYOUT_STREAM,
                                         .read = read_stream };
