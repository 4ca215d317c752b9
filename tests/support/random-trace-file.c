/* SPDX-License-Identifier: Apache-2.0 */

#include "support/random-trace-file.h"

#include "support/stream-writer.h"

static gboolean
save_classic (const TvRandomTrace *spec, TvTraceWriter *writer, const char *path,
              GError **error)
{
  if (!tv_trace_writer_begin_file (writer, path, error))
    return FALSE;

  tv_random_trace_write (spec, writer);
  return tv_trace_writer_end_file (writer, error);
}

static gboolean
save_pair (const TvRandomTrace *spec, TvTraceWriter *writer, const char *path,
           GError **error)
{
  tv_random_trace_write (spec, writer);
  return tv_trace_writer_save_pair (writer, path, error);
}

static void
stream_event (const TvWriterEvent *event, gpointer user_data)
{
  tv_stream_writer_event (user_data, event);
}

static gboolean
save_streamed (const TvRandomTrace *spec, TvTraceWriter *tables, const char *path,
               GError **error)
{
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);

  if (!tv_stream_writer_begin_file (writer, path, error))
    return FALSE;

  tv_random_trace_run (spec, stream_event, writer);
  tv_stream_writer_add_summary (writer, TV_SUMMARY_OF_2017);
  return tv_stream_writer_end_file (writer, error);
}

/**
 * tv_random_trace_save:
 * @spec: what the trace is like
 * @tables: a writer with all properties, threads and methods, and no record yet
 * @form: in what form
 * @path: where to; of a pair without extension
 * @error: return location for an error of the file system
 *
 * Writes a random trace to a file. But for a pair it may be larger than memory.
 *
 * Returns: whether it was written
 */
gboolean
tv_random_trace_save (const TvRandomTrace *spec, TvTraceWriter *tables,
                      TvRandomForm form, const char *path, GError **error)
{
  g_return_val_if_fail (spec != NULL && tables != NULL, FALSE);

  switch (form)
    {
    case TV_RANDOM_PAIR:
      return save_pair (spec, tables, path, error);
    case TV_RANDOM_STREAMED:
      return save_streamed (spec, tables, path, error);
    case TV_RANDOM_CLASSIC:
    default:
      return save_classic (spec, tables, path, error);
    }
}

static void
add_packet_event (const TvWriterEvent *event, gpointer user_data)
{
  tv_packet_writer_event (user_data, event);
}

/**
 * tv_random_trace_save_packets:
 * @spec: what the trace is like
 * @tables: a writer with all properties, threads and methods
 * @form: the variant of packets
 * @path: where to
 * @error: return location for an error of the file system
 *
 * Writes a random trace to a file of packets. It may be larger than memory if @form
 * does not keep all records.
 *
 * Returns: whether it was written
 */
gboolean
tv_random_trace_save_packets (const TvRandomTrace *spec, TvTraceWriter *tables,
                              const TvPacketForm *form, const char *path,
                              GError **error)
{
  g_autoptr (TvPacketWriter) writer = NULL;

  g_return_val_if_fail (spec != NULL && tables != NULL && form != NULL, FALSE);

  writer = tv_packet_writer_new (tables, form);
  if (!tv_packet_writer_begin_file (writer, path, error))
    return FALSE;

  if (!form->streamed)
    tv_packet_writer_add_names (writer);
  tv_random_trace_run (spec, add_packet_event, writer);
  tv_packet_writer_add_summary (writer);
  return tv_packet_writer_end_file (writer, error);
}
