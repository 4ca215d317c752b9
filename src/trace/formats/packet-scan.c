/* SPDX-License-Identifier: Apache-2.0 */

/* The first pass over plain records of packets, which are decoded here and go into no
 * event. Most of the time would go into branches that are taken as often as not, so
 * there are none: a record that leaves a call does all that one does which enters. */

#include "trace/build/part-scan.h"
#include "trace/formats/packet-run.h"

#include <string.h>

#define ACTION_RESERVED 3

/* Room for what is written above the stack in any case. */
static void
make_room (TvCallStack *stack)
{
  while (stack->depth + 1 >= stack->capacity)
    tv_call_stack_grow (stack);
}

/* Takes plain records up to one that finds no room on the stack, or none to leave.
 * Times are compared as the file has them: that comes to the same, whatever the
 * frequency. */
G_ALWAYS_INLINE static inline gsize
take_plain (TvPacketRun *run, TvCallStack *stack, guint32 *n_entered, gboolean dual)
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

/* Whether the records go on from the thread's last event. */
static gboolean
goes_on (const TvThreadPart *thread, const TvPacketRun *run)
{
  gint64 times[TV_N_CLOCKS];

  if (thread->n_events == 0 || thread->irregular)
    return FALSE;
  tv_packet_run_get_times (run, times);
  return memcmp (times, thread->last, sizeof times) == 0;
}

/**
 * tv_thread_part_take_packets:
 * @thread: what is known of a thread
 * @run: records of it
 *
 * Takes records up to the first that is not plain: the first of a block, one that
 * leaves a call from before the part, does something irregular, or enters a method that
 * the tables do not have.
 *
 * Returns: how many were taken
 */
gsize
tv_thread_part_take_packets (TvThreadPart *thread, TvPacketRun *run)
{
  gsize n;

  if (!goes_on (thread, run))
    return 0;
  make_room (&thread->stack);
  n = run->decoder.dual ? take_plain (run, &thread->stack, &thread->n_entered, TRUE)
                        : take_plain (run, &thread->stack, &thread->n_entered, FALSE);
  tv_packet_run_get_times (run, thread->last);
  thread->n_events += n;
  return n;
}
