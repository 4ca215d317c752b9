/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/event-source.h"
#include "trace/formats/stream-survey.h"

G_BEGIN_DECLS

/**
 * TvStreamReader:
 * @source: what the passes over the events know of it
 * @data: (transfer none): the file
 * @items_start: byte offset of the first item
 * @items_end: byte offset of what ends the stream
 * @marks: (transfer none) (element-type guint64): byte offsets where a part may begin
 * @record_size: bytes of a record
 * @has_clock: which clocks a record has, by #TvClock
 *
 * Reads the events of a streamed trace.
 */
typedef struct
{
  TvEventSource source;
  GBytes *data;
  gsize items_start;
  gsize items_end;
  const GArray *marks;
  gsize record_size;
  gboolean has_clock[TV_N_CLOCKS];
} TvStreamReader;

void tv_stream_reader_init (TvStreamReader *reader, GBytes *data, TvKeySection *tables);
void tv_stream_reader_set_layout (TvStreamReader *reader, const TvStreamHeader *header,
                                  const TvStreamSurvey *survey,
                                  const gboolean has_clock[TV_N_CLOCKS]);

G_END_DECLS
