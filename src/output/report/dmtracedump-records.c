/* SPDX-License-Identifier: Apache-2.0 */

/* The records of a file as `dmtracedump -o` lists them. */

#include "output/report/dmtracedump-records.h"

/* dmtracedump believed that tracing always began two calls deep, and counted the call
 * that is entered. */
#define DEPTH_OF_FIRST 3

/* A deeper record has a plus sign. dmtracedump went on to 10,000, so that a small trace
 * of deep calls became a hundred megabytes. */
#define MAX_DOTS 256

static int
compare_threads (gconstpointer a, gconstpointer b)
{
  const TvThread *first = *(const TvThread *const *) a;
  const TvThread *second = *(const TvThread *const *) b;

  return (first->id > second->id) - (first->id < second->id);
}

/**
 * tv_dmtracedump_begin_records:
 * @writer: where to
 * @trace: a trace
 *
 * Writes what comes before the records: the version and the threads.
 */
void
tv_dmtracedump_begin_records (TvTextWriter *writer, const TvTrace *trace)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  const guint n = tv_trace_get_n_threads (trace);

  g_return_if_fail (writer != NULL && trace != NULL);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (threads, (gpointer) tv_trace_get_thread (trace, i));
  g_ptr_array_sort (threads, compare_threads);
  tv_text_writer_add (writer, "VERSION: ");
  tv_text_writer_add_number (writer, tv_trace_get_info (trace)->version, 0);
  tv_text_writer_add (writer, "\nThreads (");
  tv_text_writer_add_number (writer, n, 0);
  tv_text_writer_add (writer, "):\n");
  for (guint i = 0; i < n; i++)
    {
      const TvThread *thread = g_ptr_array_index (threads, i);

      tv_text_writer_add_number (writer, thread->id, 2);
      tv_text_writer_add_char (writer, ' ');
      tv_text_writer_add_field (writer, thread->name != NULL ? thread->name : "");
      tv_text_writer_add_char (writer, '\n');
    }
  tv_text_writer_add (writer,
                      "Trace (threadID action usecs class.method signature):\n");
}

static void
add_method (TvTextWriter *writer, const TvTrace *trace, guint32 index)
{
  const TvMethod *method;

  if (index == TV_METHOD_NONE)
    {
      tv_text_writer_add (writer, "???.??? ???");
      return;
    }
  method = tv_trace_get_method (trace, index);
  if (method->named)
    {
      tv_text_writer_add_field (writer, method->class_name);
      tv_text_writer_add_char (writer, '.');
      tv_text_writer_add_field (writer, method->name);
      tv_text_writer_add_char (writer, ' ');
      tv_text_writer_add_field (writer, method->signature);
      return;
    }
  tv_text_writer_add (writer, "???.??? methodId: ");
  tv_text_writer_add_field (writer, method->name);
}

static void
add_record (TvTextWriter *writer, const TvTrace *trace, const TvRecord *record)
{
  static const char *const actions[] = { "ent", "xit", "unr" };
  const TvClock clock = tv_trace_get_primary_clock (trace);
  const guint64 n_dots = (guint64) record->depth + DEPTH_OF_FIRST;

  tv_text_writer_add_number (writer, tv_trace_get_thread (trace, record->thread)->id,
                             2);
  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add (writer, actions[record->action]);
  tv_text_writer_add_char (writer, record->stray ? '!' : ' ');
  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add_number (writer, record->time[clock] / 1000, 8);
  tv_text_writer_add_char (writer, n_dots > MAX_DOTS ? '+' : ' ');
  for (guint64 i = 0; i < MIN (n_dots, MAX_DOTS); i++)
    tv_text_writer_add_char (writer, '.');
  add_method (writer, trace, record->method);
  tv_text_writer_add_char (writer, '\n');
}

/**
 * tv_dmtracedump_add_records:
 * @writer: where to
 * @trace: a trace
 * @records: (array length=n): records of it
 * @n: how many
 *
 * Writes a line for each record: thread, action, microseconds on the first clock of the
 * file, dots for depth, method. Exits from methods that were not running are marked.
 */
void
tv_dmtracedump_add_records (TvTextWriter *writer, const TvTrace *trace,
                            const TvRecord *records, gsize n)
{
  g_return_if_fail (writer != NULL && trace != NULL);

  for (gsize i = 0; i < n; i++)
    add_record (writer, trace, &records[i]);
}
