/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/classic-header.h"
#include "trace/event-sink.h"
#include "trace/trace-input.h"

G_BEGIN_DECLS

/**
 * TvClassicReader:
 * @source: delivers the events
 * @input: (transfer none): the file with the records
 * @header: how they are laid out
 * @key: (transfer none): the tables, to which the first reading adds what only records
 *   name
 * @frozen: set after the first reading: the tables may not grow any more
 * @warnings: (transfer none): where skipped records are counted, while not @frozen
 * @progress: (nullable): told how many bytes were read
 * @progress_data: for @progress
 * @progress_done: bytes that were reported before this reading
 * @progress_total: bytes of all readings
 *
 * Reads the fixed-size records of versions 1 to 3.
 */
typedef struct
{
  TvEventSource source;
  const TvTraceInput *input;
  TvClassicHeader header;
  TvKeySection *key;
  gboolean frozen;
  TvWarnings *warnings;
  GFileProgressCallback progress;
  gpointer progress_data;
  goffset progress_done;
  goffset progress_total;
} TvClassicReader;

void tv_classic_reader_init (TvClassicReader *reader, const TvTraceInput *input,
                             const TvClassicHeader *header, TvKeySection *key,
                             TvWarnings *warnings);

G_END_DECLS
