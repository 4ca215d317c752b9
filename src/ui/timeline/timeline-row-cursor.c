/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

/* The current row, which the actions for one thread are about. */

#include "ui/timeline/timeline-rows.h"

#include <glib/gi18n-lib.h>

#define MARK_WIDTH 3

static gint
find_idle_line (TvTimeline *self)
{
  TvTimelineRows *rows = self->rows;
  guint n_rows = tv_timeline_layout_get_n_rows (self->layout);
  guint n_below = rows->choice->idle_open ? rows->n_idle : 0;

  return rows->n_idle > 0 ? (gint) (n_rows - n_below - 1) : -1;
}

gint
tv_timeline_get_current_row (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), -1);

  if (!self->rows->has_current || self->layout == NULL)
    return -1;
  if (self->rows->current == TV_THREAD_NONE)
    return find_idle_line (self);
  return tv_timeline_layout_find (self->layout, self->rows->current);
}

/* Returns the thread of the current row, or %TV_THREAD_NONE if there is none, or it is
 * the line of idle threads. */
guint32
tv_timeline_get_current_thread (TvTimeline *self)
{
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self), TV_THREAD_NONE);

  row = tv_timeline_get_current_row (self);
  return row >= 0 ? tv_timeline_layout_get_row (self->layout, (guint) row).thread
                  : TV_THREAD_NONE;
}

/* Has a screen reader say which row it is, and whether it is open, when the keyboard
 * goes there or opens and closes it. */
void
tv_timeline_announce_row (TvTimeline *self, guint row)
{
  g_autofree char *label = NULL;
  g_autofree char *text = NULL;
  gboolean is_open;
  guint32 thread;
  guint n_rows;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  n_rows = tv_timeline_layout_get_n_rows (self->layout);
  thread = tv_timeline_layout_get_row (self->layout, row).thread;
  is_open = tv_timeline_layout_get_row (self->layout, row).levels > 0;
  if (thread != TV_THREAD_NONE)
    label = tv_trace_dup_thread_label (tv_trace_session_get_trace (self->session),
                                       thread);
  else
    label = tv_timeline_dup_idle_text (self);
  if (is_open)
    /* Translators: a thread whose row shows the stack, and which of the rows it is. */
    text = g_strdup_printf (_ ("%s, open row %u of %u"), label, row + 1, n_rows);
  else
    /* Translators: a thread, and which of the rows of the timeline is its. */
    text = g_strdup_printf (_ ("%s, row %u of %u"), label, row + 1, n_rows);
  tv_read_out_announce (TV_READ_OUT (self->read_out), text);
}

void
tv_timeline_set_current_row (TvTimeline *self, guint row)
{
  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  self->rows->has_current = TRUE;
  self->rows->current = tv_timeline_layout_get_row (self->layout, row).thread;
  tv_timeline_scroll_to_row (self, row);
  tv_timeline_sync_row_actions (self);
  tv_timeline_redraw (self);
}

/* Makes another row the current one; without one the first that is in sight. */
gboolean
tv_timeline_step_current_row (TvTimeline *self, gint step)
{
  TvTimelineBand bands[2];
  gint n_rows;
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  if (self->layout == NULL || tv_timeline_layout_get_n_rows (self->layout) == 0)
    return FALSE;
  n_rows = (gint) tv_timeline_layout_get_n_rows (self->layout);
  row = tv_timeline_get_current_row (self);
  tv_timeline_get_bands (self, bands);
  if (row >= 0)
    row = CLAMP (row + step, 0, n_rows - 1);
  else
    row = bands[0].n_rows > 0 ? 0 : (gint) bands[1].first;
  tv_timeline_set_current_row (self, (guint) row);
  tv_timeline_announce_row (self, (guint) row);
  return TRUE;
}

/* Marks the current row at the outer edge of its label. */
void
tv_timeline_draw_current_row (TvTimeline *self, GtkSnapshot *snapshot)
{
  gboolean mirrored;
  GdkRGBA color;
  GdkRectangle area;
  gint row;

  g_return_if_fail (TV_IS_TIMELINE (self) && snapshot != NULL);

  row = tv_timeline_get_current_row (self);
  if (row < 0 || !tv_timeline_get_row_area (self, (guint) row, &area))
    return;
  mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  color = self->accent_color;
  color.alpha = 0.16f;
  gtk_snapshot_append_color (
      snapshot, &color,
      &GRAPHENE_RECT_INIT ((float) self->label_area.x, (float) area.y,
                           (float) self->label_area.width, (float) area.height));
  color.alpha = 1;
  gtk_snapshot_append_color (
      snapshot, &color,
      &GRAPHENE_RECT_INIT (
          (float) (mirrored ? area.x + area.width - MARK_WIDTH : area.x),
          (float) area.y, MARK_WIDTH, (float) area.height));
}
