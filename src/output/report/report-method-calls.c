/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-method-calls.h"

#include "analysis/columns/method-columns.h"
#include "analysis/lookup/call-sample.h"
#include "analysis/text/kind-text.h"
#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

#define CPU TV_CLOCK_THREAD_CPU
#define WALL TV_CLOCK_WALL

typedef struct
{
  const TvMethodCallsReport *spec;
  TvTrace *trace;
  guint32 *order;
  gboolean has_nested;
  gboolean has_overloads;

  TvMethodCall call; /* of the current row */
} CallsReport;

enum
{
  COLUMN_THREAD_ID,
  COLUMN_CALL,
  COLUMN_CLASS,
  COLUMN_METHOD,
  COLUMN_SIGNATURE,
  COLUMN_START,
  COLUMN_INCLUSIVE,
  COLUMN_EXCLUSIVE,
  COLUMN_WAITING,
  COLUMN_RECURSIVE,
  COLUMN_IS_RECURSIVE,
  COLUMN_THREAD,
  COLUMN_THREAD_NAME,
  COLUMN_OVERLOAD,
  COLUMN_CALLER_CLASS,
  COLUMN_CALLER_METHOD,
  COLUMN_CALLER_SIGNATURE,
  COLUMN_CALLER
};

/* Heading, field of TSV, member in JSON. */
static const TvColumn all_columns[] = {
  { N_ ("Start"), .numeric = TRUE, .what = COLUMN_START, .clock = WALL },
  { NULL, "tid", "tid", .what = COLUMN_THREAD_ID },
  { NULL, "thread", "thread", .what = COLUMN_THREAD_NAME },
  { NULL, NULL, "call", .what = COLUMN_CALL },
  { NULL, "class", "class", .what = COLUMN_CLASS },
  { NULL, "method", "method", .what = COLUMN_METHOD },
  { NULL, "signature", "signature", .what = COLUMN_SIGNATURE },
  { NULL, "recursive", "recursive", .what = COLUMN_IS_RECURSIVE },
  { NULL, "start_cpu_us", "cpu.start_ns", .what = COLUMN_START, .clock = CPU },
  { N_ ("Incl CPU"), "inclusive_cpu_us", "cpu.inclusive_ns", TRUE,
    .what = COLUMN_INCLUSIVE, .clock = CPU },
  { N_ ("Excl CPU"), "exclusive_cpu_us", "cpu.exclusive_ns", TRUE,
    .what = COLUMN_EXCLUSIVE, .clock = CPU },
  { NULL, "start_wall_us", "wall.start_ns", .what = COLUMN_START, .clock = WALL },
  { N_ ("Incl Wall"), "inclusive_wall_us", "wall.inclusive_ns", TRUE,
    .what = COLUMN_INCLUSIVE, .clock = WALL },
  { N_ ("Excl Wall"), "exclusive_wall_us", "wall.exclusive_ns", TRUE,
    .what = COLUMN_EXCLUSIVE, .clock = WALL },
  { N_ ("Waiting"), "waiting_us", "waiting_ns", TRUE, .what = COLUMN_WAITING,
    .clock = WALL },
  { N_ ("Recursive"), .what = COLUMN_RECURSIVE },
  { N_ ("Signature"), .what = COLUMN_OVERLOAD },
  { N_ ("Thread"), .what = COLUMN_THREAD },
  { NULL, "caller_class", "caller.class", .what = COLUMN_CALLER_CLASS },
  { NULL, "caller_method", "caller.method", .what = COLUMN_CALLER_METHOD },
  { NULL, "caller_signature", "caller.signature", .what = COLUMN_CALLER_SIGNATURE },
  { N_ ("Caller"), .what = COLUMN_CALLER },
};

static void
get_method (const CallsReport *report, guint32 index, guint part, TvCell *cell)
{
  const TvMethod *method;

  cell->kind = TV_CELL_ABSENT;
  if (index == TV_METHOD_NONE)
    return;
  method = tv_trace_get_method (report->trace, index);
  tv_cell_set_text (cell, part == COLUMN_CLASS    ? method->class_name
                          : part == COLUMN_METHOD ? method->name
                                                  : method->signature);
}

static void
get_caller (const CallsReport *report, TvCell *cell)
{
  cell->kind = TV_CELL_TEXT;
  if (report->call.caller == TV_METHOD_NONE)
    g_string_append_c (cell->text, '-');
  else
    tv_method_append_display_name (
        cell->text, tv_trace_get_method (report->trace, report->call.caller));
}

static void
get_thread (const CallsReport *report, guint what, TvCell *cell)
{
  const guint32 index = report->call.ref.thread;
  const TvThread *thread = tv_trace_get_thread (report->trace, index);

  if (what == COLUMN_THREAD_ID)
    tv_cell_set_count (cell, thread->id);
  else if (what == COLUMN_THREAD_NAME)
    tv_cell_set_text (cell, thread->name);
  else
    {
      g_autofree char *label = tv_trace_dup_thread_label (report->trace, index);

      cell->kind = TV_CELL_TEXT;
      g_string_append (cell->text, label);
    }
}

static void
get_time (const CallsReport *report, const TvColumn *column, TvCell *cell)
{
  const TvMethodCall *call = &report->call;

  if (!tv_trace_has_clock (report->trace, column->clock))
    cell->kind = TV_CELL_ABSENT;
  else
    tv_cell_set_time (
        cell, column->what == COLUMN_START       ? call->start[column->clock]
              : column->what == COLUMN_INCLUSIVE ? call->inclusive[column->clock]
              : column->what == COLUMN_EXCLUSIVE ? call->exclusive[column->clock]
                                                 : call->waiting);
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const CallsReport *report = source;
  const TvMethodCall *call = &report->call;

  switch (column->what)
    {
    case COLUMN_START:
    case COLUMN_INCLUSIVE:
    case COLUMN_EXCLUSIVE:
    case COLUMN_WAITING:
      get_time (report, column, cell);
      break;
    case COLUMN_THREAD_ID:
    case COLUMN_THREAD:
    case COLUMN_THREAD_NAME:
      get_thread (report, column->what, cell);
      break;
    case COLUMN_CALL:
      tv_cell_set_count (cell, call->ref.call);
      break;
    case COLUMN_RECURSIVE:
      tv_cell_set_text (cell, call->is_nested ? _ ("yes") : _ ("no"));
      break;
    case COLUMN_IS_RECURSIVE:
      tv_cell_set_flag (cell, call->is_nested);
      break;
    case COLUMN_CALLER:
      get_caller (report, cell);
      break;
    case COLUMN_OVERLOAD:
      get_method (report, call->method, COLUMN_SIGNATURE, cell);
      break;
    default:
      if (column->what >= COLUMN_CALLER_CLASS)
        get_method (report, call->caller,
                    column->what - COLUMN_CALLER_CLASS + COLUMN_CLASS, cell);
      else
        get_method (report, call->method, column->what, cell);
    }
}

static gboolean
go_to_row (gpointer source, gsize row)
{
  CallsReport *report = source;

  if (row >= MIN (report->spec->calls->n, report->spec->top))
    return FALSE;
  tv_method_calls_get (report->spec->calls, report->order[row], &report->call);
  return TRUE;
}

/* The spread of times */

typedef struct
{
  const char *title;
  const char *time;
  TvCallNumber number;
  TvClock clock;
} SpreadRow;

static const SpreadRow spread_rows[] = {
  { N_ ("Incl CPU"), "inclusive", TV_CALL_NUMBER_INCLUSIVE, CPU },
  { N_ ("Excl CPU"), "exclusive", TV_CALL_NUMBER_EXCLUSIVE, CPU },
  { N_ ("Incl Wall"), "inclusive", TV_CALL_NUMBER_INCLUSIVE, WALL },
  { N_ ("Excl Wall"), "exclusive", TV_CALL_NUMBER_EXCLUSIVE, WALL },
  { N_ ("Waiting"), "waiting", TV_CALL_NUMBER_WAITING, WALL },
};

enum
{
  SPREAD_TOTAL,
  SPREAD_MEAN,
  SPREAD_MEAN_LENGTH,
  SPREAD_LEAST,
  SPREAD_MEDIAN,
  SPREAD_PERCENTILE,
  SPREAD_GREATEST,
  SPREAD_TITLE
};

static const TvColumn spread_columns[] = {
  { N_ ("Time"), .leads = TRUE, .what = SPREAD_TITLE },
  { N_ ("Total"), .numeric = TRUE, .what = SPREAD_TOTAL },
  { N_ ("Mean"), .numeric = TRUE, .what = SPREAD_MEAN },
  { N_ ("Mean Length"), .numeric = TRUE, .what = SPREAD_MEAN_LENGTH },
  { N_ ("Min"), .numeric = TRUE, .what = SPREAD_LEAST },
  { N_ ("Median"), .numeric = TRUE, .what = SPREAD_MEDIAN },
  /* Translators: heading of the time that 95 % of the calls don't exceed */
  { N_ ("95 %"), .numeric = TRUE, .what = SPREAD_PERCENTILE },
  { N_ ("Max"), .numeric = TRUE, .what = SPREAD_GREATEST },
};

typedef struct
{
  const SpreadRow *rows[G_N_ELEMENTS (spread_rows)];
  TvCallSpread spreads[G_N_ELEMENTS (spread_rows)];
  guint n;
  gsize row; /* the current row */
} SpreadReport;

static void
measure (const CallsReport *report, SpreadReport *spread)
{
  for (guint i = 0; i < G_N_ELEMENTS (spread_rows); i++)
    {
      const SpreadRow *row = &spread_rows[i];

      if (!tv_trace_has_clock (report->trace, row->clock)
          || (row->number == TV_CALL_NUMBER_WAITING
              && !tv_trace_has_clock (report->trace, CPU)))
        continue;
      tv_method_calls_measure (report->spec->calls, row->number, row->clock,
                               &spread->spreads[spread->n]);
      spread->rows[spread->n++] = row;
    }
}

static void
get_spread_cell (gpointer source, const TvColumn *column, TvTableFormat format,
                 TvCell *cell)
{
  const SpreadReport *report = source;
  const TvCallSpread *spread = &report->spreads[report->row];

  switch (column->what)
    {
    case SPREAD_TOTAL:
      tv_cell_set_time (cell, spread->total);
      break;
    case SPREAD_MEAN:
      tv_cell_set_time (cell, (gint64) (spread->mean + 0.5));
      break;
    case SPREAD_MEAN_LENGTH:
      tv_cell_set_time (cell, (gint64) (spread->mean_length + 0.5));
      break;
    case SPREAD_LEAST:
      tv_cell_set_time (cell, spread->least);
      break;
    case SPREAD_MEDIAN:
      tv_cell_set_time (cell, (gint64) (spread->median + 0.5));
      break;
    case SPREAD_PERCENTILE:
      tv_cell_set_time (cell, spread->percentile_95);
      break;
    case SPREAD_GREATEST:
      tv_cell_set_time (cell, spread->greatest);
      break;
    case SPREAD_TITLE:
    default:
      tv_cell_set_text (cell, _ (report->rows[report->row]->title));
    }
}

static gboolean
go_to_spread (gpointer source, gsize row)
{
  SpreadReport *report = source;

  report->row = row;
  return row < report->n;
}

static void
write_spread_json (const CallsReport *report, const SpreadReport *spread,
                   TvJsonWriter *json)
{
  const guint n = report->spec->calls->n;
  const guint n_nested = report->spec->calls->n_nested;

  tv_json_begin_object (json, NULL);
  tv_json_add_number (json, "calls", n - n_nested);
  tv_json_add_number (json, "recursive_calls", n_nested);
  tv_json_begin_array (json, "times");
  for (guint i = 0; i < spread->n; i++)
    {
      const TvCallSpread *times = &spread->spreads[i];

      tv_json_break_line (json);
      tv_json_begin_object (json, NULL);
      tv_json_add_string (json, "time", spread->rows[i]->time);
      tv_json_add_string (json, "clock", tv_clock_get_name (spread->rows[i]->clock));
      tv_json_add_number (json, "total_ns", times->total);
      tv_json_add_double (json, "mean_ns", times->mean);
      tv_json_add_double (json, "mean_length_ns", times->mean_length);
      tv_json_add_number (json, "min_ns", times->least);
      tv_json_add_double (json, "median_ns", times->median);
      tv_json_add_number (json, "p95_ns", times->percentile_95);
      tv_json_add_number (json, "max_ns", times->greatest);
      tv_json_end_object (json);
    }
  tv_json_end_array (json);
  tv_json_break_line (json);
}

/* Leaves out empty columns for people. TSV and CSV always have the same columns. */
static guint
choose_columns (const CallsReport *report, TvColumn *columns)
{
  const gboolean for_people = tv_table_format_is_page (report->spec->format);
  const gboolean has_wall = tv_trace_has_clock (report->trace, WALL);
  const gboolean has_cpu = tv_trace_has_clock (report->trace, CPU);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (all_columns); i++)
    {
      TvColumn *column = &columns[n];

      *column = all_columns[i];
      if (column->what == COLUMN_START && column->title != NULL && !has_wall)
        column->clock = CPU;
      if (for_people
          && (column->title == NULL
              || (column->what == COLUMN_RECURSIVE && !report->has_nested)
              || (column->what == COLUMN_OVERLOAD && !report->has_overloads)
              || (column->what == COLUMN_WAITING && !has_cpu)
              || (column->what >= COLUMN_START && column->what <= COLUMN_WAITING
                  && !tv_trace_has_clock (report->trace, column->clock))))
        continue;
      if (column->title != NULL)
        column->title = tv_kind_text (report->trace, column->title);
      n++;
    }
  return n;
}

static void
look_at_calls (CallsReport *report)
{
  const TvMethodCalls *calls = report->spec->calls;

  report->trace = calls->trace;
  for (guint i = 0; i < calls->n; i++)
    {
      const guint32 method = report->call.method;

      tv_method_calls_get (calls, i, &report->call);
      report->has_nested = report->has_nested || report->call.is_nested;
      report->has_overloads
          = report->has_overloads || (i > 0 && report->call.method != method);
    }
}

/* Writes the spread above the calls, which may be many. */
static void
write_spread (const CallsReport *report, SpreadReport *spread, TvTextWriter *writer)
{
  const TvTable table = { .columns = spread_columns,
                          .n_columns = G_N_ELEMENTS (spread_columns),
                          .go_to_row = go_to_spread,
                          .get = get_spread_cell,
                          .source = spread };
  const TvTableFormat format = report->spec->format;
  const guint n = report->spec->calls->n;
  const guint n_nested = report->spec->calls->n_nested;
  g_autofree char *counts
      /* Translators: numbers of calls */
      = n_nested > 0
            ? g_strdup_printf (
                tv_kind_text (report->trace, N_ ("Calls: %u, of which recursive: %u")),
                n, n_nested)
            : g_strdup_printf (tv_kind_text (report->trace, N_ ("Calls: %u")), n);
  const char *const notes[]
      = { counts, _ ("Times in milliseconds"),
          n_nested > 0 ? _ ("The total counts nested time once, and the mean is of it; "
                            "the mean length is of all calls")
                       : NULL,
          NULL };

  tv_page_begin (writer, format, report->spec->title, notes);
  if (!tv_table_format_is_page (format) || n == 0)
    return;
  tv_table_write (&table, format, writer);
  tv_text_writer_add_char (writer, '\n');
}

static void
write_report (CallsReport *report, TvTextWriter *writer)
{
  const TvTableFormat format = report->spec->format;
  TvColumn columns[G_N_ELEMENTS (all_columns)];
  TvJsonWriter json = { .out = writer };
  const TvTable table = { .columns = columns,
                          .n_columns = choose_columns (report, columns),
                          .for_programs = TRUE,
                          .titled = TRUE,
                          .rows_name = "list",
                          .json = &json,
                          .go_to_row = go_to_row,
                          .get = get_cell,
                          .source = report };
  SpreadReport spread = { 0 };

  if (format == TV_TABLE_JSON || tv_table_format_is_page (format))
    measure (report, &spread);
  if (format == TV_TABLE_JSON)
    write_spread_json (report, &spread, &json);
  write_spread (report, &spread, writer);
  tv_table_write (&table, format, writer);
  tv_page_end (writer, format);
}

/**
 * tv_report_method_calls:
 * @report: what is to be written
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a row for each call and, except in TSV and CSV, the spread of the times of all
 * calls.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_method_calls (const TvMethodCallsReport *report, GOutputStream *out,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autofree guint32 *order = NULL;
  CallsReport calls_report = { .spec = report };

  g_return_val_if_fail (report != NULL && report->calls != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  writer = tv_text_writer_new (out, cancellable);
  calls_report.order = order
      = tv_method_calls_sort (report->calls, report->sort, report->clock);
  look_at_calls (&calls_report);
  write_report (&calls_report, writer);
  return tv_text_writer_finish (writer, error);
}
