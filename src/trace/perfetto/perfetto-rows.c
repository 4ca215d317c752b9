/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-rows.h"

#include "trace/tables/java-text.h"

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
    if (field.number == 2 && field.wire == TV_PROTO_BYTES
        && !add_mapping (details, process != TV_PROCESS_NONE ? process : TV_EXTRA_NULL,
                         time, tv_proto_enter (&field)))
      return FALSE;
  return TRUE;
}

gboolean
tv_perfetto_rows_are_in (const TvPerfettoPacket *packet)
{
  return packet->messages[TV_PACKET_SMAPS].data != NULL;
}

/* Adds what a packet has. Returns FALSE when memory is exhausted. */
gboolean
tv_perfetto_rows_add (TvRunBuilder *builder, gint64 time,
                      const TvPerfettoPacket *packet)
{
  return add_smaps (builder, time, tv_proto_enter (&packet->messages[TV_PACKET_SMAPS]));
}
