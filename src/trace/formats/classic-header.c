/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/formats/classic-header.h"

#include "trace/formats/clock-choice.h"
#include "trace/formats/format-detect.h"
#include "trace/input/byte-cursor.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define MAGIC 0x574F4C53 /* "SLOW" */

/* How far behind the key section the data may begin. */
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
check_version (const TvClassicHeader *header, const TvKeySection *key, gsize at,
               TvWarnings *warnings)
{
  g_autofree char *versions = NULL;

  if (key->version == 0 || key->version == header->version)
    return;
  versions = g_strdup_printf ("%u, %u", key->version, header->version);
  tv_warnings_add (warnings, TV_WARNING_VERSION_MISMATCH, TV_PLACE_OFFSET, at + 4,
                   versions);
}

/* The clock that the file names, or the one that files without the line have. */
static const char *
choose_clock_name (const TvClassicHeader *header, const TvKeySection *key,
                   TvWarnings *warnings)
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
read_record_size (TvClassicHeader *header, TvByteCursor *cursor, gsize at, guint offset,
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
choose_clocks (TvClassicHeader *header, TvWarnings *warnings)
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

/* Where the records are. @offset counts from the "S" of "SLOW" at @at. */
static void
place_records (TvClassicHeader *header, gsize at, guint64 size, guint offset,
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

/* "num-method-calls" is the number of records in spite of its name. */
static void
check_record_count (const TvClassicHeader *header, const TvKeySection *key,
                    TvWarnings *warnings)
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
  detail = g_strdup_printf (_ ("%" PRIu64 " announced, %" PRIu64 " found"), announced,
                            header->n_records);
  tv_warnings_add (warnings, TV_WARNING_RECORD_COUNT, TV_PLACE_NOWHERE, 0, detail);
}

/* Reads the header of a classic trace's data section and settles how its records are
 * laid out. Where header and key section disagree the header is followed. */
gboolean
tv_classic_header_read (TvClassicHeader *header, GBytes *data, guint64 size,
                        gsize start, const TvKeySection *key, TvWarnings *warnings,
                        GError **error)
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
      tv_content_set_version_error (version, at + 4, error);
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
