/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

/* The corner over the labels: how many threads are shown, and the entry in which one
 * writes part of their names. */

#include "ui/timeline/timeline-rows.h"

#include <glib/gi18n-lib.h>

static gboolean
is_open (TvTimeline *self)
{
  return gtk_widget_get_visible (self->rows->entry);
}

/* Opens the entry and gives it the focus. */
gboolean
tv_timeline_open_filter (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  gtk_widget_set_visible (self->rows->entry, TRUE);
  gtk_widget_grab_focus (self->rows->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->rows->entry), 0, -1);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  tv_timeline_redraw (self);
  return TRUE;
}

/* Has the entry show the filter, or go if there is none. */
void
tv_timeline_sync_filter (TvTimeline *self)
{
  const char *filter;
  GtkEditable *editable;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->rows->entry == NULL)
    return;
  editable = GTK_EDITABLE (self->rows->entry);
  filter = self->rows->choice->filter;
  if (g_strcmp0 (gtk_editable_get_text (editable), filter != NULL ? filter : "") != 0)
    gtk_editable_set_text (editable, filter != NULL ? filter : "");
  gtk_widget_set_visible (self->rows->entry, filter != NULL);
  tv_timeline_redraw (self);
}

static void
filter_changed (GtkEditable *entry, TvTimeline *self)
{
  if (!tv_row_choice_set_filter (self->rows->choice, gtk_editable_get_text (entry)))
    return;
  tv_timeline_rearrange (self);
}

/* Escape: everything is as before. */
static void
stop_filter (GtkSearchEntry *entry, TvTimeline *self)
{
  gboolean changed = tv_row_choice_set_filter (self->rows->choice, NULL);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->rows->to_reveal = tv_timeline_get_current_thread (self);
  tv_timeline_sync_filter (self);
  if (changed)
    tv_timeline_rearrange (self);
}

/* An entry with nothing in it is only in the way of the number of threads. */
static void
close_empty_filter (gpointer data)
{
  g_autoptr (TvTimeline) self = data;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (self->rows->entry != NULL && self->rows->choice->filter == NULL
      && (focus == NULL || !gtk_widget_is_ancestor (focus, self->rows->entry)))
    tv_timeline_sync_filter (self);
}

/* It is told that the focus leaves before it is known where to, and when the window is
 * left or a menu closes, too. */
static void
leave_filter (GtkEventControllerFocus *focus, TvTimeline *self)
{
  g_idle_add_once (close_empty_filter, g_object_ref (self));
}

/* Enter: the threads that were found stay, and the first of them is where the keys
 * are. */
static void
take_filter (GtkSearchEntry *entry, TvTimeline *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->layout != NULL
      && tv_timeline_layout_get_n_rows (self->layout)
             > tv_timeline_layout_get_n_pinned (self->layout))
    tv_timeline_set_current_row (self, tv_timeline_layout_get_n_pinned (self->layout));
  tv_timeline_sync_filter (self);
}

/* Gives the entry the corner. */
void
tv_timeline_place_filter (TvTimeline *self)
{
  GtkAllocation corner;
  int minimum = 0;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (!is_open (self))
    return;
  gtk_widget_measure (self->rows->entry, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL,
                      NULL, NULL);
  corner = (GtkAllocation){ self->label_area.x, self->ruler_area.y,
                            MAX (self->label_area.width - 1, minimum),
                            self->ruler_area.height - 1 };
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    corner.x = self->label_area.x + self->label_area.width - corner.width;
  gtk_widget_size_allocate (self->rows->entry, &corner, -1);
}

static void
draw_text (TvTimeline *self, GtkSnapshot *snapshot, const char *text,
           const GdkRectangle *area, gboolean centered)
{
  GdkRGBA color = self->text_color;
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int height = 0;

  color.alpha *= 0.62f;
  pango_layout_set_width (layout, MAX (area->width, 0) * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  if (centered)
    pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT ((float) area->x,
                                      (float) (area->y + (area->height - height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static char *
dup_corner_text (TvTimeline *self)
{
  guint n_shown = self->rows->n_shown;
  guint n_all = self->rows->n_all;

  if (n_shown == n_all)
    return g_strdup_printf (ngettext ("%u thread", "%u threads", n_all), n_all);
  /* Translators: how many threads are shown, and how many there are. */
  return g_strdup_printf (ngettext ("%u of %u thread", "%u of %u threads", n_all),
                          n_shown, n_all);
}

/* Writes how many threads there are where the entry is not open. */
void
tv_timeline_draw_corner (TvTimeline *self, GtkSnapshot *snapshot)
{
  g_autofree char *text = NULL;
  GdkRectangle area;

  g_return_if_fail (TV_IS_TIMELINE (self) && snapshot != NULL);

  if (is_open (self))
    return;
  text = dup_corner_text (self);
  area = (GdkRectangle){ self->label_area.x + TV_TIMELINE_LABEL_MARGIN,
                         self->ruler_area.y,
                         self->label_area.width - 2 * TV_TIMELINE_LABEL_MARGIN,
                         self->ruler_area.height };
  draw_text (self, snapshot, text, &area, FALSE);
}

/* Says why there are no rows where there are none. */
void
tv_timeline_draw_no_rows (TvTimeline *self, GtkSnapshot *snapshot)
{
  const char *text;

  g_return_if_fail (TV_IS_TIMELINE (self) && snapshot != NULL);

  if (tv_timeline_layout_get_n_rows (self->layout) > 0)
    return;
  if (self->rows->n_all == 0)
    text = _ ("No thread has events");
  else if (self->rows->choice->filter != NULL)
    text = _ ("No thread matches");
  else
    text = _ ("All threads are hidden");
  draw_text (self, snapshot, text, &self->rows_area, TRUE);
}

/* Draws the entry if it is open. */
void
tv_timeline_snapshot_filter (TvTimeline *self, GtkSnapshot *snapshot)
{
  g_return_if_fail (TV_IS_TIMELINE (self) && snapshot != NULL);

  gtk_widget_snapshot_child (GTK_WIDGET (self), self->rows->entry, snapshot);
}

/* Makes the entry, closed. */
void
tv_timeline_init_filter (TvTimeline *self)
{
  GtkEventController *focus;
  GtkWidget *entry;

  g_return_if_fail (TV_IS_TIMELINE (self));

  entry = gtk_search_entry_new ();
  g_object_set (entry, "placeholder-text", _ ("Name or ID"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Filter threads by name"), -1);
  gtk_widget_set_visible (entry, FALSE);
  gtk_widget_set_parent (entry, GTK_WIDGET (self));
  g_signal_connect (entry, "changed", G_CALLBACK (filter_changed), self);
  g_signal_connect (entry, "stop-search", G_CALLBACK (stop_filter), self);
  g_signal_connect (entry, "activate", G_CALLBACK (take_filter), self);
  focus = gtk_event_controller_focus_new ();
  g_signal_connect (focus, "leave", G_CALLBACK (leave_filter), self);
  gtk_widget_add_controller (entry, focus);
  self->rows->entry = entry;
}
