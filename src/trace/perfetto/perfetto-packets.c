/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-packets.h"

#include <string.h>

/* The only field of a trace: a packet. */
#define PACKET_KEY 0x0A

#define MAX_VARINT_SIZE 10
#define MAX_PACKET_SIZE (512 * 1024 * 1024)

/* What packets that are packed together may take. */
#define MAX_UNPACKED_SIZE (256 * 1024 * 1024)

/* How often progress is told, in bytes. */
#define REPORT_EVERY (1024 * 1024)

enum
{
  FIELD_TIME = 8,
  FIELD_SEQUENCE = 10,
  FIELD_FLAGS = 13,
  FIELD_CLEARED = 41,
  FIELD_LOSS = 42,
  FIELD_COMPRESSED = 50,
  FIELD_CLOCK = 58,
  FIELD_FIRST = 87
};

enum
{
  FLAG_CLEARED = 1,
  FLAG_NEEDS_STATE = 2
};

typedef struct
{
  TvPerfettoFunc func;
  gpointer data;
  TvPerfettoSurvey *survey;
  gboolean is_unpacked;
  struct
  {
    TvPerfettoPacket packet;
    guint32 filled; /* bits of the messages that it has */
  } last[2];        /* packets of the file, and those that are packed together */
} Reader;

G_STATIC_ASSERT (TV_N_PACKET_MESSAGES <= 32);

/* Returns the message that a field of a packet is, or TV_N_PACKET_MESSAGES. */
static TvPacketMessage
get_message (guint32 number)
{
  switch (number)
    {
    case 1:
      return TV_PACKET_FTRACE;
    case 2:
      return TV_PACKET_PROCESS_TREE;
    case 6:
      return TV_PACKET_CLOCK_SNAPSHOT;
    case 7:
      return TV_PACKET_SYSTEM_STATS;
    case 9:
      return TV_PACKET_PROCESS_STATS;
    case 11:
      return TV_PACKET_TRACK_EVENT;
    case 12:
      return TV_PACKET_INTERNED_DATA;
    case 38:
      return TV_PACKET_BATTERY;
    case 39:
      return TV_PACKET_LOG;
    case 47:
      return TV_PACKET_PACKAGES;
    case 43:
      return TV_PACKET_PROCESS_DESCRIPTOR;
    case 44:
      return TV_PACKET_THREAD_DESCRIPTOR;
    case 45:
      return TV_PACKET_SYSTEM_INFO;
    case 54:
      return TV_PACKET_PROFILE;
    case 59:
      return TV_PACKET_DEFAULTS;
    case 60:
      return TV_PACKET_TRACK_DESCRIPTOR;
    case 66:
      return TV_PACKET_PERF_SAMPLE;
    case 68:
      return TV_PACKET_SMAPS;
    case 76:
      return TV_PACKET_FRAME;
    case 117:
      return TV_PACKET_TASK_STATE;
    case 135:
      return TV_PACKET_STACK_SAMPLE;
    default:
      return TV_N_PACKET_MESSAGES;
    }
}

static void
count_other (const Reader *self, guint32 number)
{
  const gpointer key = GUINT_TO_POINTER (number);
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->survey->others, key));

  g_hash_table_insert (self->survey->others, key, GUINT_TO_POINTER (n + 1));
}

static void
take_number (TvPerfettoPacket *packet, const TvProtoField *field)
{
  switch (field->number)
    {
    case FIELD_TIME:
      packet->has_time = TRUE;
      packet->time = field->value;
      break;
    case FIELD_SEQUENCE:
      packet->sequence = (guint32) field->value;
      break;
    case FIELD_FLAGS:
      packet->clears_state |= (field->value & FLAG_CLEARED) != 0;
      packet->needs_state |= (field->value & FLAG_NEEDS_STATE) != 0;
      break;
    case FIELD_CLEARED:
      packet->clears_state |= field->value != 0;
      break;
    case FIELD_LOSS:
      packet->is_after_loss = field->value != 0;
      break;
    case FIELD_CLOCK:
      packet->clock = (guint32) field->value;
      break;
    case FIELD_FIRST:
      packet->is_first = field->value != 0;
      break;
    default:
      break;
    }
}

static gboolean read_packed (Reader *self, const TvProtoField *packed, guint64 offset);

/* Clears what the last packet had: a packet has few of its many messages. */
static TvPerfettoPacket *
reuse_packet (Reader *self, guint64 offset)
{
  TvPerfettoPacket *packet = &self->last[self->is_unpacked].packet;
  guint32 *filled = &self->last[self->is_unpacked].filled;

  memset (packet, 0, G_STRUCT_OFFSET (TvPerfettoPacket, messages));
  for (; *filled != 0; *filled &= *filled - 1)
    packet->messages[__builtin_ctz (*filled)] = (TvProtoField){ 0 };
  packet->offset = offset;
  return packet;
}

/* Reads a packet. Returns FALSE if the receiver stops. A packet of events has nothing
 * else but what they refer to. */
static gboolean
read_packet (Reader *self, TvProto message, guint64 offset)
{
  TvPerfettoPacket *packet = reuse_packet (self, offset);
  guint32 *filled = &self->last[self->is_unpacked].filled;
  TvProtoField field;
  TvProtoField packed = { 0 };

  while (tv_proto_next (&message, &field))
    {
      TvPacketMessage kind;

      if (field.wire != TV_PROTO_BYTES)
        {
          take_number (packet, &field);
          continue;
        }
      kind = get_message (field.number);
      if (self->survey->skips_events
          && (kind == TV_PACKET_TRACK_EVENT || kind == TV_PACKET_FTRACE))
        {
          self->survey->n_skipped++;
          return TRUE;
        }
      if (kind < TV_N_PACKET_MESSAGES)
        {
          packet->messages[kind] = field;
          *filled |= 1u << kind;
        }
      else if (field.number == FIELD_COMPRESSED && !self->is_unpacked)
        packed = field;
      else
        count_other (self, field.number);
    }
  self->survey->n_packets++;
  if (message.is_broken)
    {
      if (self->survey->n_broken++ == 0)
        self->survey->first_broken = offset + message.position;
      return TRUE;
    }
  return (packed.data == NULL || read_packed (self, &packed, offset))
         && self->func (packet, self->data);
}

/* Packed packets */

static GBytes *
unpack (const TvProtoField *packed)
{
  g_autoptr (GInputStream) bytes
      = g_memory_input_stream_new_from_data (packed->data, (gssize) packed->size, NULL);
  g_autoptr (GZlibDecompressor) decompressor
      = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
  g_autoptr (GInputStream) stream
      = g_converter_input_stream_new (bytes, G_CONVERTER (decompressor));
  g_autoptr (GByteArray) result = g_byte_array_new ();
  guint8 buffer[16 * 1024];
  gssize n;

  while ((n = g_input_stream_read (stream, buffer, sizeof buffer, NULL, NULL)) > 0)
    {
      if (result->len > MAX_UNPACKED_SIZE - sizeof buffer)
        return NULL;
      g_byte_array_append (result, buffer, (guint) n);
    }
  return n == 0 ? g_byte_array_free_to_bytes (g_steal_pointer (&result)) : NULL;
}

static gboolean
read_packed (Reader *self, const TvProtoField *packed, guint64 offset)
{
  g_autoptr (GBytes) bytes = unpack (packed);
  TvProto trace = { 0 };
  TvProtoField field;
  gboolean ok = TRUE;

  if (bytes != NULL)
    trace = tv_proto_new (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  self->is_unpacked = TRUE;
  while (ok && tv_proto_next (&trace, &field))
    if (field.number == 1 && field.wire == TV_PROTO_BYTES)
      ok = read_packet (self, tv_proto_enter (&field), offset);
  self->is_unpacked = FALSE;
  if ((bytes == NULL || trace.is_broken) && self->survey->n_broken++ == 0)
    self->survey->first_broken = offset;
  return ok;
}

/* Files */

static void
set_cut (TvPerfettoSurvey *survey, guint64 offset)
{
  survey->is_cut = TRUE;
  survey->cut_at = offset;
}

/* Finds the bytes of the packet at an offset. Returns FALSE at the end of what can be
 * read, with an @error if that is not for the file's content. */
static gboolean
find_packet (TvDataWindow *window, guint64 *offset, TvProto *packet,
             TvPerfettoSurvey *survey, GError **error)
{
  const guint64 left = tv_data_window_get_size (window) - *offset;
  const gsize head_size = (gsize) MIN (left, 1 + MAX_VARINT_SIZE);
  const guint8 *bytes;
  TvProto head;
  guint64 size;

  if (left == 0)
    return FALSE;
  bytes = tv_data_window_get (window, *offset, head_size, error);
  if (bytes == NULL)
    return FALSE;
  head = tv_proto_new (bytes, head_size);
  head.position = 1;
  if (bytes[0] != PACKET_KEY || !tv_proto_read_varint (&head, &size)
      || size > left - head.position || size > MAX_PACKET_SIZE)
    {
      set_cut (survey, *offset);
      return FALSE;
    }
  *offset += head.position;
  bytes = tv_data_window_get (window, *offset, (gsize) size, error);
  if (bytes == NULL)
    return FALSE;
  *packet = tv_proto_new (bytes, (gsize) size);
  *offset += size;
  return TRUE;
}

static gboolean
report (const TvLoadOptions *options, guint64 offset, guint64 *next, guint64 size,
        GError **error)
{
  if (offset < *next)
    return TRUE;
  *next = offset + REPORT_EVERY;
  return tv_load_options_report (options, offset, size, error);
}

/* Reads all packets in the order of the file, up to a byte where none begins or to
 * where @func returns FALSE. Returns FALSE if the file cannot be read. */
gboolean
tv_perfetto_packets_read (TvDataWindow *window, const TvLoadOptions *options,
                          TvPerfettoFunc func, gpointer data, TvPerfettoSurvey *survey,
                          GError **error)
{
  Reader reader = { .func = func, .data = data, .survey = survey };
  const guint64 size = tv_data_window_get_size (window);
  guint64 offset = 0;
  guint64 next_report = 0;
  GError *local_error = NULL;
  TvProto packet;

  while (find_packet (window, &offset, &packet, survey, &local_error))
    if (!report (options, offset, &next_report, size, &local_error)
        || !read_packet (&reader, packet, offset - packet.size))
      break;
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, local_error);
  return FALSE;
}

/* The fields of pprof's profile that follow its types of values. */
#define LAST_PPROF_FIELD 6
#define MAX_PROBED_FIELDS 64

/* Keys and lengths of fields are small numbers, which texts do not have. */
#define MAX_PROBED_TEXT 64

static gboolean
looks_like_text (const guint8 *data, gsize size)
{
  for (gsize i = 0; i < size && i < MAX_PROBED_TEXT; i++)
    if (data[i] < ' ' && data[i] != '\n' && data[i] != '\r' && data[i] != '\t')
      return FALSE;
  return TRUE;
}

/* Whether a file begins with packets. A pprof profile does, too, but other fields come
 * soon; and a text may begin with a line feed. */
gboolean
tv_perfetto_packets_probe (const guint8 *data, gsize size)
{
  TvProto trace = tv_proto_new (data, size);
  TvProto first = { .position = 1 };
  TvProtoField field;
  guint64 length;
  guint n = 0;

  if (size < 2 || data[0] != PACKET_KEY || looks_like_text (data, size))
    return FALSE;
  for (; n < MAX_PROBED_FIELDS && tv_proto_next (&trace, &field); n++)
    if (field.wire != TV_PROTO_BYTES
        || (field.number > 1 && field.number <= LAST_PPROF_FIELD))
      return FALSE;
  if (n > 0)
    return n > 1 || trace.position == size || data[trace.position] == PACKET_KEY;
  /* The first packet is longer than what is seen. */
  first.data = data;
  first.size = size;
  if (!tv_proto_read_varint (&first, &length))
    return FALSE;
  first.data += first.position;
  first.size -= first.position;
  first.position = 0;
  return tv_proto_next (&first, &field) || first.position > 0
         || (first.size > 0 && length > first.size
             && (first.data[0] & 7) == TV_PROTO_BYTES);
}
