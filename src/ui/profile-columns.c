/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-columns.h"

#include "ui/column-titles.h"
#include "ui/profile-text.h"

/* Lines of titles hold that many letters: "Excl Real". */
#define TITLE_CHARS 9

/* The name takes what is left, but no less than this. */
#define NAME_WIDTH 320

/* Space on both sides of a cell's text, as in style.css, and the line between cells. */
#define CELL_PADDING 13

typedef struct
{
  TvProfileColumns *columns;
  TvProfileColumn column;
  GtkColumnViewColumn *view_column;
} ColumnEntry;

struct _TvProfileColumns
{
  GtkColumnView *view;
  TvProfileTree *tree;
  ColumnEntry entries[TV_PROFILE_N_COLUMNS];

  /* Whose sorter GTK asked first; see tv_profile_columns_find_sort(). */
  TvProfileColumn asked;
};

/* The widest number that a column can hold: that of all root calls, or of all calls. */
static char *
dup_widest_text (TvProfileColumns *self, TvProfileColumn column)
{
  TvTraceSession *session = tv_profile_tree_get_session (self->tree);
  TvTrace *trace = tv_trace_session_get_trace (session);

  if (tv_profile_column_is_percent (column))
    return tv_profile_format_percent (1, 1);
  if (tv_profile_column_get_measure (column) == TV_PROFILE_MEASURE_NONE)
    return g_strdup_printf ("%" G_GSIZE_FORMAT "+0", tv_trace_get_n_calls (trace));
  return tv_profile_format_time ((double) tv_profile_get_root_inclusive (
      tv_trace_session_get_whole_profile (session),
      tv_profile_column_get_clock (column)));
}

static int
measure_column (TvProfileColumns *self, TvProfileColumn column, guint position)
{
  g_autofree char *text = dup_widest_text (self, column);
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return MAX (width + CELL_PADDING, tv_column_titles_get_width (self->view, position));
}

/* The sorter of a column only notes that it was asked: the model sorts itself. */
static int
note_asked (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const ColumnEntry *entry = user_data;

  if (entry->columns->asked == TV_PROFILE_N_COLUMNS)
    entry->columns->asked = entry->column;
  return -1;
}

static void
append_column (TvProfileColumns *self, TvProfileColumn column)
{
  ColumnEntry *entry = &self->entries[column];
  g_autoptr (GtkSorter) sorter
      = GTK_SORTER (gtk_custom_sorter_new (note_asked, entry, NULL));

  entry->columns = self;
  entry->column = column;
  entry->view_column
      = gtk_column_view_column_new (tv_profile_column_get_title (column), NULL);
  gtk_column_view_column_set_resizable (entry->view_column, TRUE);
  gtk_column_view_column_set_sorter (entry->view_column, sorter);
  gtk_column_view_append_column (self->view, entry->view_column);
}

static void
set_widths (TvProfileColumns *self)
{
  TvProfileColumn i;
  guint position = 0;

  for (i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      GtkColumnViewColumn *column = self->entries[i].view_column;
      int width = NAME_WIDTH;

      if (column == NULL)
        continue;
      if (i != TV_PROFILE_COLUMN_NAME)
        width = measure_column (self, i, position);
      gtk_column_view_column_set_fixed_width (column, width);
      position++;
    }
}

/**
 * tv_profile_columns_new:
 * @view: a table without columns; must outlive the result
 * @tree: the rows that it will show
 *
 * Gives a table the columns that the trace has clocks for.
 *
 * Returns: (transfer full): the columns
 */
TvProfileColumns *
tv_profile_columns_new (GtkColumnView *view, TvProfileTree *tree)
{
  TvProfileColumns *self;
  TvTrace *trace;
  TvProfileColumn i;

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), NULL);
  g_return_val_if_fail (TV_IS_PROFILE_TREE (tree), NULL);

  self = g_new0 (TvProfileColumns, 1);
  self->view = view;
  self->tree = g_object_ref (tree);
  self->asked = TV_PROFILE_N_COLUMNS;
  trace = tv_trace_session_get_trace (tv_profile_tree_get_session (tree));
  for (i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (tv_profile_column_is_shown (i, trace))
      append_column (self, i);
  tv_column_titles_wrap (view, TITLE_CHARS);
  set_widths (self);
  gtk_column_view_column_set_expand (
      tv_profile_columns_get (self, TV_PROFILE_COLUMN_NAME), TRUE);
  return self;
}

/**
 * tv_profile_columns_free:
 * @self: (transfer full): columns
 *
 * Takes the columns from the table.
 */
void
tv_profile_columns_free (TvProfileColumns *self)
{
  TvProfileColumn i;

  for (i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (self->entries[i].view_column != NULL)
      {
        gtk_column_view_remove_column (self->view, self->entries[i].view_column);
        g_clear_object (&self->entries[i].view_column);
      }
  g_clear_object (&self->tree);
  g_free (self);
}

/**
 * tv_profile_columns_get:
 * @self: columns
 * @column: one of them
 *
 * Returns: (transfer none) (nullable): it, %NULL where it isn't shown
 */
GtkColumnViewColumn *
tv_profile_columns_get (TvProfileColumns *self, TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  return self->entries[column].view_column;
}

/**
 * tv_profile_columns_find:
 * @self: columns
 * @view_column: a column of the table
 *
 * Returns: which it is, %TV_PROFILE_N_COLUMNS if it isn't one of them
 */
TvProfileColumn
tv_profile_columns_find (TvProfileColumns *self, GtkColumnViewColumn *view_column)
{
  TvProfileColumn i;

  for (i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (self->entries[i].view_column == view_column)
      return i;
  return TV_PROFILE_N_COLUMNS;
}

/**
 * tv_profile_columns_find_sort:
 * @self: columns
 * @descending: (out): whether the greatest comes first
 *
 * GTK 4.8 doesn't tell which column a table is sorted by. But its sorter asks that
 * column's sorter first, and turns the answer round if the column is sorted descending.
 *
 * Returns: the column that is sorted by, %TV_PROFILE_N_COLUMNS if none
 */
TvProfileColumn
tv_profile_columns_find_sort (TvProfileColumns *self, gboolean *descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);

  g_return_val_if_fail (descending != NULL, TV_PROFILE_N_COLUMNS);

  self->asked = TV_PROFILE_N_COLUMNS;
  *descending
      = gtk_sorter_compare (sorter, self->tree, self->view) == GTK_ORDERING_LARGER;
  return self->asked;
}
