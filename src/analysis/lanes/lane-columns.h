/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvLaneIndex:
 *
 * Sums over the calls of one thread. With them the columns of a lane take time for each
 * column instead of each call.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvLaneIndex TvLaneIndex;

/**
 * TvLaneColumnKind:
 * @TV_LANE_IDLE: no call is open, or there is only a wait outside all calls
 * @TV_LANE_SOLID: own time of one method fills the column, after the ends of blocks are
 *   rounded to whole columns; also a column that is busy for at least half of its
 * width, with one method only, or with only the ends of blocks that reach into another
 * column
 * @TV_LANE_MIXED: the column has a block narrower than half a column, or only calls
 *   without length
 * @TV_LANE_WAIT: the innermost call waits off the CPU, and only the ends of wider
 * blocks are busy
 */
typedef enum
{
  TV_LANE_IDLE,
  TV_LANE_SOLID,
  TV_LANE_MIXED,
  TV_LANE_WAIT
} TvLaneColumnKind;

/**
 * TvLaneColumn:
 * @method: the method with the most own time in the column, of equal ones the first;
 *   %TV_METHOD_NONE if idle. In a column with only waits, the method that waits; with
 *   only calls without length, the method of the first
 * @share: own time of @method in the column, 0 to 255 of the column's width
 * @busy: own time of all methods in the column, waits left out, 0 to 255
 * @kind: a #TvLaneColumnKind
 * @marked: whether the column shows own time or a wait of the marked method or call
 * @depth: the largest number of open calls, 65535 for more; 0 if idle
 * @waits: whether a call waits off the CPU in part of a mixed column
 * @hit: the method of the first hit of a search in the column, or %TV_METHOD_NONE
 *
 * One pixel column of a thread's lane.
 */
typedef struct
{
  guint32 method;
  guint8 share;
  guint8 busy;
  guint8 kind;
  guint8 marked;
  guint16 depth;
  guint8 waits;
  guint32 hit;
} TvLaneColumn;

/**
 * TvLaneMark:
 * @method: mark all calls of this method; %TV_METHOD_NONE marks nothing
 * @call: if its thread is not %TV_THREAD_NONE, mark only this call (and what is inside
 *   it and of the same method)
 *
 * The calls that are highlighted.
 */
typedef struct
{
  guint32 method;
  TvCallRef call;
} TvLaneMark;

/**
 * TvLaneMarks:
 *
 * The places of a thread with a #TvLaneIndex in which calls of a #TvLaneMark show.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvLaneMarks TvLaneMarks;

/**
 * TvLaneHits:
 *
 * The places of a thread with a #TvLaneIndex in which calls of a set of methods show.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvLaneHits TvLaneHits;

/**
 * TvExtent:
 * @x0: first column
 * @x1: last column, not before @x0
 * @starts: whether the call begins inside the range
 * @ends: whether the call ends inside the range
 *
 * The columns from entry to exit of a call, clipped to the range. Calls with the same
 * columns are one extent.
 */
typedef struct
{
  gint x0;
  gint x1;
  gboolean starts;
  gboolean ends;
} TvExtent;

gboolean tv_lane_index_is_useful (const TvTrace *trace, guint thread);
TvLaneIndex *tv_lane_index_new (TvTrace *trace, guint thread,
                                GCancellable *cancellable);
TvLaneIndex *tv_lane_index_ref (TvLaneIndex *index);
void tv_lane_index_unref (TvLaneIndex *index);

guint tv_lane_index_get_thread (const TvLaneIndex *index);
gsize tv_lane_index_get_size (const TvLaneIndex *index);

void tv_lane_columns (const TvTrace *trace, guint thread, gint64 start, gint64 end,
                      const TvLaneMark *mark, const TvMethodSet *searched,
                      TvLaneColumn *columns, guint n_columns);
void tv_lane_columns_indexed (const TvLaneIndex *index, const TvLaneMarks *marks,
                              const TvLaneHits *hits, gint64 start, gint64 end,
                              const TvLaneMark *mark, TvLaneColumn *columns,
                              guint n_columns);
void tv_lane_column_range (gint64 start, gint64 end, guint n_columns, guint column,
                           gint64 *column_start, gint64 *column_end);
gsize tv_lane_cost (const TvTrace *trace, guint thread, gint64 start, gint64 end);

gboolean tv_lane_mark_is_set (const TvLaneMark *mark);
gboolean tv_lane_mark_equal (const TvLaneMark *a, const TvLaneMark *b);

TvLaneMarks *tv_lane_marks_new (TvLaneIndex *index, const TvLaneMark *mark,
                                GCancellable *cancellable);
TvLaneMarks *tv_lane_marks_ref (TvLaneMarks *marks);
void tv_lane_marks_unref (TvLaneMarks *marks);
gboolean tv_lane_marks_is_for (const TvLaneMarks *marks, const TvLaneIndex *index,
                               const TvLaneMark *mark);

TvLaneHits *tv_lane_hits_new (TvLaneIndex *index, TvMethodSet *methods,
                              GCancellable *cancellable);
TvLaneHits *tv_lane_hits_ref (TvLaneHits *hits);
void tv_lane_hits_unref (TvLaneHits *hits);
gboolean tv_lane_hits_is_for (const TvLaneHits *hits, const TvLaneIndex *index,
                              const TvMethodSet *methods);
gsize tv_lane_hits_get_size (const TvLaneHits *hits);

GArray *tv_lane_extents (const TvTrace *trace, guint thread, gint64 start, gint64 end,
                         const TvLaneMark *mark, guint n_columns);
GArray *tv_lane_extents_indexed (const TvLaneMarks *marks, gint64 start, gint64 end,
                                 guint n_columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLaneIndex, tv_lane_index_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLaneMarks, tv_lane_marks_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLaneHits, tv_lane_hits_unref)

G_END_DECLS
