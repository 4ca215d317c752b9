/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/piece-row-private.h"

#include "trace/model/parallel.h"

#define THREADS_PER_TASK 256u

typedef struct
{
  const TvTrace *trace;
  const TvProfileRange *range;
  TvPieceRow *row;
} Finding;

/* Returns how many things there are to add: one for all calls that are open when the
 * range begins, the waits, the calls entered in the range. */
guint64
tv_thread_piece_get_n_items (const TvThreadPiece *piece)
{
  return 1 + (piece->end_wait - piece->first_wait)
         + (piece->end_call - piece->first_call);
}

static void
find_pieces (guint task, gpointer data)
{
  const Finding *finding = data;
  TvPieceRow *row = finding->row;
  guint first = task * THREADS_PER_TASK;

  for (guint i = first; i < MIN (first + THREADS_PER_TASK, row->n_pieces); i++)
    tv_thread_piece_find (&row->pieces[i], finding->trace, finding->range,
                          tv_thread_set_get_nth (finding->range->threads, i));
}

/**
 * tv_piece_row_init:
 * @row: (out caller-allocates): filled
 * @trace: a trace
 * @range: what of it
 *
 * Lays out what there is to add.
 */
void
tv_piece_row_init (TvPieceRow *row, const TvTrace *trace, const TvProfileRange *range)
{
  Finding finding = { .trace = trace, .range = range, .row = row };
  guint n = tv_thread_set_count (range->threads, trace);

  if (range->start >= range->end)
    n = 0;
  *row = (TvPieceRow){ .n_pieces = n };
  row->pieces = g_new0 (TvThreadPiece, MAX (n, 1));
  row->first_items = g_new0 (guint64, MAX (n, 1));
  tv_parallel_run ((n + THREADS_PER_TASK - 1) / THREADS_PER_TASK, range->n_workers,
                   find_pieces, &finding);
  for (guint i = 0; i < n; i++)
    {
      row->first_items[i] = row->n_items;
      row->n_items += tv_thread_piece_get_n_items (&row->pieces[i]);
    }
}

/**
 * tv_piece_row_clear:
 * @row: the row whose memory is given back
 */
void
tv_piece_row_clear (TvPieceRow *row)
{
  g_clear_pointer (&row->pieces, g_free);
  g_clear_pointer (&row->first_items, g_free);
}

const TvThreadPiece *
tv_piece_row_get_piece (const TvPieceRow *row, guint thread)
{
  guint low = 0, high = row->n_pieces;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (row->pieces[middle].thread <= thread)
        low = middle;
      else
        high = middle;
    }
  return &row->pieces[low];
}

/* The piece that holds an item of the row. */
static guint
find_piece (const TvPieceRow *row, guint64 item)
{
  guint low = 0, high = row->n_pieces;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (row->first_items[middle] <= item)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_piece_row_foreach:
 * @row: a row
 * @first: its first item that is to be added
 * @end: the item after the last
 * @func: called for each thread that has some of these items
 * @user_data: given to @func
 *
 * Goes through a part of a row.
 */
void
tv_piece_row_foreach (const TvPieceRow *row, guint64 first, guint64 end,
                      TvPieceFunc func, gpointer user_data)
{
  end = MIN (end, row->n_items);
  for (guint i = find_piece (row, first);
       i < row->n_pieces && row->first_items[i] < end; i++)
    {
      const TvThreadPiece *piece = &row->pieces[i];
      guint64 base = row->first_items[i];

      func (piece, MAX (first, base) - base,
            MIN (end - base, tv_thread_piece_get_n_items (piece)), user_data);
    }
}
