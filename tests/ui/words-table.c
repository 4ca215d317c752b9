/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/words-table.h"

#include "ui/display.h"
#include "ui/table/column-actions.h"

#include <check.h>
#include <string.h>

static const TvTableColumn columns[TV_WORDS_N_COLUMNS] = {
  { "word", "Word", "The word", 1, 0 },
  { "length", "Length", "How many letters it has", 1, 0 },
  { "first", "First", "Its first letter", 0, 0 },
};

static const char *
get_word (gpointer item)
{
  return gtk_string_object_get_string (item);
}

static GtkSingleSelection *
get_selection (TvTableModel *model)
{
  return TV_WORDS (model)->selection;
}

static void
select_row (TvTableModel *model, guint position)
{
  gtk_single_selection_set_selected (TV_WORDS (model)->selection, position);
}

static void
record_toggle (TvTableModel *model, GtkTreeListRow *row)
{
  TV_WORDS (model)->n_toggles++;
}

static void
sort (TvTableModel *model, guint column, gboolean descending)
{
  TV_WORDS (model)->sort_column = column;
  TV_WORDS (model)->descending = descending;
}

static gboolean
has_column (TvTableModel *model, guint column)
{
  return TRUE;
}

static char *
dup_title (TvTableModel *model, guint column)
{
  return g_strdup (columns[column].title);
}

static char *
dup_widest_text (TvTableModel *model, guint column)
{
  return g_strdup ("10");
}

static TvNameText *
dup_name (TvTableModel *model, gpointer item)
{
  return tv_name_text_new_in_package (get_word (item), "");
}

static char *
dup_text (TvTableModel *model, gpointer item, guint column)
{
  switch (column)
    {
    case TV_WORDS_WORD:
      return g_strdup (get_word (item));
    case TV_WORDS_LENGTH:
      return g_strdup_printf ("%u", (guint) strlen (get_word (item)));
    default:
      return g_strndup (get_word (item), 1);
    }
}

static gboolean
get_color (TvTableModel *model, gpointer item, gboolean dark, GdkRGBA *color)
{
  *color = (GdkRGBA){ 1, 0, 0, 1 };
  return g_str_has_prefix (get_word (item), "b");
}

static void
style_row (TvTableModel *model, gpointer item, GtkWidget *row)
{
  if (strlen (get_word (item)) > 3)
    gtk_widget_add_css_class (row, "long");
  else
    gtk_widget_remove_css_class (row, "long");
}

static gboolean
keeps_place (TvTableModel *model)
{
  return FALSE;
}

static guint32
get_anchor (TvTableModel *model, guint position)
{
  return TV_TABLE_NO_ANCHOR;
}

static guint
find_anchor (TvTableModel *model, guint32 anchor)
{
  return GTK_INVALID_LIST_POSITION;
}

static void
tv_words_init_table_model (TvTableModelInterface *iface)
{
  iface->get_selection = get_selection;
  iface->select = select_row;
  iface->record_toggle = record_toggle;
  iface->sort = sort;
  iface->has_column = has_column;
  iface->dup_title = dup_title;
  iface->dup_widest_text = dup_widest_text;
  iface->dup_name = dup_name;
  iface->dup_text = dup_text;
  iface->get_color = get_color;
  iface->style_row = style_row;
  iface->keeps_place = keeps_place;
  iface->get_anchor = get_anchor;
  iface->find_anchor = find_anchor;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvWords, tv_words, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TV_TYPE_TABLE_MODEL,
                                                      tv_words_init_table_model))

static void
tv_words_dispose (GObject *object)
{
  g_clear_object (&TV_WORDS (object)->selection);

  G_OBJECT_CLASS (tv_words_parent_class)->dispose (object);
}

static void
tv_words_class_init (TvWordsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_words_dispose;
}

static GListModel *
make_list (const char *first, const char *second)
{
  const char *words[] = { first, second, NULL };

  return G_LIST_MODEL (gtk_string_list_new (words));
}

static GListModel *
list_under (gpointer item, gpointer user_data)
{
  return g_str_equal (get_word (item), "bird") ? make_list ("blackbird", "owl") : NULL;
}

static void
tv_words_init (TvWords *self)
{
  self->selection = gtk_single_selection_new (G_LIST_MODEL (gtk_tree_list_model_new (
      make_list ("ape", "bird"), FALSE, FALSE, list_under, NULL, NULL)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->sort_column = TV_TABLE_MAX_COLUMNS;
}

/**
 * tv_words_table_open:
 * @self: (out caller-allocates): filled
 */
void
tv_words_table_open (TvWordsTable *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->window = gtk_window_new ();
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  self->rows = tv_table_view_get_rows (self->table);
  self->group = G_ACTION_GROUP (g_simple_action_group_new ());
  self->layout = tv_column_layout_new (columns, TV_WORDS_N_COLUMNS);
  tv_table_view_set_layout (self->table, self->layout, G_ACTION_MAP (self->group),
                            "words");
  self->words = g_object_new (TV_TYPE_WORDS, NULL);
  tv_table_view_set_model (self->table, TV_TABLE_MODEL (self->words));
  gtk_widget_insert_action_group (self->window, "words", self->group);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled),
                                 GTK_WIDGET (self->table));
  gtk_window_set_child (GTK_WINDOW (self->window), scrolled);
  gtk_window_set_title (GTK_WINDOW (self->window), "Words");
  gtk_window_set_default_size (GTK_WINDOW (self->window), 700, 300);
  gtk_window_present (GTK_WINDOW (self->window));
  tv_gui_settle ();
}

/**
 * tv_words_table_close:
 * @self: a table
 *
 * Closes its window. Nothing may hold the model when the table has gone.
 */
void
tv_words_table_close (TvWordsTable *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  tv_gui_settle ();
  g_object_unref (self->layout);
  g_object_unref (self->group);
  g_object_add_weak_pointer (G_OBJECT (self->words), (gpointer *) &self->words);
  g_object_unref (self->words);
  ck_assert_ptr_null (self->words);
}

/**
 * tv_words_table_get_text:
 * @self: a table
 * @position: a row in sight
 * @column: a column
 *
 * Returns: (nullable): what its cell shows
 */
const char *
tv_words_table_get_text (TvWordsTable *self, guint position, guint column)
{
  TvTableRow *row = tv_gui_find_row (GTK_WIDGET (self->rows), position);

  ck_assert_ptr_nonnull (row);
  return tv_row_cells_get_text (tv_table_row_get_cells (row), column);
}
