/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/load-options.h"
#include "trace/input/trace-input.h"

G_BEGIN_DECLS

/**
 * TvTraceReader:
 * @name: the name of the format for programs, such as `classic`
 * @title: its name for people, to be translated
 * @magic: (nullable): bytes that its files begin with
 * @magic_length: number of these bytes
 * @pattern: (nullable): a regular expression for the beginning of its files, behind
 *   blank space
 * @probe: (nullable): whether a file of these first bytes, unzipped, is of the format
 * @layout: how much of a file is read into memory
 * @read: (nullable): makes a trace of a file
 * @sentence: (nullable): what a file is that is only recognised, to be translated
 *
 * A format of files. A file is of it if one of @magic, @pattern and @probe says so.
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *magic;
  gsize magic_length;
  const char *pattern;
  gboolean (*probe) (GBytes *start);
  TvLayout layout;
  TvTrace *(*read) (const TvTraceInput *input, const TvLoadOptions *options,
                    GError **error);
  const char *sentence;
} TvTraceReader;

/* The formats that are read. Each is a constant in a file or a folder of its own. */
#define TV_TRACE_READERS(READER)                                                       \
  READER (tv_classic_reader)                                                           \
  READER (tv_classic_records_reader)                                                   \
  READER (tv_stream_reader)                                                            \
  READER (tv_packet_reader)                                                            \
  READER (tv_chrome_reader)                                                            \
  READER (tv_speedscope_reader)                                                        \
  READER (tv_cpu_profile_reader)                                                       \
  READER (tv_firefox_reader)                                                           \
  READER (tv_pprof_reader)                                                             \
  READER (tv_perfetto_reader)                                                          \
  READER (tv_ftrace_reader)                                                            \
  READER (tv_simpleperf_reader)                                                        \
  READER (tv_other_version_reader)                                                     \
  READER (tv_perf_script_reader)                                                       \
  READER (tv_collapsed_reader)

#define TV_DECLARE_READER(reader) extern const TvTraceReader reader;
TV_TRACE_READERS (TV_DECLARE_READER)

gsize tv_trace_reader_skip_blank (const guint8 *data, gsize size);
gboolean tv_trace_reader_fits (const TvTraceReader *reader, GBytes *start);
const TvTraceReader *tv_trace_reader_find (GBytes *start);
const TvTraceReader *tv_other_format_find (GBytes *start);

/* For tests. */
TvTrace *tv_trace_load_bytes_in_parts (GBytes *bytes, guint n_workers, gsize part_size,
                                       GCancellable *cancellable, GError **error);

G_END_DECLS
