/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/ftrace-events.h"

#include "trace/tables/java-text.h"

#include <sched.h>
#include <string.h>

struct _TvFtraceEvents
{
  TvGrowth *growth;
  TvSystemBuilder *system;
  TvSystemTasks *tasks;
  TvScheduler *scheduler;
  TvBinder *binder;
};

TvFtraceEvents *
tv_ftrace_events_new (TvRunBuilder *builder, TvTrace *trace, TvSliceNames *names,
                      TvSystemTasks *tasks)
{
  TvFtraceEvents *self = g_new0 (TvFtraceEvents, 1);

  self->growth = tv_run_builder_get_growth (builder);
  self->system = tv_run_builder_get_system (builder);
  self->tasks = tasks;
  self->scheduler = tv_scheduler_new (builder, trace, tasks);
  self->binder = tv_binder_new (builder, names, tasks);
  return self;
}

void
tv_ftrace_events_free (TvFtraceEvents *self)
{
  if (self == NULL)
    return;
  tv_scheduler_free (self->scheduler);
  tv_binder_free (self->binder);
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
  char digits[32];
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

/* state=N cpu_id=N */
static gboolean
add_cpu_value (TvFtraceEvents *self, const TvFtraceLine *line, const char *name)
{
  gint64 value;
  gint64 cpu;

  if (!find_first_number (line, "state=", &value)
      || !find_number (&line->rest, " cpu_id=", 10, &cpu) || cpu < 0
      || cpu >= TV_CPU_NONE)
    return FALSE;
  (void) tv_system_builder_add_cpu_value (self->system, name, (guint32) cpu, line->time,
                                          (double) value);
  return TRUE;
}

static gboolean
is_function (const TvFtraceLine *line, const char *name)
{
  return line->function.length == strlen (name)
         && memcmp (line->function.text, name, line->function.length) == 0;
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
  if (is_function (line, "cpu_frequency"))
    return add_cpu_value (self, line, "cpufreq");
  if (is_function (line, "cpu_idle"))
    return add_cpu_value (self, line, "cpuidle");
  if (is_function (line, "task_newtask"))
    return add_new_task (self, line);
  if (is_function (line, "task_rename"))
    return rename_task (self, line);
  return add_binder (self, line, offset);
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
