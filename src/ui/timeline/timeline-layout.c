/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-layout.h"

#include "draw/lane-raster.h"

struct _TvTimelineLayout
{
  guint n_threads; /* of the trace */
  guint32 *levels; /* by thread, or NULL while all rows are strips */
  guint32 *folded; /* by thread */
  guint row_height;

  guint n_rows;
  guint n_pinned;
  guint32 *keys;      /* by row */
  gint64 *tops;       /* by row, and the end of the last one */
  guint32 *rows;      /* by thread, G_MAXUINT32 for none */
  GHashTable *others; /* rows without a thread: key to row */
};

static guint
get_margin (guint row_height)
{
  const guint wanted = row_height - MIN (row_height, TV_LANE_BAR_HEIGHT);

  return CLAMP (wanted, TV_ROW_MIN_MARGIN, TV_ROW_MARGIN);
}

guint
tv_row_get_bar_height (guint row_height)
{
  return row_height - get_margin (row_height);
}

/* Returns the pixels above the bar: the rest of the margin, for the tabs. */
guint
tv_row_get_bar_top (guint row_height)
{
  return (get_margin (row_height) * TV_LANE_TAB_HEIGHT + TV_ROW_MARGIN / 2)
         / TV_ROW_MARGIN;
}

/* Returns the line of a level of the stack in an open row. */
gint64
tv_row_get_line (const TvTimelineRow *row, gint64 level)
{
  return row->folded == 0 ? level : MAX (level - row->folded + 1, 0);
}

/* Returns the level of a line in an open row; for the line of folded levels, the last.
 */
gint64
tv_row_get_level (const TvTimelineRow *row, gint64 line)
{
  return row->folded == 0 ? line : line + row->folded - 1;
}

static gint64
get_row_height (const TvTimelineLayout *layout, guint32 key)
{
  const guint32 thread = key;

  if (key == TV_THREAD_NONE || tv_row_key_get_kind (key) == TV_TIMELINE_ROW_GROUP)
    return MIN (layout->row_height, TV_ROW_HEIGHT);
  if (tv_row_key_get_kind (key) != TV_TIMELINE_ROW_THREAD)
    return layout->row_height;
  if (layout->levels == NULL || layout->levels[thread] == 0)
    return layout->row_height;
  return (gint64) layout->levels[thread] * TV_LEVEL_HEIGHT + TV_ROW_MARGIN;
}

static void
update_tops (TvTimelineLayout *layout, guint first)
{
  for (guint row = first; row < layout->n_rows; row++)
    layout->tops[row + 1]
        = layout->tops[row] + get_row_height (layout, layout->keys[row]);
}

TvTimelineLayout *
tv_timeline_layout_new (guint n_threads)
{
  TvTimelineLayout *layout = g_new0 (TvTimelineLayout, 1);

  layout->n_threads = n_threads;
  layout->row_height = TV_ROW_HEIGHT;
  layout->folded = g_new0 (guint32, n_threads);
  layout->tops = g_new0 (gint64, 1);
  layout->rows = g_new (guint32, n_threads);
  layout->others = g_hash_table_new (NULL, NULL);
  for (guint thread = 0; thread < n_threads; thread++)
    layout->rows[thread] = G_MAXUINT32;
  return layout;
}

void
tv_timeline_layout_free (TvTimelineLayout *layout)
{
  if (layout == NULL)
    return;
  g_free (layout->levels);
  g_free (layout->folded);
  g_free (layout->keys);
  g_free (layout->tops);
  g_free (layout->rows);
  g_hash_table_unref (layout->others);
  g_free (layout);
}

/* Sets the rows. The height of a thread's row stays. */
void
tv_timeline_layout_set_rows (TvTimelineLayout *layout, guint32 *keys, guint n_rows,
                             guint n_pinned)
{
  g_assert (n_pinned <= n_rows);

  for (guint row = 0; row < layout->n_rows; row++)
    if (tv_row_key_get_kind (layout->keys[row]) == TV_TIMELINE_ROW_THREAD)
      layout->rows[layout->keys[row]] = G_MAXUINT32;
  g_hash_table_remove_all (layout->others);

  g_free (layout->keys);
  layout->keys = keys;
  layout->n_rows = n_rows;
  layout->n_pinned = n_pinned;
  for (guint row = 0; row < n_rows; row++)
    if (tv_row_key_get_kind (keys[row]) == TV_TIMELINE_ROW_THREAD)
      layout->rows[keys[row]] = row;
    else if (keys[row] != TV_THREAD_NONE)
      g_hash_table_insert (layout->others, GUINT_TO_POINTER (keys[row]),
                           GUINT_TO_POINTER (row));

  layout->tops = g_renew (gint64, layout->tops, (gsize) n_rows + 1);
  layout->tops[0] = 0;
  update_tops (layout, 0);
}

void
tv_timeline_layout_set_row_height (TvTimelineLayout *layout, guint height)
{
  g_assert (height >= TV_ROW_MIN_HEIGHT && height <= TV_ROW_MAX_HEIGHT);

  layout->row_height = height;
  update_tops (layout, 0);
}

guint
tv_timeline_layout_get_row_height (const TvTimelineLayout *layout)
{
  return layout->row_height;
}

void
tv_timeline_layout_set_levels (TvTimelineLayout *layout, guint32 thread, guint32 levels)
{
  g_assert (layout != NULL && thread < layout->n_threads);

  if (layout->levels == NULL)
    layout->levels = g_new0 (guint32, layout->n_threads);
  layout->levels[thread] = levels;
  if (layout->rows[thread] != G_MAXUINT32)
    update_tops (layout, layout->rows[thread]);
}

/* Sets the levels of several threads, and updates the rows once. */
void
tv_timeline_layout_set_levels_of (TvTimelineLayout *layout, const guint32 *threads,
                                  guint n, const guint32 *levels)
{
  guint first = layout->n_rows;

  if (layout->levels == NULL)
    layout->levels = g_new0 (guint32, layout->n_threads);
  for (guint i = 0; i < n; i++)
    {
      g_assert (threads[i] < layout->n_threads);
      layout->levels[threads[i]] = levels[threads[i]];
      first = MIN (first, layout->rows[threads[i]]);
    }
  update_tops (layout, first);
}

void
tv_timeline_layout_set_levels_of_all (TvTimelineLayout *layout, const guint32 *levels)
{
  g_clear_pointer (&layout->levels, g_free);
  if (levels != NULL)
    layout->levels = g_memdup2 (levels, sizeof levels[0] * layout->n_threads);
  update_tops (layout, 0);
}

/* Sets the number of outer levels that share a line. The height of the row stays. */
void
tv_timeline_layout_set_folded (TvTimelineLayout *layout, guint32 thread,
                               guint32 n_levels)
{
  g_assert (thread < layout->n_threads);

  layout->folded[thread] = n_levels;
}

guint
tv_timeline_layout_get_n_rows (const TvTimelineLayout *layout)
{
  return layout->n_rows;
}

guint
tv_timeline_layout_get_n_pinned (const TvTimelineLayout *layout)
{
  return layout->n_pinned;
}

TvTimelineRow
tv_timeline_layout_get_row (const TvTimelineLayout *layout, guint row)
{
  TvTimelineRow result = { .thread = TV_THREAD_NONE };

  g_assert (row < layout->n_rows);

  result.key = layout->keys[row];
  result.kind = tv_row_key_get_kind (result.key);
  result.y = layout->tops[row];
  result.height = layout->tops[row + 1] - layout->tops[row];
  if (result.kind == TV_TIMELINE_ROW_THREAD)
    result.thread = result.key;
  else if (result.kind == TV_TIMELINE_ROW_GROUP)
    result.is_open
        = row + 1 < layout->n_rows
          && tv_row_key_get_kind (layout->keys[row + 1]) != TV_TIMELINE_ROW_GROUP;
  if (result.thread != TV_THREAD_NONE && layout->levels != NULL)
    result.levels = layout->levels[result.thread];
  if (result.levels > 0)
    result.folded = layout->folded[result.thread];
  return result;
}

gint64
tv_timeline_layout_get_height (const TvTimelineLayout *layout)
{
  return layout->tops[layout->n_rows];
}

/* Returns the last row that begins at or above @y. */
static guint
find_row (const TvTimelineLayout *layout, double y)
{
  guint first = 0;
  guint end = layout->n_rows;

  while (end - first > 1)
    {
      guint middle = first + (end - first) / 2;

      if ((double) layout->tops[middle] <= y)
        first = middle;
      else
        end = middle;
    }
  return first;
}

/* Returns the row at @y, or -1 outside the rows. */
gint
tv_timeline_layout_row_at (const TvTimelineLayout *layout, double y)
{
  if (!(y >= 0) || y >= (double) layout->tops[layout->n_rows])
    return -1;
  return (gint) find_row (layout, y);
}

/* Returns the number of rows that are visible, partly or fully. */
guint
tv_timeline_layout_visible (const TvTimelineLayout *layout, double top, double height,
                            guint *first_row)
{
  double bottom = top + height;
  guint last;

  *first_row = 0;
  if (!(height > 0) || !(bottom > 0) || top >= (double) layout->tops[layout->n_rows])
    return 0;
  *first_row = find_row (layout, MAX (top, 0));
  last = find_row (layout, bottom);
  if (last > *first_row && (double) layout->tops[last] >= bottom)
    last--;
  return last + 1 - *first_row;
}

/* Returns the row of a key, or -1; the line of idle threads is not found. */
gint
tv_timeline_layout_find (const TvTimelineLayout *layout, guint32 key)
{
  const guint32 thread = key;
  gpointer row;

  if (tv_row_key_get_kind (key) != TV_TIMELINE_ROW_THREAD)
    return g_hash_table_lookup_extended (layout->others, GUINT_TO_POINTER (key), NULL,
                                         &row)
               ? (gint) GPOINTER_TO_UINT (row)
               : -1;
  if (thread >= layout->n_threads || layout->rows[thread] == G_MAXUINT32)
    return -1;
  return (gint) layout->rows[thread];
}
