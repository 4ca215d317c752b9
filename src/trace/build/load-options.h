/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/trace-records.h"
#include "trace/model/memory-budget.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvLoadOptions:
 * @progress: (nullable): receives the number of bytes read and their total
 * @progress_data: for @progress
 * @cancellable: (nullable): stops the loading
 * @budget: (nullable): the limit of memory
 * @n_workers: number of threads that read, 0 for as many as the machine has
 * @part_size: bytes that are worth a part of their own, 0 for the usual
 * @record_func: (nullable): receives the records once the model is built
 * @record_data: for @record_func
 * @event: (nullable): the event whose samples are wanted
 *
 * How a trace is loaded.
 */
typedef struct
{
  GFileProgressCallback progress;
  gpointer progress_data;
  GCancellable *cancellable;
  TvMemoryBudget *budget;
  guint n_workers;
  goffset part_size;
  TvRecordFunc record_func;
  gpointer record_data;
  const char *event;
} TvLoadOptions;

gboolean tv_load_options_report (const TvLoadOptions *options, guint64 done,
                                 guint64 total, GError **error);

G_END_DECLS
