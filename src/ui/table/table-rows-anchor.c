/* SPDX-License-Identifier: Apache-2.0 */

/* Sorting changes the order of rows, and so do the numbers of another range or of other
 * threads. The row that a person looks at keeps its place: the selected row if it is
 * visible, or else the row at the top. A list at its beginning stays there. */

#include "ui/table/table-rows-private.h"

static gboolean
is_visible (TvTableRows *self, guint position)
{
  const double page = gtk_widget_get_height (GTK_WIDGET (self));
  const double top = (double) position * self->row_height
                     - gtk_adjustment_get_value (self->adjustment);

  return position != GTK_INVALID_LIST_POSITION && top > -self->row_height && top < page;
}

static guint32
get_anchor (TvTableRows *self, guint position)
{
  return TV_TABLE_MODEL_GET_IFACE (self->model)->get_anchor (self->model, position);
}

static guint
find_anchor (TvTableRows *self)
{
  return self->anchor != TV_TABLE_NO_ANCHOR
             ? TV_TABLE_MODEL_GET_IFACE (self->model)
                   ->find_anchor (self->model, self->anchor)
             : GTK_INVALID_LIST_POSITION;
}

static guint32
choose_anchor (TvTableRows *self)
{
  const guint selected = tv_table_rows_get_selected (self);

  if (is_visible (self, selected))
    return get_anchor (self, selected);
  if (self->scrolled <= 0)
    return TV_TABLE_NO_ANCHOR;
  return get_anchor (self, (guint) (self->scrolled / self->row_height));
}

void
tv_table_rows_save_anchor (TvTableRows *self)
{
  guint position;

  self->anchor = TV_TABLE_NO_ANCHOR;
  self->scrolled = 0;
  if (self->adjustment == NULL || self->row_height == 0)
    return;
  self->scrolled = gtk_adjustment_get_value (self->adjustment);
  self->anchor = choose_anchor (self);
  position = find_anchor (self);
  if (position == GTK_INVALID_LIST_POSITION)
    self->anchor = TV_TABLE_NO_ANCHOR;
  else
    self->anchor_y = (double) position * self->row_height - self->scrolled;
}

/* If the row is gone, the scroll position stays. */
void
tv_table_rows_restore_anchor (TvTableRows *self)
{
  guint position;

  if (!TV_TABLE_MODEL_GET_IFACE (self->model)->keeps_place (self->model))
    return;
  position = find_anchor (self);
  if (position != GTK_INVALID_LIST_POSITION)
    tv_table_rows_scroll (self, (double) position * self->row_height - self->anchor_y);
  else
    tv_table_rows_scroll (self, self->scrolled);
}
