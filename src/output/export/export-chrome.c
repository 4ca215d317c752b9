/* SPDX-License-Identifier: Apache-2.0 */

/* Chrome's trace event format, which Perfetto and others read: a complete event ("X")
 * for each call, in microseconds. Slices that are on no thread are a pair of events of
 * their track ("b", "e"). */

#include "config.h"

#include "output/export/export-private.h"
#include "output/export/export.h"
#include "output/table/text-writer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* How many calls are looked at for a moment when no callee runs. */
#define MAX_CALLEES 1000

/* Whole numbers up to this one are exact as double. */
#define MAX_EXACT 9007199254740992.0

typedef struct
{
  TvTrace *trace;
  TvClock clock;
  gboolean has_cpu_too;
  gboolean has_slices;
  gboolean has_begun;  /* to write events */
  gboolean has_member; /* the present object or list of arguments */
  gint64 process;      /* of the present thread */
  gint64 start;        /* of the trace, on the clock of its file */
  TvExportNames names;
  TvTextWriter *writer;
} Chrome;

static void
add_number (Chrome *chrome, const char *before, gint64 number)
{
  tv_text_writer_add (chrome->writer, before);
  tv_text_writer_add_number (chrome->writer, number, 0);
}

static void
add_time (Chrome *chrome, const char *before, gint64 nanoseconds)
{
  tv_text_writer_add (chrome->writer, before);
  tv_export_add_microseconds (chrome->writer, nanoseconds);
}

static void
add_text (Chrome *chrome, const char *before, const char *text)
{
  tv_text_writer_add (chrome->writer, before);
  tv_text_writer_add_json (chrome->writer, text);
}

/* In a method trace an id can stand for several threads. */
static gint64
get_tid (const Chrome *chrome, const TvThread *thread)
{
  return chrome->has_slices ? thread->number : (gint64) thread->id;
}

static void
begin_event (Chrome *chrome, char phase)
{
  tv_text_writer_add (chrome->writer,
                      chrome->has_begun ? ",\n{\"ph\":\"" : "{\"ph\":\"");
  tv_text_writer_add_char (chrome->writer, phase);
  tv_text_writer_add_char (chrome->writer, '"');
  chrome->has_begun = TRUE;
}

/* A number with a fraction; JSON knows no others than finite ones. */
static void
add_real (Chrome *chrome, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (fabs (number) <= MAX_EXACT && floor (number) == number)
    {
      tv_text_writer_add_number (chrome->writer, (gint64) number, 0);
      return;
    }
  g_ascii_dtostr (text, sizeof text, number);
  if (isfinite (number))
    tv_text_writer_add (chrome->writer, text);
  else
    tv_text_writer_add_json (chrome->writer, text);
}

static void
add_arg_value (Chrome *chrome, const TvArg *arg)
{
  g_autofree char *text = NULL;

  if (arg->type == TV_ARG_REAL)
    {
      add_real (chrome, arg->value.real);
      return;
    }
  text = tv_arg_dup_value (arg);
  if (arg->type == TV_ARG_STRING || arg->type == TV_ARG_JSON
      || arg->type == TV_ARG_POINTER)
    tv_text_writer_add_json (chrome->writer, text);
  else
    tv_text_writer_add (chrome->writer, arg->type == TV_ARG_NULL ? "null" : text);
}

static void
add_member (Chrome *chrome, const char *name, gsize length)
{
  g_autofree char *text = name != NULL ? g_strndup (name, length) : NULL;

  if (chrome->has_member)
    tv_text_writer_add_char (chrome->writer, ',');
  chrome->has_member = TRUE;
  if (text == NULL)
    return;
  tv_text_writer_add_json (chrome->writer, text);
  tv_text_writer_add_char (chrome->writer, ':');
}

static void
open_args (gpointer data, const char *name, gsize length, gboolean is_list)
{
  Chrome *chrome = data;

  add_member (chrome, name, length);
  tv_text_writer_add_char (chrome->writer, is_list ? '[' : '{');
  chrome->has_member = FALSE;
}

static void
close_args (gpointer data, gboolean is_list, gboolean has_name)
{
  Chrome *chrome = data;

  tv_text_writer_add_char (chrome->writer, is_list ? ']' : '}');
  chrome->has_member = TRUE;
}

static void
add_arg (gpointer data, const char *name, gsize length, const TvArg *arg)
{
  add_member (data, name, length);
  add_arg_value (data, arg);
}

static void
add_args (Chrome *chrome, guint32 thread, guint32 call)
{
  static const TvExportArgs to = { open_args, close_args, add_arg };
  const guint32 set = tv_trace_get_call_arg_set (chrome->trace, thread, call);
  const TvArg *args;
  guint n;

  if (set == TV_ARG_SET_NONE)
    return;
  args = tv_trace_get_arg_set (chrome->trace, set, &n);
  tv_text_writer_add (chrome->writer, ",\"args\":{");
  chrome->has_member = FALSE;
  tv_export_args_write (args, n, &to, chrome);
  tv_text_writer_add_char (chrome->writer, '}');
}

static void
write_name (Chrome *chrome, const char *kind, const TvThread *thread, const char *name)
{
  begin_event (chrome, 'M');
  add_text (chrome, ",\"name\":", kind);
  add_number (chrome, ",\"pid\":", chrome->process);
  if (thread != NULL)
    add_number (chrome, ",\"tid\":", get_tid (chrome, thread));
  add_text (chrome, ",\"args\":{\"name\":", name);
  tv_text_writer_add (chrome->writer, "}}");
}

static void
add_category (Chrome *chrome, guint32 method)
{
  const char *category = tv_trace_get_method (chrome->trace, method)->category;

  if (!tv_trace_is_slice (chrome->trace, method))
    category = "method";
  if (category != NULL)
    add_text (chrome, ",\"cat\":", category);
  add_text (chrome, ",\"name\":", tv_export_names_get_method (&chrome->names, method));
  add_number (chrome, ",\"pid\":", chrome->process);
}

/* Slices that did not end are written so. Calls that are still open get an end, so that
 * their time is shown. */
static gboolean
has_end (const Chrome *chrome, const TvExportStep *step)
{
  return !chrome->has_slices || (step->flags & TV_CALL_STILL_OPEN) == 0;
}

static void
write_call (Chrome *chrome, const TvExportWalk *walk, guint32 thread,
            const TvExportStep *step)
{
  const TvClock clock = chrome->clock;

  begin_event (chrome, has_end (chrome, step) ? 'X' : 'B');
  add_category (chrome, step->method);
  add_number (chrome, ",\"tid\":",
              get_tid (chrome, tv_trace_get_thread (chrome->trace, thread)));
  add_time (chrome, ",\"ts\":", chrome->start + step->times[clock]);
  if (has_end (chrome, step))
    add_time (chrome, ",\"dur\":", tv_export_walk_get_length (walk, step, clock));
  if (chrome->has_cpu_too && (step->flags & TV_CALL_NO_CPU_TIME) == 0)
    {
      add_time (chrome, ",\"tts\":", step->times[TV_CLOCK_THREAD_CPU]);
      if (has_end (chrome, step))
        add_time (chrome, ",\"tdur\":",
                  tv_export_walk_get_length (walk, step, TV_CLOCK_THREAD_CPU));
    }
  add_args (chrome, thread, step->call);
  tv_text_writer_add_char (chrome->writer, '}');
}

/* The beginning or the end of a slice that is on no thread. */
static void
write_edge (Chrome *chrome, guint32 thread, const TvExportStep *step)
{
  const gboolean is_of_process
      = tv_trace_get_thread (chrome->trace, thread)->kind == TV_TRACK_PROCESS;

  begin_event (chrome, step->enters ? 'b' : 'e');
  add_category (chrome, step->method);
  add_number (chrome,
              is_of_process ? ",\"id2\":{\"local\":\"" : ",\"id2\":{\"global\":\"",
              (gint64) thread + 1);
  add_time (chrome, "\"},\"ts\":", chrome->start + step->times[chrome->clock]);
  if (step->enters)
    add_args (chrome, thread, step->call);
  tv_text_writer_add_char (chrome->writer, '}');
}

static void
write_thread (Chrome *chrome, TvExportWalk *walk, guint32 thread)
{
  const TvThread *row = tv_trace_get_thread (chrome->trace, thread);
  const TvThread *owner = tv_trace_get_thread (chrome->trace, row->owner);
  g_autofree char *name = tv_export_names_dup_thread (chrome->trace, row->owner);
  const gboolean is_thread = row->kind == TV_TRACK_THREAD;
  TvExportStep step;

  if (chrome->has_slices)
    chrome->process = tv_export_get_pid (chrome->trace, row->process);
  if (is_thread && (owner->name != NULL || !chrome->has_slices))
    write_name (chrome, "thread_name", row, name);
  while (!tv_text_writer_has_failed (chrome->writer)
         && tv_export_walk_next (walk, &step))
    if (!is_thread && (step.enters || has_end (chrome, &step)))
      write_edge (chrome, thread, &step);
    else if (is_thread && step.enters)
      write_call (chrome, walk, thread, &step);
}

/* A counter is named by the event and the member together. */
static void
write_counter (Chrome *chrome, const TvExportSpec *spec, guint index)
{
  const TvCounter *counter = tv_trace_get_counter (chrome->trace, index);
  const TvCounterValues values = tv_trace_get_counter_values (chrome->trace, index);
  g_autofree char *name = tv_export_dup_counter_name (counter);
  char *member = strrchr (name, ' ');

  if (member != NULL)
    *member++ = '\0';
  for (gsize i = 0; i < values.n && !tv_text_writer_has_failed (chrome->writer); i++)
    {
      const gint64 time = tv_times_get (&values.time, i);

      if (time < spec->part.start || time > spec->part.end)
        continue;
      begin_event (chrome, 'C');
      add_text (chrome, ",\"name\":", name);
      add_number (chrome,
                  ",\"pid\":", tv_export_get_pid (chrome->trace, counter->process));
      add_time (chrome, ",\"ts\":", chrome->start + time);
      add_text (chrome, ",\"args\":{", member != NULL ? member : "");
      tv_text_writer_add_char (chrome->writer, ':');
      add_real (chrome, values.value[i]);
      tv_text_writer_add (chrome->writer, "}}");
    }
}

/* Finds a time in a call when it has no callee, if there is one. */
static gint64
find_own_time (const TvCalls *calls, guint32 call)
{
  const gint64 start = tv_times_get (&calls->axis_start, call);
  const gint64 end = tv_times_get (&calls->axis_end, call);
  gint64 from = start;
  gint64 to = end;

  for (gsize i = (gsize) call + 1; i < calls->n && i - call <= MAX_CALLEES; i++)
    {
      const gint64 callee_start = tv_times_get (&calls->axis_start, i);

      if (callee_start > from)
        {
          to = MIN (callee_start, end);
          break;
        }
      if (calls->parent[i] == call)
        from = tv_times_get (&calls->axis_end, i);
    }
  return from > start && from + 1 < to ? from + 1 : start;
}

static void
write_flow_end (Chrome *chrome, char phase, gsize flow, TvCallRef call)
{
  const TvThread *thread = tv_trace_get_thread (chrome->trace, call.thread);
  const TvCalls calls = tv_trace_get_calls (chrome->trace, call.thread);

  begin_event (chrome, phase);
  add_number (chrome, ",\"name\":\"flow\",\"cat\":\"flow\",\"bp\":\"e\",\"id\":",
              (gint64) flow + 1);
  add_number (chrome, ",\"pid\":", tv_export_get_pid (chrome->trace, thread->process));
  add_number (chrome, ",\"tid\":", thread->number);
  add_time (chrome, ",\"ts\":", chrome->start + find_own_time (&calls, call.call));
  tv_text_writer_add_char (chrome->writer, '}');
}

/* Returns how many could not be written: those of slices that are on no thread. */
static guint
write_flows (Chrome *chrome, const TvExportSpec *spec)
{
  guint n_lost = 0;

  for (gsize i = 0; i < tv_trace_get_n_flows (chrome->trace)
                    && !tv_text_writer_has_failed (chrome->writer);
       i++)
    {
      const TvFlow flow = tv_trace_get_flow (chrome->trace, i);

      if (!tv_export_has_call (spec, chrome->trace, flow.from)
          || !tv_export_has_call (spec, chrome->trace, flow.to))
        continue;
      if (tv_trace_get_thread (chrome->trace, flow.from.thread)->kind != TV_TRACK_THREAD
          || tv_trace_get_thread (chrome->trace, flow.to.thread)->kind
                 != TV_TRACK_THREAD)
        {
          n_lost++;
          continue;
        }
      write_flow_end (chrome, 's', i, flow.from);
      write_flow_end (chrome, 'f', i, flow.to);
    }
  return n_lost;
}

/* Processes, counters and flows of a trace of slices, and what the format lacks. */
static void
write_system (Chrome *chrome, const TvExportSpec *spec)
{
  guint n_lost;

  for (guint i = 0; i < tv_trace_get_n_processes (chrome->trace); i++)
    {
      chrome->process = tv_export_get_pid (chrome->trace, i);
      if (tv_trace_get_process (chrome->trace, i)->name != NULL)
        write_name (chrome, "process_name", NULL,
                    tv_trace_get_process (chrome->trace, i)->name);
    }
  for (guint i = 0; i < tv_trace_get_n_counters (chrome->trace); i++)
    if (tv_export_has_counter (spec, tv_trace_get_counter (chrome->trace, i)))
      write_counter (chrome, spec, i);
  n_lost = write_flows (chrome, spec);
  if (n_lost > 0)
    tv_export_note (
        spec,
        g_strdup_printf (ngettext ("%u flow is left out, since it does not go from "
                                   "thread to thread",
                                   "%u flows are left out, since they do not go "
                                   "from thread to thread",
                                   n_lost),
                         n_lost));
  tv_export_note_states (spec, chrome->trace);
}

/* Writes JSON trace events: a complete event for each call, with `ts` and `dur` in
 * microseconds on the chosen clock. If the file has both clocks, events in wall time
 * also have CPU time as `tts` and `tdur`. */
gboolean
tv_export_chrome (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                  GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);
  g_autoptr (TvExportWalk) walk = tv_export_walk_new (trace, &spec->part, cancellable);
  Chrome chrome = { .trace = trace, .clock = spec->clock, .writer = writer };
  guint32 thread;

  chrome.has_slices = tv_trace_has_slices (trace);
  chrome.start = chrome.has_slices ? tv_trace_get_info (trace)->origin : 0;
  chrome.process = (gint64) tv_export_find_process (trace);
  chrome.has_cpu_too = tv_export_has_both_clocks (spec, trace);
  tv_export_names_init (&chrome.names, trace);
  tv_text_writer_add (writer, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
  if (!chrome.has_slices)
    write_name (&chrome, "process_name", NULL, spec->title);
  while (!tv_text_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    write_thread (&chrome, walk, thread);
  if (chrome.has_slices)
    write_system (&chrome, spec);
  tv_text_writer_add (writer, "\n]}\n");
  tv_export_names_clear (&chrome.names);
  return tv_text_writer_finish (writer, error);
}
