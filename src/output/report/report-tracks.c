/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-tracks.h"

#include "output/table/html-page.h"
#include "trace/model/trace-samples.h"
#include "trace/model/trace-system.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What the present row is about: a row of slices, or a counter. */
typedef struct
{
  const char *name; /* or NULL */
  TvTrackKind kind;
  guint32 process;
  guint32 thread; /* of a thread, its index */
  gint64 number;
  gsize n;
  gint64 first;
  gint64 last;
  gint64 in_slices;
} Row;

/* The values of a counter in the range. */
typedef struct
{
  double lowest;
  double highest;
  double mean; /* by time */
  double last;
} Values;

typedef struct
{
  const TvTrace *trace;
  const TvReportTracksSpec *spec;
  guint index;
  gsize n_rows;
  const TvCounter *counter; /* NULL for slices */
  Row row;
  Values values;
} Report;

enum
{
  COLUMN_KIND,
  COLUMN_HOLDS,
  COLUMN_PID,
  COLUMN_PROCESS,
  COLUMN_NUMBER,
  COLUMN_OWNER,
  COLUMN_NAME,
  COLUMN_UNIT,
  COLUMN_COUNT,
  COLUMN_FIRST,
  COLUMN_LAST,
  COLUMN_IN_SLICES,
  COLUMN_LOWEST,
  COLUMN_HIGHEST,
  COLUMN_MEAN,
  COLUMN_LAST_VALUE
};

/* Heading, field of TSV, member in JSON. */
static const TvColumn track_columns[] = {
  { N_ ("Kind"), "kind", "kind", .what = COLUMN_KIND },
  { N_ ("Holds"), "holds", "holds", .what = COLUMN_HOLDS },
  { N_ ("Number"), "number", "number", .what = COLUMN_NUMBER },
  { N_ ("Count"), "count", "count", .what = COLUMN_COUNT },
  { N_ ("First"), "first_us", "first_ns", .what = COLUMN_FIRST },
  { N_ ("Last"), "last_us", "last_ns", .what = COLUMN_LAST },
  { N_ ("In Slices"), "in_slices_us", "in_slices_ns", .what = COLUMN_IN_SLICES },
  { NULL, "pid", "pid", .what = COLUMN_PID },
  { N_ ("Process"), NULL, "process", .what = COLUMN_PROCESS },
  { N_ ("Name"), "name", "name", .what = COLUMN_NAME },
};

static const TvColumn counter_columns[] = {
  { N_ ("Values"), "values", "values", .what = COLUMN_COUNT },
  { N_ ("First"), "first_us", "first_ns", .what = COLUMN_FIRST },
  { N_ ("Last"), "last_us", "last_ns", .what = COLUMN_LAST },
  { N_ ("Lowest"), "lowest", "lowest", .what = COLUMN_LOWEST },
  { N_ ("Highest"), "highest", "highest", .what = COLUMN_HIGHEST },
  { N_ ("Mean"), "mean", "mean", .what = COLUMN_MEAN },
  { N_ ("Last Value"), "last_value", "last_value", .what = COLUMN_LAST_VALUE },
  { N_ ("Unit"), "unit", "unit", .what = COLUMN_UNIT },
  { N_ ("Of"), NULL, NULL, .what = COLUMN_OWNER },
  { NULL, "kind", "kind", .what = COLUMN_KIND },
  { NULL, "number", "number", .what = COLUMN_NUMBER },
  { NULL, "pid", "pid", .what = COLUMN_PID },
  { NULL, NULL, "process", .what = COLUMN_PROCESS },
  { N_ ("Name"), "name", "name", .what = COLUMN_NAME },
};

static void
take_label (TvCell *cell, char *label)
{
  cell->kind = TV_CELL_TEXT;
  g_string_append (cell->text, label);
  g_free (label);
}

/* The thread, process or processor that a counter belongs to. */
static void
get_owner (const Report *report, TvCell *cell)
{
  const Row *row = &report->row;

  if (row->kind == TV_TRACK_THREAD)
    take_label (cell, tv_trace_dup_thread_label (report->trace, row->thread));
  else if (row->kind == TV_TRACK_CPU)
    take_label (cell, g_strdup_printf (_ ("CPU %u"), (guint) row->number));
  else if (row->process != TV_PROCESS_NONE)
    take_label (cell, tv_trace_dup_process_label (report->trace, row->process));
  else
    cell->kind = TV_CELL_EMPTY;
}

static void
get_process (const Report *report, const TvColumn *column, TvCell *cell)
{
  const guint32 process = report->row.process;

  if (process == TV_PROCESS_NONE)
    cell->kind = TV_CELL_EMPTY;
  else if (column->what == COLUMN_PID)
    tv_cell_set_count (cell,
                       (guint64) tv_trace_get_process (report->trace, process)->pid);
  else
    take_label (cell, tv_trace_dup_process_label (report->trace, process));
}

static gboolean
holds_slices (const Report *report)
{
  if (tv_trace_get_join (report->trace) == NULL || report->row.n == 0)
    return tv_trace_get_info (report->trace)->kind != TV_TRACE_KIND_CALLS;
  return tv_trace_is_slice (
      report->trace, tv_trace_get_call_method (report->trace, report->row.thread, 0));
}

/* Programs read the names of kinds, so they are not translated. */
static void
get_kind (const Report *report, TvCell *cell)
{
  static const char *const kinds[] = { [TV_TRACK_THREAD] = "thread",
                                       [TV_TRACK_PROCESS] = "process",
                                       [TV_TRACK_CPU] = "cpu",
                                       [TV_TRACK_GLOBAL] = "global" };

  tv_cell_set_text (cell, kinds[report->row.kind]);
}

static void
get_time (const Report *report, const TvColumn *column, TvCell *cell)
{
  const Row *row = &report->row;

  if (row->n == 0 || (column->what == COLUMN_IN_SLICES && report->counter != NULL))
    cell->kind = TV_CELL_EMPTY;
  else
    tv_cell_set_amount (cell, report->trace,
                        tv_trace_has_clock (report->trace, TV_CLOCK_WALL)
                            ? TV_CLOCK_WALL
                            : TV_CLOCK_THREAD_CPU,
                        column->what == COLUMN_FIRST  ? row->first
                        : column->what == COLUMN_LAST ? row->last
                                                      : row->in_slices);
}

/* Writes a number with the digits that it has; JSON knows finite numbers alone. */
static void
get_value (const Report *report, const TvColumn *column, TvCell *cell)
{
  const Values *values = &report->values;
  const double value = column->what == COLUMN_LOWEST    ? values->lowest
                       : column->what == COLUMN_HIGHEST ? values->highest
                       : column->what == COLUMN_MEAN    ? values->mean
                                                        : values->last;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (value))
    tv_cell_set_digits (
        cell, g_ascii_formatd (digits, sizeof digits,
                               column->what == COLUMN_MEAN ? "%.6g" : "%.15g", value));
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const Report *report = source;
  const Row *row = &report->row;

  if (column->what == COLUMN_KIND)
    get_kind (report, cell);
  else if (column->what == COLUMN_HOLDS)
    tv_cell_set_text (cell, report->counter != NULL ? "counter"
                            : tv_trace_get_n_sample_events (report->trace) > 0
                                ? "samples"
                            : holds_slices (report) ? "slices"
                                                    : "calls");
  else if (column->what == COLUMN_PID || column->what == COLUMN_PROCESS)
    get_process (report, column, cell);
  else if (column->what == COLUMN_OWNER)
    get_owner (report, cell);
  else if (column->what == COLUMN_COUNT)
    tv_cell_set_count (cell, row->n);
  else if (column->what >= COLUMN_LOWEST)
    get_value (report, column, cell);
  else if (column->what >= COLUMN_FIRST)
    get_time (report, column, cell);
  else if (column->what == COLUMN_NUMBER)
    {
      if (row->kind == TV_TRACK_THREAD || row->kind == TV_TRACK_CPU)
        take_label (cell, g_strdup_printf ("%" G_GINT64_FORMAT, row->number));
      else
        cell->kind = TV_CELL_EMPTY;
    }
  else if (column->what == COLUMN_UNIT)
    tv_cell_set_text (cell, report->counter->unit);
  else
    tv_cell_set_text (cell, row->name);
}

static void
take_slices (Report *report, guint32 thread)
{
  const TvThread *info = tv_trace_get_thread (report->trace, thread);
  const TvClock clock = tv_trace_has_clock (report->trace, TV_CLOCK_WALL)
                            ? TV_CLOCK_WALL
                            : TV_CLOCK_THREAD_CPU;

  report->counter = NULL;
  report->row = (Row){ .name = info->name,
                       .kind = info->kind,
                       .process = info->process,
                       .thread = thread,
                       .number = info->number,
                       .n = info->n_calls,
                       .first = info->first[clock],
                       .last = info->last[clock],
                       .in_slices = info->root_inclusive[clock] };
}

/* Takes the values that a counter has in the range, the one at its start included, and
 * each for as long as it lasts there. */
static gboolean
take_values (Report *report, const TvCounterValues *values)
{
  const gint64 start = report->spec->start;
  const gsize first = MAX (tv_counter_values_find (values, start), 1) - 1;
  Values *sums = &report->values;
  Row *row = &report->row;
  gint64 axis_end, end;
  double weighted = 0;

  tv_trace_get_axis_range (report->trace, NULL, &axis_end);
  end = MIN (report->spec->end, axis_end);
  for (gsize i = first; i < values->n; i++)
    {
      const gint64 from = MAX (tv_times_get (&values->time, i), start);
      const gint64 to = i + 1 < values->n ? tv_times_get (&values->time, i + 1) : end;
      const double value = values->value[i];

      if (from >= report->spec->end)
        break;
      if (row->n++ == 0)
        *sums = (Values){ .lowest = value, .highest = value };
      row->first = row->n == 1 ? from : row->first;
      row->last = from;
      sums->lowest = MIN (sums->lowest, value);
      sums->highest = MAX (sums->highest, value);
      sums->last = value;
      if (MIN (to, end) > from)
        weighted += value * (double) (MIN (to, end) - from);
    }
  sums->mean = end > row->first ? weighted / (double) (end - row->first) : sums->last;
  return row->n > 0;
}

static gboolean
take_counter (Report *report, guint index)
{
  const TvCounter *counter = tv_trace_get_counter (report->trace, index);
  const TvCounterValues values = tv_trace_get_counter_values (report->trace, index);
  const gboolean has_thread = counter->thread != TV_THREAD_NONE;

  report->counter = counter;
  report->row = (Row){
    .name = counter->name,
    .kind = counter->kind,
    .process = has_thread
                   ? tv_trace_get_thread (report->trace, counter->thread)->process
                   : counter->process,
    .thread = counter->thread,
    .number = has_thread ? tv_trace_get_thread (report->trace, counter->thread)->number
                         : counter->number,
  };
  return take_values (report, &values);
}

/* Goes to the next of the rows of slices, which the report may leave out, and the
 * counters. Those without anything in the range are passed over. */
static gboolean
go_to_row (Report *report, gsize row, guint n_threads)
{
  const guint n = n_threads + tv_trace_get_n_counters (report->trace);

  if (row == 0)
    report->index = 0;
  while (row < report->spec->top && report->index < n)
    {
      const guint index = report->index++;

      if (index < n_threads)
        {
          take_slices (report, index);
          return TRUE;
        }
      if (take_counter (report, index - n_threads))
        return TRUE;
    }
  return FALSE;
}

static gboolean
go_to_track (gpointer source, gsize row)
{
  Report *report = source;

  return go_to_row (report, row, tv_trace_get_n_threads (report->trace));
}

static gboolean
go_to_counter (gpointer source, gsize row)
{
  return go_to_row (source, row, 0);
}

static gboolean
write_table (TvTable *table, Report *report, GOutputStream *out,
             GCancellable *cancellable, GError **error)
{
  const char *const notes[] = { _ ("Times in milliseconds"), NULL };
  g_autofree TvColumn *columns
      = g_memdup2 (table->columns, table->n_columns * sizeof *columns);
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);

  for (guint i = 0; i < table->n_columns; i++)
    columns[i].title = columns[i].title != NULL ? _ (columns[i].title) : NULL;
  table->columns = columns;
  table->for_programs = table->titled = TRUE;
  table->get = get_cell;
  table->source = report;
  tv_page_begin (writer, report->spec->format, report->spec->title, notes);
  tv_table_write (table, report->spec->format, writer);
  tv_page_end (writer, report->spec->format);
  return tv_text_writer_finish (writer, error);
}

/**
 * tv_report_tracks:
 * @trace: a trace
 * @spec: what to show; its range applies to counters
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a line for each row of slices and each counter: what it belongs to, how many
 * slices or values it has, and when it begins and ends.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_tracks (const TvTrace *trace, const TvReportTracksSpec *spec,
                  GOutputStream *out, GCancellable *cancellable, GError **error)
{
  Report report = { .trace = trace, .spec = spec };
  TvTable table = { .columns = track_columns,
                    .n_columns = G_N_ELEMENTS (track_columns),
                    .rows_name = "tracks",
                    .go_to_row = go_to_track };

  g_return_val_if_fail (trace != NULL && spec != NULL && G_IS_OUTPUT_STREAM (out),
                        FALSE);

  return write_table (&table, &report, out, cancellable, error);
}

/**
 * tv_report_counters:
 * @trace: a trace
 * @spec: what to show
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a line for each counter with a value in the range: how many it has, the
 * lowest, the highest and the last, and their mean. A value lasts until the next, or
 * the end of the trace; the mean weights each by the time that it lasts in the range.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_counters (const TvTrace *trace, const TvReportTracksSpec *spec,
                    GOutputStream *out, GCancellable *cancellable, GError **error)
{
  Report report = { .trace = trace, .spec = spec };
  TvTable table = { .columns = counter_columns,
                    .n_columns = G_N_ELEMENTS (counter_columns),
                    .rows_name = "counters",
                    .go_to_row = go_to_counter };

  g_return_val_if_fail (trace != NULL && spec != NULL && G_IS_OUTPUT_STREAM (out),
                        FALSE);

  return write_table (&table, &report, out, cancellable, error);
}
