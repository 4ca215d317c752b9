/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/table-rows-private.h"

#include "ui/table/name-scroll.h"

#include <math.h>

/* The most row widgets that are made in one frame. The first frame also draws the rest
 * of the window, so a large window is filled from the top in several frames. */
#define MADE_AT_FIRST 8
#define MADE_AT_MOST 24

G_DEFINE_FINAL_TYPE (TvTableRows, tv_table_rows, GTK_TYPE_WIDGET)

/**
 * tv_table_rows_get_n:
 * @self: rows
 *
 * Returns: the number of rows, visible or not
 */
guint
tv_table_rows_get_n (TvTableRows *self)
{
  return self->selection != NULL
             ? g_list_model_get_n_items (G_LIST_MODEL (self->selection))
             : 0;
}

/**
 * tv_table_rows_get_selected:
 * @self: rows
 *
 * Returns: the selected row, %GTK_INVALID_LIST_POSITION for none
 */
guint
tv_table_rows_get_selected (TvTableRows *self)
{
  return self->selection != NULL ? gtk_single_selection_get_selected (
             GTK_SINGLE_SELECTION (self->selection))
                                 : GTK_INVALID_LIST_POSITION;
}

/* Returns the number of fully visible rows, at least 1. */
guint
tv_table_rows_get_n_visible (TvTableRows *self)
{
  const int height = gtk_widget_get_height (GTK_WIDGET (self));

  return self->row_height > 0 ? (guint) MAX (height / self->row_height, 1) : 1;
}

/**
 * tv_table_rows_get_cursor:
 * @self: rows
 *
 * Returns: the row from which keys move; may be after the last
 */
guint
tv_table_rows_get_cursor (TvTableRows *self)
{
  return self->cursor;
}

static TvTableRow *
get_widget (TvTableRows *self, guint index)
{
  return g_ptr_array_index (self->widgets, index);
}

static TvTableRow *
find_widget (TvTableRows *self, guint position)
{
  for (guint i = 0; i < self->widgets->len; i++)
    if (tv_table_row_get_position (get_widget (self, i)) == position)
      return get_widget (self, i);
  return NULL;
}

/* Font and height */

static gboolean
knows_font (TvTableRows *self)
{
  return self->glyphs != NULL
         && tv_number_glyphs_match (self->glyphs,
                                    gtk_widget_get_pango_context (GTK_WIDGET (self)));
}

static void
update_font (TvTableRows *self)
{
  if (knows_font (self))
    return;
  g_clear_pointer (&self->glyphs, tv_number_glyphs_unref);
  self->glyphs
      = tv_number_glyphs_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  for (guint i = 0; i < self->widgets->len; i++)
    tv_table_row_set_glyphs (get_widget (self, i), self->glyphs);
}

static TvTableRow *
make_widget (TvTableRows *self)
{
  GtkWidget *widget;

  update_font (self);
  widget = tv_table_row_new (self->model, self->glyphs);
  gtk_widget_set_parent (widget, GTK_WIDGET (self));
  g_ptr_array_add (self->widgets, widget);
  return TV_TABLE_ROW (widget);
}

/* One widget is measured for all rows. */
static void
update_row_height (TvTableRows *self)
{
  update_font (self);
  if (tv_table_rows_get_n (self) == 0)
    return;
  if (self->widgets->len == 0)
    make_widget (self);
  gtk_widget_measure (GTK_WIDGET (get_widget (self, 0)), GTK_ORIENTATION_VERTICAL, -1,
                      NULL, &self->row_height, NULL, NULL);
}

/* Binding of widgets to rows */

/* Finds the rows that are visible, at least in part. Their number does not depend on
 * the scroll position, so that scrolling by less than a row makes no widget.
 */
static void
find_visible (TvTableRows *self, guint *first, guint *n)
{
  const guint n_all = tv_table_rows_get_n (self);
  const int height = gtk_widget_get_height (GTK_WIDGET (self));

  *first = 0;
  *n = 0;
  if (self->row_height == 0 || height <= 0)
    return;
  *n = MIN (n_all, (guint) ((height + self->row_height - 1) / self->row_height) + 1);
  *first = (guint) (gtk_adjustment_get_value (self->adjustment) / self->row_height);
  *first = MIN (*first, n_all - *n);
}

/* Returns whether a visible row has no widget, or one in another font. */
static gboolean
lacks_widgets (TvTableRows *self)
{
  guint first;
  guint n;

  if (!knows_font (self) || (self->row_height == 0 && tv_table_rows_get_n (self) > 0))
    return TRUE;
  find_visible (self, &first, &n);
  for (guint i = 0; i < n; i++)
    if (find_widget (self, first + i) == NULL)
      return TRUE;
  return FALSE;
}

static void
bind_widget (TvTableRows *self, TvTableRow *widget, guint position)
{
  g_autoptr (GObject) row
      = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  tv_table_row_bind (widget, position, row);
  tv_table_row_set_selected (widget, position == tv_table_rows_get_selected (self));
  self->reach = MAX (self->reach, tv_table_row_get_name_width (widget, FALSE));
  self->needed = MAX (self->needed, self->reach);
}

/* Returns whether the bar under the names comes or goes. */
static gboolean
scroll_names (TvTableRows *self)
{
  TvTableRow *cursor = self->reveals ? find_widget (self, self->cursor) : NULL;
  TvNameScrollRange range = { G_MAXINT, 0 };

  for (guint i = 0; i < self->widgets->len; i++)
    tv_name_scroll_range_add (&range, tv_table_row_get_indent (get_widget (self, i)));
  if (cursor != NULL)
    {
      range.least = range.greatest = tv_table_row_get_indent (cursor);
      self->reveals = FALSE;
    }
  return tv_name_scroll_update (self->names, self->places, self->reach, &range);
}

static TvTableRow *
find_unbound (TvTableRows *self)
{
  for (guint i = 0; i < self->widgets->len; i++)
    if (!tv_table_row_is_bound (get_widget (self, i)))
      return get_widget (self, i);
  return NULL;
}

static void
unbind_hidden (TvTableRows *self, guint first, guint n, guint focused)
{
  for (guint i = 0; i < self->widgets->len; i++)
    {
      TvTableRow *widget = get_widget (self, i);
      const guint position = tv_table_row_get_position (widget);

      if (position - first >= n && position != focused)
        tv_table_row_unbind (widget);
    }
}

static void
remove_unbound (TvTableRows *self)
{
  for (guint i = self->widgets->len; i > 0; i--)
    if (!tv_table_row_is_bound (get_widget (self, i - 1)))
      {
        gtk_widget_unparent (GTK_WIDGET (get_widget (self, i - 1)));
        g_ptr_array_remove_index_fast (self->widgets, i - 1);
      }
}

/* Without rows the list itself keeps the focus, so that its keys work, and passes it on
 * to the first rows. */
static void
keep_focus (TvTableRows *self, gboolean focused)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const gboolean empty = tv_table_rows_get_n (self) == 0;
  TvTableRow *row = focused && !empty ? find_widget (self, self->cursor) : NULL;

  if (row != NULL && gtk_widget_get_focus_child (widget) != GTK_WIDGET (row))
    gtk_widget_grab_focus (GTK_WIDGET (row));
  gtk_widget_set_focusable (widget, empty || (focused && row == NULL));
  if (focused && empty)
    gtk_widget_grab_focus (widget);
}

/* Binds a widget to every visible row, and to the row with the focus. */
static void
bind_visible (TvTableRows *self)
{
  const gboolean focus = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL
                         || gtk_widget_is_focus (GTK_WIDGET (self));
  guint allowed = MIN (MADE_AT_FIRST + self->widgets->len, MADE_AT_MOST);
  guint first;
  guint n;

  find_visible (self, &first, &n);
  self->cursor = MIN (self->cursor, MAX (tv_table_rows_get_n (self), 1) - 1);
  unbind_hidden (self, first, n, focus ? self->cursor : GTK_INVALID_LIST_POSITION);
  for (guint i = 0; i < n + (focus && n > 0 ? 1 : 0); i++)
    {
      /* The row with the focus comes first, because it must have a widget. */
      const guint position
          = focus ? (i == 0 ? self->cursor : first + i - 1) : first + i;
      TvTableRow *widget;

      if (find_widget (self, position) != NULL)
        continue;
      widget = find_unbound (self);
      if (widget == NULL && allowed-- == 0)
        break;
      bind_widget (self, widget != NULL ? widget : make_widget (self), position);
    }
  keep_focus (self, focus);
  remove_unbound (self);
}

static gboolean
bind_in_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TvTableRows *self = TV_TABLE_ROWS (widget);
  const int needed = self->needed;
  gboolean changes = FALSE;

  self->binder = 0;
  if (self->adjustment != NULL && self->selection != NULL)
    {
      update_row_height (self);
      tv_table_rows_scroll (self, gtk_adjustment_get_value (self->adjustment));
      bind_visible (self);
      changes = scroll_names (self);
      /* The bar takes room from the rows. */
      if (changes && find_widget (self, self->cursor) != NULL)
        {
          self->wanted = self->cursor;
          self->wanted_align = TV_TABLE_SCROLL_LEAST;
        }
    }
  /* The columns make room for a longer name. */
  gtk_widget_queue_allocate (
      changes || self->needed > needed ? gtk_widget_get_parent (widget) : widget);
  return G_SOURCE_REMOVE;
}

/* Widgets are bound before the layout of the next frame. During the layout a new widget
 * would ask for another layout of all the widgets around it. */
static void
queue_bind (TvTableRows *self)
{
  if (self->binder == 0)
    self->binder
        = gtk_widget_add_tick_callback (GTK_WIDGET (self), bind_in_frame, NULL, NULL);
}

static void
tv_table_rows_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (tv_table_rows_parent_class)
      ->system_setting_changed (widget, setting);
  g_clear_pointer (&TV_TABLE_ROWS (widget)->glyphs, tv_number_glyphs_unref);
  queue_bind (TV_TABLE_ROWS (widget));
}

/* Scrolling */

static double
find_value (TvTableRows *self, guint position, double align)
{
  const double value = gtk_adjustment_get_value (self->adjustment);
  const double page = gtk_widget_get_height (GTK_WIDGET (self));
  const double top = (double) position * self->row_height;
  const double nearest = CLAMP (value, MIN (top + self->row_height - page, top), top);

  if (align == TV_TABLE_SCROLL_LEAST
      || (align == TV_TABLE_SCROLL_IF_UNSEEN && nearest == value))
    return nearest;
  if (align < 0)
    align = TV_TABLE_SCROLL_TOP_THIRD;
  return floor (top - (page - self->row_height) * align);
}

/* Scrolls, and tells the scroll bar the number of rows. */
void
tv_table_rows_scroll (TvTableRows *self, double value)
{
  const double page = gtk_widget_get_height (GTK_WIDGET (self));
  const double all = (double) tv_table_rows_get_n (self) * self->row_height;

  if (self->adjustment == NULL)
    return;
  gtk_adjustment_configure (self->adjustment, value, 0, MAX (all, page), page * 0.1,
                            page * 0.9, page);
}

/**
 * tv_table_rows_scroll_to:
 * @self: rows
 * @position: a row
 * @align: its place in the view, from 0 (the top) to 1, or one of `TV_TABLE_SCROLL_…`
 *
 * Scrolls to a row at the next layout, and moves the cursor to it. The latest request
 * wins.
 */
void
tv_table_rows_scroll_to (TvTableRows *self, guint position, double align)
{
  g_return_if_fail (TV_IS_TABLE_ROWS (self));

  self->cursor = position;
  self->wanted = GTK_INVALID_LIST_POSITION;
  if (align == TV_TABLE_SCROLL_NOT)
    return;
  self->reveals = TRUE;
  if (self->row_height == 0 || gtk_widget_get_height (GTK_WIDGET (self)) <= 0)
    {
      self->wanted = position;
      self->wanted_align = align;
    }
  else
    gtk_adjustment_set_value (self->adjustment, find_value (self, position, align));
  /* Keys that come before the next frame move from there, too. */
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL)
    bind_visible (self);
  queue_bind (self);
}

/* Layout */

static void
place_widget (TvTableRows *self, TvTableRow *row, int width, double top)
{
  GtkWidget *widget = GTK_WIDGET (row);
  const gboolean bound = tv_table_row_is_bound (row);
  GtkAllocation area = { self->x, 0, MAX (width, self->width), self->row_height };

  gtk_widget_set_child_visible (widget, bound);
  if (!bound)
    return;
  area.y = (int) ((double) tv_table_row_get_position (row) * self->row_height - top);
  if (self->places != NULL)
    tv_table_row_set_places (row, self->places);
  tv_table_row_set_scrolled (row, (int) gtk_adjustment_get_value (self->names));
  gtk_widget_size_allocate (widget, &area, -1);
}

static void
tv_table_rows_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvTableRows *self = TV_TABLE_ROWS (widget);
  double top;

  if (self->adjustment == NULL || self->selection == NULL)
    return;
  g_signal_handlers_block_by_func (self->adjustment, queue_bind, self);
  tv_table_rows_scroll (self, gtk_adjustment_get_value (self->adjustment));
  if (self->wanted != GTK_INVALID_LIST_POSITION && height > 0 && self->row_height > 0)
    {
      gtk_adjustment_set_value (self->adjustment,
                                find_value (self, self->wanted, self->wanted_align));
      self->wanted = GTK_INVALID_LIST_POSITION;
    }
  g_signal_handlers_unblock_by_func (self->adjustment, queue_bind, self);

  top = round (gtk_adjustment_get_value (self->adjustment));
  for (guint i = 0; i < self->widgets->len; i++)
    place_widget (self, get_widget (self, i), width, top);
  if (lacks_widgets (self))
    queue_bind (self);
}

/* Changes of the model */

static guint
shift (guint position, guint start, guint removed, guint added)
{
  if (position == GTK_INVALID_LIST_POSITION || position < start)
    return position;
  return position >= start + removed ? position - removed + added : start;
}

/* Visible rows keep their place when a row above them opens or closes. */
static double
keep_top (TvTableRows *self, guint start, guint removed, guint added)
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
on_items_changed (TvTableRows *self, guint start, guint removed, guint added)
{
  for (guint i = 0; i < self->widgets->len; i++)
    {
      TvTableRow *widget = get_widget (self, i);
      const guint position = tv_table_row_get_position (widget);

      if (position >= start && position - start < removed)
        tv_table_row_unbind (widget);
      else if (tv_table_row_is_bound (widget))
        tv_table_row_set_position (widget, shift (position, start, removed, added));
    }
  /* Another order begins with its first row, unless the model asks for another one. */
  if (added == tv_table_rows_get_n (self))
    {
      self->cursor = 0;
      self->wanted = GTK_INVALID_LIST_POSITION;
      tv_table_rows_scroll (self, 0);
    }
  else
    {
      if (removed > added)
        self->reach = tv_table_rows_get_name_width (self, FALSE);
      self->cursor = shift (self->cursor, start, removed, added);
      self->wanted = shift (self->wanted, start, removed, added);
      if (self->adjustment != NULL)
        tv_table_rows_scroll (self, keep_top (self, start, removed, added));
    }
  queue_bind (self);
}

static void
on_selection_changed (TvTableRows *self)
{
  const guint selected = tv_table_rows_get_selected (self);

  for (guint i = 0; i < self->widgets->len; i++)
    {
      TvTableRow *widget = get_widget (self, i);

      if (tv_table_row_is_bound (widget))
        tv_table_row_set_selected (widget,
                                   tv_table_row_get_position (widget) == selected);
    }
}

/* Focus, cursor and selection */

static gboolean
tv_table_rows_grab_focus (GtkWidget *widget)
{
  TvTableRows *self = TV_TABLE_ROWS (widget);

  if (self->cursor < tv_table_rows_get_n (self))
    tv_table_rows_move_cursor (self, self->cursor, FALSE);
  if (gtk_widget_get_focus_child (widget) != NULL)
    return TRUE;
  /* For the time without rows see keep_focus(). */
  gtk_widget_set_focusable (widget, TRUE);
  return GTK_WIDGET_CLASS (tv_table_rows_parent_class)->grab_focus (widget);
}

/* Tab moves to one row, and from there out of the list. */
static gboolean
tv_table_rows_focus (GtkWidget *widget, GtkDirectionType direction)
{
  if (gtk_widget_get_focus_child (widget) != NULL || gtk_widget_is_focus (widget))
    return FALSE;
  return gtk_widget_grab_focus (widget);
}

/**
 * tv_table_rows_move_cursor:
 * @self: rows
 * @position: a row
 * @select: whether to select it, too
 *
 * Gives a row the focus, and scrolls as far as needed to see it.
 */
void
tv_table_rows_move_cursor (TvTableRows *self, guint position, gboolean select)
{
  TvTableRow *widget;

  self->cursor = position;
  if (select)
    tv_table_rows_select (self, position, FALSE);
  /* The selection may have moved the row. */
  tv_table_rows_scroll_to (self, self->cursor, TV_TABLE_SCROLL_LEAST);
  bind_visible (self);
  widget = find_widget (self, self->cursor);
  if (widget != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (widget));
}

void
tv_table_rows_select (TvTableRows *self, guint position, gboolean toggle)
{
  if (self->selection == NULL)
    return;
  if (toggle && gtk_selection_model_is_selected (self->selection, position))
    position = GTK_INVALID_LIST_POSITION;
  TV_TABLE_MODEL_GET_IFACE (self->model)->select (self->model, position);
}

/* The pointer */

/**
 * tv_table_rows_find_position:
 * @self: rows
 * @y: pixels from the top of the visible part
 *
 * Returns: the row at this place, %GTK_INVALID_LIST_POSITION for none
 */
guint
tv_table_rows_find_position (TvTableRows *self, double y)
{
  double position;

  if (self->row_height == 0 || self->adjustment == NULL)
    return GTK_INVALID_LIST_POSITION;
  position = (y + gtk_adjustment_get_value (self->adjustment)) / self->row_height;
  return position >= 0 && position < tv_table_rows_get_n (self)
             ? (guint) position
             : GTK_INVALID_LIST_POSITION;
}

/**
 * tv_table_rows_get_cursor_area:
 * @self: rows
 *
 * Returns: a place near the beginning of the row with the cursor, for a menu
 */
GdkRectangle
tv_table_rows_get_cursor_area (TvTableRows *self)
{
  const int height = MAX (self->row_height, 1);
  const gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const double y = (double) self->cursor * self->row_height
                   - gtk_adjustment_get_value (self->adjustment);

  return (GdkRectangle){ rtl ? gtk_widget_get_width (GTK_WIDGET (self)) - height
                             : height,
                         (int) y, 1, height };
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y,
            gpointer user_data)
{
  TvTableRows *self = TV_TABLE_ROWS (user_data);
  TvTableRow *widget;

  self->pressed = tv_table_rows_find_position (self, y);
  if (self->pressed == GTK_INVALID_LIST_POSITION)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  /* Without scrolling: the row must keep its place until the button is released. */
  self->cursor = self->pressed;
  widget = find_widget (self, self->pressed);
  if (widget != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (widget));
  if (n_press == 2)
    g_signal_emit_by_name (self, "activate", self->cursor);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y,
             gpointer user_data)
{
  TvTableRows *self = TV_TABLE_ROWS (user_data);
  GtkEventController *controller = GTK_EVENT_CONTROLLER (gesture);
  const GdkModifierType modifiers
      = gtk_event_controller_get_current_event_state (controller);

  if (tv_table_rows_find_position (self, y) != self->pressed)
    return;
  tv_table_rows_select (self, self->pressed, (modifiers & GDK_CONTROL_MASK) != 0);
  g_signal_emit_by_name (self, "clicked", tv_table_rows_get_selected (self), n_press);
}

static void
add_click (TvTableRows *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_PRIMARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/* Life */

static void
forget_model (TvTableRows *self)
{
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  for (guint i = 0; i < self->widgets->len; i++)
    gtk_widget_unparent (GTK_WIDGET (get_widget (self, i)));
  g_ptr_array_set_size (self->widgets, 0);
  self->cursor = 0;
  self->needed = self->reach = 0;
  self->wanted = GTK_INVALID_LIST_POSITION;
}

static void
forget_adjustment (TvTableRows *self)
{
  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_func (self->adjustment, queue_bind, self);
  g_clear_object (&self->adjustment);
}

static void
tv_table_rows_dispose (GObject *object)
{
  TvTableRows *self = TV_TABLE_ROWS (object);

  forget_model (self);
  forget_adjustment (self);
  g_clear_pointer (&self->places, g_array_unref);

  G_OBJECT_CLASS (tv_table_rows_parent_class)->dispose (object);
}

static void
tv_table_rows_finalize (GObject *object)
{
  TvTableRows *self = TV_TABLE_ROWS (object);

  g_ptr_array_unref (self->widgets);
  g_object_unref (self->names);
  g_clear_pointer (&self->glyphs, tv_number_glyphs_unref);

  G_OBJECT_CLASS (tv_table_rows_parent_class)->finalize (object);
}

static void
tv_table_rows_class_init (TvTableRowsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tv_table_rows_dispose;
  object_class->finalize = tv_table_rows_finalize;
  widget_class->size_allocate = tv_table_rows_size_allocate;
  widget_class->system_setting_changed = tv_table_rows_system_setting_changed;
  widget_class->grab_focus = tv_table_rows_grab_focus;
  widget_class->focus = tv_table_rows_focus;
  g_signal_new ("activate", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("clicked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_INT);
  tv_table_rows_install_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "listview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static void
tv_table_rows_init (TvTableRows *self)
{
  self->widgets = g_ptr_array_new ();
  self->names = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_object (self->names, "value-changed",
                           G_CALLBACK (gtk_widget_queue_allocate), self,
                           G_CONNECT_SWAPPED);
  self->wanted = GTK_INVALID_LIST_POSITION;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  add_click (self);
}

GtkWidget *
tv_table_rows_new (void)
{
  return g_object_new (TV_TYPE_TABLE_ROWS, NULL);
}

/* Writes the numbers again. The unit may have changed. */
static void
refresh (TvTableRows *self)
{
  for (guint i = 0; i < self->widgets->len; i++)
    tv_table_row_refresh (get_widget (self, i));
}

static void
restyle (TvTableRows *self)
{
  for (guint i = 0; i < self->widgets->len; i++)
    tv_table_row_restyle (get_widget (self, i));
}

static void
connect_model (TvTableRows *self)
{
  g_object_connect (self->model, "swapped-signal::reordering",
                    tv_table_rows_save_anchor, self, "swapped-signal::settled",
                    tv_table_rows_restore_anchor, self, "swapped-signal::show-row",
                    tv_table_rows_scroll_to, self, "swapped-signal::texts-changed",
                    refresh, self, "swapped-signal::looks-changed", restyle, self,
                    NULL);
  g_object_connect (self->selection, "swapped-signal::items-changed", on_items_changed,
                    self, "swapped-signal::selection-changed", on_selection_changed,
                    self, NULL);
}

/* Shows other rows, from the first one on. */
void
tv_table_rows_set_model (TvTableRows *self, TvTableModel *model)
{
  g_return_if_fail (TV_IS_TABLE_ROWS (self));

  forget_model (self);
  if (model != NULL)
    {
      self->model = g_object_ref (model);
      self->selection = GTK_SELECTION_MODEL (
          g_object_ref (TV_TABLE_MODEL_GET_IFACE (model)->get_selection (model)));
      self->anchor = TV_TABLE_NO_ANCHOR;
      connect_model (self);
    }
  tv_table_rows_scroll (self, 0);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
tv_table_rows_set_adjustment (TvTableRows *self, GtkAdjustment *adjustment)
{
  g_return_if_fail (TV_IS_TABLE_ROWS (self));

  forget_adjustment (self);
  if (adjustment != NULL)
    {
      self->adjustment = g_object_ref (adjustment);
      g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (queue_bind),
                                self);
      tv_table_rows_scroll (self, 0);
    }
  queue_bind (self);
}

/* Places the cells below their titles. */
void
tv_table_rows_set_places (TvTableRows *self, GArray *places, int x, int width)
{
  g_return_if_fail (TV_IS_TABLE_ROWS (self));

  g_array_ref (places);
  g_clear_pointer (&self->places, g_array_unref);
  self->places = places;
  self->x = x;
  self->width = width;
  (void) scroll_names (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/* Returns (transfer none) where the names stand in a column that is too narrow for
 * them. */
GtkAdjustment *
tv_table_rows_get_names (TvTableRows *self)
{
  return self->names;
}

/* Returns the width in pixels that the longest visible name needs, @whole or without
 * its package. */
int
tv_table_rows_get_name_width (TvTableRows *self, gboolean whole)
{
  int width = 0;

  for (guint i = 0; i < self->widgets->len; i++)
    width = MAX (width, tv_table_row_get_name_width (get_widget (self, i), whole));
  return width;
}

/* Returns the width of the longest name so far, in pixels without its package: columns
 * do not move back and forth during scrolling. */
int
tv_table_rows_get_needed_name_width (TvTableRows *self)
{
  return self->needed;
}
