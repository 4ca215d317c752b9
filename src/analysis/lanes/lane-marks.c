/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-marks-private.h"

#include "analysis/lanes/lane-skim-private.h"

/* How many parts are walked over, or calls passed, between two looks at the
   cancellable. */
#define PARTS_PER_CHECK 4096
#define CALLS_PER_CHECK (1 << 20)

typedef struct
{
  TvLaneMarks *marks;
  gboolean shown;
} Look;

static inline void
set_bit (guint64 *bits, gsize part)
{
  bits[part / 64] |= G_GUINT64_CONSTANT (1) << (part % 64);
}

/* Looks whether a call is marked that shows from @start to @end, which may be the same
   for a call without length. */
static inline void
look (Look *at, guint32 call, gint64 start, gint64 end)
{
  TvLaneMarks *marks = at->marks;
  const TvLaneCells *cells = &marks->index->cells;
  guint32 method = tv_calls_method (&marks->index->calls, call);

  if (!tv_lane_marked_calls_contain (&marks->marked, method, call))
    return;
  at->shown = TRUE;
  if (cells->width == 0)
    return;
  for (gsize cell = tv_lane_cells_find (cells, start),
             last = tv_lane_cells_find (cells, MAX (end - 1, start));
       cell <= last; cell++)
    set_bit (marks->cells, cell);
}

static inline void
look_at_time (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  look (visitor, call, start, end);
}

static inline void
look_at_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  look (visitor, call, time, time);
}

static const TvLaneVisitor look_visitor
    = { .own = look_at_time, .wait = look_at_time, .instant = look_at_instant };

/* The part in which a call is entered, from a block on. */
static gsize
find_part_of_call (const TvLaneIndex *index, gsize *block, gsize call)
{
  gsize step = 1;
  gsize end, part;

  while (*block + step < index->n_blocks && index->begins[*block + step].next <= call)
    {
      *block += step;
      step *= 2;
    }
  for (end = MIN (*block + step, index->n_blocks); end - *block > 1;)
    {
      gsize middle = *block + (end - *block) / 2;

      if (index->begins[middle].next <= call)
        *block = middle;
      else
        end = middle;
    }
  part = *block << index->part_bits;
  for (end = (*block + 1) << index->part_bits;
       part + 1 < end && tv_lane_index_get_state (index, part + 1).next <= call; part++)
    ;
  return part;
}

/* Walks over the parts that a marked call may show in and that were not looked at. */
static gboolean
look_through (TvLaneMarks *marks, TvLaneWalk *walk, gsize part, gsize end,
              GCancellable *cancellable)
{
  for (; part < end; part++)
    {
      TvLaneState from = tv_lane_index_get_state (marks->index, part);
      TvLaneState to = tv_lane_index_get_state (marks->index, part + 1);
      Look at = { marks, FALSE };

      if (walk->next_wait < to.time)
        tv_lane_walk_seek_wait (walk, from.time);
      tv_lane_walk_part (walk, &look_visitor, &at, &from, &to);
      if (at.shown)
        set_bit (marks->shown, part);
      if (part % PARTS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }
  return TRUE;
}

static gboolean
fill_marks (TvLaneMarks *marks, GCancellable *cancellable)
{
  const TvLaneIndex *index = marks->index;
  const TvCalls *calls = &index->calls;
  TvLaneWalk walk;
  gsize block = 0;
  gsize looked_at = 0; /* all parts before are done */

  if (marks->marked.method == TV_METHOD_NONE || calls->n == 0)
    return TRUE;
  tv_lane_walk_init (&walk, index->trace, index->thread, index->times[0], G_MAXINT64);
  for (gsize call = marks->marked.first; call < marks->marked.end; call++)
    {
      gsize part, end;

      if (call % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (tv_calls_method (calls, call) != marks->marked.method)
        continue;
      part = find_part_of_call (index, &block, call);
      end = 1 + tv_lane_skim_find (index, tv_times_get (&calls->axis_end, call));
      if (marks->mark.call.thread == TV_THREAD_NONE || call == marks->marked.first)
        set_bit (marks->begins, part);
      if (!look_through (marks, &walk, MAX (part, looked_at), end, cancellable))
        return FALSE;
      looked_at = MAX (looked_at, end);
    }
  return TRUE;
}

static void
free_contents (gpointer data)
{
  TvLaneMarks *marks = data;

  g_free (marks->shown);
  g_free (marks->begins);
  g_free (marks->cells);
  tv_lane_index_unref (marks->index);
}

/**
 * tv_lane_marks_new:
 * @index: the index of a thread
 * @mark: what is highlighted
 * @cancellable: (nullable): stops the work within a few milliseconds
 *
 * Finds out in which parts of a thread marked calls show. Takes time for each call of
 * the thread and more for those in marked calls, so this is work for a worker.
 *
 * Returns: (transfer full) (nullable): the marks, or %NULL if it was cancelled
 */
TvLaneMarks *
tv_lane_marks_new (TvLaneIndex *index, const TvLaneMark *mark,
                   GCancellable *cancellable)
{
  g_autoptr (TvLaneMarks) marks = NULL;

  g_return_val_if_fail (index != NULL && mark != NULL, NULL);

  marks = g_atomic_rc_box_new0 (TvLaneMarks);
  marks->index = tv_lane_index_ref (index);
  marks->mark = *mark;
  marks->n_words = tv_lane_index_get_n_parts (index) / 64 + 1;
  marks->shown = g_new0 (guint64, marks->n_words);
  marks->begins = g_new0 (guint64, marks->n_words);
  marks->cells = g_new0 (guint64, index->cells.levels[0].n / 64 + 1);
  tv_lane_marked_calls_init (&marks->marked, &index->calls, index->thread, mark);
  return fill_marks (marks, cancellable) ? g_steal_pointer (&marks) : NULL;
}

/**
 * tv_lane_marks_ref:
 * @marks: marks
 *
 * Returns: (transfer full): @marks
 */
TvLaneMarks *
tv_lane_marks_ref (TvLaneMarks *marks)
{
  g_return_val_if_fail (marks != NULL, NULL);

  return g_atomic_rc_box_acquire (marks);
}

/**
 * tv_lane_marks_unref:
 * @marks: (transfer full): marks
 *
 * Gives a reference back.
 */
void
tv_lane_marks_unref (TvLaneMarks *marks)
{
  g_return_if_fail (marks != NULL);

  g_atomic_rc_box_release_full (marks, free_contents);
}

/**
 * tv_lane_marks_is_for:
 * @marks: marks
 * @index: an index
 * @mark: what is highlighted
 *
 * Returns: whether @marks were made of these
 */
gboolean
tv_lane_marks_is_for (const TvLaneMarks *marks, const TvLaneIndex *index,
                      const TvLaneMark *mark)
{
  g_return_val_if_fail (marks != NULL && mark != NULL, FALSE);

  return marks->index == index && tv_lane_mark_equal (&marks->mark, mark);
}

gsize
tv_lane_marks_get_size (const TvLaneMarks *marks)
{
  g_return_val_if_fail (marks != NULL, 0);

  return sizeof (TvLaneMarks)
         + (2 * marks->n_words + marks->index->cells.levels[0].n / 64 + 1)
               * sizeof (guint64);
}
