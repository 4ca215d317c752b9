/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/table/row-menu.h"

#include "ui/widgets/popup-menu.h"

#include <glib/gi18n-lib.h>

/**
 * tv_row_menu_append:
 * @self: a menu
 * @menu: what to append to
 * @title: title of the item
 * @action: its action, with its target
 *
 * Appends an item that shows the first of its keys.
 */
void
tv_row_menu_append (const TvRowMenu *self, GMenu *menu, const char *title,
                    const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (title, action);

  for (guint i = 0; i < self->n_shortcuts; i++)
    if (g_str_equal (self->shortcuts[i].action, action))
      {
        g_auto (GStrv) keys = g_strsplit (self->shortcuts[i].keys, "|", 2);

        g_menu_item_set_attribute (item, "accel", "s", keys[0]);
      }
  g_menu_append_item (menu, item);
}

/**
 * tv_row_menu_new_part:
 * @self: a menu
 * @items: (array zero-terminated=1): items, and one without a title
 *
 * Returns: (transfer full): a section or a submenu of these items
 */
GMenu *
tv_row_menu_new_part (const TvRowMenu *self, const TvRowItem *items)
{
  GMenu *part = g_menu_new ();

  for (; items->title != NULL; items++)
    tv_row_menu_append (self, part, _ (items->title), items->action);
  return part;
}

/* GTK leaves the window without a focus. */
static void
on_closed (GtkPopover *popover, GtkWidget *rows)
{
  gtk_widget_grab_focus (rows);
}

static void
give_focus_back (GtkWidget *popover, TvTableRows *rows)
{
  g_signal_connect_object (popover, "closed", G_CALLBACK (on_closed), rows, 0);
}

/* Converts from coordinates of the rows to those of the owner. */
static GdkRectangle
place_in_owner (TvTableRows *rows, GtkWidget *owner, GdkRectangle place)
{
  double x = place.x;
  double y = place.y;

  (void) gtk_widget_translate_coordinates (GTK_WIDGET (rows), owner, x, y, &x, &y);
  place.x = (int) x;
  place.y = (int) y;
  return place;
}

static void
open_at (const TvRowMenu *self, TvTableRows *rows, GtkWidget *owner, GdkRectangle place)
{
  g_autoptr (GMenuModel) model = self->make (owner);

  place = place_in_owner (rows, owner, place);
  give_focus_back (tv_popup_menu_open (owner, model, &place), rows);
}

/**
 * tv_row_menu_go_to_row:
 * @rows: the rows
 *
 * Scrolls to the selected row. Without one, selects the row with the cursor.
 *
 * Returns: whether there is a row
 */
gboolean
tv_row_menu_go_to_row (TvTableRows *rows)
{
  guint position = tv_table_rows_get_selected (rows);

  if (position == GTK_INVALID_LIST_POSITION)
    position = tv_table_rows_get_cursor (rows);
  if (position >= tv_table_rows_get_n (rows))
    return FALSE;
  tv_table_rows_move_cursor (rows, position, TRUE);
  return TRUE;
}

/**
 * tv_row_menu_open:
 * @self: a menu
 * @rows: the rows
 * @owner: who presents it
 *
 * Opens the menu of the selected row, as the menu key does.
 */
void
tv_row_menu_open (const TvRowMenu *self, TvTableRows *rows, GtkWidget *owner)
{
  if (tv_row_menu_go_to_row (rows))
    open_at (self, rows, owner, tv_table_rows_get_cursor_area (rows));
}

/**
 * tv_row_menu_show_text:
 * @rows: the rows
 * @owner: who presents it
 * @text: (nullable): the text about the selected row
 *
 * Shows a text, which can be copied, at the row with the cursor, or rings the bell.
 */
void
tv_row_menu_show_text (TvTableRows *rows, GtkWidget *owner, const char *text)
{
  const GdkRectangle place
      = place_in_owner (rows, owner, tv_table_rows_get_cursor_area (rows));

  if (text == NULL)
    gtk_widget_error_bell (owner);
  else
    give_focus_back (tv_popup_text_open (owner, text, &place), rows);
}

typedef struct
{
  const TvRowMenu *menu;
  GtkWidget *owner;
} Click;

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, Click *click)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (gesture);
  TvTableRows *rows = TV_TABLE_ROWS (gtk_event_controller_get_widget (controller));
  GdkEvent *event = gtk_event_controller_get_current_event (controller);
  const guint position = tv_table_rows_find_position (rows, y);

  if (event == NULL || !gdk_event_triggers_context_menu (event)
      || position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  tv_table_rows_move_cursor (rows, position, TRUE);
  open_at (click->menu, rows, click->owner, (GdkRectangle){ (int) x, (int) y, 1, 1 });
}

static void
free_click (gpointer click, GClosure *closure)
{
  g_free (click);
}

static GtkShortcut *
new_shortcut (const TvRowShortcut *shortcut)
{
  GtkShortcutTrigger *trigger = gtk_shortcut_trigger_parse_string (shortcut->keys);
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GtkShortcut *made;

  if (!g_action_parse_detailed_name (shortcut->action, &name, &target, NULL))
    g_assert_not_reached ();
  made = gtk_shortcut_new (trigger, gtk_named_action_new (name));
  gtk_shortcut_set_arguments (made, target);
  return made;
}

/**
 * tv_row_menu_add_keys:
 * @self: a menu
 * @widget: the rows, or another widget that can reach their actions
 *
 * Makes the keys of the rows work while @widget, or a child of it, has the focus.
 */
void
tv_row_menu_add_keys (const TvRowMenu *self, GtkWidget *widget)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  for (guint i = 0; i < self->n_shortcuts; i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                          new_shortcut (&self->shortcuts[i]));
  gtk_widget_add_controller (widget, keys);
}

/**
 * tv_row_menu_add:
 * @self: a menu
 * @rows: the rows of a table in @owner
 * @owner: who presents the menu
 *
 * Gives the rows their keys, and opens the menu of a row at a secondary click.
 */
void
tv_row_menu_add (const TvRowMenu *self, TvTableRows *rows, GtkWidget *owner)
{
  GtkGesture *gesture = gtk_gesture_click_new ();
  Click *click = g_new0 (Click, 1);

  tv_row_menu_add_keys (self, GTK_WIDGET (rows));
  *click = (Click){ self, owner };
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), 0);
  g_signal_connect_data (gesture, "pressed", G_CALLBACK (on_pressed), click, free_click,
                         0);
  gtk_widget_add_controller (GTK_WIDGET (rows), GTK_EVENT_CONTROLLER (gesture));
}
