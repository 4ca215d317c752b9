/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/trace-writer.h"

G_BEGIN_DECLS

/**
 * TvSummaryForm:
 * @TV_SUMMARY_OF_2017: lists the threads by their whole ids, and no methods
 * @TV_SUMMARY_OF_2023: lists the methods, and no threads
 * @TV_SUMMARY_FULL: lists both
 * @TV_SUMMARY_BARE: lists neither
 *
 * What the key section at the end of a streamed trace lists.
 */
typedef enum
{
  TV_SUMMARY_OF_2017,
  TV_SUMMARY_OF_2023,
  TV_SUMMARY_FULL,
  TV_SUMMARY_BARE
} TvSummaryForm;

#define TV_N_SUMMARY_FORMS 4

/**
 * TvStreamWriter:
 *
 * Writes streamed traces, versions 0xF1 to 0xF3, good ones and broken ones.
 */
typedef struct _TvStreamWriter TvStreamWriter;

TvStreamWriter *tv_stream_writer_new (TvTraceWriter *tables);
void tv_stream_writer_free (TvStreamWriter *writer);

void tv_stream_writer_set_record_length (TvStreamWriter *writer, guint stated,
                                         guint length);
void tv_stream_writer_add_method (TvStreamWriter *writer, const char *line);
void tv_stream_writer_add_thread (TvStreamWriter *writer, guint id, const char *name);
void tv_stream_writer_record (TvStreamWriter *writer, const TvWriterEvent *event);
void tv_stream_writer_event (TvStreamWriter *writer, const TvWriterEvent *event);
void tv_stream_writer_raw (TvStreamWriter *writer, gconstpointer data, gsize length);
void tv_stream_writer_add_summary (TvStreamWriter *writer, TvSummaryForm form);
void tv_stream_writer_add_summary_text (TvStreamWriter *writer, const char *text,
                                        gsize announced);
GBytes *tv_stream_writer_summary_to_bytes (TvStreamWriter *writer, TvSummaryForm form);
GBytes *tv_stream_writer_to_bytes (const TvStreamWriter *writer);
gboolean tv_stream_writer_begin_file (TvStreamWriter *writer, const char *path,
                                      GError **error);
gboolean tv_stream_writer_end_file (TvStreamWriter *writer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStreamWriter, tv_stream_writer_free)

G_END_DECLS
