/* SPDX-License-Identifier: Apache-2.0 */

#include "support/trace-dump.h"

static void
dump_method (GString *text, const TvMethod *method)
{
  g_string_append_printf (
      text, "method %" G_GINT64_MODIFIER "x|%s|%s|%s|%s|%d|%d%d|%s\n", method->id,
      method->class_name, method->name, method->signature,
      method->file != NULL ? method->file : "-", method->line, method->named,
      method->is_proxy, method->proxy_name != NULL ? method->proxy_name : "-");
}

static void
dump_thread_row (GString *text, const TvThread *thread)
{
  g_string_append_printf (text, "thread %u|%s", thread->id,
                          thread->name != NULL ? thread->name : "-");
  for (guint i = 0; thread->other_names != NULL && thread->other_names[i] != NULL; i++)
    g_string_append_printf (text, "|%s", thread->other_names[i]);
  g_string_append_printf (text,
                          " events %" G_GUINT64_FORMAT " calls %zu waits %zu axis "
                          "%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                          thread->n_events, thread->n_calls, thread->n_waits,
                          thread->axis_first, thread->axis_last);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    g_string_append_printf (
        text,
        " clock %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " roots %" G_GINT64_FORMAT,
        thread->first[clock], thread->last[clock], thread->root_inclusive[clock]);
  g_string_append_c (text, '\n');
}

static void
dump_times (GString *text, const TvTimes *start, const TvTimes *end, gsize index)
{
  if (tv_times_exist (start))
    g_string_append_printf (text, " %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                            tv_times_get (start, index), tv_times_get (end, index));
}

static void
dump_thread (GString *text, const TvTrace *trace, guint thread)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);
  TvWaits waits = tv_trace_get_waits (trace, thread);

  dump_thread_row (text, tv_trace_get_thread (trace, thread));
  for (gsize i = 0; i < calls.n; i++)
    {
      g_string_append_printf (text, "call %u in %d flags %x",
                              tv_calls_method (&calls, i), (gint) calls.parent[i],
                              calls.flags[i]);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        dump_times (text, &calls.start[clock], &calls.end[clock], i);
      dump_times (text, &calls.axis_start, &calls.axis_end, i);
      g_string_append_c (text, '\n');
    }
  for (gsize i = 0; i < waits.n; i++)
    {
      g_string_append_printf (text, "wait in %d before %u", (gint) waits.call[i],
                              waits.calls_before[i]);
      dump_times (text, &waits.start, &waits.end, i);
      g_string_append_c (text, '\n');
    }
}

static void
dump_file (GString *text, const TvTrace *trace)
{
  const TvTraceInfo *info = tv_trace_get_info (trace);
  const TvWarnings *warnings = tv_trace_get_warnings (trace);
  gint64 start;
  gint64 end;

  tv_trace_get_axis_range (trace, &start, &end);
  g_string_append_printf (
      text,
      "format %s version %u clock %s records %" G_GUINT64_FORMAT
      " of %u bytes, axis %d %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT ", %zu bytes\n",
      info->format, info->version, info->clock_name, info->n_records, info->record_size,
      tv_trace_get_axis (trace), start, end, tv_trace_get_memory_size (trace));
  for (guint i = 0; i < tv_warnings_get_n (warnings); i++)
    {
      const TvWarning *warning = tv_warnings_get (warnings, i);

      g_string_append_printf (
          text, "warning %s %" G_GUINT64_FORMAT " at %d %" G_GUINT64_FORMAT " %s\n",
          tv_warning_kind_get_name (warning->kind), warning->count, warning->place,
          warning->at, warning->detail != NULL ? warning->detail : "-");
    }
}

/**
 * tv_test_dump_trace:
 * @trace: a trace
 *
 * Returns: (transfer full): all that the model knows, for comparing one trace with
 *   another
 */
char *
tv_test_dump_trace (const TvTrace *trace)
{
  GString *text = g_string_new (NULL);
  gsize n_runs;
  const TvEntryRun *runs = tv_trace_get_entry_runs (trace, &n_runs);

  dump_file (text, trace);
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    dump_method (text, tv_trace_get_method (trace, i));
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    dump_thread (text, trace, i);
  for (gsize i = 0; i < n_runs; i++)
    g_string_append_printf (text, "run %u %u\n", runs[i].thread, runs[i].count);
  return g_string_free (text, FALSE);
}
