/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/shop-window.h"

#include "support/trace-writer.h"

#include <check.h>

static void
enter (TvTraceWriter *writer, guint32 method, guint64 ms)
{
  tv_trace_writer_enter (writer, 1, method, ms * 1000, ms * 1000);
}

static void
leave (TvTraceWriter *writer, guint32 method, guint64 ms)
{
  tv_trace_writer_exit (writer, 1, method, ms * 1000, ms * 1000);
}

/**
 * tv_shop_write:
 * @folder: where to
 *
 * Writes a trace of methods in three packages, one of which has no name.
 *
 * Returns: (transfer full): its path
 */
char *
tv_shop_write (const char *folder)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  char *path = g_build_filename (folder, "shop.trace", NULL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, TV_SHOP_MAIN, "Main", "main", "()V", "Main.java",
                              1);
  tv_trace_writer_add_method (writer, TV_SHOP_ADD, "shop.Cart", "add", "()V",
                              "Cart.java", 1);
  tv_trace_writer_add_method (writer, TV_SHOP_SUM, "shop.Cart", "sum", "()V",
                              "Cart.java", 1);
  tv_trace_writer_add_method (writer, TV_SHOP_SEND, "shop.net.Net", "send", "()V",
                              "Net.java", 1);
  enter (writer, TV_SHOP_MAIN, 0);
  enter (writer, TV_SHOP_ADD, 100);
  leave (writer, TV_SHOP_ADD, 200);
  enter (writer, TV_SHOP_ADD, 300);
  enter (writer, TV_SHOP_SEND, 320);
  leave (writer, TV_SHOP_SEND, 380);
  leave (writer, TV_SHOP_ADD, 400);
  enter (writer, TV_SHOP_SUM, 500);
  leave (writer, TV_SHOP_SUM, 900);
  leave (writer, TV_SHOP_MAIN, 1000);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  return path;
}

static GtkWidget *
find_menu (TvFindWindow *window)
{
  return tv_gui_find_type (GTK_WIDGET (window->panel), "GtkPopoverMenu");
}

static gboolean
has_menu (gpointer data)
{
  return find_menu (data) != NULL;
}

static gboolean
has_no_menu (gpointer data)
{
  return find_menu (data) == NULL;
}

typedef struct
{
  TvFindWindow *window;
  const char *title;
} Item;

static gboolean
is_offered (gpointer data)
{
  const Item *item = data;
  GtkWidget *menu = find_menu (item->window);

  return menu != NULL && tv_gui_find_text (menu, item->title) != NULL;
}

static void
click_item (TvFindWindow *window, const char *title)
{
  Item item = { window, title };

  tv_gui_wait (is_offered, &item, title);
  tv_gui_settle ();
  tv_gui_click_middle (tv_gui_find_text (find_menu (window), title));
}

/**
 * tv_shop_choose:
 * @window: a window of that trace
 * @row: rank and name of a method
 * @path: titles in the menu with slashes between them
 *
 * Opens the menu of a row with the secondary button, and clicks its way to an item.
 */
void
tv_shop_choose (TvFindWindow *window, const char *row, const char *path)
{
  g_auto (GStrv) titles = g_strsplit (path, "/", -1);
  GtkWidget *widget = tv_find_window_get_row (window, row);

  tv_gui_click_secondary (widget, 100, gtk_widget_get_height (widget) / 2.0);
  tv_gui_wait (has_menu, window, "the menu of the row");
  for (guint i = 0; titles[i] != NULL; i++)
    click_item (window, titles[i]);
  tv_gui_wait (has_no_menu, window, "the menu to close");
  tv_gui_settle ();
}
