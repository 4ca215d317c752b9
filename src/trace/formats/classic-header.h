/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/tables/key-section.h"

G_BEGIN_DECLS

/**
 * TvClassicHeader:
 * @version: 1, 2 or 3
 * @start_time: microseconds, see #TvTraceInfo
 * @record_size: bytes of a record, at least 9
 * @records_start: byte offset of the first record
 * @n_records: number of whole records
 * @has_clock: which clocks a record has, by #TvClock
 * @clock_name: the clock as the file names it
 *
 * What is known of a classic trace's data section before its first record.
 */
typedef struct
{
  guint version;
  guint64 start_time;
  guint record_size;
  guint64 records_start;
  guint64 n_records;
  gboolean has_clock[TV_N_CLOCKS];
  const char *clock_name;
} TvClassicHeader;

gboolean tv_classic_header_read (TvClassicHeader *header, GBytes *data, guint64 size,
                                 gsize start, const TvKeySection *key,
                                 TvWarnings *warnings, GError **error);

G_END_DECLS
