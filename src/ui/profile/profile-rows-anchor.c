/* SPDX-License-Identifier: Apache-2.0 */

/* Other numbers, of another range of time or other threads, come in another order. What
 * one looks at stays where it is: the selected method, or else what stands at the top.
 * A list that is at its beginning stays there, for one looks at what takes most. */

#include "ui/profile/profile-rows-private.h"

static gboolean
is_seen (TvProfileRows *self, guint position)
{
  const double page = gtk_widget_get_height (GTK_WIDGET (self));
  const double top = (double) position * self->row_height
                     - gtk_adjustment_get_value (self->adjustment);

  return position != GTK_INVALID_LIST_POSITION && top > -self->row_height && top < page;
}

static guint32
find_method_at (TvProfileRows *self, guint position)
{
  g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (self->tree, position);

  return row != NULL ? tv_profile_item_get_method (row) : TV_METHOD_NONE;
}

static guint32
choose_anchor (TvProfileRows *self)
{
  const guint selected = tv_profile_rows_get_selected (self);

  if (is_seen (self, selected))
    return find_method_at (self, selected);
  if (self->scrolled <= 0)
    return TV_METHOD_NONE;
  return find_method_at (self, (guint) (self->scrolled / self->row_height));
}

static void
note_anchor (TvProfileRows *self)
{
  guint position;

  self->anchor = TV_METHOD_NONE;
  self->scrolled = 0;
  if (self->adjustment == NULL || self->row_height == 0)
    return;
  self->scrolled = gtk_adjustment_get_value (self->adjustment);
  self->anchor = choose_anchor (self);
  if (self->anchor == TV_METHOD_NONE)
    return;
  position = tv_profile_tree_get_method_position (self->tree, self->anchor);
  self->anchor_y = (double) position * self->row_height - self->scrolled;
}

/* A method that is not there any more leaves the list where it was. */
static void
return_to_anchor (TvProfileRows *self)
{
  guint position = GTK_INVALID_LIST_POSITION;

  if (!tv_profile_model_keeps_place (tv_profile_tree_get_methods (self->tree)))
    return;
  if (self->anchor != TV_METHOD_NONE)
    position = tv_profile_tree_get_method_position (self->tree, self->anchor);
  if (position != GTK_INVALID_LIST_POSITION)
    tv_profile_rows_scroll (self,
                            (double) position * self->row_height - self->anchor_y);
  else
    tv_profile_rows_scroll (self, self->scrolled);
}

/* Keeps what is seen in its place from now on. */
void
tv_profile_rows_watch_order (TvProfileRows *self)
{
  self->anchor = TV_METHOD_NONE;
  g_signal_connect_swapped (tv_profile_tree_get_methods (self->tree), "reordering",
                            G_CALLBACK (note_anchor), self);
  g_signal_connect_swapped (self->tree, "settled", G_CALLBACK (return_to_anchor), self);
}

void
tv_profile_rows_unwatch_order (TvProfileRows *self)
{
  g_signal_handlers_disconnect_by_func (tv_profile_tree_get_methods (self->tree),
                                        note_anchor, self);
  g_signal_handlers_disconnect_by_func (self->tree, return_to_anchor, self);
}
