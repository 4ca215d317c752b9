/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/trace-assembly.h"

#include "trace/build/call-builder.h"
#include "trace/build/proxy-methods.h"
#include "trace/build/record-pass.h"
#include "trace/model/parallel.h"
#include "trace/model/trace-storage.h"

/* Below this, a 32-bit clock of microseconds cannot have wrapped, whatever the order of
 * the records. */
#define LATEST_IN_PARTS G_MAXINT32

/* The passes over one part of the file. */
typedef struct
{
  TvEventPart *part;
  TvPartScan *scan;
  TvPartStart *start;
  TvPartBuild *build;
  GError *error;
} PartWork;

typedef struct
{
  TvTrace *trace;
  TvEventSource *source;
  TvClockRules rules;
  GCancellable *cancellable;
  GPtrArray *parts; /* of TvEventPart */
  GArray *works;    /* of PartWork */
  TvCallScan *scan;
  TvCallBuilder *builder;
} Assembly;

static void
clear_work (gpointer data)
{
  PartWork *work = data;

  tv_part_scan_free (work->scan);
  tv_part_start_free (work->start);
  tv_part_build_free (work->build);
  g_clear_error (&work->error);
}

static void
clear_assembly (Assembly *assembly)
{
  g_clear_pointer (&assembly->works, g_array_unref);
  g_clear_pointer (&assembly->parts, g_ptr_array_unref);
  g_clear_pointer (&assembly->scan, tv_call_scan_free);
  g_clear_pointer (&assembly->builder, tv_call_builder_free);
}

static PartWork *
get_work (const Assembly *assembly, guint index)
{
  return &g_array_index (assembly->works, PartWork, index);
}

static void
split (Assembly *assembly, guint n_parts)
{
  clear_assembly (assembly);
  assembly->source->n_known_methods = assembly->source->tables->methods.methods->len;
  assembly->parts = tv_event_source_split (assembly->source, n_parts);
  assembly->works = g_array_new (FALSE, TRUE, sizeof (PartWork));
  g_array_set_clear_func (assembly->works, clear_work);
  g_array_set_size (assembly->works, assembly->parts->len);
  for (guint i = 0; i < assembly->parts->len; i++)
    get_work (assembly, i)->part = assembly->parts->pdata[i];
  assembly->scan = tv_call_scan_new (&assembly->rules, assembly->parts->len == 1);
}

/* Runs a task for each part. Reports the error of the first part that has one. */
static gboolean
run (Assembly *assembly, TvTask task, GError **error)
{
  tv_parallel_run (assembly->works->len, assembly->source->options->n_workers, task,
                   assembly);
  for (guint i = 0; i < assembly->works->len; i++)
    if (get_work (assembly, i)->error != NULL)
      {
        g_propagate_error (error, g_steal_pointer (&get_work (assembly, i)->error));
        return FALSE;
      }
  return TRUE;
}

static void
scan_part (guint task, gpointer data)
{
  Assembly *assembly = data;
  PartWork *work = get_work (assembly, task);

  work->scan = tv_part_scan_new ();
  tv_event_source_read (assembly->source, work->part, &work->scan->sink,
                        assembly->cancellable, &work->error);
  /* A block of packets may be of a thread and hold no event. */
  g_array_set_size (work->scan->threads, work->part->threads->len);
}

static gboolean
may_wrap (const Assembly *assembly)
{
  if (assembly->rules.wrap[TV_CLOCK_WALL] == TV_WRAP_NEVER)
    return FALSE;
  for (guint i = 0; i < assembly->works->len; i++)
    if (get_work (assembly, i)->scan->latest[TV_CLOCK_WALL] > LATEST_IN_PARTS)
      return TRUE;
  return FALSE;
}

/* Reports progress between the steps, whichever thread read
 * last. */
static gboolean
report (Assembly *assembly, GError **error)
{
  return tv_event_source_advance (assembly->source, 0, assembly->cancellable, error);
}

static gboolean
join_parts (Assembly *assembly, GError **error)
{
  for (guint i = 0; i < assembly->works->len; i++)
    {
      PartWork *work = get_work (assembly, i);

      work->start = tv_call_scan_add_part (assembly->scan, assembly->source, work->part,
                                           work->scan, assembly->cancellable, error);
      if (work->start == NULL || !report (assembly, error))
        return FALSE;
      g_clear_pointer (&work->scan, tv_part_scan_free);
    }
  return TRUE;
}

/* A reused thread id ends calls at a time on the common axis that only the previous
 * part knows. */
static gboolean
has_parts_that_depend (const Assembly *assembly)
{
  return assembly->parts->len > 1 && assembly->trace->axis == TV_AXIS_CPU_ALL_THREADS
         && tv_call_scan_has_reused_ids (assembly->scan);
}

static gboolean
scan_each_part (Assembly *assembly, GError **error)
{
  if (!run (assembly, scan_part, error))
    return FALSE;
  if (may_wrap (assembly))
    split (assembly, 1);
  return TRUE;
}

/* It starts again with a single part if parts turn out to depend on each other. */
static gboolean
scan_once (Assembly *assembly, GError **error)
{
  split (assembly, tv_event_source_get_n_parts (assembly->source));
  if (assembly->parts->len > 1 && !scan_each_part (assembly, error))
    return FALSE;
  if (!join_parts (assembly, error))
    return FALSE;
  if (!has_parts_that_depend (assembly))
    return TRUE;
  split (assembly, 1);
  return join_parts (assembly, error);
}

/* A clock may be read a little after the end of tracing. */
#define LATE_NS G_GINT64_CONSTANT (1000000000)

/* The first pass. A header that says that tracing was too short for a clock to wrap is
 * wrong if a record is later than that, so it starts again without the header's word.
 */
static gboolean
scan_parts (Assembly *assembly, GError **error)
{
  TvClockRules *rules = &assembly->rules;

  if (!scan_once (assembly, error))
    return FALSE;
  if (assembly->scan->latest_in_file - LATE_NS / rules->unit <= rules->stated)
    return TRUE;
  rules->wrap[TV_CLOCK_THREAD_CPU] = rules->wrap[TV_CLOCK_WALL] = TV_WRAP_PER_THREAD;
  rules->stated = G_MAXINT64;
  return scan_once (assembly, error);
}

/* Collects what the reader found in the parts, in the order of the file. */
static void
collect_parts (Assembly *assembly)
{
  TvTrace *trace = assembly->trace;

  trace->info.n_records = 0;
  for (guint i = 0; i < assembly->parts->len; i++)
    {
      const TvEventPart *part = assembly->parts->pdata[i];

      trace->info.n_records += part->n_records;
      tv_warnings_add_all (trace->warnings, part->warnings);
    }
}

static void
build_part (guint task, gpointer data)
{
  Assembly *assembly = data;
  PartWork *work = get_work (assembly, task);

  work->build = tv_part_build_new (assembly->builder, work->start);
  tv_event_source_read (assembly->source, work->part,
                        tv_part_build_get_sink (work->build), assembly->cancellable,
                        &work->error);
}

static gboolean
build_parts (Assembly *assembly, GError **error)
{
  TvTrace *trace = assembly->trace;
  TvEventSource *source = assembly->source;
  g_autoptr (GPtrArray) builds = g_ptr_array_new ();

  tv_call_scan_finish (assembly->scan);
  tv_call_scan_name_pre_open (assembly->scan, &source->tables->methods);
  tv_string_pool_seal (trace->strings);
  trace->properties = g_array_ref (source->tables->properties);
  trace->methods = g_array_ref (source->tables->methods.methods);
  assembly->builder = tv_call_builder_new (
      trace, assembly->scan, &source->tables->threads, source->options->budget, error);
  if (assembly->builder == NULL || !run (assembly, build_part, error))
    return FALSE;
  if (assembly->scan->n_events == 0)
    tv_warnings_add (trace->warnings, TV_WARNING_NO_EVENTS, TV_PLACE_NOWHERE, 0, NULL);
  for (guint i = 0; i < assembly->works->len; i++)
    g_ptr_array_add (builds, get_work (assembly, i)->build);
  return tv_call_builder_finish (assembly->builder, builds, source->options->n_workers,
                                 assembly->cancellable, error);
}

static gboolean
read_records (const Assembly *assembly, const TvLoadOptions *options, GError **error)
{
  g_autoptr (GPtrArray) starts = g_ptr_array_new ();

  for (guint i = 0; i < assembly->works->len; i++)
    g_ptr_array_add (starts, get_work (assembly, i)->start);
  return tv_record_pass_run (assembly->trace, assembly->source, assembly->parts, starts,
                             assembly->builder, options->record_func,
                             options->record_data, error);
}

/**
 * tv_trace_assemble:
 * @trace: the trace to fill; its unit and axis are set
 * @source: the reader of a format; its parts are read twice
 * @rules: how its times are read
 * @options: how the trace is loaded
 * @error: what @source sets, or %TV_TRACE_ERROR_CHANGED
 *
 * Turns events into threads, methods, calls and waits in two passes over the records,
 * see #TvCallScan and #TvCallBuilder. Parts of the file are processed in parallel;
 * their number does not change the result.
 *
 * Returns: whether the trace is complete
 */
gboolean
tv_trace_assemble (TvTrace *trace, TvEventSource *source, const TvClockRules *rules,
                   const TvLoadOptions *options, GError **error)
{
  Assembly assembly = { .trace = trace,
                        .source = source,
                        .rules = *rules,
                        .cancellable = options->cancellable };
  gboolean ok;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    trace->has_clock[clock] = rules->has[clock];
  ok = report (&assembly, error) && scan_parts (&assembly, error)
       && report (&assembly, error);
  if (ok)
    collect_parts (&assembly);
  ok = ok && report (&assembly, error) && build_parts (&assembly, error)
       && report (&assembly, error);
  if (ok)
    tv_trace_mark_proxies (trace);
  if (ok && options->record_func != NULL)
    ok = read_records (&assembly, options, error);
  clear_assembly (&assembly);
  return ok;
}
