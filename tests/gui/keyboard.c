/* SPDX-License-Identifier: Apache-2.0 */

/* A window that is driven with the keyboard alone. */

#include "gui/keyboard.h"

#include <check.h>

/**
 * tv_keyboard_press:
 * @window: a window
 * @keys: keys as for tv_gui_keys(), with spaces between them
 *
 * Presses several keys, one after the other.
 */
void
tv_keyboard_press (TvFindWindow *window, const char *keys)
{
  g_auto (GStrv) each = g_strsplit (keys, " ", -1);

  for (guint i = 0; each[i] != NULL; i++)
    tv_find_window_press (window, each[i]);
}

/**
 * tv_keyboard_go_to_table:
 * @window: a window
 *
 * Goes to the table by Tab, from the timeline, which has the focus at first.
 */
void
tv_keyboard_go_to_table (TvFindWindow *window)
{
  for (guint i = 0; i < 30; i++)
    {
      GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window->window));

      /* The triangle of a row has it. */
      if (focus != NULL && gtk_widget_is_ancestor (focus, window->rows))
        return;
      tv_keyboard_press (window, "Tab");
    }
  ck_abort_msg ("Tab does not lead to the table");
}

/**
 * tv_keyboard_shows:
 * @window: a window
 * @row: rank and name of a method
 *
 * Returns: whether the table shows that row
 */
gboolean
tv_keyboard_shows (TvFindWindow *window, const char *row)
{
  return tv_gui_find_text (window->rows, row) != NULL;
}
