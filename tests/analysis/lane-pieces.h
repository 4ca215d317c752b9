/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"

G_BEGIN_DECLS

/**
 * TvLanePiece:
 * @method: index of its method
 * @depth: how many calls are open
 * @start: nanoseconds on the axis
 * @end: the same as @start for a call without length
 * @waits: whether the call waits
 *
 * A piece of a call's own time or of its waiting, or a call without length.
 */
typedef struct
{
  guint32 method;
  guint32 depth;
  gint64 start;
  gint64 end;
  gboolean waits;
} TvLanePiece;

/**
 * TvLanePieces:
 * @trace: a trace
 * @thread: index of a thread
 * @calls: its calls
 * @pieces: (element-type TvLanePiece): all it does, in order of time
 *
 * A thread as a list of pieces, made with a stack from its entries and exits.
 */
typedef struct
{
  TvTrace *trace;
  guint thread;
  TvCalls calls;
  GArray *pieces;
} TvLanePieces;

/**
 * TvLaneContent:
 * @width: length of the range
 * @busy: own time in it
 * @wait: waiting in it
 * @best: the largest sum of own time by method
 * @n_instants: calls without length
 * @n_methods: methods that have own time
 * @n_narrow: pieces of own time wholly in the range and not longer than some length
 * @depth: the deepest stack
 * @marked: whether the marked method has anything in it
 * @sums: (array): own time by method
 *
 * The content of a range of time, its ends included.
 */
typedef struct
{
  gint64 width;
  gint64 busy;
  gint64 wait;
  gint64 best;
  guint n_instants;
  guint n_methods;
  guint n_narrow;
  guint32 depth;
  gboolean marked;
  gint64 *sums;
} TvLaneContent;

void tv_lane_pieces_init (TvLanePieces *lane, TvTrace *trace, guint thread);
void tv_lane_pieces_clear (TvLanePieces *lane);
guint tv_lane_pieces_count (const TvLanePieces *lane, gint64 start, gint64 end);

void tv_lane_content_init (TvLaneContent *content, const TvLanePieces *lane,
                           guint32 marked_method, gint64 start, gint64 end,
                           gint64 narrow);
void tv_lane_content_clear (TvLaneContent *content);

G_END_DECLS
