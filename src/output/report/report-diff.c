/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-diff.h"

#include "analysis/columns/method-columns.h"
#include "analysis/text/amount-text.h"
#include "analysis/text/kind-text.h"
#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  const TvTraceDiff *diff;
  const TvReportDiffSpec *spec;
  TvTextWriter *writer;
  const guint32 *rows;
  guint n_rows;
  GArray *columns;     /* of TvColumn */
  GStringChunk *names; /* of columns */
  const TvDiffRow *row;
} DiffReport;

typedef enum
{
  UNIT_COUNT,
  UNIT_TIME,
  UNIT_WEIGHT, /* of samples */
  UNIT_SHARE
} Unit;

/* One number of a row in both traces. */
typedef struct
{
  gint64 old;
  gint64 now;
  Unit unit;
} Pair;

typedef enum
{
  PART_OLD,
  PART_NEW,
  PART_CHANGE,
  PART_PERCENT,
  PART_ERROR,  /* the standard error of a change of shares */
  PART_STATUS, /* from here on without a measure */
  PART_CLASS,
  PART_METHOD,
  PART_SIGNATURE,
  PART_NAME
} Part;

/* TvColumn.what */
#define WHAT(measure, part) ((guint) (measure) << 8 | (guint) (part))
#define MEASURE(what) ((TvMethodMeasure) ((what) >> 8))
#define PART(what) ((Part) ((what) &0xff))

/* Columns */

static void
add_column (DiffReport *report, const char *title, const char *field,
            const char *member, guint what, TvClock clock)
{
  const TvColumn column = {
    .title = title, .field = field, .member = member, .what = what, .clock = clock
  };

  g_array_append_val (report->columns, column);
}

/* Shares of samples have an error, because samples are few. */
static gboolean
has_error (const DiffReport *report, TvMethodMeasure measure)
{
  return report->diff->by.by_share && tv_method_measure_is_of_clock (measure)
         && (tv_trace_diff_get_n_samples (report->diff, TV_DIFF_OLD) > 0
             || tv_trace_diff_get_n_samples (report->diff, TV_DIFF_NEW) > 0);
}

/* Adds the columns for programs: each number on both clocks. */
static void
add_number_columns (DiffReport *report, TvMethodMeasure measure, TvClock clock)
{
  static const char *const parts[] = { "old", "new", "change", "percent" };
  static const char *const of_shares[] = { "_percent", "_percent", "_points" };
  const gboolean by_share = report->diff->by.by_share;
  const gboolean has_clock = tv_method_measure_is_of_clock (measure);
  const char *clock_name = has_clock ? tv_clock_get_name (clock) : "";
  const char *name = tv_method_measure_get_name (measure);
  const TvTrace *trace = report->spec->trace;

  for (guint part = PART_OLD; part <= PART_PERCENT; part++)
    {
      const gboolean is_time
          = tv_method_measure_is_time (measure) && part != PART_PERCENT;
      const char *share = is_time && by_share ? of_shares[part] : NULL;
      g_autofree char *field = g_strconcat (
          name, has_clock ? "_" : "", clock_name, "_", parts[part],
          share != NULL ? share
                        : (is_time ? tv_amount_get_suffix (trace, clock, "_us") : ""),
          NULL);
      g_autofree char *member = g_strconcat (
          clock_name, has_clock ? "." : "", name, ".", parts[part],
          share != NULL ? share
                        : (is_time ? tv_amount_get_suffix (trace, clock, "_ns") : ""),
          NULL);

      add_column (
          report, NULL,
          part != PART_PERCENT ? g_string_chunk_insert (report->names, field) : NULL,
          g_string_chunk_insert (report->names, member), WHAT (measure, part), clock);
    }
  if (has_error (report, measure))
    {
      g_autofree char *member
          = g_strconcat (clock_name, ".", name, ".error_points", NULL);

      add_column (report, NULL, NULL, g_string_chunk_insert (report->names, member),
                  WHAT (measure, PART_ERROR), clock);
    }
}

static void
add_program_columns (DiffReport *report)
{
  add_column (report, NULL, "status", "status", WHAT (0, PART_STATUS), 0);
  add_column (report, NULL, "class", "class", WHAT (0, PART_CLASS), 0);
  add_column (report, NULL, "method", "method", WHAT (0, PART_METHOD), 0);
  add_column (report, NULL, "signature", "signature", WHAT (0, PART_SIGNATURE), 0);
  add_number_columns (report, TV_METHOD_MEASURE_ALL_CALLS, 0);
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      add_number_columns (report, TV_METHOD_MEASURE_INCLUSIVE, clock);
      add_number_columns (report, TV_METHOD_MEASURE_EXCLUSIVE, clock);
    }
  add_number_columns (report, TV_METHOD_MEASURE_WAITING, TV_CLOCK_WALL);
}

/* Adds the columns for people, on the chosen clock. */
static void
add_titled_columns (DiffReport *report)
{
  const struct
  {
    TvMethodMeasure measure;
    const char *old_title;
    gboolean has_percent;
    gboolean is_shown;
  } measures[] = {
    { TV_METHOD_MEASURE_EXCLUSIVE, N_ ("Excl Old"), TRUE, TRUE },
    { TV_METHOD_MEASURE_INCLUSIVE, N_ ("Incl Old"), TRUE, TRUE },
    { TV_METHOD_MEASURE_WAITING, N_ ("Waiting Old"), FALSE, report->diff->has_waits },
    { TV_METHOD_MEASURE_ALL_CALLS, N_ ("Calls Old"), FALSE, report->diff->has_calls }
  };
  const TvClock clock = report->spec->choice.clock;
  const TvColumn name = { .title = tv_kind_text (report->spec->trace, N_ ("Method")),
                          .leads = TRUE,
                          .what = WHAT (0, PART_NAME) };

  g_array_append_val (report->columns, name);
  for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
    {
      const TvMethodMeasure measure = measures[i].measure;

      if (!measures[i].is_shown)
        continue;
      add_column (report, tv_kind_text (report->spec->trace, measures[i].old_title),
                  NULL, NULL, WHAT (measure, PART_OLD), clock);
      add_column (report, _ ("New"), NULL, NULL, WHAT (measure, PART_NEW), clock);
      add_column (report, _ ("Change"), NULL, NULL, WHAT (measure, PART_CHANGE), clock);
      if (has_error (report, measure))
        add_column (report, "±", NULL, NULL, WHAT (measure, PART_ERROR), clock);
      if (measures[i].has_percent)
        add_column (report, "%", NULL, NULL, WHAT (measure, PART_PERCENT), clock);
    }
}

/* Cells */

static gint64
get_amount (const TvDiffTotals *totals, TvMethodMeasure measure, TvClock clock)
{
  if (measure == TV_METHOD_MEASURE_EXCLUSIVE)
    return totals->exclusive[clock];
  if (measure == TV_METHOD_MEASURE_INCLUSIVE)
    return totals->inclusive[clock];
  return measure == TV_METHOD_MEASURE_WAITING ? totals->waiting
                                              : (gint64) totals->calls;
}

static Unit
get_unit (const DiffReport *report, TvMethodMeasure measure, TvClock clock)
{
  if (!tv_method_measure_is_time (measure))
    return UNIT_COUNT;
  if (report->diff->by.by_share)
    return UNIT_SHARE;
  return tv_trace_get_clock_quantity (report->spec->trace, clock) == TV_QUANTITY_TIME
             ? UNIT_TIME
             : UNIT_WEIGHT;
}

static Pair
get_pair (const DiffReport *report, TvMethodMeasure measure, TvClock clock)
{
  const TvDiffRow *row = report->row;

  return (Pair){ get_amount (&row->of[TV_DIFF_OLD], measure, clock),
                 get_amount (&row->of[TV_DIFF_NEW], measure, clock),
                 get_unit (report, measure, clock) };
}

static gboolean
is_known (const TvTraceDiff *diff, TvMethodMeasure measure, TvClock clock)
{
  if (measure == TV_METHOD_MEASURE_ALL_CALLS)
    return diff->has_calls;
  return measure == TV_METHOD_MEASURE_WAITING ? diff->has_waits
                                              : diff->has_clock[clock];
}

static const char *
get_status (const TvTraceDiff *diff, const TvDiffRow *row)
{
  if (row->of[TV_DIFF_OLD].calls == 0)
    return "new";
  if (row->of[TV_DIFF_NEW].calls == 0)
    return "gone";
  return tv_trace_diff_is_unchanged (diff, row) ? "same" : "changed";
}

/* Appends the change in percent of the old number, with a sign and one decimal, or
 * `0.0`. An increase from 0 has no percentage. */
static void
append_percent (GString *text, gint64 old, gint64 now)
{
  char digits[64];

  if (old == now)
    g_string_append (text, "0.0");
  else if (old == 0)
    g_string_append (text, _ ("from 0"));
  else
    g_string_append (text, g_ascii_formatd (digits, sizeof digits, "%+.1f",
                                            (double) (now - old) * 100 / (double) old));
}

/* A method without calls in one of the traces has a word instead of a percentage. HTML
 * sorts new methods above all increases, and gone methods as a decrease of 100 %. */
static void
set_shown_percent (const TvDiffRow *row, const Pair *pair, TvCell *cell)
{
  cell->kind = TV_CELL_TEXT;
  if (row->of[TV_DIFF_OLD].calls == 0)
    /* Translators: a method that the old trace does not have */
    g_string_append (cell->text, C_ ("method", "new"));
  else if (row->of[TV_DIFF_NEW].calls == 0)
    /* Translators: a method that the new trace does not have any more */
    g_string_append (cell->text, C_ ("method", "gone"));
  else
    append_percent (cell->text, pair->old, pair->now);
  if (pair->old == 0)
    cell->sort_key = pair->now != 0 ? "Infinity" : "0";
  else if (pair->now == 0)
    cell->sort_key = "-100";
}

static double
find_percent (gint64 share)
{
  return (double) share * 100 / (double) TV_SHARE_WHOLE;
}

static void
set_number (TvCell *cell, gint64 number, Unit unit, gboolean for_people)
{
  char digits[64];

  if (unit == UNIT_COUNT)
    tv_cell_set_count (cell, (guint64) number);
  else if (unit == UNIT_SHARE && for_people)
    tv_cell_set_share (cell, number, TV_SHARE_WHOLE);
  else if (unit == UNIT_SHARE)
    tv_cell_set_digits (
        cell, g_ascii_formatd (digits, sizeof digits, "%.10g", find_percent (number)));
  else
    tv_cell_set_time (cell, number);
  if (unit == UNIT_WEIGHT)
    cell->kind = TV_CELL_AMOUNT;
}

static void
append_change (GString *text, gint64 change, Unit unit)
{
  char digits[64];

  if (change > 0)
    g_string_append_c (text, '+');
  if (unit == UNIT_TIME)
    tv_time_append_milliseconds (text, change);
  else if (unit == UNIT_WEIGHT)
    tv_time_append_microseconds (text, change);
  else if (unit == UNIT_SHARE)
    g_string_append (
        text, g_ascii_formatd (digits, sizeof digits, "%.1f", find_percent (change)));
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, change);
}

static void
get_number (const DiffReport *report, const TvColumn *column, TvTableFormat format,
            TvCell *cell)
{
  const Pair pair = get_pair (report, MEASURE (column->what), column->clock);
  const gboolean for_people = tv_table_format_is_page (format);
  const Part part = PART (column->what);

  if (!is_known (report->diff, MEASURE (column->what), column->clock))
    cell->kind = TV_CELL_ABSENT;
  else if (part == PART_OLD || part == PART_NEW)
    set_number (cell, part == PART_OLD ? pair.old : pair.now, pair.unit, for_people);
  else if (part == PART_CHANGE && !for_people)
    set_number (cell, pair.now - pair.old, pair.unit, FALSE);
  else if (part == PART_PERCENT && !for_people && pair.old != 0)
    tv_cell_set_real (cell, (double) (pair.now - pair.old) * 100 / (double) pair.old);
  else if (for_people)
    {
      cell->trend = (pair.now > pair.old) - (pair.now < pair.old);
      cell->kind = TV_CELL_DIGITS;
      if (part == PART_CHANGE)
        append_change (cell->text, pair.now - pair.old, pair.unit);
      else
        set_shown_percent (report->row, &pair, cell);
    }
}

/* In percentage points. */
static void
get_error (const DiffReport *report, const TvColumn *column, TvTableFormat format,
           TvCell *cell)
{
  const TvDiffTotals *of = report->row->of;
  const TvMethodMeasure measure = MEASURE (column->what);
  const double error = tv_trace_diff_get_share_error (
      report->diff, get_amount (&of[TV_DIFF_OLD], measure, column->clock),
      get_amount (&of[TV_DIFF_NEW], measure, column->clock));

  if (!is_known (report->diff, measure, column->clock))
    cell->kind = TV_CELL_ABSENT;
  else if (tv_table_format_is_page (format))
    tv_cell_set_share (cell, llround (error * (double) TV_SHARE_WHOLE), TV_SHARE_WHOLE);
  else
    tv_cell_set_real (cell, error * 100);
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const DiffReport *report = source;
  const TvDiffRow *row = report->row;

  switch (PART (column->what))
    {
    case PART_STATUS:
      tv_cell_set_text (cell, get_status (report->diff, row));
      break;
    case PART_CLASS:
      tv_cell_set_text (cell, row->class_name);
      break;
    case PART_METHOD:
      tv_cell_set_text (cell, row->method_name);
      break;
    case PART_SIGNATURE:
      tv_cell_set_text (cell, row->signature);
      break;
    case PART_NAME:
      tv_cell_set_text (cell, row->name);
      break;
    case PART_ERROR:
      get_error (report, column, format, cell);
      break;
    case PART_OLD:
    case PART_NEW:
    case PART_CHANGE:
    case PART_PERCENT:
    default:
      get_number (report, column, format, cell);
    }
}

static gboolean
go_to_row (gpointer source, gsize row)
{
  DiffReport *report = source;

  if (row >= report->n_rows)
    return FALSE;
  report->row = &g_array_index (report->diff->rows, TvDiffRow, report->rows[row]);
  return TRUE;
}

/* The head */

/* Returns what all methods of a trace took; with its unit, which may not be that of the
 * other trace, if shares are compared. */
static char *
dup_whole (const DiffReport *report, TvDiffSide side)
{
  const TvClock clock = report->spec->choice.clock;
  const TvComparison *by = &report->diff->by;
  const TvTrace *trace = tv_trace_diff_get_trace (report->diff, side);
  const TvClock own = side == TV_DIFF_OLD ? by->old_clock[clock] : clock;
  GString *text = g_string_new (NULL);

  tv_amount_append (text, trace, own, by->whole[side][clock]);
  if (by->by_share)
    g_string_append_printf (text, " %s", tv_amount_get_symbol (trace, own));
  return g_string_free (text, FALSE);
}

static char *
dup_total (const DiffReport *report)
{
  const TvClock clock = report->spec->choice.clock;
  const gint64 old = report->diff->by.whole[TV_DIFF_OLD][clock];
  const gint64 now = report->diff->by.whole[TV_DIFF_NEW][clock];
  g_autofree char *from = dup_whole (report, TV_DIFF_OLD);
  g_autofree char *to = dup_whole (report, TV_DIFF_NEW);
  g_autoptr (GString) change = g_string_new (NULL);
  g_autoptr (GString) percent = g_string_new (NULL);

  if (report->diff->by.by_share)
    /* Translators: what all calls of two traces took, each in its unit */
    return g_strdup_printf (_ ("100 %% is %s in the old trace and %s in the new one"),
                            from, to);
  append_change (change, now - old,
                 get_unit (report, TV_METHOD_MEASURE_INCLUSIVE, clock));
  append_percent (percent, old, now);
  if (old != 0)
    g_string_append (percent, " %");
  /* Translators: times before and after, the difference, and that as a percentage */
  return g_strdup_printf (
      tv_kind_text (report->spec->trace, N_ ("All methods: %s, now %s (%s, %s)")), from,
      to, change->str, percent->str);
}

/* Returns what the numbers are. */
static char *
dup_unit (const DiffReport *report)
{
  const TvClock clock = report->spec->choice.clock;
  const TvTrace *old = tv_trace_diff_get_trace (report->diff, TV_DIFF_OLD);
  const TvTrace *now = report->spec->trace;
  const char *old_title
      = tv_trace_get_clock_title (old, report->diff->by.old_clock[clock]);

  if (!report->diff->by.by_share)
    return get_unit (report, TV_METHOD_MEASURE_INCLUSIVE, clock) == UNIT_WEIGHT
               ? tv_amount_dup_note (now)
           : tv_trace_has_samples (now)
               /* Translators: what samples measure, such as CPU */
               ? g_strdup_printf (_ ("%s in milliseconds"),
                                  tv_trace_get_clock_title (now, clock))
               : g_strdup (clock == TV_CLOCK_WALL ? _ ("Wall time in milliseconds")
                                                  : _ ("CPU time in milliseconds"));
  if (tv_traces_measure_the_same (old, now))
    return g_strdup (_ ("Shares of each trace in percent, their changes in percentage "
                        "points"));
  if (tv_trace_has_samples (old) != tv_trace_has_samples (now))
    return g_strdup (
        tv_trace_has_samples (old)
            ? _ (
                "The old trace has samples, the new one measured times: only shares of "
                "each in percent can be compared, and their changes in percentage "
                "points")
            : _ (
                "The old trace has measured times, the new one samples: only shares of "
                "each in percent can be compared, and their changes in percentage "
                "points"));
  /* Translators: what two traces measure, such as cpu-cycles and Samples */
  return g_strdup_printf (_ ("The old trace measures %s, the new one %s: only shares "
                             "of each in percent can be compared, and their changes "
                             "in percentage points"),
                          old_title, tv_trace_get_clock_title (now, clock));
}

static char *
dup_counts (const DiffReport *report)
{
  guint n_new = 0;
  guint n_gone = 0;

  for (guint i = 0; i < report->n_rows; i++)
    {
      const TvDiffRow *row
          = &g_array_index (report->diff->rows, TvDiffRow, report->rows[i]);

      n_new += row->of[TV_DIFF_OLD].calls == 0;
      n_gone += row->of[TV_DIFF_NEW].calls == 0;
    }
  /* Translators: numbers of methods */
  return g_strdup_printf (
      tv_kind_text (report->spec->trace,
                    N_ ("Methods: %u, of which new: %u, gone: %u, not listed: %u")),
      report->n_rows, n_new, n_gone, report->diff->rows->len - report->n_rows);
}

/* Returns how many samples tell as much as those of the traces, %NULL without samples.
 * Shares have their errors instead. */
static char *
dup_n_samples (const DiffReport *report)
{
  const double old = tv_trace_diff_get_n_samples (report->diff, TV_DIFF_OLD);
  const double now = tv_trace_diff_get_n_samples (report->diff, TV_DIFF_NEW);

  if (old <= 0 || now <= 0 || report->diff->by.by_share)
    return NULL;
  /* Translators: how many would be as exact as the samples of two traces */
  return g_strdup_printf (_ ("Samples of equal weight: %.0f, now %.0f"), old, now);
}

/* Begins a page. Its title has the names of the files. */
static void
begin_page (const DiffReport *report)
{
  const char *const *titles = report->spec->titles;
  const TvTableFormat format = report->spec->format;
  g_autofree char *title
      /* Translators: two names of files that are compared */
      = g_strdup_printf (_ ("%s, compared with %s"), titles[TV_DIFF_NEW],
                         titles[TV_DIFF_OLD]);
  g_autofree char *old = g_strdup_printf ("%s %s", _ ("Old:"), titles[TV_DIFF_OLD]);
  g_autofree char *now = g_strdup_printf ("%s %s", _ ("New:"), titles[TV_DIFF_NEW]);
  g_autofree char *total = dup_total (report);
  g_autofree char *counts = dup_counts (report);
  g_autofree char *unit = dup_unit (report);
  g_autofree char *samples = dup_n_samples (report);
  const char *const notes[] = { old, now, unit, total, counts, samples, NULL };

  tv_page_begin (report->writer, format, title,
                 format == TV_TABLE_HTML ? notes + 2 : notes);
}

/* Adds the amounts of all methods on a clock. Those of different things have no
 * difference. */
static void
add_json_total (const DiffReport *report, TvJsonWriter *json, TvClock clock)
{
  const gint64 old = report->diff->by.whole[TV_DIFF_OLD][clock];
  const gint64 now = report->diff->by.whole[TV_DIFF_NEW][clock];
  const TvTrace *old_trace = tv_trace_diff_get_trace (report->diff, TV_DIFF_OLD);
  const TvTrace *trace = report->spec->trace;

  tv_json_begin_object (json, tv_clock_get_name (clock));
  tv_json_add_amount (json, "old_ns", old_trace, report->diff->by.old_clock[clock],
                      old);
  tv_json_add_amount (json, "new_ns", trace, clock, now);
  if (tv_traces_measure_the_same (old_trace, trace))
    {
      tv_json_add_amount (json, "change_ns", trace, clock, now - old);
      if (old != 0)
        tv_json_add_double (json, "percent", (double) (now - old) * 100 / (double) old);
      else
        tv_json_add_null (json, "percent");
    }
  tv_json_end_object (json);
}

static void
begin_json (const DiffReport *report, TvJsonWriter *json)
{
  tv_json_begin_object (json, NULL);
  tv_json_begin_object (json, "files");
  tv_json_add_string (json, "old", report->spec->titles[TV_DIFF_OLD]);
  tv_json_add_string (json, "new", report->spec->titles[TV_DIFF_NEW]);
  tv_json_add_string (json, "clock", tv_clock_get_name (report->spec->choice.clock));
  tv_json_add_string (json, "by", report->diff->by.by_share ? "share" : "amount");
  tv_json_end_object (json);
  tv_json_break_line (json);
  tv_json_begin_object (json, "total");
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (report->diff->has_clock[clock])
      add_json_total (report, json, clock);
  tv_json_end_object (json);
  tv_json_break_line (json);
}

static void
write_report (DiffReport *report)
{
  const TvTableFormat format = report->spec->format;
  TvJsonWriter json = { .out = report->writer };
  TvTable table = { .for_programs = TRUE,
                    .titled = TRUE,
                    .rows_name = "methods",
                    .json = &json,
                    .go_to_row = go_to_row,
                    .get = get_cell,
                    .source = report };

  if (tv_table_format_is_page (format))
    add_titled_columns (report);
  else
    add_program_columns (report);
  table.columns = (const TvColumn *) (gpointer) report->columns->data;
  table.n_columns = report->columns->len;
  if (format == TV_TABLE_JSON)
    begin_json (report, &json);
  begin_page (report);
  tv_table_write (&table, format, report->writer);
  tv_page_end (report->writer, format);
}

/**
 * tv_report_diff:
 * @diff: a comparison
 * @spec: what to report of it; its clock is one that both traces have
 * @out: where it goes
 * @error: return location for a #GError
 *
 * Writes a row for each listed method. Text, HTML and Markdown have times on one clock,
 * TSV, CSV and JSON on both. JSON has null for the percentage of an increase from 0.
 * TSV has `-` for what a trace lacks. Shares are percentages, and their changes are in
 * percentage points.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_diff (const TvTraceDiff *diff, const TvReportDiffSpec *spec,
                GOutputStream *out, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autofree guint32 *rows = NULL;
  DiffReport report = { .diff = diff, .spec = spec };

  g_return_val_if_fail (diff != NULL && spec != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  report.writer = writer = tv_text_writer_new (out, NULL);
  report.rows = rows = tv_trace_diff_list (diff, &spec->choice, &report.n_rows);
  report.n_rows = MIN (report.n_rows, spec->top);
  report.columns = g_array_new (FALSE, FALSE, sizeof (TvColumn));
  report.names = g_string_chunk_new (1024);
  write_report (&report);
  g_array_unref (report.columns);
  g_string_chunk_free (report.names);
  return tv_text_writer_finish (writer, error);
}
