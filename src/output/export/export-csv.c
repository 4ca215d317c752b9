/* SPDX-License-Identifier: Apache-2.0 */

/* CSV as in RFC 4180 for spreadsheets and data frames, a row for each call. */

#include "output/export/export-private.h"
#include "output/export/export.h"
#include "output/table/text-writer.h"

typedef struct
{
  TvTrace *trace;
  const TvExportSpec *spec;
  TvTextWriter *writer;
  gint64 *exclusive[TV_N_CLOCKS]; /* by row of the thread; NULL if not written */
  const TvThread *thread;
  char *thread_name;
} Csv;

static const char *const clock_names[TV_N_CLOCKS]
    = { [TV_CLOCK_THREAD_CPU] = "cpu", [TV_CLOCK_WALL] = "wall" };

static void
write_titles (Csv *csv)
{
  static const char *const times[] = { "start", "inclusive", "exclusive" };

  tv_text_writer_add (csv->writer, "thread_id,thread_name,call,parent,depth,"
                                   "class,method,signature");
  for (guint clock = TV_N_CLOCKS; clock-- > 0;)
    for (guint i = 0;
         tv_export_has_clock (csv->spec, csv->trace, clock) && i < G_N_ELEMENTS (times);
         i++)
      {
        tv_text_writer_add_char (csv->writer, ',');
        tv_text_writer_add (csv->writer, times[i]);
        tv_text_writer_add_char (csv->writer, '_');
        tv_text_writer_add (csv->writer, clock_names[clock]);
        tv_text_writer_add (csv->writer, "_us");
      }
  tv_text_writer_add (csv->writer, ",recursive,end\r\n");
}

/* The exclusive time of a call is known only after its children, so a first walk sums
 * them before any row is written. */
static void
sum_exclusive_times (Csv *csv, TvExportWalk *walk)
{
  const gsize n_rows = tv_export_walk_get_n_rows (walk);
  TvExportStep step;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      g_clear_pointer (&csv->exclusive[clock], g_free);
      if (tv_export_has_clock (csv->spec, csv->trace, clock))
        csv->exclusive[clock] = g_new0 (gint64, n_rows);
    }
  while (tv_export_walk_next (walk, &step))
    for (guint clock = 0; step.enters && clock < TV_N_CLOCKS; clock++)
      {
        gint64 inclusive;

        if (csv->exclusive[clock] == NULL)
          continue;
        inclusive = tv_export_walk_get_length (walk, &step, clock);
        csv->exclusive[clock][step.row] += inclusive;
        if (step.parent_row != TV_ROW_NONE)
          csv->exclusive[clock][step.parent_row] -= inclusive;
      }
  tv_export_walk_rewind (walk);
}

static void
write_text (Csv *csv, const char *text)
{
  if (csv->spec->for_spreadsheet)
    tv_text_writer_add_csv (csv->writer, text);
  else
    tv_text_writer_add_exact_csv (csv->writer, text);
}

static const char *
describe_end (guint8 flags)
{
  if (flags & TV_CALL_STILL_OPEN)
    return "open";
  if (flags & TV_CALL_EXIT_LOST)
    return "lost";
  return flags & TV_CALL_BY_EXCEPTION ? "exception" : "return";
}

static void
write_times (Csv *csv, const TvExportWalk *walk, const TvExportStep *step)
{
  for (guint clock = TV_N_CLOCKS; clock-- > 0;)
    {
      if (csv->exclusive[clock] == NULL)
        continue;
      tv_text_writer_add_char (csv->writer, ',');
      tv_export_add_microseconds (csv->writer, step->times[clock]);
      tv_text_writer_add_char (csv->writer, ',');
      tv_export_add_microseconds (csv->writer,
                                  tv_export_walk_get_length (walk, step, clock));
      tv_text_writer_add_char (csv->writer, ',');
      tv_export_add_microseconds (csv->writer, csv->exclusive[clock][step->row]);
    }
}

static void
write_row (Csv *csv, const TvExportWalk *walk, const TvExportStep *step)
{
  const TvMethod *method = tv_trace_get_method (csv->trace, step->method);

  tv_text_writer_add_number (csv->writer, csv->thread->id, 0);
  tv_text_writer_add_char (csv->writer, ',');
  write_text (csv, csv->thread_name);
  tv_text_writer_add_char (csv->writer, ',');
  tv_text_writer_add_number (csv->writer, (gint64) step->row, 0);
  tv_text_writer_add_char (csv->writer, ',');
  if (step->parent_row != TV_ROW_NONE)
    tv_text_writer_add_number (csv->writer, (gint64) step->parent_row, 0);
  tv_text_writer_add_char (csv->writer, ',');
  tv_text_writer_add_number (csv->writer, (gint64) step->depth, 0);
  tv_text_writer_add_char (csv->writer, ',');
  write_text (csv, method->class_name);
  tv_text_writer_add_char (csv->writer, ',');
  write_text (csv, method->name);
  tv_text_writer_add_char (csv->writer, ',');
  write_text (csv, method->signature);
  write_times (csv, walk, step);
  tv_text_writer_add (csv->writer, step->flags & TV_CALL_RECURSIVE ? ",1," : ",0,");
  tv_text_writer_add (csv->writer, describe_end (step->flags));
  tv_text_writer_add (csv->writer, "\r\n");
}

static void
write_thread (Csv *csv, TvExportWalk *walk, guint32 thread)
{
  TvExportStep step;

  g_free (csv->thread_name);
  csv->thread_name = tv_export_names_dup_thread (csv->trace, thread);
  csv->thread = tv_trace_get_thread (csv->trace, thread);
  sum_exclusive_times (csv, walk);
  while (!tv_text_writer_has_failed (csv->writer) && tv_export_walk_next (walk, &step))
    if (step.enters)
      write_row (csv, walk, &step);
}

/**
 * tv_export_csv:
 * @trace: a trace
 * @spec: what to write of it
 * @out: where it goes; stays open
 * @cancellable: (nullable): a #GCancellable
 * @error: a #GIOErrorEnum
 *
 * Writes a row for each call, in order of entry, with its times in microseconds. Calls
 * are numbered within their thread, and each gives the number of its parent. Takes 8
 * bytes for each call and clock of the largest thread.
 *
 * Returns: whether everything was written
 */
gboolean
tv_export_csv (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);
  g_autoptr (TvExportWalk) walk = tv_export_walk_new (trace, &spec->part, cancellable);
  Csv csv = { .trace = trace, .spec = spec, .writer = writer };
  guint32 thread;

  write_titles (&csv);
  while (!tv_text_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    write_thread (&csv, walk, thread);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    g_free (csv.exclusive[clock]);
  g_free (csv.thread_name);
  return tv_text_writer_finish (writer, error);
}
