/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/own-time-table.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/* The most methods that a block names. */
#define TV_LANE_BLOCK_METHODS 4

/**
 * TvLaneMethods:
 * @narrow: (nullable): methods in 16 bits, if the trace's are
 * @wide: (nullable): methods in 32 bits otherwise
 *
 * The methods that blocks, parts or cells name, as many for each as it has shares.
 */
typedef struct
{
  guint16 *narrow;
  guint32 *wide;
} TvLaneMethods;

/**
 * TvBlockBuilder:
 *
 * The sums of a part, block or cell while its events come in.
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

/* Adds time that a method waits. Only the longest waiter is remembered. */
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

/* Adds a call without length. Only the first one is remembered. */
static inline void
tv_block_builder_add_instant (TvBlockBuilder *builder, guint32 method, guint32 depth)
{
  builder->deepest = MAX (builder->deepest, depth);
  if (builder->instant_method == TV_METHOD_NONE)
    builder->instant_method = method;
}

/* Scales @part of @whole to 0 to @n_steps; at least 1 if there is anything. */
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
