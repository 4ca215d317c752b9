/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-methods.h"

#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const TvProfile *profile;
  TvTrace *trace;
  TvRanking *ranking;
  const guint32 *methods;
  guint n_methods;

  const TvMethod *method; /* of the present row */
  const TvMethodTotals *totals;
  guint32 index;
} MethodReport;

enum
{
  COLUMN_RANK,
  COLUMN_ID,
  COLUMN_CLASS,
  COLUMN_METHOD,
  COLUMN_SIGNATURE,
  COLUMN_FILE,
  COLUMN_LINE,
  COLUMN_NAMED,
  COLUMN_PROXY,
  COLUMN_RECOVERED_NAME,
  COLUMN_CALLS,
  COLUMN_RECURSIVE_CALLS,
  COLUMN_INCLUSIVE,
  COLUMN_INCLUSIVE_SHARE,
  COLUMN_EXCLUSIVE,
  COLUMN_EXCLUSIVE_SHARE,
  COLUMN_PER_CALL,
  COLUMN_WAITING,
  COLUMN_WAITS,
  COLUMN_FIRST_CALL,
  COLUMN_LONGEST_CALL = COLUMN_FIRST_CALL + 4,
  COLUMN_ALL_CALLS = COLUMN_LONGEST_CALL + 4,
  COLUMN_NAME
};

#define CPU TV_CLOCK_THREAD_CPU
#define WALL TV_CLOCK_WALL

/* Heading, field of TSV, member in JSON. */
static const TvColumn all_columns[] = {
  { N_ ("Rank"), NULL, "rank", .what = COLUMN_RANK },
  { NULL, NULL, "id", .what = COLUMN_ID },
  { NULL, "class", "class", .what = COLUMN_CLASS },
  { NULL, "method", "method", .what = COLUMN_METHOD },
  { NULL, "signature", "signature", .what = COLUMN_SIGNATURE },
  { NULL, NULL, "file", .what = COLUMN_FILE },
  { NULL, NULL, "line", .what = COLUMN_LINE },
  { NULL, NULL, "named", .what = COLUMN_NAMED },
  { NULL, NULL, "proxy", .what = COLUMN_PROXY },
  { NULL, NULL, "recovered_name", .what = COLUMN_RECOVERED_NAME },
  { NULL, "calls", "calls", .what = COLUMN_CALLS },
  { NULL, "recursive_calls", "recursive_calls", .what = COLUMN_RECURSIVE_CALLS },
  { N_ ("Incl CPU"), "inclusive_cpu_us", "cpu.inclusive_ns", .what = COLUMN_INCLUSIVE,
    .clock = CPU },
  { "%", .what = COLUMN_INCLUSIVE_SHARE, .clock = CPU },
  { N_ ("Excl CPU"), "exclusive_cpu_us", "cpu.exclusive_ns", .what = COLUMN_EXCLUSIVE,
    .clock = CPU },
  { "%", .what = COLUMN_EXCLUSIVE_SHARE, .clock = CPU },
  { NULL, NULL, "cpu.inclusive_per_call_ns", .what = COLUMN_PER_CALL, .clock = CPU },
  { N_ ("Incl Wall"), "inclusive_wall_us", "wall.inclusive_ns",
    .what = COLUMN_INCLUSIVE, .clock = WALL },
  { "%", .what = COLUMN_INCLUSIVE_SHARE, .clock = WALL },
  { N_ ("Excl Wall"), "exclusive_wall_us", "wall.exclusive_ns",
    .what = COLUMN_EXCLUSIVE, .clock = WALL },
  { "%", .what = COLUMN_EXCLUSIVE_SHARE, .clock = WALL },
  { NULL, NULL, "wall.inclusive_per_call_ns", .what = COLUMN_PER_CALL, .clock = WALL },
  { N_ ("Waiting"), NULL, "waiting_ns", .what = COLUMN_WAITING },
  { NULL, NULL, "waits", .what = COLUMN_WAITS },
  { NULL, NULL, "first_call.tid", .what = COLUMN_FIRST_CALL },
  { NULL, NULL, "first_call.call", .what = COLUMN_FIRST_CALL + 1 },
  { NULL, NULL, "first_call.start_ns", .what = COLUMN_FIRST_CALL + 2 },
  { NULL, NULL, "first_call.end_ns", .what = COLUMN_FIRST_CALL + 3 },
  { NULL, NULL, "longest_call.tid", .what = COLUMN_LONGEST_CALL },
  { NULL, NULL, "longest_call.call", .what = COLUMN_LONGEST_CALL + 1 },
  { NULL, NULL, "longest_call.start_ns", .what = COLUMN_LONGEST_CALL + 2 },
  { NULL, NULL, "longest_call.end_ns", .what = COLUMN_LONGEST_CALL + 3 },
  { N_ ("Calls+Recur"), .what = COLUMN_ALL_CALLS },
  { N_ ("Method"), .what = COLUMN_NAME },
};

/* Members of the object that describes a call: thread, number, start, end. */
static void
set_call (const MethodReport *report, const TvCallRef *ref, guint member, TvCell *cell)
{
  const gboolean has_wall = tv_trace_has_clock (report->trace, WALL);
  const TvClock clock = has_wall ? WALL : CPU;
  TvCalls calls;

  cell->kind = TV_CELL_ABSENT;
  if (ref->thread == TV_THREAD_NONE)
    return;
  calls = tv_trace_get_calls (report->trace, ref->thread);
  if (member == 0)
    tv_cell_set_count (cell, tv_trace_get_thread (report->trace, ref->thread)->id);
  else if (member == 1)
    tv_cell_set_count (cell, ref->call);
  else
    tv_cell_set_time (
        cell, tv_times_get (member == 2 ? &calls.start[clock] : &calls.end[clock],
                            ref->call));
}

/* What names a method. */
static void
get_identity (const MethodReport *report, const TvColumn *column, TvCell *cell)
{
  const TvMethod *method = report->method;

  switch (column->what)
    {
    case COLUMN_ID:
      tv_cell_set_id (cell, method->id);
      break;
    case COLUMN_CLASS:
      tv_cell_set_text (cell, method->class_name);
      break;
    case COLUMN_METHOD:
      tv_cell_set_text (cell, method->name);
      break;
    case COLUMN_SIGNATURE:
      tv_cell_set_text (cell, method->signature);
      break;
    case COLUMN_FILE:
      tv_cell_set_text (cell, method->file);
      break;
    case COLUMN_LINE:
      tv_cell_set_count (cell, method->line);
      break;
    case COLUMN_NAMED:
      tv_cell_set_flag (cell, method->named);
      break;
    case COLUMN_PROXY:
      tv_cell_set_flag (cell, method->is_proxy);
      break;
    case COLUMN_RECOVERED_NAME:
      tv_cell_set_text (cell, method->proxy_name);
      break;
    case COLUMN_NAME:
    default:
      cell->kind = TV_CELL_TEXT;
      tv_method_append_display_name (cell->text, method);
    }
}

static void
get_time (const MethodReport *report, const TvColumn *column, TvCell *cell)
{
  const TvMethodTotals *totals = report->totals;
  const gint64 whole = tv_profile_get_root_inclusive (report->profile, column->clock);
  const gint64 inclusive = totals->inclusive[column->clock];
  const gint64 exclusive = totals->exclusive[column->clock];

  if (!tv_trace_has_clock (report->trace, column->clock))
    cell->kind = TV_CELL_ABSENT;
  else if (column->what == COLUMN_INCLUSIVE)
    tv_cell_set_time (cell, inclusive);
  else if (column->what == COLUMN_INCLUSIVE_SHARE)
    tv_cell_set_share (cell, inclusive, whole);
  else if (column->what == COLUMN_EXCLUSIVE)
    tv_cell_set_time (cell, exclusive);
  else if (column->what == COLUMN_EXCLUSIVE_SHARE)
    tv_cell_set_share (cell, exclusive, whole);
  else
    tv_cell_set_real (cell, (double) inclusive
                                / (double) (totals->calls + totals->recursive_calls));
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const MethodReport *report = source;
  const TvMethodTotals *totals = report->totals;

  if (column->what >= COLUMN_INCLUSIVE && column->what <= COLUMN_PER_CALL)
    get_time (report, column, cell);
  else if (column->what == COLUMN_RANK)
    tv_cell_set_count (cell, tv_ranking_get_rank (report->ranking, report->index));
  else if (column->what == COLUMN_CALLS)
    tv_cell_set_count (cell, totals->calls);
  else if (column->what == COLUMN_RECURSIVE_CALLS)
    tv_cell_set_count (cell, totals->recursive_calls);
  else if (column->what == COLUMN_WAITING)
    tv_cell_set_time (cell, totals->waiting);
  else if (column->what == COLUMN_WAITS)
    tv_cell_set_count (cell, totals->n_waits);
  else if (column->what >= COLUMN_LONGEST_CALL && column->what < COLUMN_ALL_CALLS)
    set_call (report, &totals->longest_call, column->what - COLUMN_LONGEST_CALL, cell);
  else if (column->what >= COLUMN_FIRST_CALL && column->what < COLUMN_LONGEST_CALL)
    set_call (report, &totals->first_call, column->what - COLUMN_FIRST_CALL, cell);
  else if (column->what == COLUMN_ALL_CALLS)
    {
      cell->kind = TV_CELL_DIGITS;
      g_string_append_printf (cell->text, "%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT,
                              totals->calls, totals->recursive_calls);
    }
  else
    get_identity (report, column, cell);
}

static gboolean
go_to_row (gpointer source, gsize row)
{
  MethodReport *report = source;

  if (row >= report->n_methods)
    return FALSE;
  report->index = report->methods[row];
  report->method = tv_trace_get_method (report->trace, report->index);
  report->totals = tv_profile_get_totals (report->profile, report->index);
  return TRUE;
}

/* People get no columns of times that the file lacks, TSV and CSV always have the same.
 */
static guint
choose_columns (const TvTrace *trace, TvTableFormat format, TvColumn *columns)
{
  const gboolean waits
      = tv_trace_has_clock (trace, CPU) && tv_trace_has_clock (trace, WALL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (all_columns); i++)
    {
      TvColumn *column = &columns[n];

      *column = all_columns[i];
      if ((format == TV_TABLE_TEXT || format == TV_TABLE_HTML
           || format == TV_TABLE_MARKDOWN)
          && ((column->what >= COLUMN_INCLUSIVE && column->what <= COLUMN_PER_CALL
               && !tv_trace_has_clock (trace, column->clock))
              || (column->what == COLUMN_WAITING && !waits)))
        continue;
      if (column->title != NULL)
        column->title = _ (column->title);
      n++;
    }
  return n;
}

/* Leaves the methods that are wanted. */
static guint
apply_filter (guint32 *methods, guint n, const TvMethodSet *filter)
{
  guint n_kept = 0;

  for (guint i = 0; i < n; i++)
    if (filter == NULL || tv_method_set_contains (filter, methods[i]))
      methods[n_kept++] = methods[i];
  return n_kept;
}

/**
 * tv_report_methods:
 * @profile: totals of the methods
 * @spec: what to show of them
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a row for each method that was called and passes the filter, up to a number.
 * Ranks and percentages are those among all methods. TSV has `-` for a clock that the
 * file lacks.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_methods (const TvProfile *profile, const TvReportMethodsSpec *spec,
                   GOutputStream *out, GCancellable *cancellable, GError **error)
{
  MethodReport report = { .profile = profile };
  TvColumn columns[G_N_ELEMENTS (all_columns)];
  TvTable table = { .columns = columns,
                    .for_programs = TRUE,
                    .titled = TRUE,
                    .rows_name = "methods",
                    .go_to_row = go_to_row,
                    .get = get_cell,
                    .source = &report };
  g_autoptr (TvRanking) ranking = NULL;
  g_autoptr (TvTextWriter) writer = NULL;
  g_autofree guint32 *methods = NULL;
  const char *const notes[] = { _ ("Times in milliseconds"), NULL };

  g_return_val_if_fail (profile != NULL && spec != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  report.trace = tv_profile_get_trace (profile);
  ranking = tv_ranking_new (profile, spec->clock);
  writer = tv_text_writer_new (out, cancellable);
  methods = tv_method_sort_list (profile, ranking, spec->sort);
  report.ranking = ranking;
  report.methods = methods;
  report.n_methods = MIN (
      apply_filter (methods, tv_ranking_get_n (ranking), spec->filter), spec->top);
  table.n_columns = choose_columns (report.trace, spec->format, columns);
  tv_page_begin (writer, spec->format, spec->title, notes);
  tv_table_write (&table, spec->format, writer);
  tv_page_end (writer, spec->format);
  return tv_text_writer_finish (writer, error);
}
