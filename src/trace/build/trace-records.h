/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-public.h"

G_BEGIN_DECLS

/**
 * TvRecordAction:
 * @TV_RECORD_ENTER: a method was entered
 * @TV_RECORD_EXIT: a method returned
 * @TV_RECORD_UNWIND: an exception passed through a method
 *
 * What happened.
 */
typedef enum
{
  TV_RECORD_ENTER,
  TV_RECORD_EXIT,
  TV_RECORD_UNWIND
} TvRecordAction;

/**
 * TvRecord:
 * @time: nanoseconds since the start of tracing by #TvClock, repaired like those of
 *   calls; 0 for a clock that the file lacks
 * @offset: position in the file in bytes; in the unzipped file if it is gzipped
 * @thread: index of the thread
 * @method: index of the method, or %TV_METHOD_NONE for an exit without a method
 * @action: what happened
 * @depth: number of open calls around the one that is entered or left
 * @stray: whether it is an exit from a method that was not running
 *
 * A record of the file, whether it belongs to a call or not.
 */
typedef struct
{
  gint64 time[TV_N_CLOCKS];
  guint64 offset;
  guint32 thread;
  guint32 method;
  TvRecordAction action;
  guint32 depth;
  gboolean stray;
} TvRecord;

/**
 * TvRecordFunc:
 * @trace: the whole trace
 * @records: (array length=n): the next records in the order of the file
 * @n: length of @records
 * @user_data: the data given with the function
 * @error: the reason to stop
 *
 * Receives the records of a file.
 *
 * Returns: %FALSE with @error set to end the loading
 */
typedef gboolean (*TvRecordFunc) (TvTrace *trace, const TvRecord *records, gsize n,
                                  gpointer user_data, GError **error);

G_END_DECLS
