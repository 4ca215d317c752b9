/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/display.h"

#include "ui/table/table-row.h"
#include "ui/view/view.h"
#include "ui/widgets/name-label.h"

#include <check.h>
#include <string.h>

static gboolean
is_of_type (GtkWidget *widget, const char *type_name)
{
  return g_str_equal (G_OBJECT_TYPE_NAME (widget), type_name);
}

/* A row draws its numbers itself. */
static gboolean
has_number (TvTableRow *line, const char *text)
{
  TvRowCells *cells = tv_table_row_get_cells (line);

  for (guint i = TV_TABLE_NAME_COLUMN + 1; i < TV_TABLE_MAX_COLUMNS; i++)
    if (g_strcmp0 (tv_row_cells_get_text (cells, i), text) == 0)
      return TRUE;
  return FALSE;
}

static const char *
get_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  if (GTK_IS_INSCRIPTION (widget))
    return gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  if (TV_IS_NAME_LABEL (widget))
    return tv_name_label_get_text (TV_NAME_LABEL (widget));
  return NULL;
}

static gboolean
has_text (GtkWidget *widget, const char *text)
{
  if (TV_IS_TABLE_ROW (widget))
    return has_number (TV_TABLE_ROW (widget), text);
  return g_strcmp0 (get_text (widget), text) == 0;
}

static gboolean
has_part (GtkWidget *widget, const char *part)
{
  const char *text = get_text (widget);

  return text != NULL && strstr (text, part) != NULL;
}

/**
 * tv_gui_find:
 * @root: where to look, itself included
 * @matches: what to look for
 * @key: for @matches
 *
 * Returns: (transfer none) (nullable): the first widget that matches and is shown
 */
GtkWidget *
tv_gui_find (GtkWidget *root, TvMatch matches, const char *key)
{
  /* They belong to the view wherever they are. */
  GtkWidget *options = TV_IS_VIEW (root) ? tv_view_get_options (TV_VIEW (root)) : NULL;

  if (!gtk_widget_get_mapped (root))
    return NULL;
  if (matches (root, key))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = tv_gui_find (child, matches, key);

      if (found != NULL)
        return found;
    }
  return options != NULL && !gtk_widget_is_ancestor (options, root)
             ? tv_gui_find (options, matches, key)
             : NULL;
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
  return tv_gui_find (root, is_of_type, type_name);
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
  return tv_gui_find (root, has_text, text);
}

/**
 * tv_gui_find_part:
 * @root: a widget
 * @part: part of a text
 *
 * Returns: (transfer none) (nullable): the first widget in it that is seen with a text
 *   that has @part in it
 */
GtkWidget *
tv_gui_find_part (GtkWidget *root, const char *part)
{
  return tv_gui_find (root, has_part, part);
}

static void
find_lowest (GtkWidget *widget, const char *text, GtkWidget **lowest, double *lowest_y)
{
  double x = 0.0;
  double y = 0.0;

  if (!gtk_widget_get_mapped (widget))
    return;
  if (has_text (widget, text)
      && gtk_widget_translate_coordinates (
          widget, GTK_WIDGET (gtk_widget_get_root (widget)), 0.0, 0.0, &x, &y)
      && y > *lowest_y)
    {
      *lowest = widget;
      *lowest_y = y;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_lowest (child, text, lowest, lowest_y);
}

/**
 * tv_gui_find_last_text:
 * @root: where to look, itself included
 * @text: the whole text of a label or a cell
 *
 * Returns: (transfer none) (nullable): the lowest widget with the text that is shown
 */
GtkWidget *
tv_gui_find_last_text (GtkWidget *root, const char *text)
{
  GtkWidget *lowest = NULL;
  double y = -1.0;

  find_lowest (root, text, &lowest, &y);
  return lowest;
}

/**
 * tv_gui_find_row:
 * @rows: the rows of a table
 * @position: the place of a row
 *
 * Returns: (transfer none) (nullable): the row, if it is near enough to be seen
 */
TvTableRow *
tv_gui_find_row (GtkWidget *rows, guint position)
{
  GtkWidget *row = gtk_widget_get_first_child (rows);

  while (row != NULL && tv_table_row_get_position (TV_TABLE_ROW (row)) != position)
    row = gtk_widget_get_next_sibling (row);
  return row != NULL ? TV_TABLE_ROW (row) : NULL;
}

static gboolean
has_tooltip (GtkWidget *widget, const char *tooltip)
{
  return g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0;
}

/**
 * tv_gui_find_button:
 * @root: where to look
 * @tooltip: what its tooltip says
 *
 * Returns: (transfer none): the first button that says so and is shown
 */
GtkWidget *
tv_gui_find_button (GtkWidget *root, const char *tooltip)
{
  GtkWidget *button = tv_gui_find (root, has_tooltip, tooltip);

  ck_assert_msg (button != NULL, "no button says “%s”", tooltip);
  return button;
}

typedef struct
{
  GtkWidget *root;
  const char *text;
} TextWait;

static gboolean
is_text_there (gpointer data)
{
  const TextWait *wait = data;

  return tv_gui_find_text (wait->root, wait->text) != NULL;
}

static void
list_texts (GtkWidget *widget, GString *texts)
{
  const char *text = get_text (widget);

  if (!gtk_widget_get_mapped (widget))
    return;
  if (text != NULL && *text != '\0')
    g_string_append_printf (texts, "%s\n", text);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    list_texts (child, texts);
}

/**
 * tv_gui_wait_for_text:
 * @root: where to look, itself included
 * @text: the whole text of a label or a cell
 *
 * Waits until it is shown. The message of a failure lists what is shown instead.
 */
void
tv_gui_wait_for_text (GtkWidget *root, const char *text)
{
  TextWait wait = { root, text };
  g_autoptr (GString) texts = NULL;

  if (tv_gui_wait_until (is_text_there, &wait))
    {
      tv_gui_settle ();
      return;
    }
  texts = g_string_new (NULL);
  list_texts (root, texts);
  ck_abort_msg ("waited in vain for: %s; there is:\n%s", text, texts->str);
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

static gboolean
is_dialog_there (gpointer data)
{
  return tv_gui_find_dialog (data) != NULL;
}

static gboolean
is_no_dialog_there (gpointer data)
{
  return tv_gui_find_dialog (data) == NULL;
}

/**
 * tv_gui_wait_for_dialog:
 * @type_name: name of a type of windows
 *
 * Waits until a window of the type is shown.
 *
 * Returns: (transfer none): that window
 */
GtkWindow *
tv_gui_wait_for_dialog (const char *type_name)
{
  tv_gui_wait (is_dialog_there, (gpointer) type_name, type_name);
  tv_gui_settle ();
  return tv_gui_find_dialog (type_name);
}

/**
 * tv_gui_wait_for_no_dialog:
 * @type_name: name of a type of windows
 *
 * Waits until no window of the type is shown.
 */
void
tv_gui_wait_for_no_dialog (const char *type_name)
{
  tv_gui_wait (is_no_dialog_there, (gpointer) type_name, "a dialog to close");
}
