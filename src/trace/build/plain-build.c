/* SPDX-License-Identifier: Apache-2.0 */

/* The second pass where nothing happens but what nearly always does. Everything is in
 * local variables, for stores to the columns would make the compiler read all of it
 * anew. */

#include "trace/build/call-builder-private.h"

/* A thread while plain events of it are taken. */
typedef struct
{
  gint64 now[TV_N_CLOCKS];
  gint64 offset[TV_N_CLOCKS];
  gint64 latest[TV_N_CLOCKS];
  TvFrame *frames;
  gint64 ahead; /* how far the axis of all threads is ahead of the CPU clock */
  guint32 depth;
  guint32 n_calls;
} Plain;

/* Whether the clocks go on, and by no more than a wait may be. */
static inline gboolean
is_plain_step (const TvCallBuilder *builder, const Plain *plain,
               const gint64 now[TV_N_CLOCKS])
{
  gint64 cpu_step = now[TV_CLOCK_THREAD_CPU] - plain->now[TV_CLOCK_THREAD_CPU];
  gint64 wall_step = now[TV_CLOCK_WALL] - plain->now[TV_CLOCK_WALL];

  return cpu_step >= 0 && wall_step >= 0
         && now[TV_CLOCK_THREAD_CPU] <= plain->latest[TV_CLOCK_THREAD_CPU]
         && now[TV_CLOCK_WALL] <= plain->latest[TV_CLOCK_WALL]
         && wall_step - cpu_step <= builder->plain_wait;
}

static inline void
write_times (const TvTimeColumn columns[TV_N_CLOCKS], gsize row,
             const gint64 now[TV_N_CLOCKS])
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    tv_time_column_set (&columns[clock], row, now[clock]);
}

static inline void
open_plain (const TvPlainColumns *columns, gsize base, Plain *plain, guint32 method,
            const gint64 now[TV_N_CLOCKS])
{
  gsize row = base + plain->n_calls;

  columns->method[row] = (guint16) method;
  columns->parent[row]
      = plain->depth > 0 ? plain->frames[plain->depth - 1].call : TV_CALL_NONE;
  write_times (columns->start, row, now);
  tv_time_column_set (&columns->axis_start, row,
                      now[TV_CLOCK_THREAD_CPU] + plain->ahead);
  plain->frames[plain->depth].method = method;
  plain->frames[plain->depth].call = plain->n_calls;
  plain->depth++;
  plain->n_calls++;
}

static inline void
close_plain (const TvPlainColumns *columns, gsize base, Plain *plain,
             const gint64 now[TV_N_CLOCKS])
{
  gsize row = base + plain->frames[--plain->depth].call;

  write_times (columns->end, row, now);
  tv_time_column_set (&columns->axis_end, row, now[TV_CLOCK_THREAD_CPU] + plain->ahead);
}

/* An entry with room on the stack, or an exit of the innermost call. */
static inline gboolean
is_plain_action (const TvThreadBuild *thread, const Plain *plain, const TvEvent *event)
{
  if (event->action == TV_EVENT_ENTER)
    return plain->depth < thread->stack.capacity && plain->n_calls < thread->max_calls;
  return event->action == TV_EVENT_EXIT && plain->depth > thread->stack.barrier
         && plain->frames[plain->depth - 1].method == event->method;
}

/* Takes events of one thread, which had an event before, up to the first that is not
 * plain: one that has something to repair, ends a wait, passes on an exception or has
 * no room. Moves the axis of all threads on. The order of entries is the caller's task.
 * Returns the number of events taken. */
gsize
tv_thread_build_take_plain (TvThreadBuild *thread, const TvCallBuilder *builder,
                            gint64 *axis, const TvEvent *events, gsize n)
{
  const TvPlainColumns columns = builder->plain;
  gsize base = thread->base;
  Plain plain = { .frames = thread->stack.frames,
                  .ahead = *axis - thread->clock[TV_CLOCK_THREAD_CPU].previous,
                  .depth = thread->stack.depth,
                  .n_calls = (guint32) thread->n_calls };
  gsize i;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      plain.now[clock] = thread->clock[clock].previous;
      plain.offset[clock] = thread->clock[clock].offset;
      plain.latest[clock] = builder->latest[clock];
    }
  for (i = 0; i < n; i++)
    {
      gint64 now[TV_N_CLOCKS];

      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        now[clock] = events[i].time[clock] + plain.offset[clock];
      if (!is_plain_step (builder, &plain, now)
          || !is_plain_action (thread, &plain, &events[i]))
        break;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        plain.now[clock] = now[clock];
      if (events[i].action == TV_EVENT_ENTER)
        open_plain (&columns, base, &plain, events[i].method, now);
      else
        close_plain (&columns, base, &plain, now);
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    thread->clock[clock].previous = plain.now[clock];
  if (i > 0)
    *axis = thread->previous_axis = plain.now[TV_CLOCK_THREAD_CPU] + plain.ahead;
  thread->stack.depth = plain.depth;
  thread->n_calls = plain.n_calls;
  thread->n_events += i;
  return i;
}
