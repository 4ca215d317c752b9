/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-methods-private.h"
#include "analysis/lanes/lane-sums-private.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/* The most methods that a block names. */
#define TV_LANE_GATHER_METHODS 4

/* What a part or block holds until it is summed up. */
typedef struct
{
  gint64 start;
  gint64 busy;
  gint64 wait;
  guint32 wait_method;
  guint32 instant_method;
  guint32 deepest;
  TvLaneSums sums;
} TvLaneGather;

/* The methods with the most own time, as many as a block names. */
typedef struct
{
  guint n;
  TvLaneSum best[TV_LANE_GATHER_METHODS];
} TvLaneLeaders;

static inline void
tv_lane_gather_wait (TvLaneGather *gather, guint32 method, gint64 length)
{
  if (method == gather->wait_method)
    gather->wait += length;
  else if (length > gather->wait)
    {
      gather->wait = length;
      gather->wait_method = method;
    }
}

G_GNUC_UNUSED static void
tv_lane_gather_restart (TvLaneGather *gather, guint32 depth, gint64 time)
{
  gather->start = time;
  gather->busy = 0;
  gather->wait = 0;
  gather->wait_method = TV_METHOD_NONE;
  gather->instant_method = TV_METHOD_NONE;
  gather->deepest = depth;
  tv_lane_sums_restart (&gather->sums);
}

G_GNUC_UNUSED static void
tv_lane_gather_fold (TvLaneGather *gather, const TvLaneGather *part)
{
  gather->busy += part->busy;
  gather->deepest = MAX (gather->deepest, part->deepest);
  if (gather->instant_method == TV_METHOD_NONE)
    gather->instant_method = part->instant_method;
  if (part->wait > 0)
    tv_lane_gather_wait (gather, part->wait_method, part->wait);
  for (guint i = 0; i < part->sums.n; i++)
    {
      const TvLaneSum *sum = tv_lane_sums_get (&part->sums, i);

      tv_lane_sums_add (&gather->sums, sum->method, sum->own);
    }
}

/* Of equal sums that which came first stands first. */
G_GNUC_UNUSED static void
tv_lane_gather_find_leaders (const TvLaneSums *sums, guint n, TvLaneLeaders *leaders)
{
  leaders->n = 0;
  for (guint i = 0; i < sums->n; i++)
    {
      const TvLaneSum *sum = tv_lane_sums_get (sums, i);
      guint place = leaders->n;

      if (place == n && sum->own <= leaders->best[n - 1].own)
        continue;
      if (place < n)
        leaders->n++;
      else
        place--;
      for (; place > 0 && leaders->best[place - 1].own < sum->own; place--)
        leaders->best[place] = leaders->best[place - 1];
      leaders->best[place] = *sum;
    }
}

/* A part of a length in steps, at least 1 if it is anything. */
static inline guint
tv_lane_gather_to_steps (gint64 part, gint64 whole, guint n_steps)
{
  double steps = part > 0 ? (double) part / (double) whole * n_steps + 0.5 : 0;

  return part > 0 ? (guint) CLAMP (steps, 1, n_steps) : 0;
}

/* Writes the methods of a part or block, and their shares. */
G_GNUC_UNUSED static void
tv_lane_gather_write (const TvLaneGather *gather, gint64 end, guint n, guint8 *shares,
                      TvLaneMethods *methods, gsize place)
{
  gint64 length = end - gather->start;
  TvLaneLeaders leaders;

  if (gather->busy == 0)
    {
      if (gather->instant_method != TV_METHOD_NONE)
        {
          shares[0] = 1;
          tv_lane_methods_set (methods, place, gather->instant_method);
        }
      if (gather->wait > 0)
        {
          shares[1] = (guint8) tv_lane_gather_to_steps (gather->wait, length, 255);
          tv_lane_methods_set (methods, place + 1, gather->wait_method);
        }
      return;
    }
  tv_lane_gather_find_leaders (&gather->sums, n, &leaders);
  for (guint i = 0; i < leaders.n; i++)
    {
      shares[i] = (guint8) tv_lane_gather_to_steps (leaders.best[i].own, length, 255);
      tv_lane_methods_set (methods, place + i, leaders.best[i].method);
    }
}

/* Adds own time. */
G_ALWAYS_INLINE static inline void
tv_lane_gather_own (TvLaneGather *gather, guint32 method, guint32 depth, gint64 length)
{
  gather->busy += length;
  gather->deepest = MAX (gather->deepest, depth);
  tv_lane_sums_add (&gather->sums, method, length);
}

G_END_DECLS
