/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/query-window.h"

#include "gui/sample.h"
#include "support/test-folder.h"
#include "ui/table/table-row.h"
#include "ui/widgets/name-label.h"

#include <check.h>

/**
 * tv_query_window_open:
 * @self: a window that is closed
 *
 * Opens it with the trace.
 */
void
tv_query_window_open (TvQueryWindow *self)
{
  g_autofree char *path = g_build_filename (self->folder, "sample.trace", NULL);

  self->window = tv_gui_open (self->application, path);
  self->session = tv_window_get_session (self->window);
  tv_gui_keys (GTK_WIDGET (self->window), "alt+1");
  tv_gui_keys (GTK_WIDGET (self->window), "alt+6");
  self->view = tv_gui_find_type (GTK_WIDGET (self->window), "TvQueryView");
  self->editor = tv_gui_find_type (self->view, "GtkSourceView");
  self->table = NULL;
  ck_assert (gtk_widget_has_focus (self->editor));
}

/**
 * tv_query_window_init:
 * @self: (out caller-allocates): a window
 *
 * Starts the program with its trace.
 */
void
tv_query_window_init (TvQueryWindow *self)
{
  self->application = tv_gui_start ();
  self->folder = tv_test_folder_new ();
  g_free (tv_sample_write (self->folder, "sample.trace"));
  tv_query_window_open (self);
}

/**
 * tv_query_window_clear:
 * @self: a window
 *
 * Ends the program.
 */
void
tv_query_window_clear (TvQueryWindow *self)
{
  tv_gui_close_all (self->application);
  tv_test_folder_remove (g_steal_pointer (&self->folder));
}

/**
 * tv_query_window_is_idle:
 * @self: a window
 *
 * Returns: whether no statements run
 */
gboolean
tv_query_window_is_idle (TvQueryWindow *self)
{
  return tv_gui_find_text (self->view, "Run") != NULL;
}

/**
 * tv_query_window_assert_script:
 * @self: a window
 * @script: what the editor must hold
 */
void
tv_query_window_assert_script (TvQueryWindow *self, const char *script)
{
  g_autofree char *text = NULL;

  tv_gui_settle ();
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->editor)), "text", &text,
                NULL);
  ck_assert_str_eq (text, script);
}

/**
 * tv_query_window_run:
 * @self: a window
 * @script: statements
 *
 * Puts them into the editor, and runs them by keys.
 */
void
tv_query_window_run (TvQueryWindow *self, const char *script)
{
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->editor)),
                            script, -1);
  gtk_widget_grab_focus (self->editor);
  tv_gui_keys (self->editor, "ctrl+Return");
}

/* Results as text */

/**
 * tv_query_window_find_row:
 * @self: a window with a table
 * @position: of a row
 *
 * Returns: (nullable): the row, if it is in sight
 */
TvTableRow *
tv_query_window_find_row (TvQueryWindow *self, guint position)
{
  return tv_gui_find_row (GTK_WIDGET (tv_table_view_get_rows (self->table)), position);
}

/**
 * tv_query_window_get_cell:
 * @row: a row
 * @column: a column of the table
 *
 * Returns: its text there
 */
const char *
tv_query_window_get_cell (TvTableRow *row, guint column)
{
  if (column == TV_TABLE_NAME_COLUMN)
    return tv_name_label_get_text (
        TV_NAME_LABEL (tv_gui_find_type (GTK_WIDGET (row), "TvNameLabel")));
  return tv_row_cells_get_text (tv_table_row_get_cells (row), column);
}

/* The cells of a row from left to right. */
static char *
dup_row (TvQueryWindow *self, TvTableRow *row)
{
  guint columns[TV_TABLE_MAX_COLUMNS];
  const guint n
      = tv_table_columns_list_shown (tv_table_view_get_columns (self->table), columns);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "",
                            tv_query_window_get_cell (row, columns[i]));
  return g_string_free (text, FALSE);
}

/* The table is found when it shows something. */
static char *
dup_rows (TvQueryWindow *self)
{
  GString *text = g_string_new (NULL);
  TvTableRow *row;
  guint n;

  self->table = (TvTableView *) tv_gui_find_type (self->view, "TvTableView");
  n = self->table != NULL ? tv_table_rows_get_n (tv_table_view_get_rows (self->table))
                          : 0;
  for (guint i = 0; i < n && (row = tv_query_window_find_row (self, i)) != NULL; i++)
    {
      g_autofree char *cells = dup_row (self, row);

      g_string_append_printf (text, "%s\n", cells);
    }
  return g_string_free (text, FALSE);
}

/**
 * tv_query_window_assert_first:
 * @self: a window
 * @row: the first row, or how it begins
 *
 * Looks at a result, perhaps of many rows. The cells of a row have a `|` between them,
 * and a line break at the end.
 */
void
tv_query_window_assert_first (TvQueryWindow *self, const char *row)
{
  g_autofree char *text = NULL;

  tv_gui_settle ();
  text = dup_rows (self);
  ck_assert_msg (g_str_has_prefix (text, row), "“%.200s” instead of “%s”", text, row);
}

/**
 * tv_query_window_assert_shows:
 * @self: a window
 * @expected: all rows, as in tv_query_window_assert_first()
 */
void
tv_query_window_assert_shows (TvQueryWindow *self, const char *expected)
{
  g_autofree char *text = NULL;

  tv_gui_settle ();
  text = dup_rows (self);
  ck_assert_str_eq (text, expected);
}
