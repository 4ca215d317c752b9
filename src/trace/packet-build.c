/* SPDX-License-Identifier: Apache-2.0 */

/* The second pass over plain records of packets, which are decoded here and go into no
 * event. There is no branch on whether a record enters a call or leaves one: either
 * way it writes the times of one call, and the next row's method and parent, which the
 * record that really enters that call writes again. */

#include "trace/call-builder-private.h"
#include "trace/packet-run.h"

/* What changes from record to record. */
typedef struct
{
  TvPacketDecoder decoder;
  gint64 now[TV_N_CLOCKS];
  guint32 depth;
  guint32 n_calls;
} Place;

/* What does not. */
typedef struct
{
  const TvCallBuilder *builder;
  TvIdMap methods;
  guint64 frequency;
  TvClock clock;
  gint64 offset[TV_N_CLOCKS];
  TvFrame *frames;
  guint32 barrier;
  guint32 max_depth;
  guint32 max_calls;
  guint16 *method; /* of the thread's calls, as what follows */
  guint32 *parent;
  TvTimeColumn times[2][TV_N_CLOCKS]; /* ends and starts */
} Course;

/* The times of a record with what the thread's clocks add to them; not below 0 where
 * they can be. */
static inline void
find_times (const Course *course, const TvPacketDecoder *decoder, gboolean dual,
            gint64 now[TV_N_CLOCKS])
{
  guint64 time = decoder->word >> TV_PACKET_ACTION_BITS;

  now[TV_CLOCK_THREAD_CPU] = now[TV_CLOCK_WALL] = 0;
  now[course->clock] = tv_packet_run_convert_time (course->frequency, time)
                       + course->offset[course->clock];
  if (dual)
    now[TV_CLOCK_THREAD_CPU] = (gint64) MIN (decoder->time[1], TV_TIME_IMPOSSIBLE)
                               + course->offset[TV_CLOCK_THREAD_CPU];
}

/* Whether the clocks go on, and by no more than a wait may be. */
static inline gboolean
is_plain_step (const TvCallBuilder *builder, const gint64 before[TV_N_CLOCKS],
               const gint64 now[TV_N_CLOCKS])
{
  gint64 cpu_step = now[TV_CLOCK_THREAD_CPU] - before[TV_CLOCK_THREAD_CPU];
  gint64 wall_step = now[TV_CLOCK_WALL] - before[TV_CLOCK_WALL];

  return (cpu_step | wall_step) >= 0
         && now[TV_CLOCK_THREAD_CPU] <= builder->latest[TV_CLOCK_THREAD_CPU]
         && now[TV_CLOCK_WALL] <= builder->latest[TV_CLOCK_WALL]
         && wall_step - cpu_step <= builder->plain_wait;
}

G_ALWAYS_INLINE static inline gsize
take_plain (const Course *course, TvPacketRun *run, Place *place, gboolean dual)
{
  const guint8 *limit = run->limit;
  TvFrame *frames = course->frames;
  Place at = *place;
  gsize n = 0;

  while (at.decoder.next < limit)
    {
      Place after = at;
      guint32 enters;
      guint32 method;
      guint32 top;
      guint32 row;
      guint action;

      if (!tv_packet_decoder_next_plain (&after.decoder, dual))
        break;
      find_times (course, &after.decoder, dual, after.now);
      action = (guint) (after.decoder.word & TV_PACKET_ACTION_MASK);
      enters = action == TV_EVENT_ENTER;
      method = tv_id_map_get (&course->methods, after.decoder.method);
      if (!is_plain_step (course->builder, at.now, after.now) || action > TV_EVENT_EXIT
          || (enters && method == TV_ID_MAP_NONE)
          || at.depth + enters <= course->barrier || at.depth >= course->max_depth
          || at.n_calls >= course->max_calls)
        break;
      top = frames[at.depth - (at.depth > 0)].call;
      course->method[at.n_calls] = (guint16) method;
      course->parent[at.n_calls] = at.depth > 0 ? top : TV_CALL_NONE;
      frames[at.depth].method = method;
      frames[at.depth].call = at.n_calls;
      row = top ^ ((top ^ at.n_calls) & -enters);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        tv_time_column_set (&course->times[enters][clock], row, after.now[clock]);
      after.n_calls += enters;
      after.depth += 2 * enters - 1;
      at = after;
      n++;
    }
  *place = at;
  return n;
}

static void
offset_column (TvTimeColumn *column, gsize base)
{
  if (column->narrow != NULL)
    column->narrow += base;
  if (column->low != NULL)
    column->low += base;
  if (column->high != NULL)
    column->high += base;
  if (column->top != NULL)
    column->top += base;
  if (column->wide != NULL)
    column->wide += base;
}

static void
set_course (Course *course, const TvThreadBuild *thread, const TvCallBuilder *builder,
            const TvPacketRun *run)
{
  course->builder = builder;
  course->methods = *run->methods;
  course->frequency = run->frequency;
  course->clock = run->clock;
  course->frames = thread->stack.frames;
  course->barrier = thread->stack.barrier;
  course->max_depth = thread->stack.capacity - 1;
  course->max_calls = (guint32) thread->max_calls;
  course->method = builder->plain.method + thread->base;
  course->parent = builder->plain.parent + thread->base;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      course->offset[clock] = thread->clock[clock].offset;
      course->times[0][clock] = builder->plain.end[clock];
      course->times[1][clock] = builder->plain.start[clock];
      offset_column (&course->times[0][clock], thread->base);
      offset_column (&course->times[1][clock], thread->base);
    }
}

/**
 * tv_thread_build_take_packets:
 * @thread: a thread, which had an event
 * @builder: what its calls are for
 * @run: records of that thread
 *
 * Takes records up to the first that is not plain; see tv_thread_build_take_plain().
 *
 * Returns: how many were taken
 */
gsize
tv_thread_build_take_packets (TvThreadBuild *thread, const TvCallBuilder *builder,
                              TvPacketRun *run)
{
  Place place = { .decoder = run->decoder, .n_calls = (guint32) thread->n_calls };
  Course course;
  gsize n;

  while (thread->stack.depth + 1 >= thread->stack.capacity)
    tv_call_stack_grow (&thread->stack);
  set_course (&course, thread, builder, run);
  place.depth = thread->stack.depth;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    place.now[clock] = thread->clock[clock].previous;
  n = run->decoder.dual ? take_plain (&course, run, &place, TRUE)
                        : take_plain (&course, run, &place, FALSE);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    thread->clock[clock].previous = place.now[clock];
  thread->stack.depth = place.depth;
  thread->n_calls = place.n_calls;
  thread->n_events += n;
  tv_packet_run_move (run, &place.decoder);
  return n;
}
