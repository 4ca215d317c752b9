/* SPDX-License-Identifier: Apache-2.0 */

#include "lane-pieces.h"
#include "trace/model/trace.h"

/* The waits that are still to come. */
typedef struct
{
  TvWaits waits;
  gsize next;
} WaitsLeft;

static void
append_piece (TvLanePieces *lane, guint32 call, guint32 depth, gint64 start, gint64 end,
              gboolean waits)
{
  TvLanePiece piece
      = { tv_calls_method (&lane->calls, call), depth, start, end, waits };

  g_array_append_val (lane->pieces, piece);
}

/* Adds time of the innermost call, cut at the waits. */
static void
append_time (TvLanePieces *lane, WaitsLeft *left, guint32 call, guint32 depth,
             gint64 start, gint64 end)
{
  while (left->next < left->waits.n
         && tv_times_get (&left->waits.start, left->next) < end)
    {
      gint64 wait_start = tv_times_get (&left->waits.start, left->next);
      gint64 wait_end = tv_times_get (&left->waits.end, left->next);

      left->next++;
      if (wait_end <= start)
        continue;
      if (wait_start > start)
        append_piece (lane, call, depth, start, wait_start, FALSE);
      append_piece (lane, call, depth, wait_start, wait_end, TRUE);
      start = wait_end;
    }
  if (end > start)
    append_piece (lane, call, depth, start, end, FALSE);
}

/* Goes through entries and exits with a stack. */
static void
list_pieces (TvLanePieces *lane)
{
  WaitsLeft left = { 0 };
  const TvCalls *calls = &lane->calls;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  gint64 now = 0;

  if (tv_trace_get_axis (lane->trace) == TV_AXIS_WALL)
    left.waits = tv_trace_get_waits (lane->trace, lane->thread);
  for (guint32 call = 0; call <= calls->n; call++)
    {
      gint64 start = call < calls->n ? tv_times_get (&calls->axis_start, call) : 0;
      guint32 parent = call < calls->n ? calls->parent[call] : TV_CALL_NONE;

      while (stack->len > 0)
        {
          guint32 top = g_array_index (stack, guint32, stack->len - 1);

          if (top == parent)
            break;
          append_time (lane, &left, top, stack->len, now,
                       tv_times_get (&calls->axis_end, top));
          now = MAX (now, tv_times_get (&calls->axis_end, top));
          g_array_set_size (stack, stack->len - 1);
        }
      if (call == calls->n)
        break;
      if (stack->len > 0)
        append_time (lane, &left, parent, stack->len, now, start);
      now = start;
      g_array_append_val (stack, call);
      if (tv_times_get (&calls->axis_end, call) == start)
        append_piece (lane, call, stack->len, start, start, FALSE);
    }
}

/**
 * tv_lane_pieces_init:
 * @lane: (out caller-allocates): filled
 * @trace: a trace, which must outlive @lane
 * @thread: index of a thread
 *
 * Lists what a thread does.
 */
void
tv_lane_pieces_init (TvLanePieces *lane, TvTrace *trace, guint thread)
{
  *lane = (TvLanePieces){ .trace = trace,
                          .thread = thread,
                          .calls = tv_trace_get_calls (trace, thread),
                          .pieces = g_array_new (FALSE, FALSE, sizeof (TvLanePiece)) };
  list_pieces (lane);
}

/**
 * tv_lane_pieces_clear:
 * @lane: a thread
 *
 * Frees the list.
 */
void
tv_lane_pieces_clear (TvLanePieces *lane)
{
  g_array_unref (lane->pieces);
}

/* The first piece that ends at a time or later. */
static guint
find_piece (const TvLanePieces *lane, gint64 time)
{
  guint low = 0;
  guint high = lane->pieces->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (lane->pieces, TvLanePiece, middle).end < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_lane_pieces_count:
 * @lane: a thread
 * @start: nanoseconds on the axis
 * @end: nanoseconds on the axis
 *
 * Returns: about how many pieces are in the range
 */
guint
tv_lane_pieces_count (const TvLanePieces *lane, gint64 start, gint64 end)
{
  return find_piece (lane, end) - find_piece (lane, start);
}

/**
 * tv_lane_content_init:
 * @content: (out caller-allocates): filled
 * @lane: a thread
 * @marked_method: index of a method
 * @start: nanoseconds on the axis
 * @end: nanoseconds on the axis; nothing is in the range if it is before @start
 * @narrow: the longest a piece may be to count as narrow
 *
 * Sums a range up.
 */
void
tv_lane_content_init (TvLaneContent *content, const TvLanePieces *lane,
                      guint32 marked_method, gint64 start, gint64 end, gint64 narrow)
{
  *content = (TvLaneContent){ .width = MAX (end - start, 0) };
  content->sums = g_new0 (gint64, tv_trace_get_n_methods (lane->trace));
  for (guint i = find_piece (lane, start); i < lane->pieces->len && start <= end; i++)
    {
      const TvLanePiece *piece = &g_array_index (lane->pieces, TvLanePiece, i);
      gint64 length = MIN (piece->end, end) - MAX (piece->start, start);

      if (piece->start > end)
        break;
      content->depth = MAX (content->depth, piece->depth);
      content->n_instants += piece->start == piece->end;
      if (piece->method == marked_method && (length > 0 || piece->start == piece->end))
        content->marked = TRUE;
      if (length <= 0 || piece->waits)
        {
          content->wait += MAX (length, 0);
          continue;
        }
      content->n_narrow += piece->start >= start && piece->end <= end
                           && piece->end - piece->start <= narrow;
      content->n_methods += content->sums[piece->method] == 0;
      content->busy += length;
      content->sums[piece->method] += length;
      content->best = MAX (content->best, content->sums[piece->method]);
    }
}

/**
 * tv_lane_content_clear:
 * @content: a sum
 *
 * Frees it.
 */
void
tv_lane_content_clear (TvLaneContent *content)
{
  g_free (content->sums);
}
