/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-cells-private.h"
#include "analysis/lanes/lane-index.h"
#include "analysis/lanes/lane-methods-private.h"
#include "analysis/lanes/lane-walk-private.h"

G_BEGIN_DECLS

/*
 * The entries and exits of a thread are cut into blocks of TV_LANE_BLOCK_EVENTS. Each
 * block is summed up: how much of its time is busy, the methods that have the most own
 * time, how deep the stack is. TV_LANE_FAN_OUT blocks are summed up to one of the next
 * level, and so on, until there is one. Below, each block has up to 6 parts (or 4,
 * where methods need 32 bits), summed up in the same way with fewer methods. Parts are
 * not of equal length: a block is cut round what takes long in it.
 *
 * Blocks and not cells of time, because a thread may do in a millisecond what it does
 * not in a minute: cells fine enough for the one would be too many for the other. And
 * events, not calls, because a stack of a million calls may be left without a call
 * between.
 *
 * No own time, wait or instant goes over the border of a block or part: every border is
 * an entry or an exit. So what a block tells is exact, but for the methods that it does
 * not name, and the rounding of its shares. The sums of a level are of the calls
 * themselves, not of what the level below names.
 *
 * Sizes for 128 calls, which are a block: 20 bytes where it begins, 60 its parts, 16
 * its sums, 5 those of all levels above, and 23 its share of #TvLaneCells: 0.98 bytes
 * a call.
 */
#define TV_LANE_BLOCK_BITS 8
#define TV_LANE_BLOCK_EVENTS (1 << TV_LANE_BLOCK_BITS)
#define TV_LANE_FAN_OUT_BITS 2
#define TV_LANE_FAN_OUT (1 << TV_LANE_FAN_OUT_BITS)
#define TV_LANE_MAX_LEVELS 16
#define TV_LANE_BLOCK_METHODS 4
#define TV_LANE_PART_METHODS 2
#define TV_LANE_NARROW_PARTS 6
#define TV_LANE_WIDE_PARTS 4
#define TV_LANE_MAX_PARTS TV_LANE_NARROW_PARTS

/* The value of TvLanePart.starts of a part that would begin after the last entry of its
   block: it begins where the block ends, and is empty. */
#define TV_LANE_PART_EMPTY 255

/**
 * TvLaneBegin:
 * @next: the next call to enter
 * @open: the innermost open call
 * @depth: how many calls are open
 *
 * Where a block begins, see #TvLaneState.
 */
typedef struct
{
  guint32 next;
  guint32 open;
  guint32 depth;
} TvLaneBegin;

/**
 * TvLanePart:
 * @starts: how many calls of the block are entered before the part begins: it begins
 *   when the next one is entered. %TV_LANE_PART_EMPTY for none
 * @climb: how much deeper the stack is where the part begins than where the block does
 * @rise: how much deeper it gets in the part
 * @busy: own time, 0 to 255 of the part's time; over 0 if there is any
 * @share: own time of each method, the same
 *
 * What a part sums up. If nothing is busy, the first method is that of the first call
 * without length, and the second that which waits longest, with shares over 0.
 */
typedef struct
{
  guint8 starts;
  gint8 climb;
  guint8 rise;
  guint8 busy;
  guint8 share[TV_LANE_PART_METHODS];
} TvLanePart;

/**
 * TvLaneBlock:
 * @busy: own time, 0 to 65535 of the block's time; over 0 if there is any
 * @depth: the deepest stack, 65535 for more
 * @share: as in #TvLanePart
 *
 * What a block of any level sums up.
 */
typedef struct
{
  guint16 busy;
  guint16 depth;
  guint8 share[TV_LANE_BLOCK_METHODS];
} TvLaneBlock;

/**
 * TvLaneLevel:
 * @n: number of blocks
 * @blocks: (array length=n): their sums
 * @methods: the methods of each
 *
 * The blocks of a level.
 */
typedef struct
{
  gsize n;
  TvLaneBlock *blocks;
  TvLaneMethods methods;
} TvLaneLevel;

struct _TvLaneIndex
{
  TvTrace *trace;
  guint thread;
  TvCalls calls;

  gsize n_blocks;
  gint64 *times;       /* where each block begins, and the last ends */
  TvLaneBegin *begins; /* the same */
  guint part_bits;     /* the numbers of a block's parts are 1 << part_bits */
  guint block_parts;   /* how many of these may be other than empty */
  TvLanePart *parts;
  TvLaneMethods part_methods;
  guint n_levels;
  TvLaneLevel levels[TV_LANE_MAX_LEVELS];
  TvLaneCells cells;
};

gboolean tv_lane_index_build (TvLaneIndex *index, GCancellable *cancellable);

/* Parts are numbered as if each block had a power of two of them: all others are
 * empty, and have no memory. */
static inline gssize
tv_lane_index_get_place (const TvLaneIndex *index, gsize part)
{
  gsize block = part >> index->part_bits;
  gsize in_block = part - (block << index->part_bits);

  return in_block < index->block_parts
             ? (gssize) (block * index->block_parts + in_block)
             : -1;
}

static inline guint
tv_lane_index_get_starts (const TvLaneIndex *index, gsize part)
{
  gssize place = tv_lane_index_get_place (index, part);

  return place >= 0 ? index->parts[place].starts : TV_LANE_PART_EMPTY;
}

/* Returns the number of parts of all blocks, empty ones included. */
static inline gsize
tv_lane_index_get_n_parts (const TvLaneIndex *index)
{
  return index->n_blocks << index->part_bits;
}

static inline gint64
tv_lane_index_get_time (const TvLaneIndex *index, gsize part)
{
  gsize block = part >> index->part_bits;
  guint starts;

  if (part == block << index->part_bits)
    return index->times[block];
  starts = tv_lane_index_get_starts (index, part);
  if (starts == TV_LANE_PART_EMPTY)
    return index->times[block + 1];
  return tv_times_get (&index->calls.axis_start, index->begins[block].next + starts);
}

static inline TvLaneState
tv_lane_index_get_state (const TvLaneIndex *index, gsize part)
{
  gsize block = part >> index->part_bits;
  const TvLaneBegin *begin = &index->begins[block];

  if (part != block << index->part_bits)
    {
      guint starts = tv_lane_index_get_starts (index, part);
      gsize next = begin->next + starts;

      if (starts != TV_LANE_PART_EMPTY)
        return (TvLaneState){
          next, index->calls.parent[next],
          (guint32) ((gint64) begin->depth
                     + index->parts[tv_lane_index_get_place (index, part)].climb),
          tv_times_get (&index->calls.axis_start, next)
        };
      begin = &index->begins[++block];
    }
  return (TvLaneState){ begin->next, begin->open, begin->depth, index->times[block] };
}

G_END_DECLS
