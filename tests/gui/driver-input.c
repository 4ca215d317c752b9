/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/driver.h"

#include <check.h>
#include <gdk/x11/gdkx.h>

/* Longer than a slow machine takes from one press to the next. */
#define DOUBLE_CLICK_MS 5000

static char *
dup_window_id (GtkWidget *widget)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (widget));

  return g_strdup_printf ("%lu", gdk_x11_surface_get_xid (surface));
}

static gboolean
is_active (gpointer data)
{
  return gtk_window_is_active (data);
}

/**
 * tv_gui_focus:
 * @widget: a widget of a window that is shown
 *
 * Gives the keyboard to the window of @widget: there is no window manager to do so.
 */
void
tv_gui_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *id = dup_window_id (GTK_WIDGET (root));

  tv_gui_xdotool ("windowraise", id, "windowfocus", id, NULL);
  tv_gui_wait (is_active, root, "the window to get the focus");
}

/**
 * tv_gui_resize:
 * @widget: a widget of a window that is shown
 * @width: in pixels
 * @height: in pixels
 *
 * Makes the window of @widget as large, as the user does by its border.
 */
void
tv_gui_resize (GtkWidget *widget, int width, int height)
{
  g_autofree char *id = dup_window_id (GTK_WIDGET (gtk_widget_get_root (widget)));
  g_autofree char *width_text = g_strdup_printf ("%d", width);
  g_autofree char *height_text = g_strdup_printf ("%d", height);

  tv_gui_xdotool ("windowsize", "--sync", id, width_text, height_text, NULL);
  tv_gui_settle ();
}

/**
 * tv_gui_keys:
 * @widget: a widget of the window that gets the keys
 * @keys: keys as xdotool writes them, such as `ctrl+o`
 *
 * Presses and releases @keys.
 */
void
tv_gui_keys (GtkWidget *widget, const char *keys)
{
  tv_gui_focus (widget);
  tv_gui_xdotool ("key", keys, NULL);
  tv_gui_settle ();
}

/**
 * tv_gui_type:
 * @widget: a widget of the window that gets the keys
 * @text: what to type
 *
 * Types @text.
 */
void
tv_gui_type (GtkWidget *widget, const char *text)
{
  tv_gui_focus (widget);
  tv_gui_xdotool ("type", "--delay", "5", text, NULL);
  tv_gui_settle ();
}

/* Where a place in @widget is, in pixels of its window. */
static void
find_place (GtkWidget *widget, double x, double y, int *window_x, int *window_y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  double native_x = 0.0;
  double native_y = 0.0;
  double surface_x = 0.0;
  double surface_y = 0.0;

  ck_assert (gtk_widget_translate_coordinates (widget, GTK_WIDGET (native), x, y,
                                               &native_x, &native_y));
  gtk_native_get_surface_transform (native, &surface_x, &surface_y);
  *window_x = (int) (native_x + surface_x);
  *window_y = (int) (native_y + surface_y);
}

/**
 * tv_gui_move:
 * @widget: a widget that is shown
 * @x: pixels from its left side
 * @y: pixels from its top
 *
 * Moves the pointer there, and after @widget if the window puts it elsewhere meanwhile.
 */
void
tv_gui_move (GtkWidget *widget, double x, double y)
{
  g_autofree char *id = dup_window_id (widget);
  int to_x;
  int to_y;
  int now_x;
  int now_y;

  find_place (widget, x, y, &now_x, &now_y);
  do
    {
      g_autofree char *x_text = g_strdup_printf ("%d", now_x);
      g_autofree char *y_text = g_strdup_printf ("%d", now_y);

      to_x = now_x;
      to_y = now_y;
      tv_gui_xdotool ("mousemove", "--window", id, x_text, y_text, NULL);
      find_place (widget, x, y, &now_x, &now_y);
    }
  while (now_x != to_x || now_y != to_y);
}

/**
 * tv_gui_press:
 * @button: number of a button
 * @n_presses: how many times in a row, as in a double click
 *
 * Presses and releases a button of the mouse where the pointer is. However slow the
 * machine is, the presses belong together.
 *
 * What a press changed is drawn before the release: after a new layout GTK 4.8 asks the
 * server for the pointer, and drops a click whose button it finds up, although the
 * release has yet to come.
 */
void
tv_gui_press (guint button, guint n_presses)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autofree char *name = g_strdup_printf ("%u", button);
  int double_click = 0;

  g_object_get (settings, "gtk-double-click-time", &double_click, NULL);
  g_object_set (settings, "gtk-double-click-time", DOUBLE_CLICK_MS, NULL);
  for (guint i = 0; i < n_presses; i++)
    {
      tv_gui_xdotool ("mousedown", name, NULL);
      tv_gui_settle ();
      tv_gui_xdotool ("mouseup", name, NULL);
      tv_gui_settle ();
    }
  g_object_set (settings, "gtk-double-click-time", double_click, NULL);
}

/* As a hand does. What the pointer comes to may change the layout, after which GTK 4.8
 * drops a click whose button the server has up already. */
static void
move_to_rest (GtkWidget *widget, double x, double y)
{
  tv_gui_move (widget, x, y);
  tv_gui_settle ();
  tv_gui_move (widget, x, y);
}

/**
 * tv_gui_click:
 * @widget: a widget that is shown
 * @x: pixels from its left side
 * @y: pixels from its top
 *
 * Clicks there with the first button.
 */
void
tv_gui_click (GtkWidget *widget, double x, double y)
{
  move_to_rest (widget, x, y);
  tv_gui_xdotool ("click", "1", NULL);
  tv_gui_settle ();
}

/**
 * tv_gui_click_secondary:
 * @widget: a widget that is shown
 * @x: pixels from its left side
 * @y: pixels from its top
 *
 * Clicks there with the button that opens menus.
 */
void
tv_gui_click_secondary (GtkWidget *widget, double x, double y)
{
  move_to_rest (widget, x, y);
  tv_gui_xdotool ("click", "3", NULL);
  tv_gui_settle ();
}

/**
 * tv_gui_click_middle:
 * @widget: a widget that is shown
 *
 * Clicks in the middle of @widget with the first button.
 */
void
tv_gui_click_middle (GtkWidget *widget)
{
  tv_gui_click (widget, gtk_widget_get_width (widget) / 2.0,
                gtk_widget_get_height (widget) / 2.0);
}

/**
 * tv_gui_drag:
 * @widget: a widget that is shown
 * @from_x: where to press
 * @from_y: where to press
 * @to_x: where to release
 * @to_y: where to release
 *
 * Drags with the first button, in several steps as a hand does.
 */
void
tv_gui_drag (GtkWidget *widget, double from_x, double from_y, double to_x, double to_y)
{
  const int n_steps = 8;

  tv_gui_move (widget, from_x, from_y);
  tv_gui_xdotool ("mousedown", "1", NULL);
  tv_gui_settle ();
  for (int i = 1; i <= n_steps; i++)
    {
      tv_gui_move (widget, from_x + (to_x - from_x) * i / n_steps,
                   from_y + (to_y - from_y) * i / n_steps);
      tv_gui_settle ();
    }
  tv_gui_xdotool ("mouseup", "1", NULL);
  tv_gui_settle ();
}
