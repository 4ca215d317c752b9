/* SPDX-License-Identifier: Apache-2.0 */

/* Chrome's trace event format, which Perfetto and others read: a complete event ("X")
 * for each call, in microseconds. */

#include "output/export/export-private.h"
#include "output/export/export.h"
#include "output/table/text-writer.h"

typedef struct
{
  TvTrace *trace;
  TvClock clock;
  gboolean has_cpu_too;
  guint64 process;
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
write_name (Chrome *chrome, const char *kind, guint32 thread, const char *name)
{
  tv_text_writer_add (chrome->writer, ",\n{\"ph\":\"M\",\"name\":\"");
  tv_text_writer_add (chrome->writer, kind);
  add_number (chrome, "\",\"pid\":", (gint64) chrome->process);
  add_number (chrome, ",\"tid\":", thread);
  tv_text_writer_add (chrome->writer, ",\"args\":{\"name\":");
  tv_text_writer_add_json (chrome->writer, name);
  tv_text_writer_add (chrome->writer, "}}");
}

/* Calls that are still open get an end as well, so that their time is shown. */
static void
write_call (Chrome *chrome, const TvExportWalk *walk, guint32 thread,
            const TvExportStep *step)
{
  const TvClock clock = chrome->clock;

  tv_text_writer_add (chrome->writer, ",\n{\"ph\":\"X\",\"cat\":\"method\",\"name\":");
  tv_text_writer_add_json (chrome->writer,
                           tv_export_names_get_method (&chrome->names, step->method));
  add_number (chrome, ",\"pid\":", (gint64) chrome->process);
  add_number (chrome, ",\"tid\":", thread);
  add_time (chrome, ",\"ts\":", step->times[clock]);
  add_time (chrome, ",\"dur\":", tv_export_walk_get_length (walk, step, clock));
  if (chrome->has_cpu_too)
    {
      add_time (chrome, ",\"tts\":", step->times[TV_CLOCK_THREAD_CPU]);
      add_time (chrome, ",\"tdur\":",
                tv_export_walk_get_length (walk, step, TV_CLOCK_THREAD_CPU));
    }
  tv_text_writer_add_char (chrome->writer, '}');
}

static void
write_thread (Chrome *chrome, TvExportWalk *walk, guint32 thread)
{
  g_autofree char *name = tv_export_names_dup_thread (chrome->trace, thread);
  const guint32 id = tv_trace_get_thread (chrome->trace, thread)->id;
  TvExportStep step;

  write_name (chrome, "thread_name", id, name);
  while (!tv_text_writer_has_failed (chrome->writer)
         && tv_export_walk_next (walk, &step))
    if (step.enters)
      write_call (chrome, walk, id, &step);
}

/* Writes JSON trace events: a complete event for each call, its `ts` and `dur` in
 * microseconds on the chosen clock. Those of wall time have CPU time beside it as
 * `tts` and `tdur` where the file has both clocks. */
gboolean
tv_export_chrome (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                  GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);
  g_autoptr (TvExportWalk) walk = tv_export_walk_new (trace, &spec->part, cancellable);
  Chrome chrome = { .trace = trace, .clock = spec->clock, .writer = writer };
  guint32 thread;

  chrome.process = tv_export_find_process (trace);
  chrome.has_cpu_too = tv_export_has_both_clocks (spec, trace);
  tv_export_names_init (&chrome.names, trace);
  tv_text_writer_add (writer, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
                              "{\"ph\":\"M\",\"name\":\"process_name\"");
  add_number (&chrome, ",\"pid\":", (gint64) chrome.process);
  tv_text_writer_add (writer, ",\"args\":{\"name\":");
  tv_text_writer_add_json (writer, spec->title);
  tv_text_writer_add (writer, "}}");
  while (!tv_text_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    write_thread (&chrome, walk, thread);
  tv_text_writer_add (writer, "\n]}\n");
  tv_export_names_clear (&chrome.names);
  return tv_text_writer_finish (writer, error);
}
