/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/kernel/system-tasks.h"

#include "trace/tables/java-text.h"

#include <string.h>

#define UNKNOWN_PROCESS (-1)

/* Threads with the same number, at most: those of a time are looked up one by one. */
#define MAX_INSTANCES 256

typedef struct _Task Task;

struct _Task
{
  gint64 tid;
  gint64 pid;
  gboolean is_guess; /* the process */
  gboolean names_process;
  char *name;
  TvNameTrust trust;
  guint32 track;    /* or TV_THREAD_NONE */
  guint32 process;  /* of the track, or TV_PROCESS_NONE */
  gint64 shown_in;  /* the process where a program's own track shows it, or none */
  guint32 told;     /* the one that had the number of @pid when it was told, or none */
  gint64 start;     /* when it began, if there was one with its number before */
  gint64 earliest;  /* of the events about it */
  guint32 instance; /* how many had its number before */
  Task *previous;   /* the last of them */
};

struct _TvSystemTasks
{
  TvRunBuilder *builder;
  GHashTable *by_tid; /* the last one of each number */
  GPtrArray *tasks;   /* in the order in which they came */
  gint64 now;         /* the time of the present event */
};

static void
free_task (gpointer data)
{
  Task *task = data;

  g_free (task->name);
  g_free (task);
}

/**
 * tv_system_tasks_new:
 * @builder: receives the threads
 *
 * Returns: (transfer full): a table without threads, which @builder must outlive
 */
TvSystemTasks *
tv_system_tasks_new (TvRunBuilder *builder)
{
  TvSystemTasks *self = g_new0 (TvSystemTasks, 1);

  self->builder = builder;
  self->now = G_MAXINT64;
  self->by_tid = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->tasks = g_ptr_array_new_with_free_func (free_task);
  return self;
}

void
tv_system_tasks_free (TvSystemTasks *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_tid);
  g_ptr_array_unref (self->tasks);
  g_free (self);
}

/* Returns the thread that has a number at the time of the present event, or NULL. */
static Task *
look_up_task (const TvSystemTasks *self, gint64 tid)
{
  Task *task = g_hash_table_lookup (self->by_tid, &tid);

  while (task != NULL && task->previous != NULL && self->now < task->start)
    task = task->previous;
  return task;
}

static Task *
add_task (TvSystemTasks *self, gint64 tid)
{
  Task *task = g_new0 (Task, 1);

  task->tid = tid;
  task->pid = task->shown_in = UNKNOWN_PROCESS;
  task->track = TV_THREAD_NONE;
  task->process = task->told = TV_PROCESS_NONE;
  task->earliest = G_MAXINT64;
  g_hash_table_replace (self->by_tid, &task->tid, task);
  g_ptr_array_add (self->tasks, task);
  return task;
}

static Task *
find_task (TvSystemTasks *self, gint64 tid)
{
  Task *task = look_up_task (self, tid);

  if (task == NULL)
    task = add_task (self, tid);
  task->earliest = MIN (task->earliest, self->now);
  return task;
}

/**
 * tv_system_tasks_set_time:
 * @self: tasks
 * @time: nanoseconds on the clock of the file; %G_MAXINT64 for the end
 *
 * Says when the events are about which other functions tell, until the next call. It
 * matters for numbers that several threads had one after another.
 */
void
tv_system_tasks_set_time (TvSystemTasks *self, gint64 time)
{
  self->now = time;
}

/**
 * tv_system_tasks_begin:
 * @self: tasks
 * @tid: the number of a thread that begins at the present time
 * @is_process: whether a process begins with it
 *
 * If there was a thread with this number before, this is another one. Events of
 * processors come in lists of each, so what came later in time is no sign of that.
 */
void
tv_system_tasks_begin (TvSystemTasks *self, gint64 tid, gboolean is_process)
{
  Task *before = look_up_task (self, tid);
  Task *task;

  if (before == NULL || before->earliest >= self->now || tid <= 0
      || before->instance + 1 >= MAX_INSTANCES)
    return;
  task = add_task (self, tid);
  task->previous = before;
  task->instance = before->instance + 1;
  task->start = self->now;
  if (is_process && tv_run_builder_find_process (self->builder, tid) != TV_PROCESS_NONE)
    task->process = tv_run_builder_add_next_process (self->builder, tid);
}

/**
 * tv_system_tasks_set_process:
 * @self: tasks
 * @tid: the number of a thread
 * @pid: the number of its process
 *
 * Says which process a thread belongs to. After the thread's first run, that is ignored
 * unless it had none then.
 */
void
tv_system_tasks_set_process (TvSystemTasks *self, gint64 tid, gint64 pid)
{
  Task *task = find_task (self, tid);

  task->pid = pid;
  task->told = tv_run_builder_find_process (self->builder, pid);
  task->is_guess = FALSE;
}

/**
 * tv_system_tasks_place:
 * @self: tasks
 * @tid: the number of a thread
 * @process: index of its process
 *
 * Says which of several processes of the same number a thread belongs to, before its
 * first run.
 */
void
tv_system_tasks_place (TvSystemTasks *self, gint64 tid, guint32 process)
{
  find_task (self, tid)->process = process;
}

/**
 * tv_system_tasks_guess_process:
 * @self: tasks
 * @tid: the number of a thread
 * @pid: what the thread itself takes for the number of its process
 *
 * Says which process a thread belongs to, unless that is known.
 */
void
tv_system_tasks_guess_process (TvSystemTasks *self, gint64 tid, gint64 pid)
{
  Task *task = find_task (self, tid);

  if (task->pid != UNKNOWN_PROCESS)
    return;
  task->pid = pid;
  task->is_guess = TRUE;
}

/**
 * tv_system_tasks_meet:
 * @self: tasks
 * @tid: the number of a thread
 * @pid: the number of its process
 * @name: (nullable): its name, if that is known
 *
 * Says that a program tells of a thread of its own, which another track than that of
 * @self may show. It is the thread of that number, unless the system knows that one to
 * be of another process.
 *
 * Returns: the builder's track for the thread if it has one, else %TV_THREAD_NONE
 */
guint32
tv_system_tasks_meet (TvSystemTasks *self, gint64 tid, gint64 pid, const char *name)
{
  Task *task;

  tv_system_tasks_guess_process (self, tid, pid);
  task = find_task (self, tid);
  if (task->pid != pid)
    return TV_THREAD_NONE;
  task->shown_in = pid;
  if (name != NULL)
    tv_system_tasks_set_name (self, tid, name, TV_NAME_FROM_PROGRAM);
  return task->track;
}

/**
 * tv_system_tasks_set_name:
 * @self: tasks
 * @tid: the number of a thread
 * @name: its name
 * @trust: where that comes from
 *
 * Names a thread. The best name counts, and the last of equally good ones.
 */
void
tv_system_tasks_set_name (TvSystemTasks *self, gint64 tid, const char *name,
                          TvNameTrust trust)
{
  Task *task = find_task (self, tid);

  if (*name == '\0' || (task->name != NULL && trust < task->trust))
    return;
  task->trust = trust;
  if (g_strcmp0 (task->name, name) == 0)
    return;
  g_free (task->name);
  task->name = g_strdup (name);
}

/**
 * tv_system_tasks_see_name:
 * @self: tasks
 * @tid: the number of a thread; that of idle threads is left out
 * @bytes: (array length=length): the name that an event of the kernel gives, in any
 *   encoding
 * @length: bytes of it
 *
 * Names a thread by what the kernel calls it, which each of its events repeats.
 */
void
tv_system_tasks_see_name (TvSystemTasks *self, gint64 tid, const char *bytes,
                          gsize length)
{
  const Task *task;
  g_autofree char *name = NULL;

  if (tid <= 0 || length == 0)
    return;
  task = find_task (self, tid);
  if (task->name != NULL
      && (task->trust > TV_NAME_FROM_SCHEDULER
          || (strncmp (task->name, bytes, length) == 0 && task->name[length] == '\0')))
    return;
  name = tv_java_text_dup_utf8 (bytes, length);
  tv_system_tasks_set_name (self, tid, name, TV_NAME_FROM_SCHEDULER);
}

/**
 * tv_system_tasks_let_name_process:
 * @self: tasks
 * @tid: the number of a thread; that of idle threads is left out
 *
 * Says that the name of a thread is that of its process, if it is the first one of it,
 * unless the process has a name.
 */
void
tv_system_tasks_let_name_process (TvSystemTasks *self, gint64 tid)
{
  if (tid > 0)
    find_task (self, tid)->names_process = TRUE;
}

/**
 * tv_system_tasks_get_process:
 * @self: tasks
 * @tid: the number of a thread
 *
 * Returns: the number of its process, or -1 if that is not known or a guess
 */
gint64
tv_system_tasks_get_process (const TvSystemTasks *self, gint64 tid)
{
  const Task *task = look_up_task (self, tid);

  return task != NULL && !task->is_guess ? task->pid : UNKNOWN_PROCESS;
}

static guint32
find_told_process (TvSystemTasks *self, const Task *task)
{
  return task->told != TV_PROCESS_NONE
             ? task->told
             : tv_run_builder_add_process (self->builder, task->pid, NULL);
}

static void
add_track (TvSystemTasks *self, Task *task)
{
  const TvTrackSpec spec = { .kind = TV_TRACK_THREAD,
                             .process = task->process,
                             .number = task->tid,
                             .instance = task->instance,
                             .name = task->name,
                             .overlap = TV_OVERLAP_SPILL };

  task->track = tv_run_builder_add_track (self->builder, &spec);
}

/**
 * tv_system_tasks_get_track:
 * @self: tasks
 * @tid: the number of a thread
 *
 * Returns: the builder's track for the thread
 */
guint32
tv_system_tasks_get_track (TvSystemTasks *self, gint64 tid)
{
  Task *task = find_task (self, tid);

  if (task->track != TV_THREAD_NONE)
    return task->track;
  if (task->process == TV_PROCESS_NONE && task->pid != UNKNOWN_PROCESS)
    task->process = find_told_process (self, task);
  add_track (self, task);
  return task->track;
}

/* Finds the process of a thread after all. The first thread of a process has its
 * number. */
static void
find_process (TvSystemTasks *self, Task *task)
{
  if (task->pid != UNKNOWN_PROCESS)
    task->process = find_told_process (self, task);
  else
    task->process = tv_run_builder_find_process (self->builder, task->tid);
}

/* A thread without a track is one of which nothing else is known. */
static void
add_quiet_thread (TvSystemTasks *self, const Task *task)
{
  const TvQuietThread thread
      = { .number = task->tid, .process = task->process, .name = task->name };

  tv_detail_builder_add_quiet_thread (tv_run_builder_get_details (self->builder),
                                      &thread);
}

/**
 * tv_system_tasks_finish:
 * @self: tasks
 *
 * Gives the tracks the names and processes that came after their first run, and tells
 * of threads without tracks.
 */
void
tv_system_tasks_finish (TvSystemTasks *self)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      Task *task = self->tasks->pdata[i];
      const gboolean had_process = task->process != TV_PROCESS_NONE;

      if (!had_process)
        find_process (self, task);
      if (task->names_process && task->name != NULL && task->pid == task->tid)
        tv_run_builder_suggest_name (self->builder, task->process, task->name);
      if (task->track == TV_THREAD_NONE)
        {
          if (task->shown_in == UNKNOWN_PROCESS || task->shown_in != task->pid)
            add_quiet_thread (self, task);
          continue;
        }
      if (!had_process && task->process != TV_PROCESS_NONE)
        tv_run_builder_set_process (self->builder, task->track, task->process);
      add_track (self, task);
    }
}
