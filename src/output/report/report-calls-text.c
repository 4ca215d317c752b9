/* SPDX-License-Identifier: Apache-2.0 */

/* The report in the layout of dmtracedump. Scripts get it as it was; people get the
 * thread and the clock as well. */

#include "config.h"

#include "output/report/report-calls-private.h"

#include <glib/gi18n-lib.h>

#define NARROW_TIME 9
#define WIDE_TIME 13 /* with three decimals */

typedef struct
{
  TvTextWriter *writer;
  const TvCallReport *report;
  gboolean is_old; /* for scripts: in English and whole microseconds */
  gboolean whole;
  guint time_width;
  char **names; /* by row, made when they are first written */
} Text;

/* Fields */

static const char *
translate (const Text *text, const char *string)
{
  return text->is_old ? string : _ (string);
}

static void
add_time (const Text *text, gint64 nanoseconds)
{
  tv_report_calls_add_time (text->writer, nanoseconds, text->time_width, text->whole);
}

static guint
count_digits (guint64 number)
{
  guint n = 1;

  for (; number >= 10; number /= 10)
    n++;
  return n;
}

static void
add_calls (const Text *text, guint64 first, char between, guint64 second)
{
  const guint n_digits = count_digits (second);

  tv_text_writer_add_number (text->writer, (gint64) first, 6);
  tv_text_writer_add_char (text->writer, between);
  tv_text_writer_add_number (text->writer, (gint64) second, 0);
  tv_text_writer_add_padding (text->writer, MAX (n_digits, 6) - n_digits);
}

static void
add_index (const Text *text, guint32 row, gint width)
{
  const gint length = (gint) count_digits (row) + 2;

  tv_text_writer_add_padding (text->writer, (gsize) MAX (width - length, 0));
  tv_text_writer_add_char (text->writer, '[');
  tv_text_writer_add_number (text->writer, row, 0);
  tv_text_writer_add_char (text->writer, ']');
  tv_text_writer_add_padding (text->writer, (gsize) MAX (-width - length, 0));
}

static char *
make_name (const Text *text, guint32 method)
{
  TvTrace *trace = text->report->trace;

  if (method == TV_METHOD_NONE)
    return g_strdup ("(toplevel)");
  if (text->is_old)
    return tv_method_dup_full_name (tv_trace_get_method (trace, method));
  return tv_method_dup_display_name (tv_trace_get_method (trace, method));
}

static void
add_name (const Text *text, guint32 row)
{
  if (text->names[row] == NULL)
    text->names[row] = make_name (text, text->report->rows[row].method);
  tv_text_writer_add (text->writer, text->names[row]);
}

static void
end_line (const Text *text)
{
  tv_text_writer_add_char (text->writer, '\n');
}

static void
add_part_heading (const Text *text, const char *sentence)
{
  tv_text_writer_add (text->writer, "\n====================================="
                                    "=================================\n\n");
  tv_text_writer_add (text->writer, translate (text, sentence));
  tv_text_writer_add (text->writer, "\n\n");
}

static void
add_label (const Text *text, const TvReportCallsRest *rest)
{
  g_autofree char *label = tv_report_calls_dup_label (rest);

  tv_text_writer_add (text->writer, label);
  end_line (text);
}

/* Part one */

static void
write_exclusive_rest (const Text *text, gint64 sum)
{
  const TvReportCallsRest rest = tv_report_calls_sum_methods (text->report);
  const gint64 total = text->report->total;

  if (rest.n == 0)
    return;
  add_time (text, rest.time);
  tv_text_writer_add (text->writer, "  ");
  tv_report_calls_add_percent (text->writer, rest.time, total, 2, 6);
  tv_text_writer_add_char (text->writer, ' ');
  tv_report_calls_add_percent (text->writer, sum + rest.time, total, 2, 6);
  tv_text_writer_add (text->writer, "  ");
  add_label (text, &rest);
}

static void
write_exclusive (const Text *text)
{
  const guint32 *rows = text->report->by_exclusive;
  const gint64 total = text->report->total;
  gint64 sum = 0;

  tv_text_writer_add (
      text->writer,
      translate (text, N_ ("Exclusive elapsed times for each method, not including "
                           "time spent in\nchildren, sorted by exclusive time.")));
  tv_text_writer_add (text->writer, "\n\n");
  tv_text_writer_add_padding (text->writer, text->time_width - NARROW_TIME);
  /* Translators: titles of columns, which have 9, 7, 6 and more characters */
  tv_text_writer_add (text->writer,
                      translate (text, N_ ("    Usecs  self %  sum %  Method")));
  end_line (text);
  for (guint i = 0; i < text->report->n_rows; i++)
    {
      const TvCallReportRow *row = &text->report->rows[rows[i]];

      if (row->exclusive == 0)
        break;
      if (!row->is_listed)
        continue;
      sum += row->exclusive;
      add_time (text, row->exclusive);
      tv_text_writer_add (text->writer, "  ");
      tv_report_calls_add_percent (text->writer, row->exclusive, total, 2, 6);
      tv_text_writer_add_char (text->writer, ' ');
      tv_report_calls_add_percent (text->writer, sum, total, 2, 6);
      tv_text_writer_add (text->writer, "  ");
      add_index (text, rows[i], 0);
      tv_text_writer_add_char (text->writer, ' ');
      add_name (text, rows[i]);
      end_line (text);
    }
  write_exclusive_rest (text, sum);
}

/* Part two */

#define BEFORE_SELF 15

/* Times of recursive calls are no parts of the time of the method. */
static void
add_share (const Text *text, guint of, TvRelation relation, gint64 time)
{
  tv_text_writer_add_padding (text->writer, BEFORE_SELF);
  if (!tv_relation_is_of_recursive (relation))
    {
      tv_report_calls_add_percent (text->writer, time, text->report->rows[of].inclusive,
                                   1, 5);
      tv_text_writer_add_char (text->writer, '%');
    }
  else
    tv_text_writer_add_padding (text->writer, 6);
  tv_text_writer_add_char (text->writer, ' ');
}

static void
write_relative (const Text *text, guint32 of, TvRelation relation,
                const TvCallReportRelative *relative)
{
  const TvCallReportRow *called
      = &text->report->rows[tv_relation_is_upward (relation) ? of : relative->row];

  add_share (text, of, relation, relative->inclusive);
  add_index (text, relative->row, 6);
  tv_text_writer_add_char (text->writer, ' ');
  add_calls (text, relative->calls, '/', called->calls + called->recursive_calls);
  tv_text_writer_add_char (text->writer, ' ');
  add_time (text, relative->inclusive);
  tv_text_writer_add_char (text->writer, ' ');
  add_name (text, relative->row);
  end_line (text);
}

static void
write_rest (const Text *text, guint32 of, TvRelation relation)
{
  const TvReportCallsRest rest
      = tv_report_calls_sum_relatives (text->report, of, relation);
  const TvCallReportRow *row = &text->report->rows[of];

  if (rest.n == 0)
    return;
  add_share (text, of, relation, rest.time);
  tv_text_writer_add_padding (text->writer, 7);
  if (tv_relation_is_upward (relation))
    add_calls (text, rest.calls, '/', row->calls + row->recursive_calls);
  else
    {
      tv_text_writer_add_number (text->writer, (gint64) rest.calls, 6);
      tv_text_writer_add_padding (text->writer, 7);
    }
  tv_text_writer_add_char (text->writer, ' ');
  add_time (text, rest.time);
  tv_text_writer_add_char (text->writer, ' ');
  add_label (text, &rest);
}

static void
write_relatives (const Text *text, guint32 row, TvRelation relation,
                 TvRelation while_recursive)
{
  const TvRelation relations[] = { relation, while_recursive };

  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    {
      guint n;
      const TvCallReportRelative *relatives
          = tv_call_report_get_relatives (text->report, row, relations[i], &n);

      if (i == 1 && n > 0)
        tv_text_writer_add (text->writer, "               +++++++++++++++++++++++++\n");
      n = tv_call_report_count_listed_relatives (text->report, row, relations[i]);
      for (guint k = 0; k < n; k++)
        write_relative (text, row, relations[i], &relatives[k]);
      write_rest (text, row, relations[i]);
    }
}

static void
write_method (const Text *text, guint32 index)
{
  const TvCallReportRow *row = &text->report->rows[index];
  const gint64 total = text->report->total;
  const gint64 self = tv_call_report_get_self (text->report, index);

  add_index (text, index, -6);
  tv_text_writer_add_char (text->writer, ' ');
  tv_report_calls_add_percent (text->writer, row->inclusive, total, 1, 5);
  tv_text_writer_add (text->writer, "%                ");
  add_calls (text, row->calls, '+', row->recursive_calls);
  tv_text_writer_add_char (text->writer, ' ');
  add_time (text, row->inclusive);
  tv_text_writer_add_char (text->writer, ' ');
  add_name (text, index);
  end_line (text);

  tv_text_writer_add_padding (text->writer, BEFORE_SELF);
  tv_report_calls_add_percent (text->writer, self, row->inclusive, 1, 5);
  tv_text_writer_add (text->writer, "%   excl               ");
  add_time (text, self);
  end_line (text);
}

static void
write_inclusive (const Text *text)
{
  g_autofree char *note = tv_report_calls_dup_relatives_note (text->report);
  g_autofree char *rest = tv_report_calls_dup_rest_of_entries (text->report);

  add_part_heading (text, N_ ("Inclusive elapsed times for each method and its "
                              "parents and children,\nsorted by inclusive time."));
  if (note != NULL)
    {
      tv_text_writer_add (text->writer, note);
      tv_text_writer_add (text->writer, "\n\n");
    }
  /* Translators: titles of columns, which keep their places */
  tv_text_writer_add (
      text->writer,
      translate (text,
                 N_ ("index  %/total %/self  index     calls         usecs name")));
  end_line (text);
  for (guint32 row = 0; row < text->report->n_rows; row++)
    {
      if (text->is_old && text->report->rows[row].inclusive == 0)
        break;
      if (!text->report->rows[row].is_listed)
        continue;
      tv_text_writer_add (text->writer,
                          "----------------------------------------------------\n");
      write_relatives (text, row, TV_RELATION_PARENTS,
                       TV_RELATION_PARENTS_WHILE_RECURSIVE);
      write_method (text, row);
      write_relatives (text, row, TV_RELATION_CHILDREN,
                       TV_RELATION_CHILDREN_WHILE_RECURSIVE);
    }
  if (rest != NULL)
    {
      tv_text_writer_add (text->writer,
                          "----------------------------------------------------\n");
      tv_text_writer_add (text->writer, rest);
      end_line (text);
    }
}

/* Parts three and four */

static void
write_member (const Text *text, const TvCallReportGroup *group, guint32 index,
              gint64 sum, TvCallReportGrouping grouping)
{
  const TvCallReportRow *row = &text->report->rows[index];
  const TvMethod *method = tv_trace_get_method (text->report->trace, row->method);

  add_time (text, row->exclusive);
  tv_text_writer_add_char (text->writer, ' ');
  add_time (text, row->inclusive);
  tv_text_writer_add_char (text->writer, ' ');
  tv_report_calls_add_percent (text->writer, row->exclusive, group->exclusive, 1, 7);
  tv_text_writer_add_char (text->writer, ' ');
  tv_report_calls_add_percent (text->writer, sum, group->exclusive, 1, 7);
  tv_text_writer_add_char (text->writer, ' ');
  add_calls (text, row->calls, '+', row->recursive_calls);
  tv_text_writer_add_char (text->writer, ' ');
  add_index (text, index, 0);
  tv_text_writer_add_char (text->writer, ' ');
  if (grouping == TV_CALL_REPORT_NAMES)
    add_name (text, index);
  else
    {
      tv_text_writer_add_field (text->writer, method->name);
      tv_text_writer_add_char (text->writer, ' ');
      tv_text_writer_add_field (text->writer, method->signature);
    }
  end_line (text);
}

static void
write_rest_of_members (const Text *text, const TvCallReportGroup *group, gint64 sum)
{
  const TvReportCallsRest rest = tv_report_calls_sum_members (text->report, group);

  if (rest.n == 0)
    return;
  add_time (text, rest.time);
  tv_text_writer_add_padding (text->writer, 2 + text->time_width);
  tv_report_calls_add_percent (text->writer, rest.time, group->exclusive, 1, 7);
  tv_text_writer_add_char (text->writer, ' ');
  tv_report_calls_add_percent (text->writer, sum + rest.time, group->exclusive, 1, 7);
  tv_text_writer_add_char (text->writer, ' ');
  add_calls (text, rest.calls, '+', rest.recursive_calls);
  tv_text_writer_add_char (text->writer, ' ');
  add_label (text, &rest);
}

/* The line of a group, up to its name. */
static void
begin_group (const Text *text, gint64 time, gint64 sum, guint64 calls,
             guint64 recursive_calls)
{
  const gint64 total = text->report->total;

  tv_text_writer_add (text->writer, "---------------------------------------------\n");
  add_time (text, time);
  tv_text_writer_add_char (text->writer, ' ');
  tv_report_calls_add_percent (text->writer, time, total, 1, 7);
  tv_text_writer_add_char (text->writer, ' ');
  tv_report_calls_add_percent (text->writer, sum, total, 1, 7);
  tv_text_writer_add_char (text->writer, ' ');
  add_calls (text, calls, '+', recursive_calls);
  tv_text_writer_add_char (text->writer, ' ');
}

static void
write_group (const Text *text, const TvCallReportGroup *group, gint64 sum,
             TvCallReportGrouping grouping)
{
  gint64 sum_of_members = 0;

  begin_group (text, group->exclusive, sum, group->calls, group->recursive_calls);
  tv_text_writer_add_field (text->writer, group->name);
  end_line (text);
  for (guint i = 0; i < group->n_listed; i++)
    {
      sum_of_members += text->report->rows[group->members[i]].exclusive;
      write_member (text, group, group->members[i], sum_of_members, grouping);
    }
  write_rest_of_members (text, group, sum_of_members);
}

static void
write_groups (const Text *text, TvCallReportGrouping grouping, const char *titles)
{
  const TvReportCallsRest rest = tv_report_calls_sum_groups (text->report, grouping);
  const TvCallReportGroup *groups = text->report->groups[grouping];
  const guint n = text->report->n_groups[grouping];
  gint64 sum = 0;

  tv_text_writer_add_padding (text->writer, text->time_width - NARROW_TIME);
  tv_text_writer_add (text->writer, translate (text, titles));
  end_line (text);
  for (guint i = 0; i < n && groups[i].is_listed && groups[i].exclusive != 0; i++)
    {
      sum += groups[i].exclusive;
      write_group (text, &groups[i], sum, grouping);
    }
  if (rest.n == 0)
    return;
  begin_group (text, rest.time, sum + rest.time, rest.calls, rest.recursive_calls);
  add_label (text, &rest);
}

static void
write_all (const Text *text)
{
  write_exclusive (text);
  write_inclusive (text);
  add_part_heading (text, N_ ("Exclusive elapsed time for each class, summed over "
                              "all the methods\nin the class."));
  /* Translators: titles of columns, which keep their places */
  write_groups (text, TV_CALL_REPORT_CLASSES,
                N_ ("   Cycles %/total Cumul.%  Calls+Recur  Class"));
  add_part_heading (text, N_ ("Exclusive elapsed time for each method, summed over "
                              "all the classes\nthat contain a method with the same "
                              "name."));
  /* Translators: titles of columns, which keep their places */
  write_groups (text, TV_CALL_REPORT_NAMES,
                N_ ("   Cycles %/total Cumul.%  Calls+Recur  Method"));
}

static void
clear_text (Text *text)
{
  for (guint i = 0; i < text->report->n_rows; i++)
    g_free (text->names[i]);
  g_free (text->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Text, clear_text)

static Text
begin_text (const TvReportCallsPart *part, TvTextWriter *writer, gboolean is_old)
{
  Text text = { .writer = writer, .report = part->report, .is_old = is_old };
  const TvTrace *trace = part->report->trace;

  text.names = g_new0 (char *, part->report->n_rows);
  text.whole = is_old || tv_trace_get_time_unit (trace) % 1000 == 0;
  text.time_width = text.whole ? NARROW_TIME : WIDE_TIME;
  return text;
}

/* Writes the report for people. */
void
tv_report_calls_write_text (const TvReportCallsPart *part, TvTextWriter *writer)
{
  g_auto (Text) text = begin_text (part, writer, FALSE);

  if (part->heading != NULL)
    {
      tv_text_writer_add_field (writer, part->heading);
      tv_text_writer_add (writer, "\n\n");
    }
  tv_text_writer_add (writer, part->report->clock == TV_CLOCK_WALL
                                  ? _ ("Wall time in microseconds:")
                                  : _ ("CPU time of the threads in microseconds:"));
  tv_text_writer_add_char (writer, ' ');
  tv_report_calls_add_time (writer, part->report->total, 0, text.whole);
  tv_text_writer_add (writer, "\n\n");
  write_all (&text);
}

/* Writes the report as dmtracedump does, in English and whole microseconds. */
void
tv_report_calls_write_dmtracedump (const TvReportCallsPart *part, TvTextWriter *writer)
{
  g_auto (Text) text = begin_text (part, writer, TRUE);

  tv_text_writer_add (writer, "\n====================================="
                              "=================================\n");
  tv_text_writer_add (writer, "Total cycles: ");
  tv_report_calls_add_time (writer, part->report->total, 0, TRUE);
  tv_text_writer_add (writer, "\n\n");
  write_all (&text);
}
