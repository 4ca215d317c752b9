/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvRecordAction:
 * @TV_RECORD_ENTER: a method was entered
 * @TV_RECORD_EXIT: a method returned
 * @TV_RECORD_UNWIND: an exception passed through a method
 *
 * What a record of a file says.
 */
typedef enum
{
  TV_RECORD_ENTER,
  TV_RECORD_EXIT,
  TV_RECORD_UNWIND
} TvRecordAction;

/**
 * TvRecord:
 * @time: nanoseconds since the start of tracing by #TvClock, repaired as those of calls
 *   are; 0 for a clock that the file lacks
 * @axis: nanoseconds on the timeline's axis, see #TvAxis
 * @offset: where the record is in the file, in bytes; unzipped if it is gzipped
 * @thread: index of the thread
 * @method: index of the method, or %TV_METHOD_NONE for an exit that does not say of
 * what
 * @action: what happened
 * @depth: how many calls are open around the one that is entered or left
 * @stray: whether it is an exit from a method that was not running
 *
 * A record as the file has it, be it part of a call or not.
 */
typedef struct
{
  gint64 time[TV_N_CLOCKS];
  gint64 axis;
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
 * @user_data: what was given with the function
 * @error: why it does not want to go on
 *
 * Takes the records of a file.
 *
 * Returns: %FALSE with @error set to end the loading
 */
typedef gboolean (*TvRecordFunc) (TvTrace *trace, const TvRecord *records, gsize n,
                                  gpointer user_data, GError **error);

G_END_DECLS
