/* SPDX-License-Identifier: Apache-2.0 */

/* The report in the layout of dmtracedump. Scripts get exactly that; people also get
 * the thread and the clock. */

#include "config.h"

#include "output/report/report-calls-private.h"

#include <glib/gi18n-lib.h>

#define NARROW_TIME 9
#define WIDE_TIME 13 /* with three decimals */

#define DOUBLE_RULE                                                                    \
  "\n======================================================================\n"

/* Fields */

static void
add (const TvReportCallsSink *sink, const char *text)
{
  tv_text_writer_add (sink->writer, text);
}

static void
add_padding (const TvReportCallsSink *sink, guint count)
{
  tv_text_writer_add_padding (sink->writer, count);
}

static void
add_translated (const TvReportCallsSink *sink, const char *string)
{
  add (sink, sink->is_old ? string : _ (string));
}

static guint
get_time_width (const TvReportCallsSink *sink)
{
  return sink->whole ? NARROW_TIME : WIDE_TIME;
}

static void
add_time (const TvReportCallsSink *sink, gint64 nanoseconds)
{
  if (nanoseconds != TV_REPORT_CALLS_NO_TIME)
    tv_report_calls_add_time (sink, nanoseconds, get_time_width (sink));
  else
    add_padding (sink, get_time_width (sink));
}

static guint
count_digits (guint64 number)
{
  guint n = 1;

  for (; number >= 10; number /= 10)
    n++;
  return n;
}

/* A line without more calls has one number in the room of both. */
static void
add_calls (const TvReportCallsSink *sink, const TvReportCallsLine *line, char between)
{
  const guint n_digits = count_digits (line->more_calls);

  tv_text_writer_add_number (sink->writer, (gint64) line->calls, 6);
  if (between == '/' && line->more_calls == 0)
    {
      add_padding (sink, 7);
      return;
    }
  tv_text_writer_add_char (sink->writer, between);
  tv_text_writer_add_number (sink->writer, (gint64) line->more_calls, 0);
  add_padding (sink, MAX (n_digits, 6) - n_digits);
}

static void
add_index (const TvReportCallsSink *sink, guint32 row)
{
  tv_text_writer_add_char (sink->writer, '[');
  tv_text_writer_add_number (sink->writer, row, 0);
  tv_text_writer_add_char (sink->writer, ']');
}

static void
add_name (const TvReportCallsSink *sink, const TvReportCallsLine *line)
{
  if (line->label != NULL)
    tv_text_writer_add_field (sink->writer, line->label);
  else
    add (sink, tv_report_calls_get_name (sink, line->row));
}

/* Adds the index of a method if it has one, and the method, without its class in a
 * group of that class. */
static void
add_method (const TvReportCallsSink *sink, const TvReportCallsLine *line)
{
  const TvMethod *method;

  if (line->label == NULL)
    {
      add_index (sink, line->row);
      add (sink, " ");
    }
  if (line->label != NULL || !line->is_in_class)
    {
      add_name (sink, line);
      return;
    }
  method
      = tv_trace_get_method (sink->report->trace, sink->report->rows[line->row].method);
  tv_text_writer_add_field (sink->writer, method->name);
  add (sink, " ");
  tv_text_writer_add_field (sink->writer, method->signature);
}

/* Parts */

static void
begin (const TvReportCallsSink *sink)
{
  if (sink->is_old)
    add (sink, DOUBLE_RULE);
  if (sink->heading != NULL && !sink->is_old)
    {
      tv_text_writer_add_field (sink->writer, sink->heading);
      add (sink, "\n\n");
    }
  add (sink, tv_report_calls_get_facts (sink));
  add (sink, " ");
  tv_report_calls_add_time (sink, sink->report->total, 0);
  add (sink, "\n\n");
}

static void
begin_part (const TvReportCallsSink *sink, TvReportCallsPart part, const char *note)
{
  static const struct
  {
    const char *sentence;
    const char *titles;
  } parts[TV_N_REPORT_CALLS_PARTS] = {
    { N_ ("Exclusive elapsed times for each method, not including time spent in\n"
          "children, sorted by exclusive time."),
      /* Translators: titles of columns, which have 9, 7, 6 and more characters */
      N_ ("    Usecs  self %  sum %  Method") },
    { N_ ("Inclusive elapsed times for each method and its parents and children,\n"
          "sorted by inclusive time."),
      /* Translators: titles of columns, which keep their places */
      N_ ("index  %/total %/self  index     calls         usecs name") },
    { N_ ("Exclusive elapsed time for each class, summed over all the methods\n"
          "in the class."),
      /* Translators: titles of columns, which keep their places */
      N_ ("   Cycles %/total Cumul.%  Calls+Recur  Class") },
    { N_ ("Exclusive elapsed time for each method, summed over all the classes\n"
          "that contain a method with the same name."),
      /* Translators: titles of columns, which keep their places */
      N_ ("   Cycles %/total Cumul.%  Calls+Recur  Method") }
  };

  if (part != TV_REPORT_CALLS_EXCLUSIVE)
    add (sink, DOUBLE_RULE "\n");
  add_translated (sink, parts[part].sentence);
  add (sink, "\n\n");
  if (note != NULL)
    {
      add (sink, note);
      add (sink, "\n\n");
    }
  if (part != TV_REPORT_CALLS_INCLUSIVE)
    add_padding (sink, get_time_width (sink) - NARROW_TIME);
  add_translated (sink, parts[part].titles);
  add (sink, "\n");
}

/* Lines */

static void
add_share (const TvReportCallsSink *sink, const TvReportCallsLine *line)
{
  if (line->whole == TV_REPORT_CALLS_NO_TIME)
    {
      add_padding (sink, 6);
      return;
    }
  tv_report_calls_add_percent (sink->writer, line->time, line->whole, 1, 5);
  add (sink, "%");
}

static void
add_index_field (const TvReportCallsSink *sink, const TvReportCallsLine *line,
                 gboolean to_left)
{
  const guint width = line->label != NULL ? 0 : count_digits (line->row) + 2;

  if (!to_left)
    add_padding (sink, 6 - MIN (width, 6));
  if (line->label == NULL)
    add_index (sink, line->row);
  if (to_left)
    add_padding (sink, 6 - MIN (width, 6));
}

static void
add_field (const TvReportCallsSink *sink, char field, const TvReportCallsLine *line)
{
  const gint64 part = field == 'S' || field == 'P' ? line->sum : line->time;

  switch (field)
    {
    case 't':
      add_time (sink, line->time);
      break;
    case 'o':
      add_time (sink, line->other_time);
      break;
    case 's':
    case 'S':
      tv_report_calls_add_percent (sink->writer, part, line->whole, 2, 6);
      break;
    case 'p':
    case 'P':
      tv_report_calls_add_percent (sink->writer, part, line->whole, 1, 7);
      break;
    case 'r':
      add_share (sink, line);
      break;
    case '+':
    case '/':
      add_calls (sink, line, field);
      break;
    case 'i':
    case 'I':
      add_index_field (sink, line, field == 'I');
      break;
    case 'm':
      add_method (sink, line);
      break;
    case 'n':
      add_name (sink, line);
      break;
    default:
      g_assert_not_reached ();
    }
}

#define ENTRY_RULE "----------------------------------------------------\n"
#define GROUP_RULE "---------------------------------------------\n"

const TvReportCallsFormat tv_report_calls_text = {
  .begin = begin,
  .begin_part = begin_part,
  .add_field = add_field,
  .templates = {
    [TV_REPORT_CALLS_METHOD] = { .line = "%t  %s %S  %m\n" },
    [TV_REPORT_CALLS_ENTRY] = { .line = ENTRY_RULE, .rest = ENTRY_RULE "%n\n" },
    [TV_REPORT_CALLS_RELATIVE] = { .line = "               %r %i %/ %t %n\n" },
    [TV_REPORT_CALLS_GAP] = { .line = "               +++++++++++++++++++++++++\n" },
    [TV_REPORT_CALLS_ITSELF] = { .line = "%I %r                %+ %t %n\n" },
    [TV_REPORT_CALLS_SELF] = { .line = "               %r   excl               %t\n" },
    [TV_REPORT_CALLS_GROUP] = { .line = GROUP_RULE "%t %p %P %+ %n\n" },
    [TV_REPORT_CALLS_MEMBER] = { .line = "%t %o %p %P %+ %m\n" },
  },
};
