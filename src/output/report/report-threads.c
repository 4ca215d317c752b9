/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-threads.h"

#include "analysis/text/amount-text.h"
#include "analysis/text/kind-text.h"
#include "output/table/html-page.h"
#include "trace/model/trace-samples.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const TvTrace *trace;
  const TvReportThreadsSpec *spec;
  guint index;
  TvThread thread; /* the current row: the part of a thread in the range */
} ThreadReport;

enum
{
  COLUMN_ID,
  COLUMN_PLAIN_NAME,
  COLUMN_NAME,
  COLUMN_OTHER_NAMES,
  COLUMN_PROCESS,
  COLUMN_PID,
  COLUMN_EVENTS,
  COLUMN_CALLS,
  COLUMN_WAITS,
  COLUMN_FIRST,
  COLUMN_LAST,
  COLUMN_TOTAL,
  COLUMN_IN_METHODS,
  COLUMN_OF_CLOCK /* from here on with TvColumn.clock instead of the report's clock */
};

#define CPU TV_CLOCK_THREAD_CPU
#define WALL TV_CLOCK_WALL

/* Heading, field of TSV, member in JSON. */
static const TvColumn all_columns[] = {
  { N_ ("Id"), "tid", "tid", .what = COLUMN_ID },
  { NULL, "name", NULL, .what = COLUMN_NAME },
  { NULL, NULL, "name", .what = COLUMN_PLAIN_NAME },
  { NULL, NULL, "other_names", .what = COLUMN_OTHER_NAMES },
  { NULL, "pid", "pid", .what = COLUMN_PID },
  { NULL, NULL, "process", .what = COLUMN_PROCESS },
  { N_ ("Events"), "events", "events", .what = COLUMN_EVENTS },
  { N_ ("Calls"), NULL, "calls", .what = COLUMN_CALLS },
  { NULL, NULL, "waits", .what = COLUMN_WAITS },
  { N_ ("First"), "first_us", NULL, .what = COLUMN_FIRST },
  { N_ ("Last"), "last_us", NULL, .what = COLUMN_LAST },
  { N_ ("Total"), "total", NULL, .what = COLUMN_TOTAL },
  { N_ ("In Methods"), NULL, NULL, .what = COLUMN_IN_METHODS },
  { NULL, NULL, "cpu.first_ns", .what = COLUMN_OF_CLOCK + COLUMN_FIRST, .clock = CPU },
  { NULL, NULL, "cpu.last_ns", .what = COLUMN_OF_CLOCK + COLUMN_LAST, .clock = CPU },
  { NULL, NULL, "cpu.root_inclusive_ns", .what = COLUMN_OF_CLOCK + COLUMN_IN_METHODS,
    .clock = CPU },
  { NULL, NULL, "wall.first_ns", .what = COLUMN_OF_CLOCK + COLUMN_FIRST,
    .clock = WALL },
  { NULL, NULL, "wall.last_ns", .what = COLUMN_OF_CLOCK + COLUMN_LAST, .clock = WALL },
  { NULL, NULL, "wall.root_inclusive_ns", .what = COLUMN_OF_CLOCK + COLUMN_IN_METHODS,
    .clock = WALL },
  { N_ ("Process"), NULL, NULL, .what = COLUMN_PROCESS },
  { N_ ("Name"), NULL, NULL, .what = COLUMN_NAME },
};

static void
get_time (const ThreadReport *report, guint what, TvClock clock, TvCell *cell)
{
  const gint64 first = report->thread.first[clock];
  const gint64 last = report->thread.last[clock];

  if (!tv_trace_has_clock (report->trace, clock))
    cell->kind = TV_CELL_ABSENT;
  else if (what == COLUMN_FIRST)
    tv_cell_set_amount (cell, report->trace, clock, first);
  else if (what == COLUMN_LAST)
    tv_cell_set_amount (cell, report->trace, clock, last);
  else if (what == COLUMN_TOTAL)
    tv_cell_set_amount (cell, report->trace, clock, last - first);
  else
    tv_cell_set_amount (cell, report->trace, clock,
                        report->thread.root_inclusive[clock]);
}

static void
get_process (const ThreadReport *report, guint what, TvCell *cell)
{
  const guint32 process = report->thread.process;
  g_autofree char *label = NULL;

  if (process >= tv_trace_get_n_processes (report->trace))
    cell->kind = TV_CELL_ABSENT;
  else if (what == COLUMN_PID)
    tv_cell_set_count (cell,
                       (guint64) tv_trace_get_process (report->trace, process)->pid);
  else
    {
      label = tv_trace_dup_process_label (report->trace, process);
      cell->kind = TV_CELL_TEXT;
      g_string_append (cell->text, label);
    }
}

static gboolean
is_of_slices (const ThreadReport *report)
{
  return tv_trace_get_info (report->trace)->kind != TV_TRACE_KIND_CALLS;
}

/* Only rows of threads have an id, if the file gives one that a system may have. */
static gboolean
has_number (const TvThread *thread)
{
  return thread->kind == TV_TRACK_THREAD && thread->number >= 0
         && thread->number <= G_MAXUINT32;
}

static void
get_id (const ThreadReport *report, TvCell *cell)
{
  const TvThread *thread = &report->thread;

  if (!is_of_slices (report))
    tv_cell_set_count (cell, thread->id);
  else if (has_number (thread))
    tv_cell_set_count (cell, (guint64) thread->number);
  else
    cell->kind = TV_CELL_ABSENT;
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const ThreadReport *report = source;
  const TvThread *thread = &report->thread;

  if (column->what >= COLUMN_OF_CLOCK)
    get_time (report, column->what - COLUMN_OF_CLOCK, column->clock, cell);
  else if (column->what == COLUMN_IN_METHODS
           && tv_trace_get_n_sample_events (report->trace) > 0)
    get_time (report, column->what, CPU, cell);
  else if (column->what >= COLUMN_FIRST)
    get_time (report, column->what, report->spec->clock, cell);
  else if (column->what == COLUMN_ID)
    get_id (report, cell);
  else if (column->what == COLUMN_PID || column->what == COLUMN_PROCESS)
    get_process (report, column->what, cell);
  else if (column->what == COLUMN_EVENTS)
    tv_cell_set_count (cell, thread->n_events);
  else if (column->what == COLUMN_CALLS)
    tv_cell_set_count (cell, thread->n_calls);
  else if (column->what == COLUMN_WAITS)
    tv_cell_set_count (cell, thread->n_waits);
  else if (column->what == COLUMN_OTHER_NAMES)
    {
      cell->kind = TV_CELL_LIST;
      cell->list = (const char *const *) thread->other_names;
    }
  else if (column->what == COLUMN_PLAIN_NAME
           || (thread->name != NULL && *thread->name != '\0'))
    tv_cell_set_text (cell, thread->name);
  else if (is_of_slices (report) && !has_number (thread))
    {
      g_autofree char *label
          = tv_trace_dup_thread_label (report->trace, report->index - 1);

      cell->kind = TV_CELL_TEXT;
      g_string_append (cell->text, label);
    }
  else
    {
      /* Programs read these words, so they are not translated. */
      cell->kind = TV_CELL_TEXT;
      if (is_of_slices (report) && thread->number < 0)
        g_string_append (cell->text, "(no thread)");
      else
        g_string_append_printf (
            cell->text, "Thread %u",
            (guint) (is_of_slices (report) ? thread->number : thread->id));
    }
}

/* Adds up the calls and events in the range. Events that repairs left without a call do
 * not count. */
static void
add_up_calls (TvThread *thread, const TvThreadRange *range, TvClock axis)
{
  const guint32 n = tv_thread_range_get_n (range);

  thread->n_calls = 0;
  thread->n_events = 0;
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 call = tv_thread_range_get_call (range, i);
      const guint8 flags = range->calls.flags[call];
      gint64 inclusive[TV_N_CLOCKS];

      if (!tv_thread_range_clip_call (range, call, inclusive))
        continue;
      thread->n_calls++;
      thread->n_events += i >= range->n_open && !(flags & TV_CALL_PRE_OPEN);
      thread->n_events
          += !(flags & (TV_CALL_STILL_OPEN | TV_CALL_EXIT_LOST))
             && tv_times_get (&range->calls.end[axis], call) < range->to[axis];
      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        if (range->calls.parent[call] == TV_CALL_NONE)
          thread->root_inclusive[clock] += inclusive[clock];
    }
}

/* Returns whether the thread at an index has a part in the range. */
static gboolean
take_thread (ThreadReport *report, guint index)
{
  const TvProfileRange *part = &report->spec->part;
  const TvClock axis = part->on_thread_cpu ? CPU : WALL;
  g_auto (TvThreadRange) range = { 0 };
  TvThread *thread = &report->thread;

  *thread = *tv_trace_get_thread (report->trace, index);
  if (part->start >= part->end
      || (part->threads != NULL && !tv_thread_set_contains (part->threads, index)))
    return FALSE;
  tv_thread_range_init (&range, report->trace, part, index);
  if (range.from[axis] <= thread->first[axis] && range.to[axis] > thread->last[axis])
    return TRUE;
  if (range.from[axis] > thread->last[axis] || range.to[axis] <= thread->first[axis])
    return FALSE;
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      thread->first[clock] = MAX (thread->first[clock], range.from[clock]);
      thread->last[clock] = MIN (thread->last[clock], range.to[clock]);
      thread->root_inclusive[clock] = 0;
    }
  thread->n_waits = range.end_wait - range.first_wait;
  add_up_calls (thread, &range, axis);
  return TRUE;
}

static gboolean
go_to_row (gpointer source, gsize row)
{
  ThreadReport *report = source;
  const guint n = tv_trace_get_n_threads (report->trace);

  if (row == 0)
    report->index = 0;
  while (row < report->spec->top && report->index < n)
    if (take_thread (report, report->index++))
      return TRUE;
  return FALSE;
}

/* Chooses the columns, with processes only if there are several. Returns their number.
 */
static guint
choose_columns (const TvTrace *trace, TvClock clock, TvColumn *columns)
{
  const gboolean is_sampled = tv_trace_has_samples (trace);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (all_columns); i++)
    {
      const guint what = all_columns[i].what;

      if ((what == COLUMN_PROCESS || what == COLUMN_PID)
          && tv_trace_get_n_processes (trace) < 2)
        continue;
      columns[n] = all_columns[i];
      if (what == COLUMN_CALLS && is_sampled)
        continue;
      if (columns[n].title != NULL)
        columns[n].title = tv_kind_text (trace, columns[n].title);
      columns[n].field = tv_amount_get_field (trace, clock, columns[n].field);
      if (what >= COLUMN_OF_CLOCK)
        columns[n].member
            = tv_amount_get_field (trace, columns[n].clock, columns[n].member);
      n++;
    }
  return n;
}

/**
 * tv_report_threads:
 * @trace: a trace
 * @spec: what to show
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a row for each thread with a part in the range, in order of id: the number of
 * events and calls in the range, and the times of the first event, of the last and
 * between them, cut to the range. Times are on the clock of @spec, in JSON on both
 * clocks. A thread without a name is called `Thread` and its id. Text and JSON also
 * have the time in methods: the sum of the inclusive times of root calls.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_threads (const TvTrace *trace, const TvReportThreadsSpec *spec,
                   GOutputStream *out, GCancellable *cancellable, GError **error)
{
  ThreadReport report = { .trace = trace, .spec = spec };
  TvColumn columns[G_N_ELEMENTS (all_columns)];
  TvTable table = { .columns = columns,
                    .for_programs = TRUE,
                    .titled = TRUE,
                    .rows_name = "threads",
                    .go_to_row = go_to_row,
                    .get = get_cell,
                    .source = &report };
  g_autofree char *amounts = tv_amount_dup_note (trace);
  const char *const notes[]
      = { spec->clock == TV_CLOCK_WALL   ? _ ("Wall times in milliseconds")
          : tv_trace_has_samples (trace) ? amounts
                                         : _ ("CPU times in milliseconds"),
          NULL };
  g_autoptr (TvTextWriter) writer = NULL;

  g_return_val_if_fail (trace != NULL && spec != NULL && G_IS_OUTPUT_STREAM (out),
                        FALSE);

  table.n_columns = choose_columns (trace, spec->clock, columns);
  writer = tv_text_writer_new (out, cancellable);
  tv_page_begin (writer, spec->format, spec->title, notes);
  tv_table_write (&table, spec->format, writer);
  tv_page_end (writer, spec->format);
  return tv_text_writer_finish (writer, error);
}
