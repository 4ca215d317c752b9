/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/column-actions.h"

#include "ui/table/column-chooser.h"

#include <math.h>

/* Pixels on both sides of a title's edge within which GTK drags the edge. */
#define EDGE_WIDTH 3

struct _TvColumnActions
{
  TvTableView *table;
  TvColumnLayout *layout;
  GtkWidget *chooser;
  gboolean has_model;
  guint edge; /* the column whose edge was pressed last */
  guint32 edge_time;
  gboolean header_pressed;

  GActionMap *actions;
  GSimpleAction *columns;
};

/* Columns */

static void
change_columns (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvColumnActions *self = user_data;

  tv_column_layout_restore (self->layout, state);
}

static void
on_layout_changed (TvColumnActions *self)
{
  g_simple_action_set_state (self->columns, tv_column_layout_save (self->layout));
}

static void
choose_at (TvColumnActions *self, const GdkRectangle *place)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (self->chooser), place);
  gtk_popover_popup (GTK_POPOVER (self->chooser));
}

/* The keyboard and a menu open the popover below the header, over the names. */
static void
choose_columns (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvColumnActions *self = user_data;
  const int width = gtk_widget_get_width (GTK_WIDGET (self->table));
  const gboolean rtl
      = gtk_widget_get_direction (GTK_WIDGET (self->table)) == GTK_TEXT_DIR_RTL;
  const GdkRectangle place = { rtl ? width * 3 / 4 : width / 4, 0, 1,
                               tv_table_view_get_header_height (self->table) };

  if (self->has_model)
    choose_at (self, &place);
}

static void
reset_columns (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvColumnActions *self = user_data;

  tv_column_layout_reset (self->layout);
}

/* Widths */

/* Changes the width of the sorted column. Ranks are in the column of names. */
static void
step_width (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvColumnActions *self = user_data;
  TvTableColumns *columns = tv_table_view_get_columns (self->table);
  const char *name = g_action_get_name (G_ACTION (action));
  guint column;
  gboolean descending;

  if (columns == NULL)
    return;
  column = tv_table_columns_find_sort (columns, &descending);
  tv_table_view_step_width (
      self->table, column != TV_TABLE_MAX_COLUMNS ? column : TV_TABLE_NAME_COLUMN,
      g_str_equal (name, "wider-column")      ? TV_COLUMN_WIDER
      : g_str_equal (name, "narrower-column") ? TV_COLUMN_NARROWER
                                              : TV_COLUMN_FITTED);
}

/* Sorting without the mouse: titles of GTK's column views take no focus. */

/* The model's own order comes before the first column and after the last. */
static void
sort_by_neighbor (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvColumnActions *self = user_data;
  TvTableColumns *columns = tv_table_view_get_columns (self->table);
  guint shown[TV_TABLE_MAX_COLUMNS];
  gboolean descending;
  guint sorted;
  int place = -1;
  int n;

  if (columns == NULL)
    return;
  n = (int) tv_table_columns_list_shown (columns, shown);
  sorted = tv_table_columns_find_sort (columns, &descending);
  for (int i = 0; i < n; i++)
    if (shown[i] == sorted)
      place = i;
  place += g_str_equal (g_action_get_name (G_ACTION (action)), "sort-next") ? 1 : -1;
  if (place < -1)
    place = n - 1;
  sorted = place >= 0 && place < n ? shown[place] : TV_TABLE_MAX_COLUMNS;
  /* A click on the title does the same. */
  tv_table_columns_sort_by (columns, sorted, sorted != TV_TABLE_NAME_COLUMN);
}

static void
reverse_order (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvColumnActions *self = user_data;
  TvTableColumns *columns = tv_table_view_get_columns (self->table);
  gboolean descending;
  guint sorted;

  if (columns == NULL)
    return;
  sorted = tv_table_columns_find_sort (columns, &descending);
  if (sorted == TV_TABLE_MAX_COLUMNS)
    gtk_widget_error_bell (GTK_WIDGET (self->table));
  else
    tv_table_columns_sort_by (columns, sorted, !descending);
}

/* GTK leaves the window without a focus. */
static void
on_chooser_closed (GtkPopover *chooser, gpointer user_data)
{
  TvColumnActions *self = user_data;

  (void) gtk_widget_grab_focus (GTK_WIDGET (tv_table_view_get_rows (self->table)));
}

/* The pointer on the header */

static void
on_header_clicked (GtkGestureClick *gesture, int n_press, double x, double y,
                   gpointer user_data)
{
  TvColumnActions *self = user_data;
  const GdkRectangle place = { (int) x, (int) y, 1, 1 };

  if (!self->has_model || y >= tv_table_view_get_header_height (self->table))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  choose_at (self, &place);
}

/* Finds the column whose edge GTK would drag from a place. */
static guint
find_edge (TvColumnActions *self, double x)
{
  TvTableColumns *columns = tv_table_view_get_columns (self->table);
  const gboolean rtl
      = gtk_widget_get_direction (GTK_WIDGET (self->table)) == GTK_TEXT_DIR_RTL;

  for (guint i = 0; columns != NULL && i < TV_TABLE_MAX_COLUMNS; i++)
    {
      GtkWidget *title = tv_table_columns_get_title (columns, i);
      graphene_rect_t bounds;

      if (title == NULL || !gtk_widget_get_visible (title)
          || !gtk_widget_compute_bounds (title, GTK_WIDGET (self->table), &bounds))
        continue;
      if (fabs (x - bounds.origin.x - (rtl ? 0 : bounds.size.width)) <= EDGE_WIDTH)
        return i;
    }
  return TV_TABLE_MAX_COLUMNS;
}

static gboolean
is_second_press (TvColumnActions *self, guint edge, guint32 time)
{
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (self->table));
  int double_click;

  g_object_get (settings, "gtk-double-click-time", &double_click, NULL);
  return edge == self->edge && time - self->edge_time <= (guint32) double_click;
}

/* GTK uses the first press for dragging, so no gesture counts a second one. */
static void
on_primary_pressed (GtkGestureClick *gesture, int n_press, double x, double y,
                    gpointer user_data)
{
  TvColumnActions *self = user_data;
  TvTableColumns *columns = tv_table_view_get_columns (self->table);
  const guint32 time
      = gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (gesture));
  const gboolean in_header = y < tv_table_view_get_header_height (self->table);
  const guint edge = in_header ? find_edge (self, x) : TV_TABLE_MAX_COLUMNS;
  const gboolean second
      = edge != TV_TABLE_MAX_COLUMNS && is_second_press (self, edge, time);

  if (columns != NULL)
    tv_table_columns_set_clicked (columns, in_header);
  self->header_pressed = in_header;
  self->edge = second ? TV_TABLE_MAX_COLUMNS : edge;
  self->edge_time = time;
  if (!second)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  tv_table_view_step_width (self->table, edge, TV_COLUMN_FITTED);
}

/* After a click or a drag on the header, the rows get the keys. GTK gives the focus to
 * a title while it drags, and no gesture sees the end of the drag. */
static gboolean
on_event (GtkEventControllerLegacy *controller, GdkEvent *event, gpointer user_data)
{
  TvColumnActions *self = user_data;
  const GdkEventType type = gdk_event_get_event_type (event);
  GtkWidget *rows = GTK_WIDGET (tv_table_view_get_rows (self->table));

  if (!self->header_pressed
      || (type != GDK_BUTTON_RELEASE && type != GDK_TOUCH_END
          && type != GDK_TOUCH_CANCEL))
    return GDK_EVENT_PROPAGATE;
  self->header_pressed = FALSE;
  /* If the rows have the focus, they may have been scrolled. */
  if (gtk_widget_get_focus_child (rows) == NULL)
    (void) gtk_widget_grab_focus (rows);
  return GDK_EVENT_PROPAGATE;
}

static const GActionEntry entries[] = {
  { "columns", NULL, NULL, "@" TV_COLUMN_LAYOUT_TYPE " []", change_columns, { 0 } },
  { "choose-columns", choose_columns, NULL, NULL, NULL, { 0 } },
  { "reset-columns", reset_columns, NULL, NULL, NULL, { 0 } },
  { "wider-column", step_width, NULL, NULL, NULL, { 0 } },
  { "narrower-column", step_width, NULL, NULL, NULL, { 0 } },
  { "fit-column", step_width, NULL, NULL, NULL, { 0 } },
  { "sort-next", sort_by_neighbor, NULL, NULL, NULL, { 0 } },
  { "sort-previous", sort_by_neighbor, NULL, NULL, NULL, { 0 } },
  { "sort-reverse", reverse_order, NULL, NULL, NULL, { 0 } },
};

static void
add_actions (TvColumnActions *self, GActionMap *actions)
{
  self->actions = g_object_ref (actions);
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), self);
  self->columns = G_SIMPLE_ACTION (
      g_object_ref (g_action_map_lookup_action (actions, "columns")));
}

typedef void (*PressFunc) (GtkGestureClick *gesture, int n_press, double x, double y,
                           gpointer user_data);

/* In the capture phase, before the header uses the press. */
static void
add_gesture (TvColumnActions *self, guint button, PressFunc func)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), button);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click),
                                              GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (func), self);
  gtk_widget_add_controller (GTK_WIDGET (self->table), GTK_EVENT_CONTROLLER (click));
}

static void
watch_events (TvColumnActions *self)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();

  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect (events, "event", G_CALLBACK (on_event), self);
  gtk_widget_add_controller (GTK_WIDGET (self->table), events);
}

static void
add_keys (TvColumnActions *self, const char *prefix)
{
  static const struct
  {
    const char *keys;
    const char *action;
  } shortcuts[] = {
    { "<Control><Alt>plus|<Control><Alt>equal", "wider-column" },
    { "<Control><Alt>minus", "narrower-column" },
    { "<Control><Alt>0", "fit-column" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    {
      g_autofree char *action = g_strconcat (prefix, ".", shortcuts[i].action, NULL);

      gtk_shortcut_controller_add_shortcut (
          GTK_SHORTCUT_CONTROLLER (controller),
          gtk_shortcut_new (gtk_shortcut_trigger_parse_string (shortcuts[i].keys),
                            gtk_named_action_new (action)));
    }
  gtk_widget_add_controller (GTK_WIDGET (self->table), controller);
}

/**
 * tv_column_actions_new:
 * @table: a table; must outlive the actions
 * @layout: the layout of its columns
 * @actions: where to add the actions
 * @prefix: the prefix under which they are inserted, for their keys
 *
 * Adds the actions to those of a view, and keys and gestures to its table.
 *
 * Returns: (transfer full): the actions, to be freed with tv_column_actions_free()
 */
TvColumnActions *
tv_column_actions_new (TvTableView *table, TvColumnLayout *layout, GActionMap *actions,
                       const char *prefix)
{
  TvColumnActions *self;

  self = g_new0 (TvColumnActions, 1);
  self->table = table;
  self->layout = g_object_ref (layout);
  add_actions (self, actions);
  g_signal_connect_swapped (self->layout, "changed", G_CALLBACK (on_layout_changed),
                            self);
  self->chooser = tv_column_chooser_new (table, self->layout);
  g_signal_connect (self->chooser, "closed", G_CALLBACK (on_chooser_closed), self);

  self->edge = TV_TABLE_MAX_COLUMNS;
  add_gesture (self, GDK_BUTTON_SECONDARY, on_header_clicked);
  add_gesture (self, GDK_BUTTON_PRIMARY, on_primary_pressed);
  watch_events (self);
  add_keys (self, prefix);
  return self;
}

/* Call it before the table is destroyed. */
void
tv_column_actions_free (TvColumnActions *self)
{
  g_signal_handlers_disconnect_by_data (self->layout, self);
  g_signal_handlers_disconnect_by_data (self->chooser, self);
  /* The group may live longer. */
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_action_map_remove_action (self->actions, entries[i].name);
  g_clear_object (&self->actions);
  g_clear_object (&self->columns);
  g_clear_object (&self->layout);
  g_free (self);
}

/**
 * tv_column_actions_set_model:
 * @self: actions
 * @model: (nullable): the model of the table, %NULL for none
 *
 * Offers the columns of another model.
 */
void
tv_column_actions_set_model (TvColumnActions *self, TvTableModel *model)
{
  self->has_model = model != NULL;
  tv_column_chooser_set_model (TV_COLUMN_CHOOSER (self->chooser), model);
  if (model == NULL)
    gtk_popover_popdown (GTK_POPOVER (self->chooser));
}
