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
  GtkWidget *widget = tv_find_window_get_row (window, row);

  tv_gui_click_secondary (widget, 100, gtk_widget_get_height (widget) / 2.0);
  tv_gui_choose (GTK_WIDGET (window->panel), path);
}
