/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-rows-private.h"

#include <math.h>

G_DEFINE_FINAL_TYPE (TvProfileRows, tv_profile_rows, GTK_TYPE_WIDGET)

guint
tv_profile_rows_get_n (TvProfileRows *self)
{
  return self->selection != NULL
             ? g_list_model_get_n_items (G_LIST_MODEL (self->selection))
             : 0;
}

guint
tv_profile_rows_get_selected (TvProfileRows *self)
{
  return self->selection != NULL ? gtk_single_selection_get_selected (
             GTK_SINGLE_SELECTION (self->selection))
                                 : GTK_INVALID_LIST_POSITION;
}

guint
tv_profile_rows_get_n_seen (TvProfileRows *self)
{
  const int height = gtk_widget_get_height (GTK_WIDGET (self));

  return self->row_height > 0 ? (guint) MAX (height / self->row_height, 1) : 1;
}

/* Scrolling */

static double
find_value (TvProfileRows *self, guint position, double align)
{
  const double value = gtk_adjustment_get_value (self->adjustment);
  const double page = gtk_widget_get_height (GTK_WIDGET (self));
  const double top = (double) position * self->row_height;
  const double nearest = CLAMP (value, MIN (top + self->row_height - page, top), top);

  if (align == TV_LIST_SCROLL_LEAST
      || (align == TV_LIST_SCROLL_IF_UNSEEN && nearest == value))
    return nearest;
  if (align < 0)
    align = TV_LIST_SCROLL_TOP_THIRD;
  return floor (top - (page - self->row_height) * align);
}

static void
queue_lines (TvProfileRows *self)
{
  tv_profile_rows_queue_lines (self);
}

/* Scrolls as far as that, and has the scroll bar know how many rows there are. */
void
tv_profile_rows_scroll (TvProfileRows *self, double value)
{
  const double page = gtk_widget_get_height (GTK_WIDGET (self));
  const double all = (double) tv_profile_rows_get_n (self) * self->row_height;

  if (self->adjustment == NULL)
    return;
  gtk_adjustment_configure (self->adjustment, value, 0, MAX (all, page), page * 0.1,
                            page * 0.9, page);
}

/* Scrolls to a row as soon as it can be seen, and makes it the one that the keyboard
 * goes on from. The latest request wins. */
void
tv_profile_rows_scroll_to (TvProfileRows *self, guint position, double align)
{
  g_return_if_fail (TV_IS_PROFILE_ROWS (self));

  self->cursor = position;
  self->wanted = GTK_INVALID_LIST_POSITION;
  if (align == TV_LIST_SCROLL_NOT)
    return;
  if (self->row_height == 0 || gtk_widget_get_height (GTK_WIDGET (self)) <= 0)
    {
      self->wanted = position;
      self->wanted_align = align;
    }
  else
    gtk_adjustment_set_value (self->adjustment, find_value (self, position, align));
  /* Keys that come before the next frame go on from there, too. */
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL)
    tv_profile_rows_bind_seen (self);
  queue_lines (self);
}

/* Layout */

static void
place_line (TvProfileRows *self, TvProfileLine *line, int width, double top)
{
  GtkWidget *widget = GTK_WIDGET (line);
  const gboolean bound = tv_profile_line_is_bound (line);
  GtkAllocation area = { self->x, 0, MAX (width, self->width), self->row_height };

  gtk_widget_set_child_visible (widget, bound);
  if (!bound)
    return;
  area.y
      = (int) ((double) tv_profile_line_get_position (line) * self->row_height - top);
  if (self->places != NULL)
    tv_profile_line_set_places (line, self->places);
  gtk_widget_size_allocate (widget, &area, -1);
}

static void
tv_profile_rows_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvProfileRows *self = TV_PROFILE_ROWS (widget);
  double top = 0;

  if (self->adjustment == NULL || self->selection == NULL)
    return;
  g_signal_handlers_block_by_func (self->adjustment, queue_lines, self);
  tv_profile_rows_scroll (self, gtk_adjustment_get_value (self->adjustment));
  if (self->wanted != GTK_INVALID_LIST_POSITION && height > 0 && self->row_height > 0)
    {
      gtk_adjustment_set_value (self->adjustment,
                                find_value (self, self->wanted, self->wanted_align));
      self->wanted = GTK_INVALID_LIST_POSITION;
    }
  g_signal_handlers_unblock_by_func (self->adjustment, queue_lines, self);

  top = round (gtk_adjustment_get_value (self->adjustment));
  for (guint i = 0; i < self->lines->len; i++)
    place_line (self, tv_profile_rows_get_line (self, i), width, top);
  if (tv_profile_rows_lack_lines (self))
    tv_profile_rows_queue_lines (self);
}

static void
tv_profile_rows_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  TvProfileRows *self = TV_PROFILE_ROWS (widget);

  GTK_WIDGET_CLASS (tv_profile_rows_parent_class)
      ->system_setting_changed (widget, setting);
  g_clear_pointer (&self->font, pango_font_description_free);
  tv_profile_rows_queue_lines (TV_PROFILE_ROWS (widget));
}

/* What the tree tells */

static guint
shift (guint position, guint start, guint removed, guint added)
{
  if (position == GTK_INVALID_LIST_POSITION || position < start)
    return position;
  return position >= start + removed ? position - removed + added : start;
}

/* What is seen stays where it is when something above it opens or closes. */
static double
keep_top (TvProfileRows *self, guint start, guint removed, guint added)
{
  const double value = gtk_adjustment_get_value (self->adjustment);
  const guint top = (guint) (value / MAX (self->row_height, 1));

  if (start >= top)
    return value;
  return value
         + ((double) shift (top, start, removed, added) - (double) top)
               * self->row_height;
}

static void
follow_items (TvProfileRows *self, guint start, guint removed, guint added)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      TvProfileLine *line = tv_profile_rows_get_line (self, i);
      const guint position = tv_profile_line_get_position (line);

      if (position >= start && position - start < removed)
        tv_profile_line_unbind (line);
      else if (tv_profile_line_is_bound (line))
        tv_profile_line_move (line, shift (position, start, removed, added));
    }
  self->cursor = shift (self->cursor, start, removed, added);
  self->wanted = shift (self->wanted, start, removed, added);
  if (self->adjustment != NULL)
    tv_profile_rows_scroll (self, keep_top (self, start, removed, added));
  queue_lines (self);
}

/* From the first again, unless the tree has a row to show. */
static void
follow_order (TvProfileRows *self)
{
  for (guint i = 0; i < self->lines->len; i++)
    tv_profile_line_unbind (tv_profile_rows_get_line (self, i));
  self->cursor = 0;
  self->wanted = GTK_INVALID_LIST_POSITION;
  tv_profile_rows_scroll (self, 0);
  queue_lines (self);
}

static void
follow_selection (TvProfileRows *self)
{
  const guint selected = tv_profile_rows_get_selected (self);

  for (guint i = 0; i < self->lines->len; i++)
    {
      TvProfileLine *line = tv_profile_rows_get_line (self, i);

      if (tv_profile_line_is_bound (line))
        tv_profile_line_set_selected (line,
                                      tv_profile_line_get_position (line) == selected);
    }
}

/* The focus */

static gboolean
tv_profile_rows_grab_focus (GtkWidget *widget)
{
  TvProfileRows *self = TV_PROFILE_ROWS (widget);

  /* It takes the focus itself while it is empty, see tv_profile_rows_bind_seen(). */
  if (self->cursor >= tv_profile_rows_get_n (self))
    return GTK_WIDGET_CLASS (tv_profile_rows_parent_class)->grab_focus (widget);
  tv_profile_rows_move_cursor (self, self->cursor, FALSE);
  return gtk_widget_get_focus_child (widget) != NULL;
}

/* Tab goes to one row and from there out of the list. */
static gboolean
tv_profile_rows_focus (GtkWidget *widget, GtkDirectionType direction)
{
  if (gtk_widget_get_focus_child (widget) != NULL || gtk_widget_is_focus (widget))
    return FALSE;
  return gtk_widget_grab_focus (widget);
}

/* Gives a row the focus, and scrolls as far as it takes to see it. */
void
tv_profile_rows_move_cursor (TvProfileRows *self, guint position, gboolean select)
{
  TvProfileLine *line;

  self->cursor = position;
  if (select)
    tv_profile_rows_select (self, position, FALSE);
  /* What is selected may have moved for it. */
  tv_profile_rows_scroll_to (self, self->cursor, TV_LIST_SCROLL_LEAST);
  tv_profile_rows_bind_seen (self);
  line = tv_profile_rows_find_line (self, self->cursor);
  if (line != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (line));
}

void
tv_profile_rows_select (TvProfileRows *self, guint position, gboolean toggle)
{
  if (self->selection == NULL)
    return;
  if (toggle && gtk_selection_model_is_selected (self->selection, position))
    position = GTK_INVALID_LIST_POSITION;
  tv_profile_tree_select (self->tree, position);
}

/* Life */

static void
forget_tree (TvProfileRows *self)
{
  if (self->selection != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->selection, follow_items, self);
      g_signal_handlers_disconnect_by_func (self->selection, follow_selection, self);
    }
  if (self->tree != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->tree, follow_order, self);
      tv_profile_rows_unwatch_order (self);
    }
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  for (guint i = 0; i < self->lines->len; i++)
    gtk_widget_unparent (GTK_WIDGET (tv_profile_rows_get_line (self, i)));
  g_ptr_array_set_size (self->lines, 0);
  self->cursor = 0;
  self->wanted = GTK_INVALID_LIST_POSITION;
}

static void
forget_adjustment (TvProfileRows *self)
{
  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_func (self->adjustment, queue_lines, self);
  g_clear_object (&self->adjustment);
}

static void
tv_profile_rows_dispose (GObject *object)
{
  TvProfileRows *self = TV_PROFILE_ROWS (object);

  forget_tree (self);
  forget_adjustment (self);
  g_clear_pointer (&self->places, g_array_unref);

  G_OBJECT_CLASS (tv_profile_rows_parent_class)->dispose (object);
}

static void
tv_profile_rows_finalize (GObject *object)
{
  TvProfileRows *self = TV_PROFILE_ROWS (object);

  g_ptr_array_unref (self->lines);
  g_clear_pointer (&self->glyphs, tv_number_glyphs_unref);
  g_clear_pointer (&self->font, pango_font_description_free);

  G_OBJECT_CLASS (tv_profile_rows_parent_class)->finalize (object);
}

static void
tv_profile_rows_class_init (TvProfileRowsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tv_profile_rows_dispose;
  object_class->finalize = tv_profile_rows_finalize;
  widget_class->size_allocate = tv_profile_rows_size_allocate;
  widget_class->system_setting_changed = tv_profile_rows_system_setting_changed;
  widget_class->grab_focus = tv_profile_rows_grab_focus;
  widget_class->focus = tv_profile_rows_focus;
  g_signal_new ("activate", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  tv_profile_rows_install_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "listview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static void
tv_profile_rows_init (TvProfileRows *self)
{
  self->lines = g_ptr_array_new ();
  self->wanted = GTK_INVALID_LIST_POSITION;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  tv_profile_rows_add_gesture (self);
}

GtkWidget *
tv_profile_rows_new (void)
{
  return g_object_new (TV_TYPE_PROFILE_ROWS, NULL);
}

/* Shows other rows, from the first. */
void
tv_profile_rows_set_tree (TvProfileRows *self, TvProfileTree *tree)
{
  g_return_if_fail (TV_IS_PROFILE_ROWS (self));

  forget_tree (self);
  if (tree != NULL)
    {
      self->tree = g_object_ref (tree);
      self->selection
          = GTK_SELECTION_MODEL (g_object_ref (tv_profile_tree_get_selection (tree)));
      g_signal_connect_swapped (tree, "reordered", G_CALLBACK (follow_order), self);
      tv_profile_rows_watch_order (self);
      g_signal_connect_swapped (self->selection, "items-changed",
                                G_CALLBACK (follow_items), self);
      g_signal_connect_swapped (self->selection, "selection-changed",
                                G_CALLBACK (follow_selection), self);
    }
  tv_profile_rows_scroll (self, 0);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* Lets rows be scrolled. */
void
tv_profile_rows_set_adjustment (TvProfileRows *self, GtkAdjustment *adjustment)
{
  g_return_if_fail (TV_IS_PROFILE_ROWS (self));

  forget_adjustment (self);
  if (adjustment != NULL)
    {
      self->adjustment = g_object_ref (adjustment);
      g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (queue_lines),
                                self);
      tv_profile_rows_scroll (self, 0);
    }
  queue_lines (self);
}

/* Places the cells below their titles. */
void
tv_profile_rows_set_places (TvProfileRows *self, GArray *places, int x, int width)
{
  g_return_if_fail (TV_IS_PROFILE_ROWS (self));

  g_array_ref (places);
  g_clear_pointer (&self->places, g_array_unref);
  self->places = places;
  self->x = x;
  self->width = width;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}
