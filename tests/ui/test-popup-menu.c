/* SPDX-License-Identifier: Apache-2.0 */

#include "support/test-runner.h"
#include "ui/display.h"
#include "ui/widgets/popup-menu.h"

#include <check.h>

typedef struct
{
  GtkWidget *menu;
  gboolean is_checked;
} Closed;

static gboolean
assert_no_parent (gpointer data)
{
  Closed *closed = data;

  ck_assert_ptr_null (gtk_widget_get_parent (closed->menu));
  closed->is_checked = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
is_checked (gpointer data)
{
  return ((Closed *) data)->is_checked;
}

/* A hidden menu that is still there can get the pointer, and GTK then looks for its
 * surface. */
START_TEST (test_a_closed_menu_goes_before_the_next_event)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *owner = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  g_autoptr (GMenu) items = g_menu_new ();
  Closed closed = { 0 };

  gtk_window_set_child (GTK_WINDOW (window), owner);
  gtk_window_present (GTK_WINDOW (window));
  tv_gui_settle ();
  g_menu_append (items, "Close", "window.close");
  closed.menu = g_object_ref (tv_popup_menu_open (owner, G_MENU_MODEL (items),
                                                  &(GdkRectangle){ 10, 10, 1, 1 }));
  tv_gui_settle ();
  ck_assert (gtk_widget_get_mapped (closed.menu));
  gtk_popover_popdown (GTK_POPOVER (closed.menu));
  ck_assert_ptr_eq (gtk_widget_get_parent (closed.menu), owner);
  g_idle_add_full (GDK_PRIORITY_EVENTS, assert_no_parent, &closed, NULL);
  tv_gui_wait (is_checked, &closed, "the next event");
  g_object_unref (closed.menu);
  gtk_window_destroy (GTK_WINDOW (window));
}
END_TEST

TV_DISPLAY_TESTS (NULL, NULL)
