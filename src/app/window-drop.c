/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/window-private.h"

static gboolean
open_dropped_files (GtkDropTarget *target, const GValue *value, double x, double y,
                    gpointer user_data)
{
  TvWindow *self = user_data;

  if (G_VALUE_HOLDS (value, G_TYPE_FILE))
    {
      GFile *file = g_value_get_object (value);

      if (file == NULL)
        return FALSE;
      tv_window_open_file (self, file);
      return TRUE;
    }
  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    {
      g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));

      for (GSList *link = files; link != NULL; link = link->next)
        tv_window_open_file (self, link->data);
      return files != NULL;
    }
  return FALSE;
}

/**
 * tv_window_init_drop:
 * @self: a window under construction
 *
 * Lets files be dropped anywhere on the window: the first takes this window if it is
 * empty, each other one a window of its own.
 */
void
tv_window_init_drop (TvWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_FILE };

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "drop", G_CALLBACK (open_dropped_files), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
