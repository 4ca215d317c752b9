/* SPDX-License-Identifier: Apache-2.0 */

/* Rows that leave out what does not fit, and open it in a menu instead. */

#include "ui/display.h"
#include "ui/widgets/fit.h"

#include <check.h>

static GtkWidget *window;
static GtkWidget *row;
static GtkWidget *first;
static GtkWidget *last;
static GtkWidget *text;

/* Two buttons of 100 pixels and a text behind them. */
static void
set_up (void)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  window = gtk_window_new ();
  row = tv_fit_row_new (G_MENU_MODEL (menu), "Options");
  first = gtk_button_new ();
  last = gtk_button_new ();
  text = gtk_label_new ("A text that may get narrow");
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_size_request (first, 100, -1);
  gtk_widget_set_size_request (last, 100, -1);
  gtk_box_append (GTK_BOX (row), first);
  gtk_box_append (GTK_BOX (row), last);
  gtk_box_append (GTK_BOX (row), text);
  gtk_window_set_titlebar (GTK_WINDOW (window),
                           gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
  gtk_window_set_child (GTK_WINDOW (window), row);
  gtk_window_present (GTK_WINDOW (window));
}

static void
tear_down (void)
{
  gtk_window_destroy (GTK_WINDOW (window));
  tv_gui_settle ();
}

static void
assert_shown (int width, gboolean shows_last, gboolean shows_menu)
{
  tv_gui_resize (window, width, 100);
  ck_assert (gtk_widget_get_child_visible (first));
  ck_assert (gtk_widget_get_child_visible (text));
  ck_assert_int_eq (gtk_widget_get_child_visible (last), shows_last);
  ck_assert_int_eq (gtk_widget_get_child_visible (gtk_widget_get_first_child (row)),
                    shows_menu);
}

START_TEST (test_the_last_button_gives_way)
{
  assert_shown (600, TRUE, FALSE);
  assert_shown (280, TRUE, FALSE);
  assert_shown (200, FALSE, TRUE);
  assert_shown (600, TRUE, FALSE);
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
