/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/event-source.h"
#include "trace/build/packet-run.h"
#include "trace/build/trace-assembly.h"
#include "trace/formats/art-trace.h"
#include "trace/formats/packet-survey.h"
#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>

/* Reads the blocks of records of versions 4 and 5. */
typedef struct
{
  TvEventSource source;
  GBytes *data;           /* the file */
  TvPacketSurvey *survey; /* the first reading notes which blocks continue others */
  TvPacketLayout layout;
  gboolean dual;     /* whether records have two times */
  TvClock clock;     /* of the first time */
  guint64 frequency; /* of the counter in Hz, or 0 for nanoseconds */
  guint64 least;     /* of long-running methods: the least time in ticks, … */
  gint64 base;       /* … and when tracing began, in nanoseconds */
} Reader;

#define ACTION_RESERVED 3

/* Writers pass the count through 16 bits. */
#define COUNT_MASK 0xFFFFu

#define MAX_BLOCKS 16

/* Enough of a block to detect the layout. */
#define MAX_RECORDS_TO_SCORE 65536

/* Enough records of a block to detect whether it continues the previous one. */
#define MAX_RECORDS_TO_TELL 16

/* Scores that differ by less than this share of the higher one are equal. */
#define TOO_CLOSE 0.05

typedef struct
{
  guint64 n_records;
  guint64 n_good;
  guint64 n_ids;
  guint64 n_known;
} Tally;

static gboolean
is_named (const TvMethodTable *methods, guint64 id)
{
  guint32 index = tv_id_map_get (&methods->index, id);

  return index != TV_ID_MAP_NONE
         && g_array_index (methods->methods, TvMethod, index).named;
}

static void
count_records (TvPacketDecoder *decoder, const TvMethodTable *methods, Tally *tally)
{
  guint64 previous = decoder->time[0];

  for (guint n = 0; n < MAX_RECORDS_TO_SCORE && tv_packet_decoder_next (decoder); n++)
    {
      tally->n_records++;
      if (decoder->action != ACTION_RESERVED && decoder->time[0] >= previous)
        tally->n_good++;
      previous = decoder->time[0];
      if (decoder->action != 0)
        continue;
      tally->n_ids++;
      if (is_named (methods, decoder->method))
        tally->n_known++;
    }
}

static double
share (guint64 part, guint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

/* Only the last byte of a number has bit 7 clear. */
static guint64
count_records_of_b (const TvPacketDecoder *decoder)
{
  guint64 n = 0;

  for (const guint8 *byte = decoder->next; byte < decoder->end; byte++)
    n += *byte < 0x80;
  return n / (decoder->dual ? 3 : 2);
}

/* The writer of layout B does not start from 0 again when it splits its records into
 * several blocks. Ids that the table knows tell which way is right. If both ways fit: a
 * block that starts anew does not set the thread's time back, and a block that
 * continues announces the number of records since the first block. */
static gboolean
block_continues (const TvPacketDecoder *anew, const TvPacketDecoder *continued,
                 const TvMethodTable *methods, guint count, guint64 n_before)
{
  TvPacketDecoder first = *anew;
  TvPacketDecoder second = *continued;
  guint n_first = 0;
  guint n_second = 0;
  gboolean back = FALSE;
  guint64 n;

  for (guint i = 0; i < MAX_RECORDS_TO_TELL && tv_packet_decoder_next (&first)
                    && tv_packet_decoder_next (&second);
       i++)
    {
      if (i == 0)
        back = (gint64) first.time[0] < (gint64) continued->time[0];
      n_first += first.action != ACTION_RESERVED && is_named (methods, first.method);
      n_second += second.action != ACTION_RESERVED && is_named (methods, second.method);
    }
  if (n_first != n_second)
    return n_second > n_first;
  if (back)
    return TRUE;
  n = count_records_of_b (anew);
  return ((n ^ count) & COUNT_MASK) != 0 && ((n_before + n) & COUNT_MASK) == count;
}

/* Blocks of one thread may continue each other in layout B. */
static double
score (const TvPacketSurvey *survey, const guint8 *bytes, const TvMethodTable *methods,
       TvPacketLayout layout)
{
  TvPacketDecoder last = { .layout = layout, .dual = (survey->version & 1) != 0 };
  Tally tally = { 0 };
  guint64 n_exact = 0;
  guint64 n_blocks = 0;
  guint64 n_run = 0;

  for (guint i = 0; i < survey->blocks->len && n_blocks < MAX_BLOCKS; i++)
    {
      const TvPacketBlock *block = &g_array_index (survey->blocks, TvPacketBlock, i);
      gboolean same_thread = i > 0 && block[-1].thread == block->thread;
      guint64 n_before = tally.n_records;
      TvPacketDecoder decoder = { .next = bytes + block->offset,
                                  .end = bytes + block->offset + block->size,
                                  .layout = layout,
                                  .dual = last.dual };

      /* The last values are not known. */
      if (same_thread && !last.broken && last.next < last.end)
        continue;
      last.next = decoder.next;
      last.end = decoder.end;
      last.broken = FALSE;
      if (same_thread && layout == TV_PACKET_LAYOUT_B
          && block_continues (&decoder, &last, methods, block->count & COUNT_MASK,
                              n_run))
        decoder = last;
      else
        n_run = 0;
      count_records (&decoder, methods, &tally);
      n_run += tally.n_records - n_before;
      last = decoder;
      n_blocks++;
      if (!decoder.broken)
        n_exact++;
    }
  return share (n_exact, n_blocks) + share (tally.n_known, tally.n_ids)
         + share (tally.n_good, tally.n_records);
}

/* Decodes the first blocks both ways. The right layout ends where the blocks end,
 * enters methods that have names, and has neither reserved actions nor times that go
 * back. If both do equally well, a counter frequency indicates layout C. */
static TvPacketLayout
detect_layout (const TvPacketSurvey *survey, GBytes *data, const TvMethodTable *methods)
{
  const guint8 *bytes = g_bytes_get_data (data, NULL);
  double b = score (survey, bytes, methods, TV_PACKET_LAYOUT_B);
  double c = score (survey, bytes, methods, TV_PACKET_LAYOUT_C);

  if (ABS (b - c) > TOO_CLOSE * MAX (b, c))
    return b > c ? TV_PACKET_LAYOUT_B : TV_PACKET_LAYOUT_C;
  return survey->frequency != 0 ? TV_PACKET_LAYOUT_C : TV_PACKET_LAYOUT_B;
}

/* Other counter frequencies are impossible. */
#define MIN_FREQUENCY 1000
#define MAX_FREQUENCY G_GUINT64_CONSTANT (18000000000)

/* An impossible time stays one for tv_thread_clock_step(). */
static gint64
limit_time (guint64 time)
{
  return (gint64) MIN (time, TV_TIME_IMPOSSIBLE);
}

/* The state of reading a part. */
typedef struct
{
  Reader *reader;
  TvEventPart *part;
  TvPacketDecoder decoder; /* of the current block */
  TvPacketBlock *block;
  guint64 block_records; /* of the current block so far */
  guint64 run_records;   /* of the blocks before that it continues */
  gboolean is_leading;   /* the calls that ran when tracing began come first */
  goffset unreported;    /* bytes */
} Reading;

static TvPacketBlock *
get_block (const Reader *reader, guint64 index)
{
  return &g_array_index (reader->survey->blocks, TvPacketBlock, index);
}

/* Whether a block could continue the previous one. */
static gboolean
may_continue (const Reader *reader, guint64 index)
{
  return reader->layout == TV_PACKET_LAYOUT_B && index > 0
         && get_block (reader, index - 1)->thread == get_block (reader, index)->thread;
}

static TvPacketDecoder
make_decoder (const Reader *reader, const TvPacketBlock *block)
{
  const guint8 *bytes
      = (const guint8 *) g_bytes_get_data (reader->data, NULL) + block->offset;

  return (TvPacketDecoder){ .next = bytes,
                            .end = bytes + block->size,
                            .layout = reader->layout,
                            .dual = reader->dual };
}

/* Starts a block, from 0 or from the end of the previous one. */
static void
begin_block (Reading *reading, guint64 index)
{
  Reader *reader = reading->reader;
  TvPacketBlock *block = get_block (reader, index);
  const TvPacketDecoder anew = make_decoder (reader, block);
  TvPacketDecoder continued = reading->decoder;

  continued.next = anew.next;
  continued.end = anew.end;
  continued.broken = FALSE;
  if (!reading->part->known && may_continue (reader, index))
    block->continues
        = block_continues (&anew, &continued, &reader->source.tables->methods,
                           block->count & COUNT_MASK, reading->run_records);
  reading->decoder = block->continues ? continued : anew;
  if (!block->continues)
    reading->run_records = 0;
  reading->block = block;
  reading->block_records = 0;
  reading->is_leading = TRUE;
}

static void
end_block (Reading *reading)
{
  const TvPacketBlock *block = reading->block;
  TvWarnings *warnings = reading->part->warnings;
  guint64 offset
      = block->offset
        + (block->size - (gsize) (reading->decoder.end - reading->decoder.next));

  reading->run_records += reading->block_records;
  reading->part->n_records += reading->block_records;
  if (reading->part->known || block->cut)
    return;
  if (reading->decoder.broken)
    tv_warnings_add (warnings, TV_WARNING_BLOCK_BROKEN, TV_PLACE_OFFSET, offset, NULL);
  else if ((block->count & COUNT_MASK) != (reading->block_records & COUNT_MASK)
           && (block->count & COUNT_MASK) != (reading->run_records & COUNT_MASK))
    tv_warnings_add (warnings, TV_WARNING_BLOCK_COUNT, TV_PLACE_OFFSET, block->offset,
                     NULL);
}

/* Long-running methods */

/* In nanoseconds, times of a counter of 24.576 MHz are 40 times as large. Calls that
 * ran when tracing began have the former where all others have the latter. */
#define IS_IN_NANOSECONDS(time, least) ((time) / 20 > (least) && (time) / 80 < (least))

static gint64
convert_long_running (const Reader *reader, guint64 time, gboolean is_leading)
{
  const gboolean is_in_ns
      = is_leading && reader->least > 0 && IS_IN_NANOSECONDS (time, reader->least);

  return tv_packet_run_convert_time (is_in_ns ? 0 : reader->frequency, time);
}

/* Times count from when the counter began, or the system: the first of all is when
 * tracing began. */
static gint64
get_long_running_time (Reading *reading, const TvPacketDecoder *decoder)
{
  gint64 time;

  reading->is_leading &= decoder->action == 0;
  time = convert_long_running (reading->reader, decoder->time[0], reading->is_leading);
  return time >= (gint64) TV_TIME_IMPOSSIBLE ? time : time - reading->reader->base;
}

/* Finds the least time in ticks, that of an exit, and when tracing began. */
static void
find_base (Reader *reader)
{
  guint64 least = G_MAXUINT64;

  for (guint i = 0; i < reader->survey->blocks->len; i++)
    {
      TvPacketDecoder decoder = make_decoder (
          reader, &g_array_index (reader->survey->blocks, TvPacketBlock, i));

      while (tv_packet_decoder_next (&decoder))
        if (decoder.action != 0)
          least = MIN (least, decoder.time[0]);
    }
  reader->least = reader->frequency > 0 && least < G_MAXUINT64 ? least : 0;
  reader->base = (gint64) TV_TIME_IMPOSSIBLE;
  for (guint i = 0; i < reader->survey->blocks->len; i++)
    {
      TvPacketDecoder decoder = make_decoder (
          reader, &g_array_index (reader->survey->blocks, TvPacketBlock, i));

      while (tv_packet_decoder_next (&decoder))
        reader->base
            = MIN (reader->base, convert_long_running (reader, decoder.time[0], TRUE));
    }
  if (reader->base == (gint64) TV_TIME_IMPOSSIBLE)
    reader->base = 0;
}

/* Returns whether the record counts. */
static inline gboolean
is_event (Reading *reading, guint action, guint64 offset)
{
  reading->block_records++;
  if (G_LIKELY (action != ACTION_RESERVED))
    return TRUE;
  if (!reading->part->known)
    tv_warnings_add (reading->part->warnings, TV_WARNING_ACTION, TV_PLACE_OFFSET,
                     offset, NULL);
  return FALSE;
}

/* Decodes up to @max events of the current block. Returns their number, or -1 if a
 * record names a method that the first reading did not. Not inlined, or the compiler
 * runs out of registers. */
G_NO_INLINE static gssize
decode_batch (Reading *reading, guint32 thread, TvEvent *events, gsize max)
{
  const Reader *reader = reading->reader;
  /* A copy that the compiler can keep in registers. */
  TvPacketDecoder decoder = reading->decoder;
  const guint8 *bytes = g_bytes_get_data (reader->data, NULL);
  gsize n = 0;

  while (n < max)
    {
      guint64 offset = (guint64) (decoder.next - bytes);
      TvEvent *event = &events[n];

      if (!tv_packet_decoder_next (&decoder))
        break;
      if (!is_event (reading, decoder.action, offset))
        continue;
      event->thread = thread;
      event->action = decoder.action;
      event->offset = offset;
      event->method = TV_METHOD_NONE;
      if (tv_packet_decoder_has_method (&decoder))
        {
          event->method = tv_event_source_find_method (&reader->source, reading->part,
                                                       decoder.method);
          if (G_UNLIKELY (event->method == TV_ID_MAP_NONE))
            return -1;
        }
      event->time[TV_CLOCK_THREAD_CPU] = event->time[TV_CLOCK_WALL] = 0;
      if (G_UNLIKELY (reader->layout == TV_PACKET_LAYOUT_LONG_RUNNING))
        event->time[reader->clock] = get_long_running_time (reading, &decoder);
      else
        event->time[reader->clock]
            = tv_packet_run_convert_time (reader->frequency, decoder.time[0]);
      if (reader->dual)
        event->time[TV_CLOCK_THREAD_CPU] = limit_time (decoder.time[1]);
      n++;
    }
  reading->decoder = decoder;
  return (gssize) n;
}

/* Number of bytes between two reports of progress. */
#define BYTES_PER_REPORT (512 * 1024)

/* Number of blocks between two looks at the cancellable and the budget. */
#define BLOCKS_PER_LOOK 4096

/* A sink may take this many bytes of records at a time. */
#define MAX_RUN (64 * 1024)

/* A sink that took this many records is asked again after one event, else after twice
 * as many events as the last time. */
#define MUCH 8

/* Whether the sink may take records by itself. */
static gboolean
may_offer (const Reader *reader, const TvEventSink *sink)
{
  return sink->take_packets != NULL && reader->layout == TV_PACKET_LAYOUT_C;
}

/* Lets the sink take records by itself. Returns whether it took many. */
static gboolean
offer (Reading *reading, guint32 thread, TvEventSink *sink)
{
  const Reader *reader = reading->reader;
  TvPacketRun run = { .decoder = reading->decoder,
                      .methods = &reader->source.tables->methods.index,
                      .thread = thread,
                      .clock = reader->clock,
                      .frequency = reader->frequency };
  gsize left = (gsize) (run.decoder.end - run.decoder.next);
  gsize n;

  if (!may_offer (reader, sink) || run.decoder.broken || left < TV_PACKET_PLAIN_SIZE)
    return FALSE;
  run.limit = run.decoder.next + MIN (left - TV_PACKET_PLAIN_SIZE + 1, MAX_RUN);
  n = sink->take_packets (sink, &run);
  reading->decoder = run.decoder;
  reading->block_records += n;
  return n >= MUCH;
}

static gboolean
read_block (Reading *reading, TvEventSink *sink, GCancellable *cancellable,
            GError **error)
{
  TvPacketDecoder *decoder = &reading->decoder;
  guint32 thread = tv_event_source_find_thread (reading->part, reading->block->thread);
  TvEvent events[TV_EVENT_BATCH];
  gssize n = thread == TV_ID_MAP_NONE ? -1 : 0;
  gsize max = may_offer (reading->reader, sink) ? 1 : TV_EVENT_BATCH;

  while (n >= 0)
    {
      const guint8 *before = decoder->next;

      max = offer (reading, thread, sink) ? 1 : MIN (2 * max, TV_EVENT_BATCH);
      n = decode_batch (reading, thread, events, max);
      if (n < 0)
        break;
      sink->consume (sink, events, (gsize) n);
      reading->unreported += decoder->next - before;
      if (reading->unreported >= BYTES_PER_REPORT)
        {
          if (!tv_event_source_advance (&reading->reader->source, reading->unreported,
                                        cancellable, error))
            return FALSE;
          reading->unreported = 0;
        }
      if (decoder->next >= decoder->end || decoder->broken)
        return TRUE;
    }
  tv_trace_error_set_changed (error, reading->block->offset);
  return FALSE;
}

/* Parts are counted in blocks. A block that could continue the previous one belongs to
 * the same part. */
static guint64
cut (TvEventSource *source, guint index, guint n)
{
  const Reader *reader = (const Reader *) source;
  guint64 n_blocks = reader->survey->blocks->len;
  guint64 block = n_blocks / n * index + n_blocks % n * index / n;

  while (block < n_blocks && may_continue (reader, block))
    block++;
  return block;
}

static gboolean
read_part (TvEventSource *source, TvEventPart *part, TvEventSink *sink,
           GCancellable *cancellable, GError **error)
{
  Reading reading = { .reader = (Reader *) source, .part = part };

  part->n_records = 0;
  for (guint64 i = part->start; i < part->end; i++)
    {
      if (i % BLOCKS_PER_LOOK == 0
          && !tv_event_source_advance (source, 0, cancellable, error))
        return FALSE;
      begin_block (&reading, i);
      if (!read_block (&reading, sink, cancellable, error))
        return FALSE;
      end_block (&reading);
    }
  return tv_event_source_advance (source, reading.unreported, cancellable, error);
}

static void
choose_frequency (Reader *reader, TvWarnings *warnings)
{
  guint64 frequency = reader->survey->frequency;
  g_autofree char *text = NULL;

  if (reader->layout != TV_PACKET_LAYOUT_C || frequency == 0)
    return;
  if (frequency >= MIN_FREQUENCY && frequency <= MAX_FREQUENCY)
    {
      reader->frequency = frequency;
      return;
    }
  text = g_strdup_printf ("%" G_GUINT64_FORMAT, frequency);
  tv_warnings_add (warnings, TV_WARNING_FREQUENCY, TV_PLACE_OFFSET, 22, text);
}

static void
init_reader (Reader *reader, GBytes *data, TvPacketSurvey *survey, TvClock clock,
             TvKeySection *tables, TvWarnings *warnings)
{
  memset (reader, 0, sizeof *reader);
  reader->source.cut = cut;
  reader->source.read = read_part;
  reader->source.tables = tables;
  reader->data = data;
  reader->survey = survey;
  reader->dual = (survey->version & 1) != 0;
  reader->clock = reader->dual ? TV_CLOCK_WALL : clock;
  if (survey->is_long_running)
    {
      reader->layout = TV_PACKET_LAYOUT_LONG_RUNNING;
      reader->frequency = survey->frequency;
      find_base (reader);
    }
  else
    reader->layout = detect_layout (survey, data, &tables->methods);
  choose_frequency (reader, warnings);
  for (guint i = 0; i < survey->blocks->len; i++)
    reader->source.reading_size
        += g_array_index (survey->blocks, TvPacketBlock, i).size;
  tv_thread_table_set_id_mask (&tables->threads, G_MAXUINT32);
}

/* Loading */

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
  TvClockRules rules
      = { .unit = 1, .latest = TV_CLOCK_LATEST_NS, .stated = G_MAXINT64 };

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
  /* Blocks hold one thread each, in no common order. */
  if (*clock == TV_CLOCK_THREAD_CPU)
    trace->axis = TV_AXIS_CPU_PER_THREAD;
  return rules;
}

static void
set_info (TvTrace *trace, const TvPacketSurvey *survey)
{
  trace->info.version = survey->version;
  trace->info.start_time = survey->start_time / NS_PER_US;
}

static gboolean
read_into (TvTrace *trace, TvPacketSurvey *survey, TvKeySection *tables,
           const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  Reader reader;
  TvClockRules rules;
  TvClock clock;

  tables->cancellable = options->cancellable;
  tables->budget = options->budget;
  if (!tv_packet_survey_read (survey, input->data, tables, trace->warnings,
                              options->cancellable, error))
    return FALSE;
  set_info (trace, survey);
  rules = set_clocks (trace, survey, &clock, tables);
  if (!survey->has_summary && !survey->is_long_running)
    tv_warnings_add (trace->warnings, TV_WARNING_NOT_FINISHED, TV_PLACE_NOWHERE, 0,
                     trace->info.clock_name);
  init_reader (&reader, input->data, survey, clock, tables, trace->warnings);
  if (survey->is_long_running)
    trace->info.start_time = (guint64) reader.base / NS_PER_US;
  tv_event_source_start (&reader.source, options,
                         input->n_read + (goffset) tv_trace_input_get_size (input),
                         input->n_read + (goffset) tv_trace_input_get_size (input)
                             + 2 * reader.source.reading_size);
  if (!tv_trace_assemble (trace, &reader.source, &rules, options, error))
    return FALSE;
  if (survey->is_long_running)
    tv_trace_add_property (trace, "recorded", "long-running methods");
  return TRUE;
}

static TvTrace *
read_packets (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  TvPacketSurvey survey = { 0 };
  TvKeySection tables;
  gboolean ok;

  tv_key_section_init (&tables, trace->strings);
  ok = read_into (trace, &survey, &tables, input, options, error);
  tv_packet_survey_clear (&survey);
  tv_key_section_clear (&tables);
  return ok ? g_steal_pointer (&trace) : NULL;
}

/* Whether a version is 4 to 6, or one of those streamed. */
static gboolean
is_packet_version (guint version)
{
  const guint low = version >= 0xF0 ? version - 0xF0 : version;

  return low >= 4 && low <= 6;
}

static gboolean
is_packets (GBytes *start)
{
  return is_packet_version (tv_art_get_version (start))
         || tv_packet_survey_probe_long_running (start);
}

/* Versions 4, 5, 0xF4 and 0xF5, and 6 and 0xF6 for long-running methods, which may lack
 * a header. */
const TvTraceReader tv_packet_reader = { .name = "packets",
                                         .title = N_ ("ART packet trace"),
                                         .probe = is_packets,
                                         .layout = TV_LAYOUT_WHOLE,
                                         .read = read_packets };
