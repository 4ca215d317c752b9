/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/table/table-model.h"

#include <glib/gi18n-lib.h>

G_DEFINE_INTERFACE (TvTableModel, tv_table_model, G_TYPE_OBJECT)

/* Defaults of the optional functions */

static void
ignore_row (TvTableModel *self, GtkTreeListRow *row)
{
}

static gboolean
has_any_column (TvTableModel *self, guint column)
{
  return TRUE;
}

static gboolean
has_no_texts (TvTableModel *self, guint column)
{
  return FALSE;
}

static double
get_no_share (TvTableModel *self, gpointer item, guint column)
{
  return 0;
}

static char *
dup_no_tooltip (TvTableModel *self, gpointer item)
{
  return NULL;
}

static gboolean
get_no_color (TvTableModel *self, gpointer item, gboolean dark, GdkRGBA *color)
{
  return FALSE;
}

static void
leave_style (TvTableModel *self, gpointer item, GtkWidget *row)
{
}

static const char *
translate (TvTableModel *self, const char *text)
{
  return _ (text);
}

static char *
dup_plain_description (TvTableModel *self, const TvTableColumn *about, guint column)
{
  return g_strdup (tv_table_model_get_text (self, about->description));
}

static void
tv_table_model_default_init (TvTableModelInterface *iface)
{
  const GType type = G_TYPE_FROM_INTERFACE (iface);
  static const char *const plain[]
      = { "reordering", "settled", "texts-changed", "looks-changed" };

  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    g_signal_new (plain[i], type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                  0);
  g_signal_new ("show-row", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                2, G_TYPE_UINT, G_TYPE_DOUBLE);
  iface->record_toggle = ignore_row;
  iface->has_column = has_any_column;
  iface->has_texts = has_no_texts;
  iface->get_text = translate;
  iface->dup_description = dup_plain_description;
  iface->get_share = get_no_share;
  iface->dup_tooltip = dup_no_tooltip;
  iface->get_color = get_no_color;
  iface->style_row = leave_style;
}

/**
 * tv_table_model_dup_item:
 * @self: a model
 * @position: a row
 *
 * Returns: (transfer full) (nullable): the item of the row, %NULL if there is no such
 *   row
 */
gpointer
tv_table_model_dup_item (TvTableModel *self, guint position)
{
  g_autoptr (GObject) row = NULL;

  g_return_val_if_fail (TV_IS_TABLE_MODEL (self), NULL);

  row = g_list_model_get_item (
      G_LIST_MODEL (TV_TABLE_MODEL_GET_IFACE (self)->get_selection (self)), position);
  return GTK_IS_TREE_LIST_ROW (row)
             ? gtk_tree_list_row_get_item (GTK_TREE_LIST_ROW (row))
             : (gpointer) g_steal_pointer (&row);
}

/**
 * tv_table_model_get_text:
 * @self: a model
 * @text: the title or description of a column, to be translated
 *
 * Returns: (transfer none): its translation, in the words of the trace
 */
const char *
tv_table_model_get_text (TvTableModel *self, const char *text)
{
  return TV_TABLE_MODEL_GET_IFACE (self)->get_text (self, text);
}

/**
 * tv_table_model_dup_description:
 * @self: a model
 * @about: a column
 * @column: its number
 *
 * Returns: (transfer full): what its numbers mean
 */
char *
tv_table_model_dup_description (TvTableModel *self, const TvTableColumn *about,
                                guint column)
{
  return TV_TABLE_MODEL_GET_IFACE (self)->dup_description (self, about, column);
}

/**
 * tv_table_model_texts_changed:
 * @self: a model
 *
 * Emits `texts-changed`: a handler for whatever changes titles and numbers.
 */
void
tv_table_model_texts_changed (TvTableModel *self)
{
  g_signal_emit_by_name (self, "texts-changed");
}

/**
 * tv_table_model_looks_changed:
 * @self: a model
 *
 * Emits `looks-changed`: a handler for whatever changes colours and style classes.
 */
void
tv_table_model_looks_changed (TvTableModel *self)
{
  g_signal_emit_by_name (self, "looks-changed");
}

static void
open_row (TvTableModel *self, GtkTreeListRow *row, gboolean open)
{
  gtk_tree_list_row_set_expanded (row, open);
  TV_TABLE_MODEL_GET_IFACE (self)->record_toggle (self, row);
}

/**
 * tv_table_model_step:
 * @self: a model
 * @in: whether to go in, not out
 *
 * In: opens the selected row, or goes to the first row under it. Out: closes it, or
 * goes to the row that it stands under.
 */
void
tv_table_model_step (TvTableModel *self, gboolean in)
{
  g_autoptr (GtkTreeListRow) row = NULL;
  g_autoptr (GtkTreeListRow) next = NULL;
  gpointer selected;
  guint position;

  g_return_if_fail (TV_IS_TABLE_MODEL (self));

  selected = gtk_single_selection_get_selected_item (
      TV_TABLE_MODEL_GET_IFACE (self)->get_selection (self));
  /* Where no row opens, items stand alone. */
  if (!GTK_IS_TREE_LIST_ROW (selected))
    return;
  row = g_object_ref (selected);
  if (gtk_tree_list_row_is_expandable (row)
      && gtk_tree_list_row_get_expanded (row) != in)
    {
      open_row (self, row, in);
      return;
    }
  next = in ? gtk_tree_list_row_get_child_row (row, 0)
            : gtk_tree_list_row_get_parent (row);
  if (next == NULL)
    return;
  position = gtk_tree_list_row_get_position (next);
  TV_TABLE_MODEL_GET_IFACE (self)->select (self, position);
  g_signal_emit_by_name (self, "show-row", position, TV_TABLE_SCROLL_LEAST);
}
