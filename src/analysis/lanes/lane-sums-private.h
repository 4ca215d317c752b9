/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

#define TV_LANE_SUMS_FIRST_BITS 10
#define TV_LANE_SUMS_FIRST_N (1 << TV_LANE_SUMS_FIRST_BITS)

/**
 * TvLaneSum:
 * @method: index of a method
 * @stamp: the table's, if the slot is in use
 * @own: own time of @method
 *
 * What one method has in a stretch of time.
 */
typedef struct
{
  guint32 method;
  guint32 stamp;
  gint64 own;
} TvLaneSum;

/**
 * TvLaneSums:
 * @stamp: of the stretch at hand
 * @shift: takes a hash to a slot
 * @mask: number of slots less one
 * @n: methods that have a sum
 * @slots: the table
 * @used: the slots in use, in the order in which the methods came
 * @grown_slots: (nullable): @slots, if they are not @first_slots
 * @grown_used: (nullable): @used, if it is not @first_used
 * @first_slots: what it begins with
 * @first_used: what it begins with
 *
 * Own times by method, in an open-addressing table that is emptied by a new stamp: for
 * a stretch of time may hold anything between one and all methods of a trace.
 */
typedef struct
{
  guint32 stamp;
  guint shift;
  guint mask;
  guint n;
  TvLaneSum *slots;
  guint32 *used;
  TvLaneSum *grown_slots;
  guint32 *grown_used;
  TvLaneSum first_slots[TV_LANE_SUMS_FIRST_N];
  guint32 first_used[TV_LANE_SUMS_FIRST_N];
} TvLaneSums;

static inline void
tv_lane_sums_init (TvLaneSums *sums, guint bits)
{
  sums->stamp = 1;
  sums->shift = 32 - bits;
  sums->mask = (1u << bits) - 1;
  sums->n = 0;
  sums->slots = sums->first_slots;
  sums->used = sums->first_used;
  sums->grown_slots = NULL;
  sums->grown_used = NULL;
  memset (sums->first_slots, 0, sizeof sums->first_slots);
}

/* Frees what they grew to. */
static inline void
tv_lane_sums_clear (TvLaneSums *sums)
{
  g_free (sums->grown_slots);
  g_free (sums->grown_used);
}

static inline void
tv_lane_sums_restart (TvLaneSums *sums)
{
  sums->stamp++;
  sums->n = 0;
}

static inline guint
tv_lane_sums_hash (const TvLaneSums *sums, guint32 method)
{
  return (method * 2654435769u) >> sums->shift;
}

/* Doubles the table. */
G_GNUC_UNUSED static void
tv_lane_sums_grow (TvLaneSums *sums)
{
  guint mask = sums->mask * 2 + 1;
  TvLaneSum *old = sums->slots;
  TvLaneSum *grown = g_new0 (TvLaneSum, (gsize) mask + 1);
  guint32 *used = g_new (guint32, (gsize) mask + 1);

  sums->shift--;
  for (guint i = 0; i < sums->n; i++)
    {
      const TvLaneSum *sum = &old[sums->used[i]];
      guint place = tv_lane_sums_hash (sums, sum->method);

      while (grown[place].stamp == sums->stamp)
        place = (place + 1) & mask;
      grown[place] = *sum;
      used[i] = place;
    }
  tv_lane_sums_clear (sums);
  sums->grown_slots = sums->slots = grown;
  sums->grown_used = sums->used = used;
  sums->mask = mask;
}

/* Gives a method its slot. */
G_GNUC_UNUSED static TvLaneSum *
tv_lane_sums_take (TvLaneSums *sums, guint32 method)
{
  guint place;

  if (sums->n >= sums->mask / 2)
    tv_lane_sums_grow (sums);
  place = tv_lane_sums_hash (sums, method);
  while (sums->slots[place].stamp == sums->stamp)
    place = (place + 1) & sums->mask;
  sums->slots[place] = (TvLaneSum){ .method = method, .stamp = sums->stamp };
  sums->used[sums->n++] = place;
  return &sums->slots[place];
}

G_ALWAYS_INLINE static inline gint64
tv_lane_sums_add (TvLaneSums *sums, guint32 method, gint64 length)
{
  guint place = tv_lane_sums_hash (sums, method);
  TvLaneSum *sum = &sums->slots[place];

  while (sum->method != method || sum->stamp != sums->stamp)
    {
      if (sum->stamp != sums->stamp)
        {
          sum = tv_lane_sums_take (sums, method);
          break;
        }
      place = (place + 1) & sums->mask;
      sum = &sums->slots[place];
    }
  sum->own += length;
  return sum->own;
}

static inline gboolean
tv_lane_sums_have (const TvLaneSums *sums, guint32 method)
{
  guint place = tv_lane_sums_hash (sums, method);

  while (sums->slots[place].stamp == sums->stamp && sums->slots[place].method != method)
    place = (place + 1) & sums->mask;
  return sums->slots[place].stamp == sums->stamp;
}

/* Returns the sum of the method that came as number index. */
static inline const TvLaneSum *
tv_lane_sums_get (const TvLaneSums *sums, guint index)
{
  return &sums->slots[sums->used[index]];
}

G_END_DECLS
