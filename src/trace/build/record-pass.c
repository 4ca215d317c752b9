/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/record-pass.h"

#include "trace/build/call-builder.h"
#include "trace/model/trace-storage.h"

/* A third pass over the events, for callers that want the records themselves. */

typedef struct
{
  TvThreadClock clock[TV_N_CLOCKS];
  TvCallStack stack;
  guint32 incarnation;
  gboolean started;
} ThreadState;

typedef struct
{
  TvEventSink sink;
  TvTrace *trace;
  const TvCallBuilder *builder;
  TvRecordFunc func;
  gpointer user_data;

  const TvPartStart *start; /* of the part that is read */
  ThreadState *threads;     /* by thread of the trace */
  TvFileClock file_clock;

  GCancellable *stop; /* cancelled when the caller has enough */
  GError *error;
} RecordPass;

/* This follows the same rules as part-build.c, event by event. */

static void
begin_incarnation (ThreadState *thread)
{
  tv_call_stack_clear (&thread->stack);
  thread->incarnation++;
  thread->started = FALSE;
}

static void
step_clocks (RecordPass *pass, ThreadState *thread, const TvEvent *event,
             TvRecord *record)
{
  const TvClockRules *rules = &pass->builder->rules;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gint64 raw = event->time[clock];
      gint64 now = 0;

      if (!rules->has[clock])
        continue;
      if (rules->wrap[clock] == TV_WRAP_IN_FILE_ORDER)
        raw = tv_file_clock_step (&pass->file_clock, raw);
      if (tv_thread_clock_step (&thread->clock[clock], raw, rules, clock, &now)
          == TV_CLOCK_STEP_REUSED)
        begin_incarnation (thread);
      record->time[clock] = now * rules->unit;
    }
}

static void
open_pre_open_calls (ThreadState *thread, const TvThreadScan *scan)
{
  const guint start = tv_thread_scan_get_first_pre_open (scan, thread->incarnation);
  const guint end = tv_thread_scan_get_first_pre_open (scan, thread->incarnation + 1);

  for (guint i = end; i-- > start;)
    tv_call_stack_push (&thread->stack,
                        g_array_index (scan->pre_open, TvPreOpenFrame, i).method, 0);
  thread->stack.barrier = thread->stack.depth;
  thread->started = TRUE;
}

static void
leave (ThreadState *thread, TvRecord *record)
{
  TvCallStack *stack = &thread->stack;
  guint32 depth;

  record->depth = stack->depth;
  record->stray = stack->depth == 0;
  if (record->stray)
    return;
  if (stack->frames[stack->depth - 1].method == record->method
      || stack->depth == stack->barrier || record->method == TV_METHOD_NONE)
    {
      (void) tv_call_stack_pop (stack);
      record->depth = stack->depth;
    }
  else if (tv_call_stack_find (stack, record->method, &depth))
    {
      while (stack->depth > depth)
        (void) tv_call_stack_pop (stack);
      record->depth = depth;
    }
  else
    record->stray = TRUE;
}

static void
take_event (RecordPass *pass, const TvEvent *event, TvRecord *record)
{
  const TvThreadStart *start
      = &g_array_index (pass->start->threads, TvThreadStart, event->thread);
  const guint32 row = pass->builder->rows[start->thread];
  ThreadState *thread = &pass->threads[row];

  *record = (TvRecord){ .offset = event->offset,
                        .thread = row,
                        .method = event->method,
                        .action = (TvRecordAction) event->action };
  step_clocks (pass, thread, event, record);
  if (!thread->started)
    open_pre_open_calls (thread, start->scan);
  if (event->action != TV_EVENT_ENTER)
    leave (thread, record);
  else
    {
      record->depth = thread->stack.depth;
      tv_call_stack_push (&thread->stack, event->method, 0);
    }
}

static void
consume (TvEventSink *sink, const TvEvent *events, gsize n)
{
  RecordPass *pass = (RecordPass *) sink;
  TvRecord records[TV_EVENT_BATCH];

  g_assert (n <= TV_EVENT_BATCH);
  if (pass->error != NULL || n == 0)
    return;
  for (gsize i = 0; i < n; i++)
    take_event (pass, &events[i], &records[i]);
  if (!pass->func (pass->trace, records, n, pass->user_data, &pass->error))
    g_cancellable_cancel (pass->stop);
}

/* Reports the records in the order of the file. */
gboolean
tv_record_pass_run (TvTrace *trace, TvEventSource *source, GPtrArray *parts,
                    GPtrArray *starts, const TvCallBuilder *builder, TvRecordFunc func,
                    gpointer user_data, GError **error)
{
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  RecordPass pass = { .sink = { .consume = consume },
                      .trace = trace,
                      .builder = builder,
                      .func = func,
                      .user_data = user_data,
                      .stop = stop };
  gboolean ok = TRUE;

  pass.threads = g_new0 (ThreadState, MAX (tv_trace_get_n_threads (trace), 1));
  for (guint i = 0; ok && i < parts->len; i++)
    {
      pass.start = starts->pdata[i];
      ok = tv_event_source_read (source, parts->pdata[i], &pass.sink, stop, error);
    }
  if (pass.error != NULL)
    {
      g_clear_error (error);
      g_propagate_error (error, pass.error);
      ok = FALSE;
    }
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    tv_call_stack_clear (&pass.threads[i].stack);
  g_free (pass.threads);
  return ok;
}
