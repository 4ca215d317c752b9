/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/export/export.h"
#include "output/table/text-writer.h"

G_BEGIN_DECLS

#define NS_PER_US 1000

/* What a record says happens. */
#define TV_RECORD_ENTER 0
#define TV_RECORD_EXIT 1
#define TV_RECORD_UNWIND 2

/**
 * TvTraceIds:
 * @threads: what stands for each thread in the table of threads, by index
 * @methods: what stands for each method in records, by index
 * @renamed: whether the id of a method that no table names had to go, so that its name
 *   has to stand in a table, by index
 * @n_new_threads: how many threads have another id than in the file
 * @n_new_methods: how many methods have
 * @thread_mask: the bits of a thread's id that records have
 *
 * Ids that a form can hold.
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
 * @trace: what is written
 * @part: which threads and which time of it
 * @form: how, with its version
 * @clocks: the clocks in the order in which records have them
 * @n_clocks: how many that are
 * @ids: ids
 * @n_records: how many records there will be
 * @elapsed: how long tracing took, in nanoseconds
 * @n_properties_left_out: how many properties the form had no room for
 * @writer: where to
 * @cancellable: (nullable): ends it early
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
 * @text: empty; what stands before the names
 *
 * Writes what stands before the text that names a thread or a method.
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
