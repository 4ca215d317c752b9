/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"
#include <string.h>

G_BEGIN_DECLS

#define TV_OWN_TIME_TABLE_FIRST_BITS 10
#define TV_OWN_TIME_TABLE_FIRST_N (1 << TV_OWN_TIME_TABLE_FIRST_BITS)

/**
 * TvOwnTime:
 * @method: index of a method
 * @stamp: the stamp of the table if the slot is in use
 * @own: own time of @method
 *
 * The own time of one method in a stretch of time.
 */
typedef struct
{
  guint32 method;
  guint32 stamp;
  gint64 own;
} TvOwnTime;

/**
 * TvOwnTimeTable:
 * @stamp: the stamp of the current stretch of time
 * @shift: how far a hash is shifted right to get its slot
 * @mask: number of slots less one
 * @n: number of methods with a sum
 * @slots: the table
 * @used: the slots in use, in the order in which the methods came
 * @grown_slots: (nullable): the memory of @slots after it has outgrown @first_slots
 * @grown_used: (nullable): the memory of @used after it has outgrown @first_used
 *
 * Own times by method in a stretch of time, which may have from one method to all of a
 * trace. A table with open addressing, which a new stamp empties.
 */
typedef struct
{
  guint32 stamp;
  guint shift;
  guint mask;
  guint n;
  TvOwnTime *slots;
  guint32 *used;
  TvOwnTime *grown_slots;
  guint32 *grown_used;
  TvOwnTime first_slots[TV_OWN_TIME_TABLE_FIRST_N];
  guint32 first_used[TV_OWN_TIME_TABLE_FIRST_N];
} TvOwnTimeTable;

static inline void
tv_own_time_table_init (TvOwnTimeTable *table, guint bits)
{
  table->stamp = 1;
  table->shift = 32 - bits;
  table->mask = (1u << bits) - 1;
  table->n = 0;
  table->slots = table->first_slots;
  table->used = table->first_used;
  table->grown_slots = NULL;
  table->grown_used = NULL;
  memset (table->first_slots, 0, sizeof table->first_slots);
}

static inline void
tv_own_time_table_clear (TvOwnTimeTable *table)
{
  g_free (table->grown_slots);
  g_free (table->grown_used);
}

/* Begins a new stretch of time. */
static inline void
tv_own_time_table_restart (TvOwnTimeTable *table)
{
  table->stamp++;
  table->n = 0;
}

static inline guint
tv_own_time_table_hash (const TvOwnTimeTable *table, guint32 method)
{
  return (method * 2654435769u) >> table->shift;
}

G_GNUC_UNUSED static void
tv_own_time_table_grow (TvOwnTimeTable *table)
{
  guint mask = table->mask * 2 + 1;
  TvOwnTime *old = table->slots;
  TvOwnTime *grown = g_new0 (TvOwnTime, (gsize) mask + 1);
  guint32 *used = g_new (guint32, (gsize) mask + 1);

  table->shift--;
  for (guint i = 0; i < table->n; i++)
    {
      const TvOwnTime *sum = &old[table->used[i]];
      guint place = tv_own_time_table_hash (table, sum->method);

      while (grown[place].stamp == table->stamp)
        place = (place + 1) & mask;
      grown[place] = *sum;
      used[i] = place;
    }
  tv_own_time_table_clear (table);
  table->grown_slots = table->slots = grown;
  table->grown_used = table->used = used;
  table->mask = mask;
}

/* Gives a new method its slot. */
G_GNUC_UNUSED static TvOwnTime *
tv_own_time_table_insert (TvOwnTimeTable *table, guint32 method)
{
  guint place;

  if (table->n >= table->mask / 2)
    tv_own_time_table_grow (table);
  place = tv_own_time_table_hash (table, method);
  while (table->slots[place].stamp == table->stamp)
    place = (place + 1) & table->mask;
  table->slots[place] = (TvOwnTime){ .method = method, .stamp = table->stamp };
  table->used[table->n++] = place;
  return &table->slots[place];
}

/* Adds own time of a method. Returns its sum. */
G_ALWAYS_INLINE static inline gint64
tv_own_time_table_add (TvOwnTimeTable *table, guint32 method, gint64 length)
{
  guint place = tv_own_time_table_hash (table, method);
  TvOwnTime *sum = &table->slots[place];

  while (sum->method != method || sum->stamp != table->stamp)
    {
      if (sum->stamp != table->stamp)
        {
          sum = tv_own_time_table_insert (table, method);
          break;
        }
      place = (place + 1) & table->mask;
      sum = &table->slots[place];
    }
  sum->own += length;
  return sum->own;
}

static inline gboolean
tv_own_time_table_has (const TvOwnTimeTable *table, guint32 method)
{
  guint place = tv_own_time_table_hash (table, method);

  while (table->slots[place].stamp == table->stamp
         && table->slots[place].method != method)
    place = (place + 1) & table->mask;
  return table->slots[place].stamp == table->stamp;
}

/* Returns the method that was added as number @index, and its sum. */
static inline const TvOwnTime *
tv_own_time_table_get (const TvOwnTimeTable *table, guint index)
{
  return &table->slots[table->used[index]];
}

/* The most methods that a block names. */
#define TV_LANE_BLOCK_METHODS 4

/**
 * TvLaneMethods:
 * @narrow: (nullable): methods in 16 bits, if those of the trace fit
 * @wide: (nullable): methods in 32 bits otherwise
 *
 * The methods that blocks, parts or cells name, one for each share.
 */
typedef struct
{
  guint16 *narrow;
  guint32 *wide;
} TvLaneMethods;

/**
 * TvBlockBuilder:
 *
 * The sums of a part, block or cell that is being built.
 */
typedef struct
{
  gint64 start;
  gint64 busy;
  gint64 wait;
  guint32 wait_method;
  guint32 instant_method;
  guint32 deepest;
  TvOwnTimeTable sums;
} TvBlockBuilder;

static inline guint32
tv_lane_methods_get (const TvLaneMethods *methods, gsize place)
{
  return methods->narrow != NULL ? methods->narrow[place] : methods->wide[place];
}

static inline void
tv_lane_methods_set (TvLaneMethods *methods, gsize place, guint32 method)
{
  if (methods->narrow != NULL)
    methods->narrow[place] = (guint16) method;
  else
    methods->wide[place] = method;
}

static inline void
tv_lane_methods_init (TvLaneMethods *methods, gboolean narrow, gsize n)
{
  methods->narrow = narrow ? g_new0 (guint16, n) : NULL;
  methods->wide = narrow ? NULL : g_new0 (guint32, n);
}

static inline void
tv_lane_methods_clear (TvLaneMethods *methods)
{
  g_free (methods->narrow);
  g_free (methods->wide);
}

static inline gsize
tv_lane_methods_get_size (const TvLaneMethods *methods, gsize n)
{
  return n * (methods->narrow != NULL ? sizeof (guint16) : sizeof (guint32));
}

static inline void
tv_block_builder_restart (TvBlockBuilder *builder, guint32 depth, gint64 time)
{
  builder->start = time;
  builder->busy = 0;
  builder->wait = 0;
  builder->wait_method = TV_METHOD_NONE;
  builder->instant_method = TV_METHOD_NONE;
  builder->deepest = depth;
  tv_own_time_table_restart (&builder->sums);
}

/* Adds own time of a method. */
G_ALWAYS_INLINE static inline void
tv_block_builder_add_own (TvBlockBuilder *builder, guint32 method, guint32 depth,
                          gint64 length)
{
  builder->busy += length;
  builder->deepest = MAX (builder->deepest, depth);
  tv_own_time_table_add (&builder->sums, method, length);
}

/* Adds time that a method waits. Only the method that waits longest is kept. */
static inline void
tv_block_builder_add_wait (TvBlockBuilder *builder, guint32 method, gint64 length)
{
  if (method == builder->wait_method)
    builder->wait += length;
  else if (length > builder->wait)
    {
      builder->wait = length;
      builder->wait_method = method;
    }
}

/* Adds a call without length. Only the first is kept. */
static inline void
tv_block_builder_add_instant (TvBlockBuilder *builder, guint32 method, guint32 depth)
{
  builder->deepest = MAX (builder->deepest, depth);
  if (builder->instant_method == TV_METHOD_NONE)
    builder->instant_method = method;
}

/* Scales @part of @whole to 0 to @n_steps, but at least to 1 if @part is over 0. */
static inline guint
tv_lane_to_steps (gint64 part, gint64 whole, guint n_steps)
{
  double steps = part > 0 ? (double) part / (double) whole * n_steps + 0.5 : 0;

  return part > 0 ? (guint) CLAMP (steps, 1, n_steps) : 0;
}

void tv_block_builder_fold (TvBlockBuilder *builder, const TvBlockBuilder *part);
void tv_block_builder_write (const TvBlockBuilder *builder, gint64 end, guint n,
                             guint8 *shares, TvLaneMethods *methods, gsize place);

G_END_DECLS
