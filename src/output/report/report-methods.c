/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-methods.h"

#include "analysis/text/time-text.h"
#include "output/table/report-table.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const TvProfile *profile;
  TvTrace *trace;
  TvRanking *ranking;
  const guint32 *methods;
  guint n_methods;
  TvReportWriter *writer;
} MethodReport;

static void
write_tsv_time (MethodReport *report, TvClock clock, gint64 nanoseconds)
{
  tv_report_writer_add_char (report->writer, '\t');
  if (tv_trace_has_clock (report->trace, clock))
    tv_report_add_microseconds (report->writer, nanoseconds);
  else
    tv_report_writer_add_char (report->writer, '-');
}

static void
write_tsv_row (MethodReport *report, guint32 index)
{
  const TvMethod *method = tv_trace_get_method (report->trace, index);
  const TvMethodTotals *totals = tv_profile_get_totals (report->profile, index);
  TvReportWriter *writer = report->writer;

  tv_report_writer_add_field (writer, method->class_name);
  tv_report_writer_add_char (writer, '\t');
  tv_report_writer_add_field (writer, method->name);
  tv_report_writer_add_char (writer, '\t');
  tv_report_writer_add_field (writer, method->signature);
  tv_report_writer_add_char (writer, '\t');
  tv_report_writer_add_number (writer, (gint64) totals->calls, 0);
  tv_report_writer_add_char (writer, '\t');
  tv_report_writer_add_number (writer, (gint64) totals->recursive_calls, 0);
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      write_tsv_time (report, clock, totals->inclusive[clock]);
      write_tsv_time (report, clock, totals->exclusive[clock]);
    }
  tv_report_writer_add_char (writer, '\n');
}

static void
write_tsv (MethodReport *report)
{
  tv_report_writer_add (report->writer,
                        "class\tmethod\tsignature\tcalls\trecursive_calls"
                        "\tinclusive_cpu_us\texclusive_cpu_us"
                        "\tinclusive_wall_us\texclusive_wall_us\n");
  for (guint row = 0;
       row < report->n_methods && !tv_report_writer_has_failed (report->writer); row++)
    write_tsv_row (report, report->methods[row]);
}

static void
add_json_identity (JsonBuilder *builder, const TvMethod *method)
{
  g_autofree char *id = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", method->id);

  tv_report_set_json_string (builder, "id", id);
  tv_report_set_json_string (builder, "class", method->class_name);
  tv_report_set_json_string (builder, "method", method->name);
  tv_report_set_json_string (builder, "signature", method->signature);
  tv_report_set_json_string (builder, "file", method->file);
  tv_report_set_json_number (builder, "line", method->line);
  json_builder_set_member_name (builder, "named");
  json_builder_add_boolean_value (builder, method->named);
  json_builder_set_member_name (builder, "proxy");
  json_builder_add_boolean_value (builder, method->is_proxy);
  tv_report_set_json_string (builder, "recovered_name", method->proxy_name);
}

static void
add_json_clock (JsonBuilder *builder, const TvMethodTotals *totals, TvClock clock)
{
  guint64 calls = totals->calls + totals->recursive_calls;

  json_builder_set_member_name (builder, clock == TV_CLOCK_WALL ? "wall" : "cpu");
  json_builder_begin_object (builder);
  tv_report_set_json_number (builder, "inclusive_ns", totals->inclusive[clock]);
  tv_report_set_json_number (builder, "exclusive_ns", totals->exclusive[clock]);
  json_builder_set_member_name (builder, "inclusive_per_call_ns");
  json_builder_add_double_value (builder,
                                 (double) totals->inclusive[clock] / (double) calls);
  json_builder_end_object (builder);
}

static void
add_json_call (MethodReport *report, JsonBuilder *builder, const char *name,
               const TvCallRef *ref)
{
  TvCalls calls;

  if (ref->thread == TV_THREAD_NONE)
    return;
  calls = tv_trace_get_calls (report->trace, ref->thread);
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  tv_report_set_json_number (builder, "tid",
                             tv_trace_get_thread (report->trace, ref->thread)->id);
  tv_report_set_json_number (builder, "call", ref->call);
  tv_report_set_json_number (builder, "start_ns",
                             tv_times_get (&calls.axis_start, ref->call));
  tv_report_set_json_number (builder, "end_ns",
                             tv_times_get (&calls.axis_end, ref->call));
  json_builder_end_object (builder);
}

static void
write_json_row (MethodReport *report, JsonBuilder *builder, guint32 index)
{
  const TvMethodTotals *totals = tv_profile_get_totals (report->profile, index);

  json_builder_begin_object (builder);
  tv_report_set_json_number (builder, "rank",
                             tv_ranking_get_rank (report->ranking, index));
  add_json_identity (builder, tv_trace_get_method (report->trace, index));
  tv_report_set_json_number (builder, "calls", (gint64) totals->calls);
  tv_report_set_json_number (builder, "recursive_calls",
                             (gint64) totals->recursive_calls);
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (report->trace, clock))
      add_json_clock (builder, totals, clock);
  tv_report_set_json_number (builder, "waiting_ns", totals->waiting);
  tv_report_set_json_number (builder, "waits", (gint64) totals->n_waits);
  add_json_call (report, builder, "first_call", &totals->first_call);
  add_json_call (report, builder, "longest_call", &totals->longest_call);
  json_builder_end_object (builder);
  tv_report_add_json (report->writer, builder);
}

static void
write_json (MethodReport *report)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  tv_report_writer_add (report->writer, "{\"methods\":[");
  for (guint row = 0;
       row < report->n_methods && !tv_report_writer_has_failed (report->writer); row++)
    {
      tv_report_writer_add (report->writer, row == 0 ? "\n" : ",\n");
      write_json_row (report, builder, report->methods[row]);
    }
  tv_report_writer_add (report->writer, "\n]}\n");
}

typedef enum
{
  COLUMN_RANK,
  COLUMN_INCLUSIVE,
  COLUMN_INCLUSIVE_PERCENT,
  COLUMN_EXCLUSIVE,
  COLUMN_EXCLUSIVE_PERCENT,
  COLUMN_WAITING,
  COLUMN_CALLS,
  COLUMN_METHOD
} ColumnKind;

typedef struct
{
  ColumnKind kind;
  TvClock clock;
} Column;

#define MAX_COLUMNS 12

typedef struct
{
  const MethodReport *report;
  Column columns[MAX_COLUMNS];
  const char *titles[MAX_COLUMNS];
  guint n_columns;
} MethodTable;

static void
append_column (MethodTable *table, ColumnKind kind, TvClock clock, const char *title)
{
  g_assert (table->n_columns < MAX_COLUMNS);
  table->columns[table->n_columns] = (Column){ kind, clock };
  table->titles[table->n_columns] = title;
  table->n_columns++;
}

static void
append_clock_columns (MethodTable *table, TvClock clock)
{
  gboolean wall = clock == TV_CLOCK_WALL;

  if (!tv_trace_has_clock (table->report->trace, clock))
    return;
  append_column (table, COLUMN_INCLUSIVE, clock,
                 wall ? _ ("Incl Wall") : _ ("Incl CPU"));
  append_column (table, COLUMN_INCLUSIVE_PERCENT, clock, "%");
  append_column (table, COLUMN_EXCLUSIVE, clock,
                 wall ? _ ("Excl Wall") : _ ("Excl CPU"));
  append_column (table, COLUMN_EXCLUSIVE_PERCENT, clock, "%");
}

static void
append_method_name (GString *text, const TvMethod *method)
{
  g_autofree char *name = tv_method_dup_display_name (method);

  g_string_append (text, name);
}

static void
append_method_cell (GString *text, gsize row, guint column, gpointer user_data)
{
  const MethodTable *table = user_data;
  const MethodReport *report = table->report;
  guint32 index = report->methods[row];
  const TvMethodTotals *totals = tv_profile_get_totals (report->profile, index);
  TvClock clock = table->columns[column].clock;
  gint64 whole = tv_profile_get_root_inclusive (report->profile, clock);

  switch (table->columns[column].kind)
    {
    case COLUMN_RANK:
      g_string_append_printf (text, "%u", tv_ranking_get_rank (report->ranking, index));
      break;
    case COLUMN_INCLUSIVE:
      tv_time_append_milliseconds (text, totals->inclusive[clock]);
      break;
    case COLUMN_INCLUSIVE_PERCENT:
      tv_percent_append (text, totals->inclusive[clock], whole);
      break;
    case COLUMN_EXCLUSIVE:
      tv_time_append_milliseconds (text, totals->exclusive[clock]);
      break;
    case COLUMN_EXCLUSIVE_PERCENT:
      tv_percent_append (text, totals->exclusive[clock], whole);
      break;
    case COLUMN_WAITING:
      tv_time_append_milliseconds (text, totals->waiting);
      break;
    case COLUMN_CALLS:
      g_string_append_printf (text, "%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT,
                              totals->calls, totals->recursive_calls);
      break;
    case COLUMN_METHOD:
    default:
      append_method_name (text, tv_trace_get_method (report->trace, index));
    }
}

static void
write_text (MethodReport *report)
{
  MethodTable table = { .report = report };
  TvReportTable layout = { .cell = append_method_cell };

  append_column (&table, COLUMN_RANK, 0, _ ("Rank"));
  append_clock_columns (&table, TV_CLOCK_THREAD_CPU);
  append_clock_columns (&table, TV_CLOCK_WALL);
  if (tv_trace_has_clock (report->trace, TV_CLOCK_THREAD_CPU)
      && tv_trace_has_clock (report->trace, TV_CLOCK_WALL))
    append_column (&table, COLUMN_WAITING, TV_CLOCK_WALL, _ ("Waiting"));
  append_column (&table, COLUMN_CALLS, 0, _ ("Calls+Recur"));
  append_column (&table, COLUMN_METHOD, 0, _ ("Method"));
  tv_report_writer_add (report->writer, _ ("Times in milliseconds"));
  tv_report_writer_add (report->writer, "\n\n");
  layout.titles = table.titles;
  layout.n_columns = table.n_columns;
  layout.n_rows = report->n_methods;
  layout.user_data = &table;
  tv_report_table_write (&layout, report->writer);
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
 * Writes a row for every method that was called and is wanted; ranks and percentages
 * are those among all. The TSV has times in microseconds, with three decimals only
 * where they are not whole, and `-` for a clock that the file lacks.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_methods (const TvProfile *profile, const TvReportMethodsSpec *spec,
                   GOutputStream *out, GCancellable *cancellable, GError **error)
{
  MethodReport report = { .profile = profile };
  g_autoptr (TvRanking) ranking = NULL;
  g_autoptr (TvReportWriter) writer = NULL;
  g_autofree guint32 *methods = NULL;

  g_return_val_if_fail (profile != NULL && spec != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  report.trace = tv_profile_get_trace (profile);
  ranking = tv_ranking_new (profile, spec->clock);
  writer = tv_report_writer_new (out, cancellable);
  methods = tv_method_sort_list (profile, ranking, spec->sort);
  report.ranking = ranking;
  report.writer = writer;
  report.methods = methods;
  report.n_methods = apply_filter (methods, tv_ranking_get_n (ranking), spec->filter);
  if (spec->format == TV_REPORT_TSV)
    write_tsv (&report);
  else if (spec->format == TV_REPORT_JSON)
    write_json (&report);
  else
    write_text (&report);
  return tv_report_writer_finish (writer, error);
}
