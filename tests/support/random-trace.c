/* SPDX-License-Identifier: Apache-2.0 */

#include "support/random-trace.h"

#define STEP_MAX 20
#define WAIT_MIN 120
#define WAIT_MAX 5000
#define SWITCH_PERCENT 12
#define N_HABITS 8

typedef struct
{
  GArray *stack;
  guint64 cpu;
  guint64 wall;
} RandomThread;

typedef struct
{
  const TvRandomTrace *spec;
  GRand *random;
  RandomThread *threads;
  guint64 now;
  TvWriterEventFunc func;
  gpointer user_data;
} Run;

static void
clear_thread (RandomThread *threads, guint n_threads)
{
  for (guint i = 0; i < n_threads; i++)
    g_clear_pointer (&threads[i].stack, g_array_unref);
  g_free (threads);
}

static gboolean
chance (Run *run, guint percent)
{
  return percent > 0 && (guint) g_rand_int_range (run->random, 0, 100) < percent;
}

/* Where @fraction, from 0 to below 1, falls among @n things of which the first are the
 * hottest: a density that falls with the power of the skew. */
static guint
skewed (const Run *run, double fraction, guint n)
{
  double power = fraction;

  for (guint i = 0; i < run->spec->skew; i++)
    power *= fraction;
  return (guint) (power * n);
}

static guint
any_of (Run *run, guint n)
{
  if (run->spec->skew == 0)
    return (guint) g_rand_int_range (run->random, 0, (gint32) n);

  return skewed (run, g_rand_double (run->random), n);
}

static guint32
any_method (Run *run)
{
  return 4 * any_of (run, run->spec->n_methods);
}

/* One of the methods that @caller calls most, which are chosen by its id alone. */
static guint32
method_of_habit (Run *run, guint32 caller)
{
  guint32 nth = (guint32) g_rand_int_range (run->random, 0, N_HABITS);
  guint32 hash = (caller / 4 * N_HABITS + nth) * 2654435761U;

  return 4 * skewed (run, (double) hash / 4294967296.0, run->spec->n_methods);
}

/* In order of time, one clock runs for all threads and what passed since the thread's
 * last event was not all on the CPU; in batches, each thread has its own clock, and
 * slept if it is behind the time at which another thread's last batch began. */
static void
pass_time (Run *run, RandomThread *thread, gboolean switched)
{
  guint64 step = (guint64) g_rand_int_range (run->random, 0, STEP_MAX + 1);
  guint64 wait = 0;

  if (chance (run, run->spec->wait_percent))
    wait = (guint64) g_rand_int_range (run->random, WAIT_MIN, WAIT_MAX);
  thread->cpu += step;
  if (run->spec->batch > 0)
    {
      thread->wall += step + wait;
      if (switched)
        {
          thread->wall = MAX (thread->wall, run->now);
          run->now = thread->wall;
        }
      return;
    }
  run->now += step + wait;
  if (switched)
    run->now += 1;
  thread->wall = run->now;
}

static guint32
method_to_enter (Run *run, const RandomThread *thread)
{
  guint32 caller = 0;

  if (thread->stack->len == 0)
    return any_method (run);

  caller = g_array_index (thread->stack, guint32, thread->stack->len - 1);
  if (chance (run, run->spec->recursion_percent))
    return caller;
  if (chance (run, run->spec->habit_percent))
    return method_of_habit (run, caller);
  return any_method (run);
}

static TvWriterAction
action_to_leave (Run *run)
{
  return chance (run, run->spec->unwind_percent) ? TV_WRITER_UNWIND : TV_WRITER_EXIT;
}

static guint32
pop (RandomThread *thread)
{
  guint32 method = g_array_index (thread->stack, guint32, thread->stack->len - 1);

  g_array_set_size (thread->stack, thread->stack->len - 1);
  return method;
}

/* Decides what the thread does next, and does it to its stack. */
static void
choose_event (Run *run, RandomThread *thread, TvWriterEvent *event)
{
  guint depth = thread->stack->len;

  event->action = TV_WRITER_ENTER;
  if (chance (run, run->spec->stray_percent))
    {
      event->action = action_to_leave (run);
      event->method = any_method (run);
      return;
    }
  while (thread->stack->len > 0 && chance (run, run->spec->lost_percent))
    pop (thread);

  if (depth == 0 && chance (run, run->spec->before_percent))
    {
      event->action = action_to_leave (run);
      event->method = any_method (run);
    }
  else if (thread->stack->len > 0
           && (depth >= run->spec->max_depth || chance (run, 48)))
    {
      event->action = action_to_leave (run);
      event->method = pop (thread);
    }
  else
    {
      event->method = method_to_enter (run, thread);
      g_array_append_val (thread->stack, event->method);
    }
}

static guint
next_thread (Run *run, guint current, guint64 event)
{
  if (run->spec->batch > 0 && event % run->spec->batch != 0)
    return current;
  if (run->spec->batch == 0 && !chance (run, SWITCH_PERCENT))
    return current;

  return any_of (run, run->spec->n_threads);
}

/**
 * tv_random_trace_run:
 * @spec: what the trace is like
 * @func: (scope call): called for each event, in the order of the file
 * @user_data: for @func
 *
 * Makes the events of a random trace, one at a time.
 */
void
tv_random_trace_run (const TvRandomTrace *spec, TvWriterEventFunc func,
                     gpointer user_data)
{
  g_autoptr (GRand) random = NULL;
  Run run = { .spec = spec, .func = func, .user_data = user_data };
  guint current = 0;

  g_return_if_fail (spec != NULL && func != NULL);
  g_return_if_fail (spec->n_threads > 0 && spec->n_methods > 0 && spec->max_depth > 0);

  random = g_rand_new_with_seed (spec->seed);
  run.random = random;
  run.threads = g_new0 (RandomThread, spec->n_threads);
  for (guint i = 0; i < spec->n_threads; i++)
    run.threads[i].stack = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint64 i = 0; i < spec->n_events; i++)
    {
      guint previous = current;
      RandomThread *thread = NULL;
      TvWriterEvent event = { 0 };

      current = next_thread (&run, current, i);
      thread = &run.threads[current];
      pass_time (&run, thread, current != previous);
      choose_event (&run, thread, &event);
      event.thread = current + 1;
      event.cpu = thread->cpu;
      event.wall = thread->wall;
      func (&event, user_data);
    }
  clear_thread (run.threads, spec->n_threads);
}

/**
 * tv_random_trace_add_tables:
 * @spec: what the trace is like
 * @writer: a writer without records
 *
 * Adds names for the threads and methods, about ten methods a class.
 */
void
tv_random_trace_add_tables (const TvRandomTrace *spec, TvTraceWriter *writer)
{
  g_return_if_fail (spec != NULL && writer != NULL);

  for (guint i = 0; i < spec->n_threads; i++)
    {
      g_autofree char *name
          = i == 0 ? g_strdup ("main") : g_strdup_printf ("Thread-%u", i);

      tv_trace_writer_add_thread (writer, i + 1, name);
    }
  for (guint i = 0; i < spec->n_methods; i++)
    {
      g_autofree char *class_name = g_strdup_printf ("com.example.Class%u", i / 10);
      g_autofree char *name = g_strdup_printf ("method%u", i);
      g_autofree char *file = g_strdup_printf ("Class%u.java", i / 10);

      tv_trace_writer_add_method (writer, 4 * i, class_name, name, "()V", file,
                                  (int) i % 10 + 1);
    }
}

static void
write_event (const TvWriterEvent *event, gpointer user_data)
{
  TvTraceWriter *writer = user_data;

  tv_trace_writer_event (writer, event);
}

/**
 * tv_random_trace_write:
 * @spec: what the trace is like
 * @writer: a writer whose tables are complete; it may write to a file
 *
 * Writes the events of a random trace.
 */
void
tv_random_trace_write (const TvRandomTrace *spec, TvTraceWriter *writer)
{
  g_return_if_fail (writer != NULL);

  tv_random_trace_run (spec, write_event, writer);
}
