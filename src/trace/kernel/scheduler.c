/* SPDX-License-Identifier: Apache-2.0 */

/* Events are collected and sorted, for the kernel has a list for each processor. Then
 * each thread's state goes on from event to event. */

#include "trace/kernel/scheduler.h"

#include "trace/model/id-map.h"
#include "trace/model/trace-storage.h"

typedef enum
{
  SWITCH,
  WAKE_UP,
  WAKE_UP_ON, /* by the thread that runs on the processor */
  NEW_TASK,
  STATE, /* what a thread does from now on; without a text, it runs */
  BLOCKED
} Kind;

typedef struct
{
  gint64 time;
  const char *text; /* of the pool: letters, or a function */
  gint32 tid;       /* the next one, or the one that the event is of */
  gint32 other;     /* the previous one, or who woke it */
  guint16 cpu;
  gint16 priority;
  guint8 kind;
  guint8 io_wait;
} Event;

G_STATIC_ASSERT (sizeof (Event) == 32);

/* What a thread does. */
typedef struct
{
  guint32 track;
  gboolean has_state;
  gboolean has_blocked;
  TvStateSpec state;   /* open, if it has any */
  TvStateSpec blocked; /* the one before, whose reason may come yet */
} Task;

/* What a processor does. */
typedef struct
{
  gint32 tid; /* that runs, or -1 if it is not known */
  gboolean has_idle;
  TvStateSpec idle; /* open, if it has any */
} Cpu;

struct _TvScheduler
{
  TvSystemBuilder *system;
  TvGrowth *growth;
  TvTrace *trace;
  TvSystemTasks *tasks;
  GArray *events;
  gboolean is_disordered;
  TvIdMap indexes; /* of tasks, by number */
  GArray *states;  /* of Task */
  GArray *cpus;    /* of Cpu */
};

/**
 * tv_scheduler_new:
 * @builder: receives the states
 * @trace: the trace that it makes
 * @tasks: knows the threads
 *
 * Returns: (transfer full): a list without events, which all of these must outlive
 */
TvScheduler *
tv_scheduler_new (TvRunBuilder *builder, TvTrace *trace, TvSystemTasks *tasks)
{
  TvScheduler *self = g_new0 (TvScheduler, 1);

  self->system = tv_run_builder_get_system (builder);
  self->growth = tv_run_builder_get_growth (builder);
  self->trace = trace;
  self->tasks = tasks;
  self->events = g_array_new (FALSE, FALSE, sizeof (Event));
  tv_id_map_init (&self->indexes);
  self->states = g_array_new (FALSE, FALSE, sizeof (Task));
  self->cpus = g_array_new (FALSE, FALSE, sizeof (Cpu));
  return self;
}

void
tv_scheduler_free (TvScheduler *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->events);
  tv_id_map_clear (&self->indexes);
  g_array_unref (self->states);
  g_array_unref (self->cpus);
  g_free (self);
}

/* Adding */

static gboolean
is_tid (gint64 tid)
{
  return tid >= 0 && tid <= G_MAXINT32;
}

/* An event of a thread that no system has is left out. */
static gboolean
add_event (TvScheduler *self, const Event *event, gint64 tid, gint64 other)
{
  Event own = *event;

  if (!is_tid (tid))
    return TRUE;
  own.tid = (gint32) tid;
  own.other = is_tid (other) ? (gint32) other : -1;
  self->is_disordered
      |= self->events->len > 0
         && own.time < g_array_index (self->events, Event, self->events->len - 1).time;
  return tv_growth_append (self->growth, self->events, &own);
}

/**
 * tv_scheduler_add_switch:
 * @self: a list of events
 * @event: a switch
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_scheduler_add_switch (TvScheduler *self, const TvSchedSwitch *event)
{
  const Event own
      = { .time = event->time,
          .text = tv_string_pool_add (self->trace->strings, event->letters),
          .cpu = (guint16) MIN (event->cpu, TV_CPU_NONE),
          .priority = (gint16) CLAMP (event->priority, G_MININT16, G_MAXINT16),
          .kind = SWITCH };

  return own.cpu == TV_CPU_NONE || add_event (self, &own, event->next, event->previous);
}

/**
 * tv_scheduler_add_wake_up:
 * @self: a list of events
 * @time: nanoseconds on the clock of the file
 * @tid: the number of a thread that can run from now on
 * @waker: the number of the thread that woke it, or -1
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_scheduler_add_wake_up (TvScheduler *self, gint64 time, gint64 tid, gint64 waker)
{
  const Event own = { .time = time, .kind = WAKE_UP };

  return add_event (self, &own, tid, waker);
}

/**
 * tv_scheduler_add_wake_up_on:
 * @self: a list of events
 * @time: nanoseconds on the clock of the file
 * @tid: the number of a thread that can run from now on
 * @cpu: number of the processor on which the thread runs that woke it
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_scheduler_add_wake_up_on (TvScheduler *self, gint64 time, gint64 tid, guint32 cpu)
{
  const Event own
      = { .time = time, .cpu = (guint16) MIN (cpu, TV_CPU_NONE), .kind = WAKE_UP_ON };

  return own.cpu == TV_CPU_NONE || add_event (self, &own, tid, -1);
}

/**
 * tv_scheduler_add_new_task:
 * @self: a list of events
 * @time: nanoseconds on the clock of the file
 * @tid: the number of a new thread
 * @parent: the number of the thread that made it, or -1
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_scheduler_add_new_task (TvScheduler *self, gint64 time, gint64 tid, gint64 parent)
{
  const Event own = { .time = time, .kind = NEW_TASK };

  return add_event (self, &own, tid, parent);
}

/**
 * tv_scheduler_add_blocked:
 * @self: a list of events
 * @time: nanoseconds on the clock of the file
 * @tid: the number of a thread that was blocked
 * @io_wait: whether it waited for input or output
 * @function: (nullable): where it was blocked
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_scheduler_add_blocked (TvScheduler *self, gint64 time, gint64 tid, TvIoWait io_wait,
                          const char *function)
{
  const Event own
      = { .time = time,
          .text = function != NULL ? tv_string_pool_add (self->trace->strings, function)
                                   : NULL,
          .kind = BLOCKED,
          .io_wait = (guint8) io_wait };

  return add_event (self, &own, tid, -1);
}

/**
 * tv_scheduler_add_state:
 * @self: a list of events
 * @event: what thread @next does from now on, with @letters, or %NULL if it runs;
 *   @previous does not count
 *
 * Adds a state for traces that have states instead of switches.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_scheduler_add_state (TvScheduler *self, const TvSchedSwitch *event)
{
  const Event own
      = { .time = event->time,
          .text = event->letters != NULL
                      ? tv_string_pool_add (self->trace->strings, event->letters)
                      : NULL,
          .cpu = (guint16) MIN (event->cpu, TV_CPU_NONE),
          .priority = (gint16) CLAMP (event->priority, G_MININT16, G_MAXINT16),
          .kind = STATE };

  return own.cpu == TV_CPU_NONE || add_event (self, &own, event->next, -1);
}

/* Replaying */

static gint
compare_events (gconstpointer a, gconstpointer b)
{
  const gint64 first = ((const Event *) a)->time;
  const gint64 second = ((const Event *) b)->time;

  return (first > second) - (first < second);
}

/* Tasks move when one is added. */
static Task *
find_task (TvScheduler *self, gint32 tid)
{
  guint32 index = tv_id_map_get (&self->indexes, (guint64) tid);

  if (index == TV_ID_MAP_NONE)
    {
      Task task = { 0 };

      if (tid == 0)
        {
          tv_system_tasks_set_process (self->tasks, 0, 0);
          tv_system_tasks_set_name (self->tasks, 0, "swapper", TV_NAME_FROM_SYSTEM);
        }
      task.track = tv_system_tasks_get_track (self->tasks, tid);
      index = self->states->len;
      g_array_append_val (self->states, task);
      tv_id_map_set (&self->indexes, (guint64) tid, index);
    }
  return &g_array_index (self->states, Task, index);
}

static Cpu *
find_cpu (TvScheduler *self, guint16 cpu)
{
  const Cpu unknown = { .tid = -1 };

  while (self->cpus->len <= cpu)
    g_array_append_val (self->cpus, unknown);
  return &g_array_index (self->cpus, Cpu, cpu);
}

/* A thread can run, but does not, since it was woken. */
static gboolean
is_runnable (const TvStateSpec *state)
{
  return !state->is_running && g_strcmp0 (state->letters, "R") == 0;
}

static gboolean
give_blocked (TvScheduler *self, Task *task)
{
  if (!task->has_blocked)
    return TRUE;
  task->has_blocked = FALSE;
  return tv_system_builder_add_state (self->system, &task->blocked);
}

/* Ends what a thread does. What it did when it was blocked is held until it runs. */
static gboolean
close_state (TvScheduler *self, Task *task, gint64 time, const char *next_letters)
{
  if (!task->has_state)
    return TRUE;
  task->has_state = FALSE;
  task->state.end = time;
  if (task->state.is_running)
    task->state.letters = next_letters;
  if (!task->state.is_running && !is_runnable (&task->state))
    {
      const gboolean ok = give_blocked (self, task);

      task->blocked = task->state;
      task->has_blocked = TRUE;
      return ok;
    }
  return give_blocked (self, task)
         && tv_system_builder_add_state (self->system, &task->state);
}

static void
open_state (Task *task, gint64 time, const char *letters)
{
  task->has_state = TRUE;
  task->state = (TvStateSpec){ .track = task->track,
                               .start = time,
                               .end = G_MAXINT64,
                               .letters = letters,
                               .cpu = TV_CPU_NONE,
                               .waker = TV_THREAD_NONE };
}

static TvStateSpec
make_running (guint32 track, const Event *event)
{
  return (TvStateSpec){ .track = track,
                        .is_running = TRUE,
                        .start = event->time,
                        .end = G_MAXINT64,
                        .cpu = event->cpu,
                        .priority = event->priority,
                        .waker = TV_THREAD_NONE };
}

/* Ends what a processor did. */
static gboolean
leave (TvScheduler *self, Cpu *cpu, const Event *event)
{
  Task *task;

  if (cpu->has_idle)
    {
      cpu->has_idle = FALSE;
      cpu->idle.end = event->time;
      cpu->idle.letters = event->text;
      return tv_system_builder_add_state (self->system, &cpu->idle);
    }
  if (cpu->tid > 0 && cpu->tid != event->other)
    {
      /* Events were lost: nobody knows what it does now. */
      task = find_task (self, cpu->tid);
      return !task->has_state || !task->state.is_running
             || task->state.cpu != event->cpu
             || close_state (self, task, event->time, NULL);
    }
  return TRUE;
}

static gboolean
replay_switch (TvScheduler *self, const Event *event)
{
  Cpu *cpu = find_cpu (self, event->cpu);
  Task *task;

  if (!leave (self, cpu, event))
    return FALSE;
  if (event->other > 0)
    {
      task = find_task (self, event->other);
      if (!close_state (self, task, event->time, event->text))
        return FALSE;
      open_state (task, event->time, event->text);
    }
  cpu->tid = event->tid;
  task = find_task (self, event->tid);
  cpu->has_idle = event->tid == 0;
  if (cpu->has_idle)
    {
      cpu->idle = make_running (task->track, event);
      return TRUE;
    }
  if (!close_state (self, task, event->time, NULL))
    return FALSE;
  task->has_state = TRUE;
  task->state = make_running (task->track, event);
  return TRUE;
}

/* A thread that runs or can run already is not woken. */
static gboolean
replay_wake_up (TvScheduler *self, const Event *event)
{
  const gint32 waker
      = event->kind == WAKE_UP_ON ? find_cpu (self, event->cpu)->tid : event->other;
  const guint32 waker_track
      = waker >= 0 ? find_task (self, waker)->track : TV_THREAD_NONE;
  Task *task = find_task (self, event->tid);

  if (event->tid == 0
      || (task->has_state && (task->state.is_running || is_runnable (&task->state)))
      || (task->has_state && event->kind == NEW_TASK))
    return TRUE;
  if (!close_state (self, task, event->time, NULL))
    return FALSE;
  open_state (task, event->time, "R");
  task->state.waker = waker_track;
  return TRUE;
}

static gboolean
replay_state (TvScheduler *self, const Event *event)
{
  Task *task = find_task (self, event->tid);

  if (event->tid == 0)
    return TRUE;
  if (!close_state (self, task, event->time, event->text))
    return FALSE;
  open_state (task, event->time, event->text);
  if (event->text == NULL)
    task->state = make_running (task->track, event);
  return TRUE;
}

static void
replay_blocked (TvScheduler *self, const Event *event)
{
  Task *task = find_task (self, event->tid);
  TvStateSpec *state = task->has_blocked ? &task->blocked : NULL;

  if (task->has_state && !task->state.is_running && !is_runnable (&task->state))
    state = &task->state;
  if (state == NULL)
    return;
  state->io_wait = event->io_wait;
  state->blocked_function = event->text;
}

/* A thread that begins may have the number of an earlier one, which is gone. */
static gboolean
replace_task (TvScheduler *self, const Event *event)
{
  const guint32 track = tv_system_tasks_get_track (self->tasks, event->tid);
  Task *before = find_task (self, event->tid);
  const Task task = { .track = track };

  if (before->track == track)
    return TRUE;
  if (!close_state (self, before, event->time, NULL) || !give_blocked (self, before))
    return FALSE;
  tv_id_map_set (&self->indexes, (guint64) event->tid, self->states->len);
  g_array_append_val (self->states, task);
  return TRUE;
}

static gboolean
replay (TvScheduler *self, const Event *event)
{
  tv_system_tasks_set_time (self->tasks, event->time);
  switch ((Kind) event->kind)
    {
    case SWITCH:
      return replay_switch (self, event);
    case WAKE_UP:
    case WAKE_UP_ON:
      return replay_wake_up (self, event);
    case NEW_TASK:
      return replace_task (self, event) && replay_wake_up (self, event);
    case STATE:
      return replay_state (self, event);
    case BLOCKED:
    default:
      replay_blocked (self, event);
      return TRUE;
    }
}

/* Gives the states that are open when the trace ends. */
static gboolean
give_open (TvScheduler *self)
{
  for (guint i = 0; i < self->states->len; i++)
    {
      Task *task = &g_array_index (self->states, Task, i);

      if (!give_blocked (self, task)
          || (task->has_state
              && !tv_system_builder_add_state (self->system, &task->state)))
        return FALSE;
    }
  for (guint i = 0; i < self->cpus->len; i++)
    {
      const Cpu *cpu = &g_array_index (self->cpus, Cpu, i);

      if (cpu->has_idle && !tv_system_builder_add_state (self->system, &cpu->idle))
        return FALSE;
    }
  return TRUE;
}

/**
 * tv_scheduler_finish:
 * @self: a list of events
 *
 * Gives all states to the builder.
 *
 * Returns: %FALSE when memory was exhausted, which the builder tells
 */
gboolean
tv_scheduler_finish (TvScheduler *self)
{
  gboolean ok = self->growth->error == NULL;

  if (self->is_disordered)
    g_array_sort (self->events, compare_events);
  for (guint i = 0; ok && i < self->events->len; i++)
    ok = replay (self, &g_array_index (self->events, Event, i));
  g_array_set_size (self->events, 0);
  tv_system_tasks_set_time (self->tasks, G_MAXINT64);
  return ok && give_open (self);
}
