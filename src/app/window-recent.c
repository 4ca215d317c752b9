/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/recent-files.h"
#include "app/window-private.h"

#include <glib/gi18n-lib.h>

/* GMenu takes an underscore for a mnemonic. */
static char *
escape_underscores (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);

  return g_strjoinv ("__", parts);
}

static GMenuModel *
build_menu (GPtrArray *files)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < files->len; i++)
    {
      GtkRecentInfo *info = g_ptr_array_index (files, i);
      g_autofree char *folder = tv_recent_files_dup_folder (info);
      g_autofree char *text = g_strdup_printf (
          "%s — %s", gtk_recent_info_get_display_name (info), folder);
      g_autofree char *label = escape_underscores (text);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.open-recent", "s",
                                         gtk_recent_info_get_uri (info));
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static GtkWidget *
build_row (GtkRecentInfo *info)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *name = gtk_label_new (gtk_recent_info_get_display_name (info));
  g_autofree char *folder_name = tv_recent_files_dup_folder (info);
  GtkWidget *folder = gtk_label_new (folder_name);

  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (folder), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (folder), PANGO_ELLIPSIZE_START);
  gtk_widget_add_css_class (folder, "dim-label");
  gtk_widget_add_css_class (folder, "caption");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), folder);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-recent");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s",
                                    gtk_recent_info_get_uri (info));
  return row;
}

static void
fill_list (TvWindow *self, GPtrArray *files)
{
  GtkWidget *row = NULL;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->recent_list))) != NULL)
    gtk_list_box_remove (self->recent_list, row);
  for (guint i = 0; i < files->len; i++)
    gtk_list_box_append (self->recent_list, build_row (g_ptr_array_index (files, i)));
}

static char *
join_uris (GPtrArray *files)
{
  GString *uris = g_string_new (NULL);

  for (guint i = 0; i < files->len; i++)
    g_string_append_printf (uris, "%s\n",
                            gtk_recent_info_get_uri (g_ptr_array_index (files, i)));
  return g_string_free (uris, FALSE);
}

/* Every program on the desktop changes the list: what shows is left alone, with the row
 * under the pointer and the focus, unless it is our part of the list that changed. */
static void
update_recent_files (TvWindow *self)
{
  g_autoptr (GPtrArray) files = tv_recent_files_list ();
  g_autofree char *uris = join_uris (files);
  g_autoptr (GMenuModel) menu = NULL;

  if (g_strcmp0 (uris, self->recent_uris) == 0)
    return;
  g_free (self->recent_uris);
  self->recent_uris = g_steal_pointer (&uris);

  menu = build_menu (files);
  gtk_menu_button_set_menu_model (self->recent_button, menu);
  gtk_widget_set_visible (GTK_WIDGET (self->recent_button), files->len > 0);
  fill_list (self, files);
  gtk_widget_set_visible (self->recent_box, files->len > 0);
}

/* Fills the menu and the list of the files opened last, and keeps them up to date. */
void
tv_window_init_recent (TvWindow *self)
{
  update_recent_files (self);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           G_CALLBACK (update_recent_files), self, G_CONNECT_SWAPPED);
}
