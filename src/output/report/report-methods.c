/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-methods.h"

#include "analysis/columns/method-columns.h"
#include "analysis/text/amount-text.h"
#include "output/table/html-page.h"
#include "trace/model/trace-samples.h"
#include "trace/transform/transform.h"

#include <math.h>

#include <glib/gi18n-lib.h>

typedef struct
{
  const TvProfile *profile;
  TvTrace *trace;
  const TvReportMethodsSpec *spec;
  TvRanking *ranking;
  const guint32 *methods;
  guint n_methods;
  gint64 whole; /* the amount that is 100 % */

  const TvMethod *method; /* of the current row */
  const TvMethodTotals *totals;
  guint32 index;
  gint64 sum; /* of the methods up to the current row */
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
  COLUMN_FIRST_CALL,
  COLUMN_LONGEST_CALL = COLUMN_FIRST_CALL + 4,
  COLUMN_ALL_CALLS = COLUMN_LONGEST_CALL + 4,
  COLUMN_SHARE,
  COLUMN_SHARE_ERROR,
  COLUMN_SUM_OF_SHARES,
  COLUMN_NAME,
  COLUMN_ERROR, /* of the share before it, + 1 for that of exclusive weights */
  COLUMN_MEASURES = COLUMN_ERROR + 2, /* + TvMethodMeasure, on TvColumn.clock */
  COLUMN_MEASURE_SHARES = COLUMN_MEASURES + 0x100 /* the same as shares */
};

#define MEASURE(name) (COLUMN_MEASURES + TV_METHOD_MEASURE_##name)
#define SHARE(name) (COLUMN_MEASURE_SHARES + TV_METHOD_MEASURE_##name)

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
  { NULL, "calls", "calls", .what = MEASURE (CALLS) },
  { NULL, "recursive_calls", "recursive_calls", .what = MEASURE (RECURSIVE_CALLS) },
  { N_ ("Samples"), "samples", "samples", .what = MEASURE (SAMPLES) },
  { N_ ("Incl CPU"), "inclusive_cpu_us", "cpu.inclusive_ns",
    .what = MEASURE (INCLUSIVE), .clock = CPU },
  { "%", .what = SHARE (INCLUSIVE), .clock = CPU },
  { "±", NULL, "cpu.inclusive_error_percent", .what = COLUMN_ERROR, .clock = CPU },
  { N_ ("Excl CPU"), "exclusive_cpu_us", "cpu.exclusive_ns",
    .what = MEASURE (EXCLUSIVE), .clock = CPU },
  { "%", .what = SHARE (EXCLUSIVE), .clock = CPU },
  { "±", NULL, "cpu.exclusive_error_percent", .what = COLUMN_ERROR + 1, .clock = CPU },
  { NULL, NULL, "cpu.inclusive_per_call_ns", .what = MEASURE (PER_CALL), .clock = CPU },
  { N_ ("Incl Wall"), "inclusive_wall_us", "wall.inclusive_ns",
    .what = MEASURE (INCLUSIVE), .clock = WALL },
  { "%", .what = SHARE (INCLUSIVE), .clock = WALL },
  { N_ ("Excl Wall"), "exclusive_wall_us", "wall.exclusive_ns",
    .what = MEASURE (EXCLUSIVE), .clock = WALL },
  { "%", .what = SHARE (EXCLUSIVE), .clock = WALL },
  { NULL, NULL, "wall.inclusive_per_call_ns", .what = MEASURE (PER_CALL),
    .clock = WALL },
  { N_ ("Waiting"), NULL, "waiting_ns", .what = MEASURE (WAITING) },
  { NULL, NULL, "waits", .what = MEASURE (WAITS) },
  { NULL, NULL, "first_call.tid", .what = COLUMN_FIRST_CALL },
  { NULL, NULL, "first_call.call", .what = COLUMN_FIRST_CALL + 1 },
  { NULL, NULL, "first_call.start_ns", .what = COLUMN_FIRST_CALL + 2 },
  { NULL, NULL, "first_call.end_ns", .what = COLUMN_FIRST_CALL + 3 },
  { NULL, NULL, "longest_call.tid", .what = COLUMN_LONGEST_CALL },
  { NULL, NULL, "longest_call.call", .what = COLUMN_LONGEST_CALL + 1 },
  { NULL, NULL, "longest_call.start_ns", .what = COLUMN_LONGEST_CALL + 2 },
  { NULL, NULL, "longest_call.end_ns", .what = COLUMN_LONGEST_CALL + 3 },
  { N_ ("Calls+Recur"), .what = COLUMN_ALL_CALLS },
  { "%", "share_percent", "share_percent", .what = COLUMN_SHARE },
  { "±", NULL, "share_error_percent", .what = COLUMN_SHARE_ERROR },
  /* Translators: heading of the sum of percentages up to a line */
  { N_ ("Sum %"), "sum_percent", "sum_percent", .what = COLUMN_SUM_OF_SHARES },
  { N_ ("Method"), .what = COLUMN_NAME },
};

/* Sets a member of the object that describes a call: thread, number, start or end. */
static void
set_call (const MethodReport *report, const TvCallRef *ref, guint member, TvCell *cell)
{
  const gboolean has_wall = tv_trace_has_clock (report->trace, WALL);
  const TvClock clock = has_wall ? WALL : CPU;
  TvCalls calls;

  cell->kind = TV_CELL_ABSENT;
  if (ref->thread == TV_THREAD_NONE)
    return;
  calls = tv_trace_get_calls (tv_trace_get_original (report->trace), ref->thread);
  if (member == 0)
    tv_cell_set_count (cell, tv_trace_get_thread (report->trace, ref->thread)->id);
  else if (member == 1)
    tv_cell_set_count (cell, ref->call);
  else
    tv_cell_set_time (
        cell, tv_times_get (member == 2 ? &calls.start[clock] : &calls.end[clock],
                            ref->call));
}

/* Gets a cell that identifies the method. */
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

/* Waiting is 0 unless the file has both clocks. */
static void
get_measure (const MethodReport *report, const TvColumn *column, TvCell *cell)
{
  const gboolean is_share = column->what >= COLUMN_MEASURE_SHARES;
  const TvMethodMeasure measure
      = column->what - (is_share ? COLUMN_MEASURE_SHARES : COLUMN_MEASURES);
  const gint64 sum = tv_method_measure_get_sum (measure, column->clock, report->totals);

  if (tv_method_measure_is_of_clock (measure)
      && !tv_trace_has_clock (report->trace, column->clock))
    cell->kind = TV_CELL_ABSENT;
  else if (is_share)
    tv_cell_set_share (cell, sum,
                       tv_profile_get_root_inclusive (report->profile, column->clock));
  else if (measure == TV_METHOD_MEASURE_PER_CALL)
    tv_cell_set_real (
        cell, tv_method_measure_get (measure, column->clock, report->totals, NULL));
  else if (tv_method_measure_is_time (measure))
    tv_cell_set_amount (cell, report->trace, column->clock, sum);
  else
    tv_cell_set_count (cell, (guint64) sum);
}

static gboolean
is_error (const TvColumn *column)
{
  return column->what == COLUMN_SHARE_ERROR || column->what == COLUMN_ERROR
         || column->what == COLUMN_ERROR + 1;
}

/* In percentage points. */
static void
get_error (const MethodReport *report, guint what, TvTableFormat format, TvCell *cell)
{
  const TvMethodTotals *totals = report->totals;
  const gint64 part = what == COLUMN_SHARE_ERROR
                          ? tv_method_sort_get_amount (report->spec->sort, totals)
                      : what == COLUMN_ERROR ? totals->inclusive[CPU]
                                             : totals->exclusive[CPU];
  const double error = tv_profile_get_share_error (report->profile, part);

  if (format == TV_TABLE_JSON)
    tv_cell_set_real (cell, error * 100);
  else
    tv_cell_set_share (cell, llround (error * 1e9), 1000000000);
}

/* Inclusive times overlap, so they have no sum. */
static gboolean
has_sum (TvMethodSort sort)
{
  return sort != TV_METHOD_SORT_INCLUSIVE_CPU && sort != TV_METHOD_SORT_INCLUSIVE_WALL;
}

static void
get_share (const MethodReport *report, guint what, TvCell *cell)
{
  if (what == COLUMN_SHARE)
    tv_cell_set_share (cell,
                       tv_method_sort_get_amount (report->spec->sort, report->totals),
                       report->whole);
  else if (has_sum (report->spec->sort))
    tv_cell_set_share (cell, report->sum, report->whole);
  else
    cell->kind = TV_CELL_ABSENT;
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const MethodReport *report = source;
  const TvMethodTotals *totals = report->totals;

  if (is_error (column))
    get_error (report, column->what, format, cell);
  else if (column->what >= COLUMN_MEASURES)
    get_measure (report, column, cell);
  else if (column->what == COLUMN_RANK)
    tv_cell_set_count (cell, tv_ranking_get_rank (report->ranking, report->index));
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
  else if (column->what == COLUMN_SHARE || column->what == COLUMN_SUM_OF_SHARES)
    get_share (report, column->what, cell);
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
  report->sum = (row > 0 ? report->sum : 0)
                + tv_method_sort_get_amount (report->spec->sort, report->totals);
  return TRUE;
}

/* Returns whether methods are sorted by the column. */
static gboolean
is_sorted_by (TvMethodSort sort, const TvColumn *column)
{
  const gboolean is_wall = column->clock == WALL;

  switch (column->what)
    {
    case MEASURE (INCLUSIVE):
      return sort
             == (is_wall ? TV_METHOD_SORT_INCLUSIVE_WALL
                         : TV_METHOD_SORT_INCLUSIVE_CPU);
    case MEASURE (EXCLUSIVE):
      return sort
             == (is_wall ? TV_METHOD_SORT_EXCLUSIVE_WALL
                         : TV_METHOD_SORT_EXCLUSIVE_CPU);
    case MEASURE (WAITING):
      return sort == TV_METHOD_SORT_WAITING;
    case COLUMN_ALL_CALLS:
      return sort == TV_METHOD_SORT_CALLS;
    default:
      return FALSE;
    }
}

/* Returns the place of a column, or -1 if it is left out. For people, a report of
 * shares begins with the amount and its shares. */
static int
find_place (const TvReportMethodsSpec *spec, const TvColumn *column)
{
  if (is_sorted_by (spec->sort, column))
    return 0;
  if (column->what == COLUMN_SHARE || column->what == COLUMN_SHARE_ERROR)
    return 1;
  if (column->what == COLUMN_SUM_OF_SHARES)
    return has_sum (spec->sort) ? 2 : -1;
  if (column->what == MEASURE (INCLUSIVE) || column->what == MEASURE (EXCLUSIVE))
    return column->clock == spec->clock ? 3 : -1;
  return column->what == MEASURE (WAITING) || column->what == COLUMN_ALL_CALLS
                 || column->what == COLUMN_NAME
             ? 3
             : -1;
}

/* Whether samples tell what a column is about. */
static gboolean
is_sampled (const TvTrace *trace, const TvColumn *column)
{
  if (column->what < COLUMN_ERROR)
    return column->what < COLUMN_FIRST_CALL || column->what > COLUMN_ALL_CALLS;
  return column->what < COLUMN_MEASURES
         || tv_method_measure_exists ((column->what - COLUMN_MEASURES) & 0xff,
                                      column->clock, trace);
}

/* Leaves out times that the file lacks for people. TSV and CSV always have the same
 * columns, but for those that samples do not tell. */
static gboolean
is_shown (const TvTrace *trace, const TvReportMethodsSpec *spec, const TvColumn *column)
{
  if (!spec->shares
      && (column->what == COLUMN_SHARE || column->what == COLUMN_SUM_OF_SHARES))
    return FALSE;
  if (column->what == MEASURE (SAMPLES))
    return !spec->shares
           && tv_method_measure_exists (TV_METHOD_MEASURE_SAMPLES, column->clock,
                                        trace);
  if (is_error (column))
    return spec->shares == (column->what == COLUMN_SHARE_ERROR)
           && tv_trace_get_n_sample_events (trace) > 0;
  if (tv_trace_has_samples (trace))
    return is_sampled (trace, column);
  return !tv_table_format_is_page (spec->format) || column->what < COLUMN_MEASURES
         || tv_method_measure_exists ((column->what - COLUMN_MEASURES) & 0xff,
                                      column->clock, trace);
}

static guint
choose_columns (const TvTrace *trace, const TvReportMethodsSpec *spec,
                TvColumn *columns)
{
  const gboolean is_placed = spec->shares && tv_table_format_is_page (spec->format);
  guint n = 0;

  for (int place = 0; place <= (is_placed ? 3 : 0); place++)
    for (guint i = 0; i < G_N_ELEMENTS (all_columns); i++)
      {
        if (!is_shown (trace, spec, &all_columns[i])
            || (is_placed && find_place (spec, &all_columns[i]) != place))
          continue;
        columns[n] = all_columns[i];
        if (columns[n].title != NULL)
          columns[n].title = tv_amount_get_title (trace, columns[n].title);
        if (columns[n].what >= COLUMN_MEASURES)
          {
            const TvClock clock = columns[n].clock;

            columns[n].field = tv_amount_get_field (trace, clock, columns[n].field);
            columns[n].member = tv_amount_get_field (trace, clock, columns[n].member);
          }
        n++;
      }
  return n;
}

/* Keeps the methods that pass the filter. Returns their number. */
static guint
apply_filter (const MethodReport *report, guint32 *methods, guint n)
{
  const TvReportMethodsSpec *spec = report->spec;
  guint n_kept = 0;

  for (guint i = 0; i < n; i++)
    if ((spec->filter == NULL || tv_method_set_contains (spec->filter, methods[i]))
        && (!spec->shares
            || tv_method_sort_get_amount (
                   spec->sort, tv_profile_get_totals (report->profile, methods[i]))
                   > 0))
      methods[n_kept++] = methods[i];
  return MIN (n_kept, spec->top);
}

/**
 * tv_report_methods:
 * @profile: totals of the methods
 * @spec: what to show of them
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a row for each method that was called and passes the filter, up to @spec->top.
 * Ranks and percentages are among all methods. TSV has `-` for a clock that the file
 * lacks.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_methods (const TvProfile *profile, const TvReportMethodsSpec *spec,
                   GOutputStream *out, GCancellable *cancellable, GError **error)
{
  MethodReport report = { .profile = profile, .spec = spec };
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
  g_autofree char *note = tv_amount_dup_note (tv_profile_get_trace (profile));
  const char *const notes[] = { note, NULL };

  g_return_val_if_fail (profile != NULL && spec != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  report.trace = tv_profile_get_trace (profile);
  ranking = tv_ranking_new (profile, spec->clock);
  writer = tv_text_writer_new (out, cancellable);
  methods = tv_method_sort_list (profile, ranking, spec->sort);
  report.ranking = ranking;
  report.methods = methods;
  report.n_methods
      = apply_filter (&report, methods, tv_method_sequence_get_n (ranking->sequence));
  report.whole = spec->shares ? tv_method_sort_get_whole (spec->sort, profile) : 0;
  table.n_columns = choose_columns (report.trace, spec, columns);
  tv_page_begin (writer, spec->format, spec->title, notes);
  tv_table_write (&table, spec->format, writer);
  tv_page_end (writer, spec->format);
  return tv_text_writer_finish (writer, error);
}
