/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/event-source.h"
#include "trace/build/trace-assembly.h"
#include "trace/formats/art-trace.h"
#include "trace/formats/clock-choice.h"
#include "trace/input/byte-cursor.h"
#include "trace/input/data-window.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/key-section.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* What is known about the data section before its first record. */
typedef struct
{
  guint version;         /* 1, 2 or 3 */
  guint64 start_time;    /* microseconds, see TvTraceInfo */
  guint record_size;     /* at least 9 */
  guint64 records_start; /* byte offset */
  guint64 n_records;     /* whole ones */
  gboolean has_clock[TV_N_CLOCKS];
  const char *clock_name; /* as the file names it */
} Header;

/* Reads the fixed-size records of versions 1 to 3. */
typedef struct
{
  TvEventSource source;
  TvDataWindow *data; /* the file with the records */
  Header header;
} Reader;

#define MAGIC 0x574F4C53 /* "SLOW" */

/* The data may begin this far behind the key section. */
#define MAX_JUNK 4096

#define MIN_OFFSET 16
#define USUAL_OFFSET 32

/* Version 1 has one byte for the thread, later ones two; both have one method word and
 * one time. */
#define RECORD_SIZE_V1 9
#define RECORD_SIZE_ONE_TIME 10
#define RECORD_SIZE_TWO_TIMES 14

static gboolean
find_magic (GBytes *bytes, gsize start, gsize *at)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  gsize end = size - start > MAX_JUNK + 4 ? start + MAX_JUNK + 4 : size;

  for (gsize i = start; i < end && end - i >= 4; i++)
    if (tv_load_u32 (data + i) == MAGIC)
      {
        *at = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
seek_header (TvByteCursor *cursor, GBytes *bytes, gsize start, const TvKeySection *key,
             TvWarnings *warnings, GError **error)
{
  gsize at;

  cursor->data = g_bytes_get_data (bytes, &cursor->size);
  if (start >= cursor->size && start > 0 && !key->terminated)
    {
      g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_KEY_SECTION,
                   _ ("The key section is incomplete: the file ends at byte "
                      "%zu without “*end” and without data"),
                   start);
      return FALSE;
    }
  if (start >= cursor->size)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_DATA,
                           _ ("The trace has no data section"));
      return FALSE;
    }
  if (!find_magic (bytes, start, &at))
    {
      g_set_error (
          error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_DATA,
          _ ("There is no trace data after the key section, which ends at byte "
             "%zu"),
          start);
      return FALSE;
    }
  tv_warnings_add_many (warnings, TV_WARNING_JUNK_BEFORE_DATA, at - start,
                        TV_PLACE_OFFSET, start, NULL);
  cursor->position = at;
  return TRUE;
}

static void
check_version (const Header *header, const TvKeySection *key, gsize at,
               TvWarnings *warnings)
{
  g_autofree char *versions = NULL;

  if (key->version == 0 || key->version == header->version)
    return;
  versions = g_strdup_printf ("%u, %u", key->version, header->version);
  tv_warnings_add (warnings, TV_WARNING_VERSION_MISMATCH, TV_PLACE_OFFSET, at + 4,
                   versions);
}

/* Returns the clock that the file names, or the usual one of files that name none. */
static const char *
choose_clock_name (const Header *header, const TvKeySection *key, TvWarnings *warnings)
{
  const char *name = tv_key_section_lookup (key, "clock");
  const char *known = tv_clock_find_known (name);

  if (known != NULL)
    return known;
  if (name != NULL)
    tv_warnings_add (warnings, TV_WARNING_UNKNOWN_CLOCK, TV_PLACE_NOWHERE, 0, name);
  return header->version == 3 ? "dual" : "thread-cpu";
}

static gboolean
read_record_size (Header *header, TvByteCursor *cursor, gsize at, guint offset,
                  TvWarnings *warnings, GError **error)
{
  gboolean dual = g_str_equal (header->clock_name, "dual");
  g_autofree char *text = NULL;
  guint16 size = 0;

  header->record_size = header->version == 1 ? RECORD_SIZE_V1 : RECORD_SIZE_ONE_TIME;
  if (header->version != 3)
    return TRUE;
  if (offset >= 18)
    tv_byte_cursor_read_u16 (cursor, &size);
  if (size >= RECORD_SIZE_ONE_TIME)
    {
      header->record_size = size;
      return TRUE;
    }
  if (size > 0)
    {
      g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_HEADER,
                   _ ("Impossible record size %u (at byte %zu)"), size, at + 16);
      return FALSE;
    }
  header->record_size = dual ? RECORD_SIZE_TWO_TIMES : RECORD_SIZE_ONE_TIME;
  text = g_strdup_printf ("%u", header->record_size);
  tv_warnings_add (warnings, TV_WARNING_RECORD_SIZE, TV_PLACE_OFFSET, at + 16, text);
  return TRUE;
}

static void
choose_clocks (Header *header, TvWarnings *warnings)
{
  gboolean dual = g_str_equal (header->clock_name, "dual");

  if (dual && (header->version < 3 || header->record_size < RECORD_SIZE_TWO_TIMES))
    {
      tv_warnings_add (warnings, TV_WARNING_ONE_TIME_ONLY, TV_PLACE_NOWHERE, 0, NULL);
      header->clock_name = "thread-cpu";
    }
  tv_clock_name_to_clocks (header->clock_name, header->has_clock);
}

static void
warn_number (TvWarnings *warnings, TvWarningKind kind, TvPlace place, guint64 at,
             guint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, number);

  tv_warnings_add (warnings, kind, place, at, text);
}

/* Finds the records. @offset counts from the "S" of "SLOW" at @at. */
static void
place_records (Header *header, gsize at, guint64 size, guint offset,
               TvWarnings *warnings)
{
  guint64 left = size - at;

  if (offset > left && left < USUAL_OFFSET)
    {
      tv_warnings_add (warnings, TV_WARNING_HEADER_CUT, TV_PLACE_OFFSET, size, NULL);
      header->records_start = size;
      return;
    }
  if (offset > left)
    {
      warn_number (warnings, TV_WARNING_DATA_OFFSET_PAST_END, TV_PLACE_OFFSET, at + 6,
                   offset);
      header->records_start = size;
      return;
    }
  header->records_start = at + offset;
  header->n_records = (left - offset) / header->record_size;
  tv_warnings_add_many (warnings, TV_WARNING_PARTIAL_RECORD,
                        (left - offset) % header->record_size, TV_PLACE_OFFSET,
                        header->records_start + header->n_records * header->record_size,
                        NULL);
}

/* In spite of its name, "num-method-calls" is the number of records. */
static void
check_record_count (const Header *header, const TvKeySection *key, TvWarnings *warnings)
{
  const char *text = tv_key_section_lookup (key, "num-method-calls");
  g_autofree char *detail = NULL;
  guint64 announced;

  if (text == NULL)
    return;
  if (!tv_key_section_lookup_number (key, "num-method-calls", &announced))
    {
      tv_warnings_add (warnings, TV_WARNING_NUMBER, TV_PLACE_NOWHERE, 0, text);
      return;
    }
  if (announced == header->n_records)
    return;
  /* Translators: follows “The header promises” */
  detail = g_strdup_printf (ngettext ("%" PRIu64 " record; the file has %" PRIu64,
                                      "%" PRIu64 " records; the file has %" PRIu64,
                                      (gulong) MIN (announced, G_MAXINT32)),
                            announced, header->n_records);
  tv_warnings_add (warnings, TV_WARNING_RECORD_COUNT, TV_PLACE_NOWHERE, 0, detail);
}

/* Reads the header of the data section. Where header and key section disagree, the
 * header is right. */
static gboolean
read_header (Header *header, GBytes *data, guint64 size, gsize start,
             const TvKeySection *key, TvWarnings *warnings, GError **error)
{
  TvByteCursor cursor = { 0 };
  guint32 magic;
  guint16 version;
  guint16 offset;
  gsize at;

  memset (header, 0, sizeof *header);
  if (!seek_header (&cursor, data, start, key, warnings, error))
    return FALSE;
  at = cursor.position;
  if (!tv_byte_cursor_read_u32 (&cursor, &magic)
      || !tv_byte_cursor_read_u16 (&cursor, &version)
      || !tv_byte_cursor_read_u16 (&cursor, &offset)
      || !tv_byte_cursor_read_u64 (&cursor, &header->start_time))
    {
      g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_HEADER,
                   _ ("The data section is truncated: its header ends at byte "
                      "%zu"),
                   cursor.size);
      return FALSE;
    }
  if (version < 1 || version > 3)
    {
      tv_art_set_version_error (version, at + 4, error);
      return FALSE;
    }
  header->version = version;
  check_version (header, key, at, warnings);
  header->clock_name = choose_clock_name (header, key, warnings);
  if (offset < MIN_OFFSET)
    {
      warn_number (warnings, TV_WARNING_DATA_OFFSET, TV_PLACE_OFFSET, at + 6, offset);
      offset = USUAL_OFFSET;
    }
  if (!read_record_size (header, &cursor, at, offset, warnings, error))
    return FALSE;
  choose_clocks (header, warnings);
  place_records (header, at, size, offset, warnings);
  check_record_count (header, key, warnings);
  return TRUE;
}

#define ACTION_MASK 3u
#define ACTION_RESERVED 3u

/* Dalvik fills its buffer with this byte. A trace that was stopped at an unlucky moment
 * ends with records that were never written. */
#define FILL_WORD 0xEEEEEEEEu

/* Number of batches between two reports of progress. */
#define BATCHES_PER_REPORT 128

/* Whether a record counts. The first reading warns about skipped ones. */
static inline gboolean
is_event (TvEventPart *part, guint32 word, guint64 offset)
{
  if (G_LIKELY ((word & ACTION_MASK) != ACTION_RESERVED && word != FILL_WORD))
    return TRUE;
  if (!part->known)
    tv_warnings_add (part->warnings,
                     word == FILL_WORD ? TV_WARNING_FILL_RECORD : TV_WARNING_ACTION,
                     TV_PLACE_OFFSET, offset, NULL);
  return FALSE;
}

/* Decodes @n records at @offset into @events. Returns the number of events, or -1 if a
 * record names a thread or method that the first reading did not. */
static gssize
decode_batch (const Reader *reader, TvEventPart *part, const guint8 *bytes,
              guint64 offset, gsize n, TvEvent *events)
{
  const Header *header = &reader->header;
  gsize id_size = header->version == 1 ? 1 : 2;
  guint first_clock
      = header->has_clock[TV_CLOCK_THREAD_CPU] ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
  gboolean dual
      = header->has_clock[TV_CLOCK_THREAD_CPU] && header->has_clock[TV_CLOCK_WALL];
  guint32 last_id = G_MAXUINT32;
  guint32 thread = TV_ID_MAP_NONE;
  gsize n_events = 0;

  for (gsize i = 0; i < n;
       i++, bytes += header->record_size, offset += header->record_size)
    {
      guint32 word = tv_load_u32 (bytes + id_size);
      guint32 id = id_size == 1 ? bytes[0] : tv_load_u16 (bytes);
      TvEvent *event = &events[n_events];

      if (!is_event (part, word, offset))
        continue;
      if (id != last_id)
        thread = tv_event_source_find_thread (part, id);
      last_id = id;
      event->thread = thread;
      event->method
          = tv_event_source_find_method (&reader->source, part, word & ~ACTION_MASK);
      if (G_UNLIKELY (thread == TV_ID_MAP_NONE || event->method == TV_ID_MAP_NONE))
        return -1;
      event->action = word & ACTION_MASK;
      event->offset = offset;
      event->time[TV_CLOCK_THREAD_CPU] = event->time[TV_CLOCK_WALL] = 0;
      event->time[first_clock] = tv_load_u32 (bytes + id_size + 4);
      if (dual)
        event->time[TV_CLOCK_WALL] = tv_load_u32 (bytes + id_size + 8);
      n_events++;
    }
  return (gssize) n_events;
}

/* Parts are counted in records. */
static guint64
cut (TvEventSource *source, guint index, guint n)
{
  guint64 n_records = ((Reader *) source)->header.n_records;

  return n_records / n * index + n_records % n * index / n;
}

static gboolean
read_part (TvEventSource *source, TvEventPart *part, TvEventSink *sink,
           GCancellable *cancellable, GError **error)
{
  const Reader *reader = (const Reader *) source;
  const Header *header = &reader->header;
  g_autoptr (TvDataWindow) data = tv_data_window_new_alike (reader->data);
  TvEvent events[TV_EVENT_BATCH];
  goffset length = 0;
  guint64 n_batches = 0;

  for (guint64 record = part->start; record < part->end; record += TV_EVENT_BATCH)
    {
      gsize n = (gsize) MIN (part->end - record, TV_EVENT_BATCH);
      guint64 offset = header->records_start + record * header->record_size;
      const guint8 *bytes;
      gssize n_events;

      if (++n_batches % BATCHES_PER_REPORT == 0)
        {
          if (!tv_event_source_advance (source, length, cancellable, error))
            return FALSE;
          length = 0;
        }
      length += (goffset) (n * header->record_size);
      bytes = tv_data_window_get (data, offset, n * header->record_size, error);
      if (bytes == NULL)
        return FALSE;
      n_events = decode_batch (reader, part, bytes, offset, n, events);
      if (n_events < 0)
        {
          tv_trace_error_set_changed (error, offset);
          return FALSE;
        }
      sink->consume (sink, events, (gsize) n_events);
    }
  part->n_records = part->end - part->start;
  return tv_event_source_advance (source, length, cancellable, error);
}

static void
init_reader (Reader *reader, TvDataWindow *data, const Header *header,
             TvKeySection *tables)
{
  memset (reader, 0, sizeof *reader);
  reader->source.cut = cut;
  reader->source.read = read_part;
  reader->data = data;
  reader->header = *header;
  reader->source.tables = tables;
  reader->source.reading_size = (goffset) (header->n_records * header->record_size);
  tv_thread_table_set_id_mask (&tables->threads, header->version == 1 ? 0xFF : 0xFFFF);
}

/* Loading */

static void
set_model (TvTrace *trace, TvKeySection *key, const Header *header)
{
  trace->info.version = header->version;
  trace->info.clock_name = header->clock_name;
  trace->info.start_time = header->start_time;
  trace->info.record_size = header->record_size;
  trace->unit = 1000;
  trace->axis = tv_clock_choose_axis (header->has_clock, key);
}

static gboolean
read_key (TvKeySection *key, const TvTraceInput *input, TvTrace *trace,
          gsize *data_start)
{
  *data_start = 0;
  if (!tv_art_has_key_section (input->text))
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

/* Number of bytes of records that show whether ids of methods are hexadecimal. */
#define ID_SAMPLE (256 * 1024)

/* Whether the ids of the table without `0x` turn out not to be decimal numbers. */
static gboolean
has_hex_ids (const Reader *reader)
{
  const Header *header = &reader->header;
  const TvMethodTable *methods = &reader->source.tables->methods;
  const gsize n = (gsize) MIN (header->n_records, ID_SAMPLE / header->record_size);
  const gsize id_size = header->version == 1 ? 1 : 2;
  const guint8 *bytes;
  TvIdMap ids;
  gboolean result;

  if (methods->bare_ids->len == 0 || n == 0)
    return methods->has_hex_digits;
  bytes = tv_data_window_get (reader->data, header->records_start,
                              n * header->record_size, NULL);
  tv_id_map_init (&ids);
  for (gsize i = 0; bytes != NULL && i < n; i++)
    tv_id_map_set (
        &ids, tv_load_u32 (bytes + i * header->record_size + id_size) & ~ACTION_MASK,
        0);
  result = tv_method_table_is_hexadecimal (methods, &ids);
  tv_id_map_clear (&ids);
  return result;
}

static gboolean
read_into (TvTrace *trace, TvKeySection *key, const TvTraceInput *input,
           const TvLoadOptions *options, gboolean *hex_ids, GError **error)
{
  Header header;
  Reader reader;
  TvClockRules rules;
  gsize data_start;

  key->cancellable = options->cancellable;
  key->budget = options->budget;
  read_key (key, input, trace, &data_start);
  if (g_cancellable_set_error_if_cancelled (options->cancellable, error)
      || !tv_memory_budget_check (options->budget, 0, error))
    return FALSE;
  if (!read_header (&header, input->data, tv_data_window_get_size (input->window),
                    data_start, key, trace->warnings, error))
    return FALSE;
  set_model (trace, key, &header);
  rules = tv_clock_choose_rules (header.has_clock, key, trace->warnings);
  init_reader (&reader, input->window, &header, key);
  if (!*hex_ids && has_hex_ids (&reader))
    {
      *hex_ids = TRUE;
      return FALSE;
    }
  /* Text is read once, records are read twice. */
  tv_event_source_start (&reader.source, options,
                         input->n_read + (goffset) tv_trace_input_get_size (input)
                             - reader.source.reading_size,
                         input->n_read + (goffset) tv_trace_input_get_size (input)
                             + reader.source.reading_size);
  return tv_trace_assemble (trace, &reader.source, &rules, options, error);
}

static TvTrace *
read_once (const TvTraceInput *input, const TvLoadOptions *options, gboolean *hex_ids,
           GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  TvKeySection key;
  gboolean ok;

  tv_key_section_init (&key, trace->strings);
  key.methods.bare_base = *hex_ids ? 16 : 10;
  ok = read_into (trace, &key, input, options, hex_ids, error);
  tv_key_section_clear (&key);
  return ok ? g_steal_pointer (&trace) : NULL;
}

static TvTrace *
read_classic (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  return tv_art_trace_read (read_once, input, options, error);
}

static gboolean
is_records (GBytes *start)
{
  const guint version = tv_art_get_version (start);

  return version >= 1 && version <= 3;
}

/* Versions 1, 2 and 3. */
const TvTraceReader tv_classic_reader = { .name = "classic",
                                          .title = N_ ("Classic method trace"),
                                          .probe = tv_art_has_key_section,
                                          .layout = TV_LAYOUT_KEY,
                                          .read = read_classic };

/* The same without a key section, or with one in another file. */
const TvTraceReader tv_classic_records_reader = { .name = "classic",
                                                  .title = N_ ("Classic method trace"),
                                                  .probe = is_records,
                                                  .layout = TV_LAYOUT_RECORDS,
                                                  .read = read_classic };
