/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/byte-sink.h"
#include "support/trace-writer.h"

struct _TvTraceWriter
{
  guint version;
  TvWriterClock clock;
  TvWriterFlavour flavour;
  TvWriterFlags flags;
  guint64 fields[TV_N_WRITER_FIELDS];
  GString *sections[TV_N_WRITER_SECTIONS];
  gboolean has_clock_line;
  GByteArray *junk;
  TvByteSink *records;
  guint64 n_records;
};

void tv_put_number (guint8 *bytes, gsize offset, gsize size, guint64 value);
