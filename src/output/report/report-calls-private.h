/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/report/call-report.h"
#include "output/table/text-writer.h"

G_BEGIN_DECLS

/* The parts of a report, in their order. */
typedef enum
{
  TV_REPORT_CALLS_EXCLUSIVE,
  TV_REPORT_CALLS_INCLUSIVE,
  TV_REPORT_CALLS_CLASSES,
  TV_REPORT_CALLS_NAMES
} TvReportCallsPart;

#define TV_N_REPORT_CALLS_PARTS 4

/* The lines of a report. After the lines of a kind, one line may sum up those that are
 * not listed. */
typedef enum
{
  TV_REPORT_CALLS_METHOD,   /* a method of the first part */
  TV_REPORT_CALLS_ENTRY,    /* begins a method of the second part */
  TV_REPORT_CALLS_RELATIVE, /* a caller or callee of that method */
  TV_REPORT_CALLS_GAP,      /* before its relatives in recursive calls */
  TV_REPORT_CALLS_ITSELF,   /* the method among its relatives */
  TV_REPORT_CALLS_SELF,     /* its own time */
  TV_REPORT_CALLS_GROUP,    /* begins a group of the third or fourth part */
  TV_REPORT_CALLS_MEMBER    /* a method of that group */
} TvReportCallsKind;

#define TV_N_REPORT_CALLS_KINDS 8

#define TV_REPORT_CALLS_NO_TIME G_MININT64

/**
 * TvReportCallsLine:
 * @row: row of its method if @label is %NULL; of a group, its place from 1
 * @label: (nullable): text in place of a method
 * @is_in_class: whether the class of the method is that of its group
 * @time: inclusive time of relatives and entries, exclusive time of other lines
 * @other_time: exclusive time of an entry, inclusive time of a member; may be
 *   %TV_REPORT_CALLS_NO_TIME
 * @whole: the time that is 100 %; may be %TV_REPORT_CALLS_NO_TIME
 * @sum: time of this line and the lines before
 * @calls: number of calls
 * @more_calls: number of recursive calls; for a relative, the number of all calls of
 * the callee, or 0 for several callees
 *
 * A line of the report. Each kind uses some of these members.
 */
typedef struct
{
  guint32 row;
  const char *label;
  gboolean is_in_class;
  gint64 time;
  gint64 other_time;
  gint64 whole;
  gint64 sum;
  guint64 calls;
  guint64 more_calls;
} TvReportCallsLine;

/**
 * TvReportCallsTemplates:
 * @line: a line
 * @close: (nullable): ends what @line begins
 * @rest: (nullable): the line that sums up; %NULL if it is like @line
 * @end: (nullable): ends the lines if no line sums up
 *
 * How lines of a kind are written. In a template, % and a letter stand for a field:
 *
 * - t, o: @time, @other_time
 * - s, S: share of @time and of @sum in @whole
 * - p, P: the same with fewer decimals
 * - r: share of a relative with a percent sign, or nothing
 * - +, /: @calls and @more_calls
 * - i, I: @row, in text as an index aligned to the right and to the left
 * - m, n: the method with and without its index, or @label
 * - #: id of an entry in the page
 * - h: titles of members
 * - %: a percent sign
 */
typedef struct
{
  const char *line;
  const char *close;
  const char *rest;
  const char *end;
} TvReportCallsTemplates;

typedef struct _TvReportCallsSink TvReportCallsSink;

/**
 * TvReportCallsFormat:
 * @begin: begins the report
 * @begin_part: begins a part, with a sentence about it or %NULL
 * @add_field: adds a field of a line, see #TvReportCallsTemplates
 * @end_thread: ends the report of a thread
 * @templates: the lines, by #TvReportCallsKind
 *
 * A format of the report.
 */
typedef struct
{
  void (*begin) (const TvReportCallsSink *sink);
  void (*begin_part) (const TvReportCallsSink *sink, TvReportCallsPart part,
                      const char *note);
  void (*add_field) (const TvReportCallsSink *sink, char field,
                     const TvReportCallsLine *line);
  const char *end_thread;
  TvReportCallsTemplates templates[TV_N_REPORT_CALLS_KINDS];
} TvReportCallsFormat;

/**
 * TvReportCallsSink:
 * @format: its format
 * @writer: where it goes
 * @report: what is reported
 * @heading: (nullable): name of its thread, %NULL for all threads
 * @thread: index of its thread
 * @is_old: whether it is for scripts that read dmtracedump: in English, with names as
 * in the trace
 * @whole: whether times are whole microseconds
 * @names: by row, made when they are first written
 *
 * A report that is being written.
 */
struct _TvReportCallsSink
{
  const TvReportCallsFormat *format;
  TvTextWriter *writer;
  const TvCallReport *report;
  const char *heading;
  guint32 thread;
  gboolean is_old;
  gboolean whole;
  char **names;
};

extern const TvReportCallsFormat tv_report_calls_text;
extern const TvReportCallsFormat tv_report_calls_html;

const char *tv_report_calls_get_name (const TvReportCallsSink *sink, guint32 row);
const char *tv_report_calls_get_facts (const TvReportCallsSink *sink);
void tv_report_calls_add_time (const TvReportCallsSink *sink, gint64 nanoseconds,
                               guint width);
void tv_report_calls_add_percent (TvTextWriter *writer, gint64 part, gint64 whole,
                                  guint decimals, guint width);

G_END_DECLS
