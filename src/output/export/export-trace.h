/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/export/export.h"
#include "output/table/text-writer.h"

G_BEGIN_DECLS

#define NS_PER_US 1000

/* Actions of records. */
#define TV_RECORD_ENTER 0
#define TV_RECORD_EXIT 1
#define TV_RECORD_UNWIND 2

/**
 * TvTraceIds:
 * @threads: by thread, its id in the thread table
 * @methods: by method, its id in records
 * @renamed: by method, whether it has a new id and so needs a name in a table
 * @n_new_threads: number of threads with new ids
 * @n_new_methods: number of methods with new ids
 * @thread_mask: the bits of a thread's id that records have
 *
 * The ids of threads and methods in the written file.
 */
typedef struct
{
  guint32 *threads;
  guint64 *methods;
  guint8 *renamed;
  guint n_new_threads;
  guint n_new_methods;
  guint32 thread_mask;
} TvTraceIds;

/**
 * TvTraceFile:
 * @trace: the trace
 * @part: the threads and the range of time to write
 * @form: the form; its version is set
 * @clocks: the clocks in the order of records
 * @n_clocks: number of clocks
 * @ids: the ids of threads and methods
 * @n_records: number of records
 * @elapsed: how long tracing took, in nanoseconds
 * @n_properties_left_out: number of properties without room
 * @writer: where it goes
 * @cancellable: (nullable): a #GCancellable
 *
 * A trace that is being written.
 */
typedef struct
{
  TvTrace *trace;
  const TvProfileRange *part;
  TvTraceForm form;
  TvClock clocks[TV_N_CLOCKS];
  guint n_clocks;
  TvTraceIds ids;
  guint64 n_records;
  gint64 elapsed;
  guint n_properties_left_out;
  TvTextWriter *writer;
  GCancellable *cancellable;
} TvTraceFile;

/**
 * TvTraceNameFunc:
 * @file: the trace that is being written
 * @index: index of a thread or a method
 * @text: an empty string, for what precedes the names
 *
 * Writes the head of an item that names a thread or a method.
 */
typedef void (*TvTraceNameFunc) (TvTraceFile *file, guint32 index, GString *text);

void tv_trace_file_add_little_endian (TvTraceFile *file, guint64 number, guint n_bytes);

GString *tv_trace_text_new (TvTraceFile *file);

void tv_trace_names_write_text (TvTraceFile *file, const GString *text, guint n_bytes);
void tv_trace_names_write_threads (TvTraceFile *file, TvTraceNameFunc begin);
void tv_trace_names_write_methods (TvTraceFile *file, TvTraceNameFunc begin);

gboolean tv_trace_records_check_times (TvTraceFile *file, GError **error);
void tv_trace_records_write (TvTraceFile *file);
void tv_trace_packets_write (TvTraceFile *file);

G_END_DECLS
