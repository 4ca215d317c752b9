/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/packet-run.h"

#include "trace/build/call-builder.h"
#include "trace/build/call-scan.h"

#include <string.h>

/* 64 bits in groups of 7. */
#define MAX_BYTES 10

/* Reads a number byte by byte: near the end of the file, or one of more than 56 bits.
 */
guint
tv_leb128_read_slowly (const guint8 **next, const guint8 *end, guint64 *value)
{
  const guint8 *p = *next;
  guint64 sum = 0;

  for (guint i = 0; i < MAX_BYTES && p < end; i++)
    {
      guint8 byte = *p++;

      sum |= (guint64) (byte & 0x7F) << (7 * i);
      if ((byte & 0x80) == 0)
        {
          *next = p;
          *value = sum;
          return 7 * (i + 1);
        }
    }
  return 0;
}

/* First pass
 *
 * Plain records of packets are decoded without making events of them. There is no
 * branch on entry or exit, which would be mispredicted half of the time: an exit does
 * all that an entry does. */

#define ACTION_RESERVED 3

/* Makes room for what is always written above the stack. */
static void
make_room (TvCallStack *stack)
{
  while (stack->depth + 1 >= stack->capacity)
    tv_call_stack_grow (stack);
}

/* Takes plain records up to one that finds no room on the stack, or no call to leave.
 * Raw times are compared: the frequency does not change their order. */
G_ALWAYS_INLINE static inline gsize
scan_plain (TvPacketRun *run, TvCallStack *stack, guint32 *n_entered, gboolean dual)
{
  const TvIdMap methods = *run->methods;
  const guint8 *limit = run->limit;
  TvPacketPlace at = tv_packet_place_get (run);
  TvFrame *frames = stack->frames;
  guint32 room = stack->capacity - 1;
  guint32 depth = stack->depth;
  guint32 call = *n_entered;
  gsize n = 0;

  while (at.next < limit)
    {
      TvPacketPlace after = at;
      guint32 action;
      guint32 enters;
      guint32 method;

      if (!tv_packet_place_step (&after, dual))
        break;
      action = tv_packet_place_get_action (&after);
      enters = action == TV_EVENT_ENTER;
      method = tv_packet_place_find_method (&after, &methods);
      if (G_UNLIKELY (tv_packet_place_get_time (&after) < tv_packet_place_get_time (&at)
                      || action == ACTION_RESERVED
                      || (enters && method == TV_ID_MAP_NONE) || depth + enters == 0
                      || depth >= room))
        break;
      frames[depth].method = method;
      frames[depth].call = call;
      call += enters;
      depth += 2 * enters - 1;
      at = after;
      n++;
    }
  tv_packet_run_move (run, &at);
  stack->depth = depth;
  *n_entered = call;
  return n;
}

/* Whether the records continue after the thread's last event. */
static gboolean
goes_on (const TvThreadPart *thread, const TvPacketRun *run)
{
  gint64 times[TV_N_CLOCKS];

  if (thread->n_events == 0 || thread->irregular)
    return FALSE;
  tv_packet_run_get_times (run, times);
  return memcmp (times, thread->last, sizeof times) == 0;
}

/* Takes records up to the first that is not plain: the first of a block, an exit from a
 * call of before the part, an irregular one, or an entry of an unknown method. Returns
 * the number of records taken. */
gsize
tv_thread_part_take_packets (TvThreadPart *thread, TvPacketRun *run)
{
  gsize n;

  if (!goes_on (thread, run))
    return 0;
  make_room (&thread->stack);
  n = run->decoder.dual ? scan_plain (run, &thread->stack, &thread->n_entered, TRUE)
                        : scan_plain (run, &thread->stack, &thread->n_entered, FALSE);
  tv_packet_run_get_times (run, thread->last);
  thread->n_events += n;
  return n;
}

/* Second pass
 *
 * Again without events, and without a branch on entry or exit: every record writes the
 * times of one call, and method and parent of the next row, which the record that
 * really enters that call overwrites. */

/* State of a thread that changes with each plain record. */
typedef struct
{
  TvPacketPlace place;
  gint64 cpu;
  gint64 time; /* of the first or only clock */
  guint32 depth;
  guint32 n_calls;
} Progress;

/* State that does not change. Rows are those of the thread. */
typedef struct
{
  TvIdMap methods;
  guint64 frequency;
  gint64 cpu_offset;
  gint64 time_offset;
  gint64 cpu_latest;
  gint64 time_latest;
  gint64 wait; /* a longer sleep ends one */
  TvFrame *frames;
  guint32 barrier;
  guint32 max_depth;
  guint32 max_calls;
  guint16 *method;
  guint32 *parent;
  TvTimeColumn cpu[2]; /* ends and starts */
  TvTimeColumn time[2];
} Course;

/* Advances the clocks to a record. Returns whether it is plain: the clocks do not go
 * back, and there is no wait. */
static inline gboolean
step_plain_clocks (const Course *course, Progress *progress, gboolean dual)
{
  const TvPacketPlace *place = &progress->place;
  gint64 time
      = tv_packet_run_convert_time (course->frequency, tv_packet_place_get_time (place))
        + course->time_offset;
  gint64 time_step = time - progress->time;
  gint64 cpu;
  gint64 cpu_step;

  progress->time = time;
  if (!dual)
    return time_step >= 0 && time <= course->time_latest;
  cpu = (gint64) MIN (place->cpu, TV_TIME_IMPOSSIBLE) + course->cpu_offset;
  cpu_step = cpu - progress->cpu;
  progress->cpu = cpu;
  return (cpu_step | time_step) >= 0 && cpu <= course->cpu_latest
         && time <= course->time_latest && time_step - cpu_step <= course->wait;
}

G_ALWAYS_INLINE static inline gsize
build_plain (const Course *course, Progress *progress, const guint8 *limit,
             gboolean dual)
{
  TvFrame *frames = course->frames;
  Progress at = *progress;
  gsize n = 0;

  while (at.place.next < limit)
    {
      Progress after = at;
      guint32 action;
      guint32 enters;
      guint32 method;
      guint32 top;
      guint32 row;

      if (!tv_packet_place_step (&after.place, dual)
          || !step_plain_clocks (course, &after, dual))
        break;
      action = tv_packet_place_get_action (&after.place);
      enters = action == TV_EVENT_ENTER;
      method = tv_packet_place_find_method (&after.place, &course->methods);
      if (action > TV_EVENT_EXIT || (enters && method == TV_ID_MAP_NONE)
          || at.depth + enters <= course->barrier || at.depth >= course->max_depth
          || at.n_calls >= course->max_calls)
        break;
      top = frames[at.depth - (at.depth > 0)].call;
      course->method[at.n_calls] = (guint16) method;
      course->parent[at.n_calls] = at.depth > 0 ? top : TV_CALL_NONE;
      frames[at.depth].method = method;
      frames[at.depth].call = at.n_calls;
      row = top ^ ((top ^ at.n_calls) & -enters);
      tv_time_column_set (&course->time[enters], row, after.time);
      if (dual)
        tv_time_column_set (&course->cpu[enters], row, after.cpu);
      after.n_calls += enters;
      after.depth += 2 * enters - 1;
      at = after;
      n++;
    }
  *progress = at;
  return n;
}

/* Returns the column from the first row of the thread on. */
static TvTimeColumn
get_rows (const TvTimeColumn *column, gsize base)
{
  TvTimeColumn rows = *column;

  if (rows.narrow != NULL)
    rows.narrow += base;
  if (rows.low != NULL)
    rows.low += base;
  if (rows.high != NULL)
    rows.high += base;
  if (rows.top != NULL)
    rows.top += base;
  if (rows.wide != NULL)
    rows.wide += base;
  return rows;
}

static void
set_course (Course *course, const TvThreadBuild *thread, const TvCallBuilder *builder,
            const TvPacketRun *run)
{
  const TvPlainColumns *columns = &builder->plain;
  gsize base = thread->base;

  course->methods = *run->methods;
  course->frequency = run->frequency;
  course->cpu_offset = thread->clock[TV_CLOCK_THREAD_CPU].offset;
  course->time_offset = thread->clock[run->clock].offset;
  course->cpu_latest = builder->latest[TV_CLOCK_THREAD_CPU];
  course->time_latest = builder->latest[run->clock];
  course->wait = builder->plain_wait;
  course->frames = thread->stack.frames;
  course->barrier = thread->stack.barrier;
  course->max_depth = thread->stack.capacity - 1;
  course->max_calls = (guint32) thread->max_calls;
  course->method = columns->method + base;
  course->parent = columns->parent + base;
  course->cpu[0] = get_rows (&columns->end[TV_CLOCK_THREAD_CPU], base);
  course->cpu[1] = get_rows (&columns->start[TV_CLOCK_THREAD_CPU], base);
  course->time[0] = get_rows (&columns->end[run->clock], base);
  course->time[1] = get_rows (&columns->start[run->clock], base);
}

/* Takes records of a started thread up to the first that is not plain. Returns the
 * number of records taken. */
gsize
tv_thread_build_take_packets (TvThreadBuild *thread, const TvCallBuilder *builder,
                              TvPacketRun *run)
{
  TvCallStack *stack = &thread->stack;
  TvThreadClock *clock = &thread->clock[run->clock];
  TvThreadClock *cpu_clock = &thread->clock[TV_CLOCK_THREAD_CPU];
  Progress progress = { .place = tv_packet_place_get (run),
                        .cpu = cpu_clock->previous,
                        .time = clock->previous,
                        .depth = stack->depth,
                        .n_calls = (guint32) thread->n_calls };
  Course course;
  gsize n;

  /* For what is always written above the stack. */
  while (stack->depth + 1 >= stack->capacity)
    tv_call_stack_grow (stack);
  set_course (&course, thread, builder, run);
  n = run->decoder.dual ? build_plain (&course, &progress, run->limit, TRUE)
                        : build_plain (&course, &progress, run->limit, FALSE);
  cpu_clock->previous = progress.cpu;
  clock->previous = progress.time;
  stack->depth = progress.depth;
  thread->n_calls = progress.n_calls;
  thread->n_events += n;
  tv_packet_run_move (run, &progress.place);
  return n;
}
