/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/driver.h"

#include <check.h>

static GtkWidget *
find (GtkWidget *root, gboolean (*matches) (GtkWidget *, const char *), const char *key)
{
  if (!gtk_widget_get_mapped (root))
    return NULL;
  if (matches (root, key))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, matches, key);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
is_of_type (GtkWidget *widget, const char *type_name)
{
  return g_str_equal (G_OBJECT_TYPE_NAME (widget), type_name);
}

static gboolean
has_text (GtkWidget *widget, const char *text)
{
  const char *own = NULL;

  if (GTK_IS_LABEL (widget))
    own = gtk_label_get_text (GTK_LABEL (widget));
  else if (GTK_IS_INSCRIPTION (widget))
    own = gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  return g_strcmp0 (own, text) == 0;
}

/**
 * tv_gui_find_type:
 * @root: where to look, itself included
 * @type_name: name of a widget type
 *
 * Returns: (transfer none) (nullable): the first widget of the type that is shown
 */
GtkWidget *
tv_gui_find_type (GtkWidget *root, const char *type_name)
{
  return find (root, is_of_type, type_name);
}

/**
 * tv_gui_find_text:
 * @root: where to look, itself included
 * @text: the whole text of a label or a cell
 *
 * Returns: (transfer none) (nullable): the first widget with the text that is shown
 */
GtkWidget *
tv_gui_find_text (GtkWidget *root, const char *text)
{
  return find (root, has_text, text);
}

/**
 * tv_gui_find_dialog:
 * @type_name: name of a type of windows
 *
 * Returns: (transfer none) (nullable): the first window of the type that is shown
 */
GtkWindow *
tv_gui_find_dialog (const char *type_name)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (is_of_type (GTK_WIDGET (window), type_name)
          && gtk_widget_get_mapped (GTK_WIDGET (window)))
        return window;
    }
  return NULL;
}
