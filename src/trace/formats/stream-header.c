/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/formats/stream-header.h"

#include "trace/input/byte-cursor.h"
#include "trace/model/trace-error.h"

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

/* The field lies behind the part that every header has, and before the items. */
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
