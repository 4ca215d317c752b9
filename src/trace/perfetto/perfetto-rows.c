/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-rows.h"

#include "trace/tables/java-text.h"

#include <string.h>

#define MAX_TEXT_LENGTH 4096

/* Memory mappings of a process: its id 1, and each mapping 2, whose fields have the
 * order of the columns. */

#define FIRST_SMAPS_COLUMN 2
#define N_SMAPS_FIELDS 15

static gboolean
add_mapping (TvDetailBuilder *details, gint64 process, gint64 time, TvProto mapping)
{
  gint64 row[FIRST_SMAPS_COLUMN + N_SMAPS_FIELDS];
  TvProtoField field;

  for (guint i = 0; i < G_N_ELEMENTS (row); i++)
    row[i] = TV_EXTRA_NULL;
  row[0] = process;
  row[1] = time;
  while (tv_proto_next (&mapping, &field))
    {
      const guint column = FIRST_SMAPS_COLUMN + field.number - 1;
      g_autofree char *text = NULL;

      if (field.number < 1 || field.number > N_SMAPS_FIELDS)
        continue;
      if (tv_extra_get_type (TV_EXTRA_SMAPS, column) == TV_EXTRA_NUMBER)
        {
          if (field.wire == TV_PROTO_VARINT)
            row[column] = (gint64) field.value;
        }
      else if (field.wire == TV_PROTO_BYTES)
        {
          text = tv_java_text_dup_utf8 ((const char *) field.data,
                                        MIN (field.size, MAX_TEXT_LENGTH));
          row[column] = tv_detail_builder_keep_text (details, text);
        }
    }
  return tv_detail_builder_add_extra (details, TV_EXTRA_SMAPS, row) >= 0;
}

static gboolean
add_smaps (TvRunBuilder *builder, gint64 time, TvProto message)
{
  TvDetailBuilder *details = tv_run_builder_get_details (builder);
  TvProto head = message;
  guint32 process = TV_PROCESS_NONE;
  TvProtoField field;

  while (tv_proto_next (&head, &field))
    if (field.number == 1 && field.wire == TV_PROTO_VARINT)
      process = tv_run_builder_add_process (builder, (gint32) field.value, NULL);
  while (tv_proto_next (&message, &field))
    if (field.number == 2 && field.wire == TV_PROTO_BYTES && field.size > 0
        && !add_mapping (details, process != TV_PROCESS_NONE ? process : TV_EXTRA_NULL,
                         time, tv_proto_enter (&field)))
      return FALSE;
  return TRUE;
}

/* Lines of logs have the time since 1970: thread 3, process 2, time 5, tag 6, priority
 * 7, message 8, and values instead of it 9. */

#define REALTIME 1
#define PRIORITY_INFO 4
#define N_LOG_FIELDS 10

/* Appends a value of a line: name 1, number 2, real number 3, text 4. */
static void
append_value (GString *message, TvProto value)
{
  TvProtoField field;

  if (message->len > 0)
    g_string_append_c (message, ' ');
  while (tv_proto_next (&value, &field))
    if (field.wire == TV_PROTO_BYTES && (field.number == 1 || field.number == 4))
      {
        g_autofree char *text = tv_java_text_dup_utf8 (
            (const char *) field.data, MIN (field.size, MAX_TEXT_LENGTH));

        g_string_append_printf (message, "%s%s", text, field.number == 1 ? "=" : "");
      }
    else if (field.wire == TV_PROTO_VARINT && field.number == 2)
      g_string_append_printf (message, "%" G_GINT64_FORMAT, (gint64) field.value);
    else if (field.number == 3)
      {
        const guint32 bits = (guint32) field.value;
        char digits[G_ASCII_DTOSTR_BUF_SIZE];
        float real;

        memcpy (&real, &bits, sizeof real);
        g_string_append (message,
                         g_ascii_formatd (digits, sizeof digits, "%g", (double) real));
      }
}

static gint64
keep_field (TvDetailBuilder *details, const TvProtoField *field)
{
  g_autofree char *text
      = field->data != NULL ? tv_java_text_dup_utf8 ((const char *) field->data,
                                                     MIN (field->size, MAX_TEXT_LENGTH))
                            : NULL;

  return tv_detail_builder_keep_text (details, text);
}

static gboolean
add_log_line (const TvPerfettoRows *self, TvProto line)
{
  TvDetailBuilder *details = tv_run_builder_get_details (self->builder);
  g_autoptr (GString) values = g_string_new (NULL);
  TvProtoField fields[N_LOG_FIELDS] = { 0 };
  TvProtoField field;
  gint64 row[5];

  while (tv_proto_next (&line, &field))
    if (field.number == 9 && field.wire == TV_PROTO_BYTES
        && values->len < MAX_TEXT_LENGTH)
      append_value (values, tv_proto_enter (&field));
    else if (field.number < N_LOG_FIELDS)
      fields[field.number] = field;
  if (fields[5].value > G_MAXINT64
      || !tv_perfetto_clocks_convert (self->clocks, REALTIME, (gint64) fields[5].value,
                                      &row[0]))
    return TRUE;
  row[1] = (gint32) fields[3].value;
  row[2] = fields[7].value != 0 ? (gint64) fields[7].value : PRIORITY_INFO;
  row[3] = keep_field (details, &fields[6]);
  row[4] = fields[8].data != NULL ? keep_field (details, &fields[8])
                                  : tv_detail_builder_keep_text (details, values->str);
  if (row[1] > 0 && fields[2].value != 0)
    tv_system_tasks_set_process (self->tasks, row[1], (gint32) fields[2].value);
  return tv_detail_builder_add_extra (details, TV_EXTRA_LOGS, row) >= 0;
}

/* A package: name 1, and numbers from 2 on. */
static gboolean
add_package (const TvPerfettoRows *self, TvProto package)
{
  TvDetailBuilder *details = tv_run_builder_get_details (self->builder);
  gint64 row[5] = { TV_EXTRA_NULL, 0, 0, 0, 0 };
  TvProtoField field;

  while (tv_proto_next (&package, &field))
    if (field.number == 1 && field.wire == TV_PROTO_BYTES)
      row[0] = keep_field (details, &field);
    else if (field.number >= 2 && field.number <= G_N_ELEMENTS (row)
             && field.wire == TV_PROTO_VARINT)
      row[field.number - 1] = (gint64) field.value;
  return tv_detail_builder_add_extra (details, TV_EXTRA_PACKAGES, row) >= 0;
}

/* Adds each of the messages 1 of a packet. */
static gboolean
add_each (const TvPerfettoRows *self, const TvProtoField *packet,
          gboolean (*add) (const TvPerfettoRows *, TvProto))
{
  TvProto message = tv_proto_enter (packet);
  TvProtoField field;

  while (packet->data != NULL && tv_proto_next (&message, &field))
    if (field.number == 1 && field.wire == TV_PROTO_BYTES && field.size > 0
        && !add (self, tv_proto_enter (&field)))
      return FALSE;
  return TRUE;
}

/* Adds what a packet has. What happens at its time is left out if @time is NULL.
 * Returns FALSE when memory is exhausted. */
gboolean
tv_perfetto_rows_add (const TvPerfettoRows *self, const gint64 *time,
                      const TvPerfettoPacket *packet)
{
  const TvProtoField *messages = packet->messages;

  return (messages[TV_PACKET_SMAPS].data == NULL || time == NULL
          || add_smaps (self->builder, *time,
                        tv_proto_enter (&messages[TV_PACKET_SMAPS])))
         && add_each (self, &messages[TV_PACKET_LOG], add_log_line)
         && add_each (self, &messages[TV_PACKET_PACKAGES], add_package);
}
