/* SPDX-License-Identifier: Apache-2.0 */

/* What takes several steps of mouse and keys. */

#include "gui/driver.h"

#include <check.h>

typedef struct
{
  GtkWidget *root;
  const char *text;
} Explanation;

static gboolean
is_explained (gpointer data)
{
  const Explanation *wait = data;
  GtkWidget *tooltip = tv_gui_find_type (wait->root, "GtkTooltipWindow");

  return tooltip != NULL && tv_gui_find_text (tooltip, wait->text) != NULL;
}

/**
 * tv_gui_wait_for_tooltip:
 * @widget: a widget
 * @x: pixels from its left side
 * @y: pixels from its top
 * @text: all of what GTK's tooltip says there
 *
 * Moves the pointer there as a hand does, and waits until the tooltip is shown.
 */
void
tv_gui_wait_for_tooltip (GtkWidget *widget, double x, double y, const char *text)
{
  Explanation wait = { GTK_WIDGET (gtk_widget_get_root (widget)), text };

  tv_gui_move (widget, x, y);
  tv_gui_move (widget, x + 1, y + 1);
  tv_gui_wait (is_explained, &wait, text);
}

/**
 * tv_gui_choose:
 * @root: where a menu is open
 * @path: titles of items, with slashes between them
 *
 * Clicks its way through a menu to an item, which closes the menu.
 */
void
tv_gui_choose (GtkWidget *root, const char *path)
{
  g_auto (GStrv) titles = g_strsplit (path, "/", -1);

  tv_gui_settle ();
  for (guint i = 0; titles[i] != NULL; i++)
    {
      GtkWidget *menu = tv_gui_find_type (root, "GtkPopoverMenu");

      ck_assert_msg (menu != NULL, "no menu with “%s”", titles[i]);
      tv_gui_wait_for_text (menu, titles[i]);
      tv_gui_click_middle (tv_gui_find_text (menu, titles[i]));
    }
  ck_assert_msg (tv_gui_find_type (root, "GtkPopoverMenu") == NULL,
                 "“%s” leaves the menu open", path);
}

/**
 * tv_gui_save_as:
 * @path: where to
 * @button: text of the button that saves
 *
 * Answers the file dialog that opens. The name is not typed, and no key closes the
 * dialog: as it hides, GTK 4.8 at times asks where the pointer is in a surface that is
 * already gone, which is a critical warning.
 */
void
tv_gui_save_as (const char *path, const char *button)
{
  GtkWindow *dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  g_autofree char *folder_name = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GFile) folder = g_file_new_for_path (folder_name);

  ck_assert (gtk_file_chooser_set_current_folder (chooser, folder, NULL));
  tv_gui_settle ();
  gtk_file_chooser_set_current_name (chooser, name);
  tv_gui_settle ();
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (dialog), button));
}
