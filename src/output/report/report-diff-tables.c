/* SPDX-License-Identifier: Apache-2.0 */

/* A comparison for programs: every number on each clock that both traces have. */

#include "output/report/report-diff-private.h"
#include "output/table/report-format.h"

static const char *
get_status (const TvTraceDiff *diff, const TvDiffRow *row)
{
  const TvDiffTotals *old = &row->of[TV_DIFF_OLD];
  const TvDiffTotals *now = &row->of[TV_DIFF_NEW];

  if (old->calls == 0)
    return "new";
  if (now->calls == 0)
    return "gone";
  return tv_trace_diff_is_unchanged (diff, row) ? "same" : "changed";
}

/* TSV */

static void
add_tsv_number (TvReportWriter *writer, gint64 number, gboolean is_time)
{
  tv_report_writer_add_char (writer, '\t');
  if (is_time)
    tv_report_add_microseconds (writer, number);
  else
    tv_report_writer_add_number (writer, number, 0);
}

static void
add_tsv_pair (TvReportWriter *writer, const TvDiffPair *pair, gboolean is_known)
{
  if (!is_known)
    {
      tv_report_writer_add (writer, "\t-\t-\t-");
      return;
    }
  add_tsv_number (writer, pair->old, pair->is_time);
  add_tsv_number (writer, pair->now, pair->is_time);
  add_tsv_number (writer, pair->now - pair->old, pair->is_time);
}

static void
write_tsv_row (const TvReportDiff *report, const TvDiffRow *row)
{
  static const TvDiffMeasure measures[] = { TV_DIFF_INCLUSIVE, TV_DIFF_EXCLUSIVE };
  TvReportWriter *writer = report->writer;
  TvDiffPair pair = tv_report_diff_get_pair (row, TV_DIFF_CALLS, 0);

  tv_report_writer_add (writer, get_status (report->diff, row));
  tv_report_writer_add_char (writer, '\t');
  tv_report_writer_add_field (writer, row->class_name);
  tv_report_writer_add_char (writer, '\t');
  tv_report_writer_add_field (writer, row->method_name);
  tv_report_writer_add_char (writer, '\t');
  tv_report_writer_add_field (writer, row->signature);
  add_tsv_pair (writer, &pair, TRUE);
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
      {
        pair = tv_report_diff_get_pair (row, measures[i], clock);
        add_tsv_pair (writer, &pair, tv_trace_diff_has_clock (report->diff, clock));
      }
  pair = tv_report_diff_get_pair (row, TV_DIFF_WAITING, TV_CLOCK_WALL);
  add_tsv_pair (writer, &pair, tv_trace_diff_has_waits (report->diff));
  tv_report_writer_add_char (writer, '\n');
}

/* Writes it as TSV, with times in microseconds and `-` for clocks that one of the
 * traces lacks. */
void
tv_report_diff_write_tsv (const TvReportDiff *report)
{
  static const char *const numbers[] = { "calls@",
                                         "inclusive_cpu@_us",
                                         "exclusive_cpu@_us",
                                         "inclusive_wall@_us",
                                         "exclusive_wall@_us",
                                         "waiting@_us" };
  static const char *const sides[] = { "_old", "_new", "_change" };

  tv_report_writer_add (report->writer, "status\tclass\tmethod\tsignature");
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    for (guint side = 0; side < G_N_ELEMENTS (sides); side++)
      {
        const char *at = strchr (numbers[i], '@');

        tv_report_writer_add_char (report->writer, '\t');
        tv_report_writer_add_bytes (report->writer, numbers[i],
                                    (gsize) (at - numbers[i]));
        tv_report_writer_add (report->writer, sides[side]);
        tv_report_writer_add (report->writer, at + 1);
      }
  tv_report_writer_add_char (report->writer, '\n');
  for (guint i = 0; i < report->n_rows && !tv_report_writer_has_failed (report->writer);
       i++)
    write_tsv_row (report, tv_trace_diff_get_row (report->diff, report->rows[i]));
}

/* JSON */

static void
add_json_pair (JsonBuilder *builder, const char *name, const TvDiffPair *pair)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  tv_report_set_json_number (builder, pair->is_time ? "old_ns" : "old", pair->old);
  tv_report_set_json_number (builder, pair->is_time ? "new_ns" : "new", pair->now);
  tv_report_set_json_number (builder, pair->is_time ? "change_ns" : "change",
                             pair->now - pair->old);
  json_builder_set_member_name (builder, "percent");
  if (pair->old != 0)
    json_builder_add_double_value (builder, (double) (pair->now - pair->old) * 100
                                                / (double) pair->old);
  else
    json_builder_add_null_value (builder);
  json_builder_end_object (builder);
}

static const char *
get_clock_name (TvClock clock)
{
  return clock == TV_CLOCK_WALL ? "wall" : "cpu";
}

static void
write_json_row (const TvReportDiff *report, JsonBuilder *builder, const TvDiffRow *row)
{
  TvDiffPair pair = tv_report_diff_get_pair (row, TV_DIFF_CALLS, 0);

  json_builder_begin_object (builder);
  tv_report_set_json_string (builder, "status", get_status (report->diff, row));
  tv_report_set_json_string (builder, "class", row->class_name);
  tv_report_set_json_string (builder, "method", row->method_name);
  tv_report_set_json_string (builder, "signature", row->signature);
  add_json_pair (builder, "calls", &pair);
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      if (!tv_trace_diff_has_clock (report->diff, clock))
        continue;
      json_builder_set_member_name (builder, get_clock_name (clock));
      json_builder_begin_object (builder);
      pair = tv_report_diff_get_pair (row, TV_DIFF_INCLUSIVE, clock);
      add_json_pair (builder, "inclusive", &pair);
      pair = tv_report_diff_get_pair (row, TV_DIFF_EXCLUSIVE, clock);
      add_json_pair (builder, "exclusive", &pair);
      json_builder_end_object (builder);
    }
  pair = tv_report_diff_get_pair (row, TV_DIFF_WAITING, TV_CLOCK_WALL);
  if (tv_trace_diff_has_waits (report->diff))
    add_json_pair (builder, "waiting", &pair);
  json_builder_end_object (builder);
  tv_report_add_json (report->writer, builder);
}

/* What stands before the methods, without the brace that ends it. */
static void
write_json_head (const TvReportDiff *report, JsonBuilder *builder)
{
  json_builder_begin_object (builder);
  tv_report_set_json_string (builder, "old", report->spec->titles[TV_DIFF_OLD]);
  tv_report_set_json_string (builder, "new", report->spec->titles[TV_DIFF_NEW]);
  tv_report_set_json_string (builder, "clock",
                             get_clock_name (report->spec->choice.clock));
  json_builder_end_object (builder);
  tv_report_writer_add (report->writer, "{\"files\":");
  tv_report_add_json (report->writer, builder);
  json_builder_begin_object (builder);
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      const TvDiffPair total
          = { tv_trace_diff_get_total (report->diff, TV_DIFF_OLD, clock),
              tv_trace_diff_get_total (report->diff, TV_DIFF_NEW, clock), TRUE };

      if (tv_trace_diff_has_clock (report->diff, clock))
        add_json_pair (builder, get_clock_name (clock), &total);
    }
  json_builder_end_object (builder);
  tv_report_writer_add (report->writer, ",\n\"total\":");
  tv_report_add_json (report->writer, builder);
}

/* Writes it as JSON, with times in nanoseconds and null for the percentage of an
 * increase from 0. */
void
tv_report_diff_write_json (const TvReportDiff *report)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  write_json_head (report, builder);
  tv_report_writer_add (report->writer, ",\n\"methods\":[");
  for (guint i = 0; i < report->n_rows && !tv_report_writer_has_failed (report->writer);
       i++)
    {
      tv_report_writer_add (report->writer, i == 0 ? "\n" : ",\n");
      write_json_row (report, builder,
                      tv_trace_diff_get_row (report->diff, report->rows[i]));
    }
  tv_report_writer_add (report->writer, "\n]}\n");
}
