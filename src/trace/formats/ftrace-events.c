/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/ftrace-events.h"

#include "trace/kernel/kernel-slices.h"
#include "trace/kernel/perfetto-counters.h"
#include "trace/tables/java-text.h"

#include <sched.h>
#include <string.h>

/* A number has at most these. */
#define MAX_DIGITS 31

struct _TvFtraceEvents
{
  TvGrowth *growth;
  TvSystemTasks *tasks;
  TvScheduler *scheduler;
  TvBinder *binder;
  TvKernelSlices *slices;
  TvPerfettoCounters *counters;
};

TvFtraceEvents *
tv_ftrace_events_new (const TvAtraceSink *sink, TvTrace *trace)
{
  TvFtraceEvents *self = g_new0 (TvFtraceEvents, 1);

  self->growth = tv_run_builder_get_growth (sink->builder);
  self->tasks = sink->tasks;
  self->scheduler = tv_scheduler_new (sink->builder, trace, sink->tasks);
  self->binder = tv_binder_new (sink->builder, sink->names, sink->tasks);
  self->slices = tv_kernel_slices_new (sink);
  self->counters = tv_perfetto_counters_new (sink->builder, sink->tasks);
  return self;
}

void
tv_ftrace_events_free (TvFtraceEvents *self)
{
  if (self == NULL)
    return;
  tv_scheduler_free (self->scheduler);
  tv_binder_free (self->binder);
  tv_kernel_slices_free (self->slices);
  tv_perfetto_counters_free (self->counters);
  g_free (self);
}

/* Values: KEY=VALUE between blanks */

static const char *
find_text (const TvSpan *span, const char *text)
{
  return memmem (span->text, span->length, text, strlen (text));
}

/* Finds the last place of a text that begins with a blank. */
static const char *
find_last_text (const TvSpan *span, const char *text)
{
  const gsize length = strlen (text);
  const char *end = span->text + span->length;
  const char *found = end;

  while ((found = memrchr (span->text, ' ', (gsize) (found - span->text))) != NULL)
    if ((gsize) (end - found) >= length && memcmp (found, text, length) == 0)
      return found;
  return NULL;
}

/* Finds the last place of a key, for names before it may have it, too. */
static gboolean
find_value (const TvSpan *span, const char *key, TvSpan *value)
{
  const char *end = span->text + span->length;
  const char *found = find_last_text (span, key);
  const char *blank;

  if (found == NULL)
    return FALSE;
  found += strlen (key);
  blank = memchr (found, ' ', (gsize) (end - found));
  *value = (TvSpan){ found, (gsize) ((blank != NULL ? blank : end) - found) };
  return TRUE;
}

static gboolean
read_number (const TvSpan *value, guint base, gint64 *number)
{
  char digits[MAX_DIGITS + 1];
  char *end;

  if (value->length == 0 || value->length >= sizeof digits)
    return FALSE;
  memcpy (digits, value->text, value->length);
  digits[value->length] = '\0';
  *number = g_ascii_strtoll (digits, &end, base);
  return end > digits;
}

static gboolean
find_number (const TvSpan *span, const char *key, guint base, gint64 *number)
{
  TvSpan value;

  return find_value (span, key, &value) && read_number (&value, base, number);
}

/* Reads the number behind the key with which a line begins. */
static gboolean
find_first_number (const TvFtraceLine *line, const char *key, gint64 *number)
{
  const TvSpan *rest = &line->rest;
  const gsize head = strlen (key);
  const char *blank;
  TvSpan value;

  if (rest->length <= head || memcmp (rest->text, key, head) != 0)
    return FALSE;
  value = (TvSpan){ rest->text + head, rest->length - head };
  blank = memchr (value.text, ' ', value.length);
  if (blank != NULL)
    value.length = (gsize) (blank - value.text);
  return read_number (&value, 10, number);
}

/* Finds the name of a thread, which may have blanks, up to a key behind it. */
static gboolean
learn_name (TvFtraceEvents *self, gint64 tid, const TvSpan *span, const char *key,
            const char *next_key)
{
  const char *found = find_text (span, key);
  const char *end;

  if (found == NULL)
    return FALSE;
  found += strlen (key);
  end = find_last_text (&(TvSpan){ found, (gsize) (span->text + span->length - found) },
                        next_key);
  if (end != NULL && *found != '<')
    tv_system_tasks_see_name (self->tasks, tid, found, (gsize) (end - found));
  return end != NULL;
}

/* Copies letters without the bars between them. Returns whether there are any. */
static gboolean
copy_letters (const TvSpan *value, char letters[8])
{
  guint n = 0;

  for (gsize i = 0; i < value->length && n < 7; i++)
    if (value->text[i] > ' ' && value->text[i] <= '~' && value->text[i] != '|')
      letters[n++] = value->text[i];
  letters[n] = '\0';
  return n > 0;
}

/* Events. All return FALSE if a line is not as it should be. */

static gboolean
add_switch (TvFtraceEvents *self, const TvFtraceLine *line)
{
  const char *arrow = find_text (&line->rest, " ==> ");
  TvSchedSwitch event = { .time = line->time, .cpu = (guint32) line->cpu };
  TvSpan before = line->rest;
  TvSpan after = line->rest;
  TvSpan state;
  char letters[8];
  gint64 priority;

  if (arrow == NULL)
    return FALSE;
  before.length = (gsize) (arrow - before.text);
  after.text = arrow + 1;
  after.length -= before.length + 1;
  if (!find_number (&before, " prev_pid=", 10, &event.previous)
      || !find_value (&before, " prev_state=", &state)
      || !copy_letters (&state, letters)
      || !find_number (&after, " next_pid=", 10, &event.next))
    return FALSE;
  event.letters = letters;
  event.priority
      = find_number (&after, " next_prio=", 10, &priority) ? (gint) priority : 0;
  (void) learn_name (self, event.previous, &before, "prev_comm=", " prev_pid=");
  (void) learn_name (self, event.next, &after, "next_comm=", " next_pid=");
  (void) tv_scheduler_add_switch (self->scheduler, &event);
  return TRUE;
}

static gboolean
add_wake_up (TvFtraceEvents *self, const TvFtraceLine *line)
{
  gint64 tid;

  if (!find_number (&line->rest, " pid=", 10, &tid))
    return FALSE;
  (void) learn_name (self, tid, &line->rest, "comm=", " pid=");
  (void) tv_scheduler_add_wake_up (self->scheduler, line->time, tid, line->tid);
  return TRUE;
}

/* pid=N iowait=N caller=FUNCTION+OFFSET */
static gboolean
add_blocked (TvFtraceEvents *self, const TvFtraceLine *line)
{
  gint64 tid;
  gint64 io_wait;
  TvSpan caller;
  g_autofree char *function = NULL;

  if (!find_first_number (line, "pid=", &tid)
      || !find_number (&line->rest, " iowait=", 10, &io_wait))
    return FALSE;
  if (find_value (&line->rest, " caller=", &caller))
    function = tv_java_text_dup_utf8 (caller.text, caller.length);
  (void) tv_scheduler_add_blocked (self->scheduler, line->time, tid,
                                   io_wait != 0 ? TV_IO_WAIT_YES : TV_IO_WAIT_NO,
                                   function);
  return TRUE;
}

/* pid=N comm=NAME clone_flags=HEX … */
static gboolean
add_new_task (TvFtraceEvents *self, const TvFtraceLine *line)
{
  gint64 flags;
  gint64 tid;

  if (!find_first_number (line, "pid=", &tid)
      || !find_number (&line->rest, " clone_flags=", 16, &flags))
    return FALSE;
  tv_system_tasks_begin (self->tasks, tid, (flags & CLONE_THREAD) == 0);
  (void) learn_name (self, tid, &line->rest, " comm=", " clone_flags=");
  if ((flags & CLONE_THREAD) == 0)
    tv_system_tasks_set_process (self->tasks, tid, tid);
  else if (tv_system_tasks_get_process (self->tasks, line->tid) >= 0)
    tv_system_tasks_set_process (self->tasks, tid,
                                 tv_system_tasks_get_process (self->tasks, line->tid));
  (void) tv_scheduler_add_new_task (self->scheduler, line->time, tid, line->tid);
  return TRUE;
}

/* pid=N oldcomm=NAME newcomm=NAME oom_score_adj=N */
static gboolean
rename_task (TvFtraceEvents *self, const TvFtraceLine *line)
{
  gint64 tid;

  return find_first_number (line, "pid=", &tid)
         && learn_name (self, tid, &line->rest, " newcomm=", " oom_score_adj=");
}

static gboolean
is_function (const TvFtraceLine *line, const char *name)
{
  return line->function.length == strlen (name)
         && memcmp (line->function.text, name, line->function.length) == 0;
}

static gboolean
starts_with (const TvSpan *span, const char *text)
{
  return span->length >= strlen (text) && memcmp (span->text, text, strlen (text)) == 0;
}

/* transaction=N … reply=N flags=HEX code=HEX */
static gboolean
add_transaction (TvFtraceEvents *self, const TvFtraceLine *line, TvBinderEvent *event)
{
  gint64 reply;
  gint64 flags;

  if (!find_first_number (line, "transaction=", &event->id)
      || !find_number (&line->rest, " reply=", 10, &reply)
      || !find_number (&line->rest, " flags=", 16, &flags))
    return FALSE;
  (void) tv_binder_send (self->binder, event, reply != 0, (guint64) flags);
  return TRUE;
}

static gboolean
add_binder (TvFtraceEvents *self, const TvFtraceLine *line, guint64 offset)
{
  TvBinderEvent event = { .tid = line->tid, .time = line->time, .offset = offset };

  if (is_function (line, "binder_transaction"))
    return add_transaction (self, line, &event);
  if (is_function (line, "binder_transaction_received"))
    {
      if (!find_first_number (line, "transaction=", &event.id))
        return FALSE;
      (void) tv_binder_receive (self->binder, &event);
      return TRUE;
    }
  if (!is_function (line, "binder_return")
      || (find_text (&line->rest, "BR_FAILED_REPLY") == NULL
          && find_text (&line->rest, "BR_DEAD_REPLY") == NULL))
    return FALSE;
  (void) tv_binder_fail (self->binder, &event);
  return TRUE;
}

/* Values: which fields of Perfetto's events the keys of an event are */

static const struct
{
  const char *function;
  guint32 kind;
  struct
  {
    const char *key;
    guint field;
  } keys[4];
} value_events[] = {
  { "cpu_frequency", 11, { { " state=", 1 }, { " cpu_id=", 2 } } },
  { "cpu_idle", 13, { { " state=", 1 }, { " cpu_id=", 2 } } },
  { "cpu_frequency_limits", 12, { { " min=", 1 }, { " max=", 2 }, { " cpu_id=", 3 } } },
  { "clock_enable", 14, { { " ", 1 }, { " state=", 2 } } },
  { "clock_disable", 15, { { " ", 1 }, { " state=", 2 } } },
  { "clock_set_rate", 16, { { " ", 1 }, { " state=", 2 } } },
  { "gpu_frequency", 332, { { " state=", 2 } } },
  { "rss_stat",
    313,
    { { " mm_id=", 4 }, { " curr=", 3 }, { " member=", 1 }, { " size=", 2 } } },
  { "oom_score_adj_update", 326, { { " pid=", 3 }, { " oom_score_adj=", 2 } } },
  { "dma_heap_stat", 351, { { " len=", 2 }, { " total_allocated=", 3 } } },
  { "thermal_temperature", 341, { { " thermal_zone=", 4 }, { " temp=", 2 } } },
  { "cdev_update", 342, { { " type=", 2 }, { " target=", 1 } } },
};

/* A blank is before what a line says. */
static TvSpan
get_keys (const TvFtraceLine *line)
{
  return (TvSpan){ line->rest.text - 1, line->rest.length + 1 };
}

/* Reads the value of a key, or the first word. */
static gboolean
read_field (const TvSpan *span, const char *key, TvProtoField *field)
{
  TvSpan value = { span->text + 1, span->length - 1 };
  const char *blank = memchr (value.text, ' ', value.length);
  gint64 number;

  if (key[1] == '\0' && blank != NULL)
    value.length = (gsize) (blank - value.text);
  else if (key[1] == '\0' || !find_value (span, key, &value))
    return FALSE;
  field->data = (const guint8 *) value.text;
  field->size = value.length;
  if (read_number (&value, 10, &number))
    field->value = (guint64) number;
  return TRUE;
}

static gboolean
add_values (TvFtraceEvents *self, const TvFtraceLine *line)
{
  const TvSpan span = get_keys (line);
  TvProtoField fields[TV_N_COUNTER_FIELDS] = { 0 };
  guint i = 0;

  while (i < G_N_ELEMENTS (value_events)
         && !is_function (line, value_events[i].function))
    i++;
  if (i == G_N_ELEMENTS (value_events) || span.text[0] != ' ')
    return FALSE;
  for (guint j = 0; j < G_N_ELEMENTS (value_events[i].keys); j++)
    {
      const guint number = value_events[i].keys[j].field;

      if (number == 0)
        break;
      if (!read_field (&span, value_events[i].keys[j].key, &fields[number]))
        return FALSE;
      fields[number].number = number;
    }
  return tv_perfetto_counters_add_event (self->counters, value_events[i].kind,
                                         line->time, line->tid, fields);
}

/* Slices */

/* ACTION[VALUE] begin, or end */
static gboolean
add_suspend (TvFtraceEvents *self, const TvFtraceLine *line, const TvKernelEvent *event)
{
  const char *bracket = find_text (&line->rest, "[");
  g_autofree char *action = NULL;
  TvSpan value;
  gint64 number;

  if (bracket == NULL)
    return FALSE;
  value = (TvSpan){ bracket + 1,
                    line->rest.length - (gsize) (bracket + 1 - line->rest.text) };
  value.length = MIN (value.length, MAX_DIGITS);
  if (!read_number (&value, 10, &number))
    return FALSE;
  action = g_strndup (line->rest.text, (gsize) (bracket - line->rest.text));
  (void) tv_kernel_slices_suspend (self->slices, event, action, number,
                                   find_text (&line->rest, "] begin") != NULL);
  return TRUE;
}

/* irq=N name=NAME, or irq=N ret=handled */
static gboolean
add_irq (TvFtraceEvents *self, const TvFtraceLine *line, const TvKernelEvent *event)
{
  const char *name = find_text (&line->rest, " name=");
  g_autofree char *own_name = NULL;

  if (is_function (line, "irq_handler_exit"))
    return tv_kernel_slices_end_irq (self->slices, event, FALSE);
  if (name == NULL)
    return FALSE;
  name += strlen (" name=");
  own_name = g_strndup (name, line->rest.length - (gsize) (name - line->rest.text));
  return tv_kernel_slices_begin_irq (self->slices, event, own_name);
}

/* work struct ADDRESS: function NAME */
static gboolean
begin_work (TvFtraceEvents *self, const TvFtraceLine *line, const TvKernelEvent *event)
{
  const char *name = find_text (&line->rest, "function ");
  g_autofree char *own_name = NULL;

  if (name == NULL)
    return FALSE;
  name += strlen ("function ");
  own_name = g_strndup (name, line->rest.length - (gsize) (name - line->rest.text));
  return tv_kernel_slices_begin_work (self->slices, event, own_name);
}

/* NR N (ARGUMENTS), or NR N = RESULT. */
static gboolean
add_call (TvFtraceEvents *self, const TvFtraceLine *line, const TvKernelEvent *event)
{
  gint64 number;

  if (!find_first_number (line, "NR ", &number) || number < 0)
    return FALSE;
  return is_function (line, "sys_enter")
             ? tv_kernel_slices_enter_call (self->slices, event, (guint64) number)
             : tv_kernel_slices_leave_call (self->slices, event, (guint64) number);
}

static gboolean
add_slice (TvFtraceEvents *self, const TvFtraceLine *line, guint64 offset)
{
  const TvKernelEvent event = {
    .tid = line->tid, .cpu = (guint32) line->cpu, .time = line->time, .offset = offset
  };
  gint64 vector;

  if (starts_with (&line->function, "irq_handler_"))
    return add_irq (self, line, &event);
  if (is_function (line, "softirq_entry"))
    return find_first_number (line, "vec=", &vector)
           && tv_kernel_slices_begin_softirq (self->slices, &event, (guint64) vector);
  if (is_function (line, "softirq_exit"))
    return tv_kernel_slices_end_irq (self->slices, &event, TRUE);
  if (is_function (line, "workqueue_execute_start"))
    return begin_work (self, line, &event);
  if (is_function (line, "workqueue_execute_end"))
    return tv_kernel_slices_end_work (self->slices, &event);
  if (is_function (line, "sys_enter") || is_function (line, "sys_exit"))
    return add_call (self, line, &event);
  return is_function (line, "suspend_resume") && add_suspend (self, line, &event);
}

static gboolean
add_known (TvFtraceEvents *self, const TvFtraceLine *line, guint64 offset)
{
  if (is_function (line, "sched_switch"))
    return add_switch (self, line);
  if (is_function (line, "sched_waking") || is_function (line, "sched_wakeup")
      || is_function (line, "sched_wakeup_new"))
    return add_wake_up (self, line);
  if (is_function (line, "sched_blocked_reason"))
    return add_blocked (self, line);
  if (is_function (line, "task_newtask"))
    return add_new_task (self, line);
  if (is_function (line, "task_rename"))
    return rename_task (self, line);
  if (starts_with (&line->function, "binder_"))
    return add_binder (self, line, offset);
  return add_slice (self, line, offset) || add_values (self, line);
}

/* Adds what a line says. Others are counted. Returns FALSE when memory is exhausted. */
gboolean
tv_ftrace_events_add (TvFtraceEvents *self, const TvFtraceLine *line, guint64 offset,
                      guint64 *n_others)
{
  if (!add_known (self, line, offset))
    (*n_others)++;
  return self->growth->error == NULL;
}

/* Gives all states of threads to the builder, which tells if memory is exhausted. */
void
tv_ftrace_events_finish (TvFtraceEvents *self)
{
  (void) tv_scheduler_finish (self->scheduler);
}
