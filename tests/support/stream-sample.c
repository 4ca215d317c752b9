/* SPDX-License-Identifier: Apache-2.0 */

#include "support/stream-sample.h"

#include "support/trace-fixtures.h"

/**
 * tv_sample_tables:
 * @version: 1, 2 or 3
 * @clock: clock or clocks of the records
 *
 * Returns: (transfer full): a writer with the threads 1 `main` and 2 `worker`, and the
 *   methods 4 `A.a` and 8 `A.b`
 */
TvTraceWriter *
tv_sample_tables (guint version, TvWriterClock clock)
{
  TvTraceWriter *tables = tv_trace_writer_new (version, clock);

  tv_trace_writer_add_thread (tables, 1, "main");
  tv_trace_writer_add_thread (tables, 2, "worker");
  tv_trace_writer_add_method (tables, 4, "A", "a", "()V", "A.java", 0);
  tv_trace_writer_add_method (tables, 8, "A", "b", "()V", "A.java", 0);
  return tables;
}

/**
 * tv_sample_call:
 * @writer: a writer
 * @thread: id of a thread
 * @method: id of a method
 * @start: microseconds on both clocks
 * @end: microseconds on both clocks
 *
 * Adds a call, and what is to be announced before it.
 */
void
tv_sample_call (TvStreamWriter *writer, guint thread, guint32 method, guint start,
                guint end)
{
  const TvWriterEvent enter = { thread, method, TV_WRITER_ENTER, start, start };
  const TvWriterEvent leave = { thread, method, TV_WRITER_EXIT, end, end };

  tv_stream_writer_event (writer, &enter);
  tv_stream_writer_event (writer, &leave);
}

/**
 * tv_test_load_stream:
 * @writer: a writer
 *
 * Loads what was written, and ends the program if it is refused.
 *
 * Returns: (transfer full): the trace
 */
TvTrace *
tv_test_load_stream (const TvStreamWriter *writer)
{
  g_autoptr (GBytes) bytes = tv_stream_writer_to_bytes (writer);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_bytes (bytes, &error);

  if (trace == NULL)
    g_error ("%s", error->message);
  return trace;
}
