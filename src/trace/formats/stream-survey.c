/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/formats/stream-survey.h"

#include "trace/input/byte-cursor.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>

#define MIN_OFFSET 16
#define USUAL_OFFSET 32
#define RECORD_SIZE_AT 16

#define RECORD_SIZE_ONE_TIME 10
#define RECORD_SIZE_TWO_TIMES 14

static void
warn_number (TvWarnings *warnings, TvWarningKind kind, gsize at, guint number)
{
  g_autofree char *text = g_strdup_printf ("%u", number);

  tv_warnings_add (warnings, kind, TV_PLACE_OFFSET, at, text);
}

/* The field is optional: it lies between the fixed part of the header and the items. */
static gboolean
read_record_size (TvStreamHeader *header, TvByteCursor *cursor, guint offset,
                  TvWarnings *warnings, GError **error)
{
  guint16 size = 0;

  if (offset >= RECORD_SIZE_AT + 2)
    tv_byte_cursor_read_u16 (cursor, &size);
  header->record_size = size;
  if (size >= RECORD_SIZE_ONE_TIME)
    return TRUE;
  if (size > 0)
    {
      g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_HEADER,
                   _ ("Impossible record size %u (at byte %zu)"), size,
                   (gsize) RECORD_SIZE_AT);
      return FALSE;
    }
  header->record_size
      = header->version == 3 ? RECORD_SIZE_TWO_TIMES : RECORD_SIZE_ONE_TIME;
  warn_number (warnings, TV_WARNING_RECORD_SIZE, RECORD_SIZE_AT, header->record_size);
  return TRUE;
}

static void
place_items (TvStreamHeader *header, gsize size, guint offset, TvWarnings *warnings)
{
  header->items_start = MIN (offset, size);
  if (offset <= size)
    return;
  if (size < USUAL_OFFSET)
    tv_warnings_add (warnings, TV_WARNING_HEADER_CUT, TV_PLACE_OFFSET, size, NULL);
  else
    warn_number (warnings, TV_WARNING_DATA_OFFSET_PAST_END, 6, offset);
}

/* Reads the header of a streamed trace. */
gboolean
tv_stream_header_read (TvStreamHeader *header, GBytes *data, TvWarnings *warnings,
                       GError **error)
{
  TvByteCursor cursor = { 0 };
  guint32 magic;
  guint16 version;
  guint16 offset;

  memset (header, 0, sizeof *header);
  cursor.data = g_bytes_get_data (data, &cursor.size);
  if (!tv_byte_cursor_read_u32 (&cursor, &magic)
      || !tv_byte_cursor_read_u16 (&cursor, &version)
      || !tv_byte_cursor_read_u16 (&cursor, &offset)
      || !tv_byte_cursor_read_u64 (&cursor, &header->start_time))
    {
      g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_HEADER,
                   _ ("The trace is truncated: its header ends at byte %zu"),
                   cursor.size);
      return FALSE;
    }
  header->version = version & 0x0F;
  if (offset < MIN_OFFSET)
    {
      warn_number (warnings, TV_WARNING_DATA_OFFSET, 6, offset);
      offset = USUAL_OFFSET;
    }
  if (!read_record_size (header, &cursor, offset, warnings, error))
    return FALSE;
  place_items (header, cursor.size, offset, warnings);
  return TRUE;
}

#define CODE_METHOD 1
#define CODE_THREAD 2
#define CODE_SUMMARY 3

/* Number of bytes of an item before its text. */
#define METHOD_HEAD 5
#define THREAD_HEAD 7
#define SUMMARY_HEAD 7

static void
set_text (TvStreamItem *item, TvStreamItemKind kind, const guint8 *data, gsize size,
          gsize start, guint64 announced)
{
  gsize left = size - start;

  item->announced = announced;
  item->text = (const char *) data + start;
  item->length = (gsize) MIN (announced, left);
  item->next = start + item->length;
  item->kind = announced > left && kind != TV_STREAM_SUMMARY ? TV_STREAM_CUT : kind;
}

/* The rare case of tv_stream_item_read(): everything but whole records. */
void
tv_stream_item_read_packet (TvStreamItem *item, const guint8 *data, gsize size,
                            gsize offset)
{
  const guint8 *bytes = data + offset;
  gsize left = size - offset;

  memset (item, 0, sizeof *item);
  item->next = size;
  item->kind = left == 0 ? TV_STREAM_END : TV_STREAM_CUT;
  if (left < 3 || tv_load_u16 (bytes) != 0)
    return;
  item->code = bytes[2];
  switch (item->code)
    {
    case CODE_METHOD:
      if (left >= METHOD_HEAD)
        set_text (item, TV_STREAM_METHOD, data, size, offset + METHOD_HEAD,
                  tv_load_u16 (bytes + 3));
      break;
    case CODE_THREAD:
      if (left < THREAD_HEAD)
        break;
      item->thread = tv_load_u16 (bytes + 3);
      set_text (item, TV_STREAM_THREAD, data, size, offset + THREAD_HEAD,
                tv_load_u16 (bytes + 5));
      break;
    case CODE_SUMMARY:
      if (left >= SUMMARY_HEAD)
        set_text (item, TV_STREAM_SUMMARY, data, size, offset + SUMMARY_HEAD,
                  tv_load_u32 (bytes + 3));
      break;
    default:
      item->kind = TV_STREAM_UNKNOWN;
    }
}

#define N_THREAD_IDS 65536

/* ART of 2015 to 2022 writes records of this size, whatever the header says. */
#define USUAL_RECORD_SIZE 14

#define ACTION_MASK 3u
#define ACTION_RESERVED 3u

/* Number of items between two reports of progress. */
#define ITEMS_PER_REPORT 65536

/* Number of items between two marks where a part may begin. */
#define ITEMS_PER_MARK 4096

typedef struct
{
  gboolean trouble; /* an unknown code, or events of threads without a name */
  guint64 n_good;   /* events of threads that were announced */
  guint64 n_bad;
} Probe;

static void
probe_record_size (Probe *probe, const TvStreamHeader *header, guint record_size,
                   GBytes *data, GCancellable *cancellable)
{
  gsize size;
  const guint8 *bytes = g_bytes_get_data (data, &size);
  g_autofree guint8 *announced = g_malloc0 (N_THREAD_IDS);
  TvStreamItem item = { .next = header->items_start };
  guint64 n_items = 0;

  do
    {
      tv_stream_item_read (&item, bytes, size, item.next, record_size);
      if (item.kind == TV_STREAM_EVENT)
        *(announced[item.thread] ? &probe->n_good : &probe->n_bad) += 1;
      else if (item.kind == TV_STREAM_THREAD)
        announced[item.thread] = TRUE;
    }
  while (item.kind < TV_STREAM_SUMMARY
         && (++n_items % ITEMS_PER_REPORT != 0
             || !g_cancellable_is_cancelled (cancellable)));
  probe->trouble = probe->n_bad > 0 || item.kind == TV_STREAM_UNKNOWN
                   || (item.kind == TV_STREAM_CUT && probe->n_good == 0);
}

static gint64
get_score (const Probe *probe)
{
  return (gint64) probe->n_good - (gint64) probe->n_bad;
}

/* Finds the real size of the records. A wrong size soon leads to unknown codes and to
 * threads that were never announced. */
guint
tv_stream_choose_record_size (const TvStreamHeader *header, GBytes *data,
                              TvWarnings *warnings, GCancellable *cancellable)
{
  g_autofree char *detail = NULL;
  Probe stated = { 0 };
  Probe usual = { 0 };

  if (header->record_size == USUAL_RECORD_SIZE)
    return USUAL_RECORD_SIZE;
  probe_record_size (&stated, header, header->record_size, data, cancellable);
  if (!stated.trouble)
    return header->record_size;
  probe_record_size (&usual, header, USUAL_RECORD_SIZE, data, cancellable);
  if (get_score (&usual) <= get_score (&stated))
    return header->record_size;
  detail = g_strdup_printf ("%u", header->record_size);
  tv_warnings_add (warnings, TV_WARNING_STREAM_RECORD_SIZE, TV_PLACE_OFFSET, 16,
                   detail);
  return USUAL_RECORD_SIZE;
}

typedef struct
{
  TvStreamSurvey *survey;
  TvEventSource *source;
  TvWarnings *warnings;
  const guint8 *data;
  guint8 *announced; /* by thread id */
  guint8 *started;   /* by thread id */
  guint32 new_method;
} Survey;

static void
survey_method (Survey *run, const TvStreamItem *item, gsize offset)
{
  TvTableText text
      = { .warnings = run->warnings, .place = TV_PLACE_OFFSET, .at = offset };
  gsize length = item->length;

  if (length > 0 && item->text[length - 1] == '\n')
    length--;
  if (length > 0 && item->text[length - 1] == '\r')
    length--;
  if (!tv_method_table_define_line (&run->source->tables->methods, &text, item->text,
                                    length, &run->new_method))
    run->new_method = TV_ID_MAP_NONE;
}

static void
survey_thread (Survey *run, const TvStreamItem *item, gsize offset)
{
  g_autofree char *name = tv_java_text_dup_utf8 (item->text, item->length);

  run->announced[item->thread] = TRUE;
  if (tv_thread_table_define (&run->survey->announced, item->thread, name)
      == TV_DEFINITION_CHANGED)
    tv_warnings_add (run->warnings, TV_WARNING_THREAD_LISTED_TWICE, TV_PLACE_OFFSET,
                     offset, name);
}

static void
start_thread (Survey *run, guint thread, guint32 time, gsize offset)
{
  g_autofree char *id = g_strdup_printf ("%u", thread);

  run->started[thread] = TRUE;
  run->survey->n_threads++;
  run->survey->latest_first_time = MAX (run->survey->latest_first_time, time);
  if (!run->announced[thread])
    tv_warnings_add (run->warnings, TV_WARNING_THREAD_NOT_ANNOUNCED, TV_PLACE_OFFSET,
                     offset, id);
}

/* Where a method of a dynamic proxy is first entered, ART of 2015 to 2022 writes the
 * line of the interface method, under an id of its own, and no line for the id in the
 * records.
 */
static void
survey_method_id (Survey *run, guint32 id)
{
  TvMethodTable *methods = &run->source->tables->methods;
  guint32 index = tv_id_map_get (&methods->index, id);

  if (G_UNLIKELY (index == TV_ID_MAP_NONE))
    {
      index = tv_method_table_add_unnamed (methods, id);
      if (run->new_method != TV_ID_MAP_NONE)
        tv_method_table_set_proxied (methods, index, run->new_method);
    }
  run->new_method = TV_ID_MAP_NONE;
}

static void
survey_event (Survey *run, const TvStreamItem *item, gsize offset)
{
  const guint8 *record = run->data + offset;
  guint32 word = tv_load_u32 (record + 2);

  run->survey->n_records++;
  if (G_UNLIKELY ((word & ACTION_MASK) == ACTION_RESERVED))
    {
      tv_warnings_add (run->warnings, TV_WARNING_ACTION, TV_PLACE_OFFSET, offset, NULL);
      return;
    }
  if (G_UNLIKELY (!run->started[item->thread]))
    start_thread (run, item->thread, tv_load_u32 (record + 6), offset);
  survey_method_id (run, word & ~ACTION_MASK);
}

static void
survey_item (Survey *run, const TvStreamItem *item, gsize offset)
{
  if (G_LIKELY (item->kind == TV_STREAM_EVENT))
    survey_event (run, item, offset);
  else if (item->kind == TV_STREAM_METHOD)
    survey_method (run, item, offset);
  else if (item->kind == TV_STREAM_THREAD)
    survey_thread (run, item, offset);
}

void
tv_stream_survey_clear (TvStreamSurvey *survey)
{
  tv_thread_table_clear (&survey->announced);
  g_clear_pointer (&survey->marks, g_array_unref);
}

static gboolean
survey_items (Survey *run, gsize size, const TvStreamHeader *header,
              GCancellable *cancellable, GError **error)
{
  TvStreamSurvey *survey = run->survey;
  TvStreamItem item = { .next = header->items_start };
  gsize reported = 0;
  guint64 n_items = 0;

  do
    {
      survey->end = item.next;
      if (++n_items % ITEMS_PER_MARK == 0)
        g_array_append_val (survey->marks, item.next);
      if (n_items % ITEMS_PER_REPORT == 0)
        {
          if (!tv_event_source_advance (run->source,
                                        (goffset) ((survey->end - reported) / 3 * 2),
                                        cancellable, error))
            return FALSE;
          reported = survey->end;
        }
      tv_stream_item_read (&item, run->data, size, survey->end, header->record_size);
      survey_item (run, &item, survey->end);
    }
  while (item.kind < TV_STREAM_SUMMARY);
  survey->last = item;
  return TRUE;
}

/* Reads all items once, up to the text of the summary. */
gboolean
tv_stream_survey_run (TvStreamSurvey *survey, TvEventSource *source, GBytes *data,
                      TvWarnings *warnings, const TvStreamHeader *header,
                      GCancellable *cancellable, GError **error)
{
  g_autofree guint8 *announced = g_malloc0 (N_THREAD_IDS);
  g_autofree guint8 *started = g_malloc0 (N_THREAD_IDS);
  gsize size;
  Survey run = { .survey = survey,
                 .source = source,
                 .warnings = warnings,
                 .data = g_bytes_get_data (data, &size),
                 .announced = announced,
                 .started = started,
                 .new_method = TV_ID_MAP_NONE };

  memset (survey, 0, sizeof *survey);
  tv_thread_table_init (&survey->announced, source->tables->threads.strings);
  survey->marks = g_array_new (FALSE, FALSE, sizeof (guint64));
  return survey_items (&run, size, header, cancellable, error);
}
