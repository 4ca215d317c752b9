/* SPDX-License-Identifier: Apache-2.0 */

/* The packets of a file: names, blocks of records, and the summary. Names may come
 * after the records that use them. */

#include "config.h"

#include "trace/formats/packet-survey.h"

#include "trace/input/byte-cursor.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>

#define HEADER_SIZE 32

/* The text of the summary begins within this many bytes: its length field had two bytes
 * once and may have four now. */
#define SUMMARY_SEARCH 16

#define PACKETS_PER_CHECK 10000

/* Traces of long-running methods may begin with a packet of this type and size, and
 * then have times in nanoseconds. Older ones have no header and count ticks. */
#define PREFACE_TYPE 3
#define PREFACE_SIZE 17
#define COUNTER_FREQUENCY 24576000

#define LONG_RUNNING_VERSION 6

/* Bytes of a record: a time and a method at most. */
#define MAX_RECORD_SIZE 20

typedef struct
{
  TvPacketSurvey *survey;
  GBytes *data;
  TvByteCursor cursor;
  TvKeySection *tables;
  TvWarnings *warnings;
  GString *line;
} Surveyor;

static gboolean
take_bytes (TvByteCursor *cursor, gsize n, const guint8 **bytes)
{
  if (n > tv_byte_cursor_remaining (cursor))
    return FALSE;
  *bytes = cursor->data + cursor->position;
  cursor->position += n;
  return TRUE;
}

static gboolean
read_text (TvByteCursor *cursor, const char **text, gsize *length)
{
  const guint8 *bytes;
  guint16 n;

  if (!tv_byte_cursor_read_u16 (cursor, &n) || !take_bytes (cursor, n, &bytes))
    return FALSE;
  *text = (const char *) bytes;
  *length = n;
  while (*length > 0 && ((*text)[*length - 1] == '\n' || (*text)[*length - 1] == '\r'))
    --*length;
  return TRUE;
}

static gboolean
read_thread (Surveyor *surveyor, gsize start)
{
  g_autofree char *name = NULL;
  const char *text;
  gsize length;
  guint32 id;

  if (!tv_byte_cursor_read_u32 (&surveyor->cursor, &id)
      || !read_text (&surveyor->cursor, &text, &length))
    return FALSE;
  name = tv_java_text_dup_utf8 (text, length);
  if (tv_thread_table_define (&surveyor->tables->threads, id, name)
      == TV_DEFINITION_CHANGED)
    tv_warnings_add (surveyor->warnings, TV_WARNING_THREAD_LISTED_TWICE,
                     TV_PLACE_OFFSET, start, NULL);
  return TRUE;
}

/* The text is a line of the method table without its id. */
static gboolean
read_method (Surveyor *surveyor, gsize start)
{
  TvMethodLine *parsed = &surveyor->tables->methods.line;
  const char *text;
  gsize length;
  guint64 id;

  if (!tv_byte_cursor_read_u64 (&surveyor->cursor, &id)
      || !read_text (&surveyor->cursor, &text, &length))
    return FALSE;
  g_string_printf (surveyor->line, "0x%" G_GINT64_MODIFIER "x\t", id);
  g_string_append_len (surveyor->line, text, (gssize) length);
  tv_method_line_parse (parsed, surveyor->line->str, surveyor->line->len, 10);
  if (parsed->n_fields < 4 || parsed->n_fields > TV_METHOD_LINE_MAX_FIELDS)
    tv_warnings_add (surveyor->warnings, TV_WARNING_METHOD_FIELDS, TV_PLACE_OFFSET,
                     start, NULL);
  if (tv_method_table_define (&surveyor->tables->methods, &parsed->method)
      == TV_DEFINITION_CHANGED)
    tv_warnings_add (surveyor->warnings, TV_WARNING_METHOD_RENAMED, TV_PLACE_OFFSET,
                     start, NULL);
  return TRUE;
}

static gboolean
read_block (Surveyor *surveyor, gsize start)
{
  TvByteCursor *cursor = &surveyor->cursor;
  TvPacketBlock block = { 0 };
  const guint8 *count;
  gsize left;

  if (!tv_byte_cursor_read_u32 (cursor, &block.thread)
      || !take_bytes (cursor, 3, &count)
      || !tv_byte_cursor_read_u32 (cursor, &block.size))
    return FALSE;
  block.count = count[0] | (guint32) count[1] << 8 | (guint32) count[2] << 16;
  block.offset = cursor->position;
  left = tv_byte_cursor_remaining (cursor);
  if (block.size > left)
    {
      tv_warnings_add (surveyor->warnings, TV_WARNING_BLOCK_CUT, TV_PLACE_OFFSET, start,
                       NULL);
      block.size = (guint32) left;
      block.cut = TRUE;
    }
  cursor->position += block.size;
  /* A file full of empty blocks must not take memory for each. */
  if (block.size > 0)
    g_array_append_val (surveyor->survey->blocks, block);
  else if (block.count != 0 && !block.cut)
    tv_warnings_add (surveyor->warnings, TV_WARNING_BLOCK_COUNT, TV_PLACE_OFFSET,
                     block.offset, NULL);
  return TRUE;
}

/* Nothing useful comes after the summary. */
static gboolean
read_summary (Surveyor *surveyor, gsize start)
{
  static const char keyword[] = "*version";
  TvByteCursor *cursor = &surveyor->cursor;
  gsize n_keyword = sizeof keyword - 1;
  gsize at = cursor->position;
  gsize search_end = at + MIN (tv_byte_cursor_remaining (cursor), SUMMARY_SEARCH);
  g_autoptr (GBytes) text = NULL;

  while (at < search_end
         && (cursor->size - at < n_keyword
             || memcmp (cursor->data + at, keyword, n_keyword) != 0))
    at++;
  if (at == search_end)
    return FALSE;
  text = g_bytes_new_from_bytes (surveyor->data, at, cursor->size - at);
  tv_key_section_parse (surveyor->tables, text, surveyor->warnings);
  surveyor->survey->has_summary = TRUE;
  cursor->position = at + surveyor->tables->end;
  tv_warnings_add_many (surveyor->warnings, TV_WARNING_AFTER_SUMMARY,
                        tv_byte_cursor_remaining (cursor), TV_PLACE_OFFSET,
                        cursor->position, NULL);
  cursor->position = cursor->size;
  return TRUE;
}

static gboolean
read_packet (Surveyor *surveyor)
{
  static gboolean (*const readers[]) (Surveyor *, gsize)
      = { read_thread, read_method, read_block, read_summary };
  TvByteCursor *cursor = &surveyor->cursor;
  gsize start = cursor->position;
  guint8 type = cursor->data[cursor->position++];
  g_autofree char *text = NULL;

  if (type >= G_N_ELEMENTS (readers))
    {
      text = g_strdup_printf ("%u", type);
      tv_warnings_add (surveyor->warnings, TV_WARNING_PACKET_TYPE, TV_PLACE_OFFSET,
                       start, text);
      return FALSE;
    }
  if (readers[type](surveyor, start))
    return TRUE;
  tv_warnings_add (surveyor->warnings, TV_WARNING_PACKET_CUT, TV_PLACE_OFFSET, start,
                   NULL);
  return FALSE;
}

/* Moves behind bytes, as far as they go. */
static gboolean
skip_bytes (TvByteCursor *cursor, gsize n)
{
  cursor->position += MIN (n, tv_byte_cursor_remaining (cursor));
  return TRUE;
}

/* Whether a block of records can stand here: it has room for as many as it announces.
 */
static gboolean
skip_block (TvByteCursor *cursor)
{
  const guint8 *head;
  guint64 count;
  guint32 size;

  if (!take_bytes (cursor, 11, &head))
    return skip_bytes (cursor, 11);
  count = head[4] | (guint64) head[5] << 8 | (guint64) head[6] << 16;
  size = tv_load_u32 (head + 7);
  return size >= count && size <= count * MAX_RECORD_SIZE && size > 0
         && skip_bytes (cursor, size);
}

static gboolean
skip_name (TvByteCursor *cursor, gsize id_size)
{
  const guint8 *head;

  if (!take_bytes (cursor, id_size + 2, &head))
    return skip_bytes (cursor, id_size + 2);
  return skip_bytes (cursor, tv_load_u16 (head + id_size));
}

/* Whether a file of these first bytes has long-running methods without a header: blocks
 * of records, then names of threads and methods. */
gboolean
tv_packet_survey_probe_long_running (GBytes *start)
{
  TvByteCursor cursor = { 0 };
  gboolean has_blocks = FALSE;
  gboolean ok = TRUE;

  cursor.data = g_bytes_get_data (start, &cursor.size);
  if (cursor.size > PREFACE_SIZE && cursor.data[0] == PREFACE_TYPE)
    cursor.position = PREFACE_SIZE;
  while (ok && tv_byte_cursor_remaining (&cursor) > 0)
    {
      const guint8 type = cursor.data[cursor.position++];

      has_blocks |= type == 2;
      ok = has_blocks && type <= 2
           && (type == 2 ? skip_block (&cursor)
                         : skip_name (&cursor, type == 0 ? 4 : 8));
    }
  return ok && has_blocks;
}

/* Files of long-running methods may lack a header. */
static gboolean
read_long_running_header (Surveyor *surveyor)
{
  TvPacketSurvey *survey = surveyor->survey;
  TvByteCursor *cursor = &surveyor->cursor;
  const gboolean has_header
      = cursor->size >= HEADER_SIZE && memcmp (cursor->data, "SLOW", 4) == 0;

  survey->is_long_running = TRUE;
  survey->version = has_header ? tv_load_u16 (cursor->data + 4) : LONG_RUNNING_VERSION;
  cursor->position = has_header ? HEADER_SIZE : 0;
  if (tv_byte_cursor_remaining (cursor) >= PREFACE_SIZE
      && cursor->data[cursor->position] == PREFACE_TYPE)
    cursor->position += PREFACE_SIZE;
  else if (!has_header)
    survey->frequency = COUNTER_FREQUENCY;
  return TRUE;
}

static gboolean
is_long_running (const TvByteCursor *cursor)
{
  guint version;

  if (cursor->size >= 4 && memcmp (cursor->data, "SLOW", 4) != 0)
    return TRUE;
  version = cursor->size >= 6 ? tv_load_u16 (cursor->data + 4) : 0;
  return cursor->size >= HEADER_SIZE && (version & ~0xF0u) == LONG_RUNNING_VERSION;
}

static gboolean
read_header (Surveyor *surveyor, GError **error)
{
  TvPacketSurvey *survey = surveyor->survey;
  TvByteCursor *cursor = &surveyor->cursor;
  guint64 counter;
  guint16 version;
  guint32 magic;

  if (is_long_running (cursor))
    return read_long_running_header (surveyor);

  if (cursor->size < HEADER_SIZE || !tv_byte_cursor_read_u32 (cursor, &magic)
      || !tv_byte_cursor_read_u16 (cursor, &version)
      || !tv_byte_cursor_read_u64 (cursor, &survey->start_time)
      || !tv_byte_cursor_read_u64 (cursor, &counter)
      || !tv_byte_cursor_read_u64 (cursor, &survey->frequency))
    {
      g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_HEADER,
                   _ ("The file is truncated: its header ends at byte %zu"),
                   cursor->size);
      return FALSE;
    }
  survey->version = version;
  cursor->position = HEADER_SIZE;
  return TRUE;
}

/* Reads all packets once, without decoding blocks of records. */
gboolean
tv_packet_survey_read (TvPacketSurvey *survey, GBytes *data, TvKeySection *tables,
                       TvWarnings *warnings, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  Surveyor surveyor = {
    .survey = survey, .data = data, .tables = tables, .warnings = warnings, .line = line
  };
  guint64 n_packets = 0;

  memset (survey, 0, sizeof *survey);
  survey->blocks = g_array_new (FALSE, FALSE, sizeof (TvPacketBlock));
  surveyor.cursor.data = g_bytes_get_data (data, &surveyor.cursor.size);
  if (!read_header (&surveyor, error))
    return FALSE;
  while (tv_byte_cursor_remaining (&surveyor.cursor) > 0)
    {
      if (++n_packets % PACKETS_PER_CHECK == 0
          && (g_cancellable_set_error_if_cancelled (cancellable, error)
              || !tv_memory_budget_check (tables->budget, 0, error)))
        return FALSE;
      if (!read_packet (&surveyor))
        break;
    }
  return TRUE;
}

void
tv_packet_survey_clear (TvPacketSurvey *survey)
{
  g_clear_pointer (&survey->blocks, g_array_unref);
}
