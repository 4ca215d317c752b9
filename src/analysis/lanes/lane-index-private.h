/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"
#include "analysis/lanes/lane-grid.h"
#include "analysis/lanes/lane-walk.h"
#include "analysis/lanes/time-pyramid.h"

G_BEGIN_DECLS

/*
 * The entries and exits of a thread are cut into blocks of TV_LANE_BLOCK_EVENTS. A
 * block has sums: how much of its time is busy, the methods with the most own time, the
 * depth of the stack. TV_LANE_FAN_OUT blocks are summed up to a block of the next
 * level, and so on, up to a single block. Each lowest block has up to 6 parts (or 4, if
 * methods need 32 bits), which are summed up in the same way with fewer methods. Parts
 * differ in length: a long call in a block is a part of its own.
 *
 * The index has blocks of events and not cells of time, because a thread may do more in
 * a millisecond than in the next minute: cells that are fine enough for the first would
 * be too many for the second. It counts events and not calls, because a stack of a
 * million calls may be left without a call in between.
 *
 * Every border of a block or part is an entry or an exit, so no own time, wait or
 * instant crosses it. So the sums of a block are exact, except for the methods that it
 * does not name and the rounding of its shares. The sums of each level are made from
 * the calls themselves, not from the methods that the level below names.
 *
 * A block of 128 calls takes 20 bytes for its beginning, 60 for its parts, 16 for its
 * sums, 5 for its share of the levels above, and 23 for its share of the
 * #TvTimePyramid: 0.98 bytes a call.
 */
#define TV_LANE_BLOCK_BITS 8
#define TV_LANE_BLOCK_EVENTS (1 << TV_LANE_BLOCK_BITS)
#define TV_LANE_FAN_OUT_BITS 2
#define TV_LANE_FAN_OUT (1 << TV_LANE_FAN_OUT_BITS)
#define TV_LANE_MAX_LEVELS 16
#define TV_LANE_PART_METHODS 2
#define TV_LANE_NARROW_PARTS 6
#define TV_LANE_WIDE_PARTS 4
#define TV_LANE_MAX_PARTS TV_LANE_NARROW_PARTS

/* TvLanePart.starts of an empty part, which begins where its block ends. */
#define TV_LANE_PART_EMPTY 255

/* The #TvLaneState at the beginning of a block. */
typedef struct
{
  guint32 next;
  guint32 open;
  guint32 depth;
} TvLaneBegin;

/**
 * TvLanePart:
 * @starts: how many calls of the block are entered before the part begins, which is
 *   when the next one is entered; or %TV_LANE_PART_EMPTY
 * @climb: how much deeper the stack is at the beginning of the part than at the
 * beginning of the block
 * @rise: how much deeper the stack gets in the part
 * @busy: own time, 0 to 255 of the part's time; over 0 if there is any
 * @share: own time of each method, in the same scale
 *
 * The sums of a part. If nothing is busy, the first method is that of the first call
 * without length, and the second is the method that waits longest; their shares are
 * over 0.
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
 * The sums of a block of any level.
 */
typedef struct
{
  guint16 busy;
  guint16 depth;
  guint8 share[TV_LANE_BLOCK_METHODS];
} TvLaneBlock;

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
  gint64 *times;       /* the start of each block, and the end of the last */
  TvLaneBegin *begins; /* the state at each of @times */
  guint part_bits;     /* the parts of a block have 1 << part_bits numbers */
  guint block_parts;   /* how many parts of a block have memory */
  TvLanePart *parts;
  TvLaneMethods part_methods;
  guint n_levels;
  TvLaneLevel levels[TV_LANE_MAX_LEVELS];
  TvTimePyramid pyramid;
};

/**
 * TvMarkedCalls:
 * @method: the method of the calls; %TV_METHOD_NONE for no calls
 * @first: the first call that may be marked
 * @end: the call after the last that may be marked
 *
 * The calls of one thread that a #TvLaneMark marks.
 */
typedef struct
{
  guint32 method;
  gsize first;
  gsize end;
} TvMarkedCalls;

struct _TvLaneMarks
{
  TvLaneIndex *index;
  TvLaneMark mark;
  TvMarkedCalls marked;
  gsize n_words;
  guint64 *shown;  /* a bit for each part that shows a marked call */
  guint64 *begins; /* a bit for each part in which a marked call is entered */
  guint64 *cells;  /* a bit for each cell of the pyramid that shows a marked call */
};

/**
 * TvHitPlaces:
 * @n_words: length of @shown and @n_before
 * @shown: a bit for each place that shows a hit
 * @n_before: by word, the number of bits set in earlier words
 * @first: (element-type guint32): the method of the first hit of each such place
 *
 * The parts of an index, or the cells of its pyramid, that show hits of a search.
 */
typedef struct
{
  gsize n_words;
  guint64 *shown;
  guint32 *n_before;
  GArray *first;
} TvHitPlaces;

struct _TvLaneHits
{
  TvLaneIndex *index;
  TvMethodSet *methods;
  TvHitPlaces parts;
  TvHitPlaces cells; /* of the lowest level */
};

gsize tv_lane_index_find (const TvLaneIndex *index, gint64 time);
gsize tv_lane_index_find_in_block (const TvLaneIndex *index, gsize block, gint64 time);

void tv_marked_calls_init (TvMarkedCalls *marked, const TvCalls *calls, guint thread,
                           const TvLaneMark *mark);

void tv_lane_reduce (const TvTrace *trace, guint thread, const TvLaneIndex *index,
                     const TvLaneMarks *marks, const TvLaneHits *hits,
                     const TvLaneGrid *grid, const TvLaneMark *mark,
                     const TvMethodSet *searched, TvLaneColumn *columns);

/* Parts are numbered as if each block had a power of two of them. Parts beyond
 * @block_parts are empty and have no memory; for them the result is -1. */
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

/* Returns the last block of a level, from @block on, that does not begin after a time.
 */
static inline gsize
tv_lane_index_find_block (const TvLaneIndex *index, guint level, gsize block,
                          gint64 time)
{
  guint bits = level * TV_LANE_FAN_OUT_BITS;
  gsize n = index->levels[level].n;
  gsize step = 1;
  gsize end;

  while (block + step < n && index->times[(block + step) << bits] <= time)
    {
      block += step;
      step *= 2;
    }
  for (end = MIN (block + step, n); end - block > 1;)
    {
      gsize middle = block + (end - block) / 2;

      if (index->times[middle << bits] <= time)
        block = middle;
      else
        end = middle;
    }
  return block;
}

static inline gboolean
tv_marked_calls_contain (const TvMarkedCalls *marked, guint32 method, gsize call)
{
  return method == marked->method && call >= marked->first && call < marked->end;
}

/* Returns the first set bit from @place on, or @end. */
static inline gsize
tv_lane_bits_find (const guint64 *bits, gsize place, gsize end)
{
  gsize word = place / 64;
  guint64 rest;

  if (place >= end)
    return end;
  rest = bits[word] >> (place % 64) << (place % 64);
  while (rest == 0 && (word + 1) * 64 < end)
    rest = bits[++word];
  return rest == 0 ? end : MIN (word * 64 + (gsize) __builtin_ctzll (rest), end);
}

static inline void
tv_lane_bits_set (guint64 *bits, gsize place)
{
  bits[place / 64] |= G_GUINT64_CONSTANT (1) << (place % 64);
}

/* Returns the method of the first hit in places from @place to before @end, or
 * %TV_METHOD_NONE. */
static inline guint32
tv_hit_places_find (const TvHitPlaces *places, gsize place, gsize end)
{
  gsize found = tv_lane_bits_find (places->shown, place, end);
  gsize word = found / 64;
  guint64 before = (G_GUINT64_CONSTANT (1) << (found % 64)) - 1;

  return found < end ? g_array_index (
             places->first, guint32,
             places->n_before[word]
                 + (guint) __builtin_popcountll (places->shown[word] & before))
                     : TV_METHOD_NONE;
}

G_END_DECLS
