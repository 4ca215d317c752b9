/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/table/table-export.h"

#include <glib/gi18n-lib.h>

/* The column of the note. */
#define WHAT_NOTE G_MAXUINT

/* Items of @list one after the other, all closed but perhaps the last. */
typedef struct
{
  GListModel *list;
  guint first;
  guint n;
  guint level;
} Run;

struct _TvTableExport
{
  const TvExportType *type;
  TvDupWhole dup_whole; /* NULL if all lists are complete */
  gpointer data;
  GArray *shown; /* of guint: columns */
  gboolean titled;
  char *note; /* about changes of the numbers, or NULL */

  /* The rows. Closed rows take no memory of their own. */
  GArray *runs;
  guint n_rows;

  /* While it is written: */
  GArray *columns;   /* of TvColumn */
  GPtrArray *titles; /* of the columns */
  guint run;
  guint place; /* in the run, from 1; 0 before the first row */
  gpointer item;
  guint level; /* the number of parents of the item */
};

/* Rows */

static void
clear_run (gpointer run)
{
  g_object_unref (((Run *) run)->list);
}

static void
add_run (TvTableExport *self, GListModel *list, guint first, guint n, guint level)
{
  const Run run = { g_object_ref (list), first, n, level };

  g_array_append_val (self->runs, run);
  self->n_rows += n;
}

/* Rows that have the same parent, or none, while they are added. */
typedef struct
{
  GtkTreeListModel *tree;
  GtkTreeListRow *parent; /* NULL at the top */
  GListModel *whole;      /* the complete form of their list */
  guint n;                /* that have rows */
  guint next;             /* to be added */
} Siblings;

static void
clear_siblings (gpointer data)
{
  Siblings *siblings = data;

  g_clear_object (&siblings->parent);
  g_object_unref (siblings->whole);
}

static GtkTreeListRow *
dup_sibling (const Siblings *siblings, guint place)
{
  return siblings->parent != NULL
             ? gtk_tree_list_row_get_child_row (siblings->parent, place)
             : gtk_tree_list_model_get_child_row (siblings->tree, place);
}

static guint
get_position (const Siblings *siblings, guint place)
{
  g_autoptr (GtkTreeListRow) row = dup_sibling (siblings, place);

  return gtk_tree_list_row_get_position (row);
}

/* Finds the next open row, or else the last row. Positions show where a row is open, so
 * that not every row is visited. */
static guint
find_open (const Siblings *siblings)
{
  guint closed = siblings->next; /* all before it are */
  guint step = 1;
  guint beyond;
  guint base;

  if (closed + 1 == siblings->n)
    return closed;
  base = get_position (siblings, closed) - closed;
  while (closed + step < siblings->n
         && get_position (siblings, closed + step) - (closed + step) == base)
    {
      closed += step;
      step *= 2;
    }
  beyond = MIN (closed + step, siblings->n);
  while (closed + 1 < beyond)
    {
      const guint middle = closed + (beyond - closed) / 2;

      if (get_position (siblings, middle) - middle == base)
        closed = middle;
      else
        beyond = middle;
    }
  return closed;
}

static GListModel *
make_whole (TvTableExport *self, GListModel *list)
{
  return self->dup_whole != NULL ? self->dup_whole (list) : g_object_ref (list);
}

static void
push_siblings (TvTableExport *self, GArray *stack, GtkTreeListModel *tree,
               GtkTreeListRow *parent, GListModel *list)
{
  const Siblings siblings = { .tree = tree,
                              .parent = parent != NULL ? g_object_ref (parent) : NULL,
                              .n = g_list_model_get_n_items (list),
                              .whole = make_whole (self, list) };

  g_array_append_val (stack, siblings);
}

static void
push_under (TvTableExport *self, GArray *stack, GtkTreeListModel *tree,
            GtkTreeListRow *row)
{
  if (gtk_tree_list_row_get_expanded (row))
    push_siblings (self, stack, tree, row, gtk_tree_list_row_get_children (row));
}

/* Adds the rows of the siblings on a stack with all open rows under them. Rows may be
 * open thousands of levels deep. */
static void
add_siblings (TvTableExport *self, GArray *stack, guint level)
{
  while (stack->len > 0)
    {
      Siblings *siblings = &g_array_index (stack, Siblings, stack->len - 1);
      g_autoptr (GtkTreeListRow) row = NULL;
      guint open;
      guint end;

      if (siblings->next == siblings->n)
        {
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      open = find_open (siblings);
      end = open + 1 < siblings->n ? open + 1
                                   : g_list_model_get_n_items (siblings->whole);
      add_run (self, siblings->whole, siblings->next, end - siblings->next,
               level + stack->len - 1);
      siblings->next = open + 1;
      row = dup_sibling (siblings, open);
      push_under (self, stack, siblings->tree, row);
    }
}

static GArray *
stack_new (void)
{
  GArray *stack = g_array_new (FALSE, FALSE, sizeof (Siblings));

  g_array_set_clear_func (stack, clear_siblings);
  return stack;
}

/**
 * tv_table_export_add_all:
 * @self: an export
 * @rows: the rows of a model: a #GtkTreeListModel, or a list where no row opens
 * @top: (nullable): the list of the top rows, %NULL for that of @rows
 *
 * Adds all rows, with the open rows under them.
 */
void
tv_table_export_add_all (TvTableExport *self, GListModel *rows, GListModel *top)
{
  g_autoptr (GListModel) whole = NULL;

  g_return_if_fail (self != NULL && G_IS_LIST_MODEL (rows));

  if (GTK_IS_TREE_LIST_MODEL (rows))
    {
      GtkTreeListModel *tree = GTK_TREE_LIST_MODEL (rows);
      g_autoptr (GArray) stack = stack_new ();

      push_siblings (self, stack, tree, NULL,
                     top != NULL ? top : gtk_tree_list_model_get_model (tree));
      add_siblings (self, stack, 0);
      return;
    }
  whole = make_whole (self, rows);
  add_run (self, whole, 0, g_list_model_get_n_items (whole), 0);
}

/**
 * tv_table_export_add_row:
 * @self: an export
 * @rows: the rows of a model
 * @position: one of them
 * @with_open: whether to add the rows under it, too
 *
 * Adds a row as if it were at the top level. A single row is written without titles,
 * because it is pasted among others, which have theirs.
 */
void
tv_table_export_add_row (TvTableExport *self, GtkTreeListModel *rows, guint position,
                         gboolean with_open)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (rows, position);
  g_autoptr (GObject) item = NULL;
  g_autoptr (GListStore) store = NULL;
  g_autoptr (GArray) stack = stack_new ();

  self->titled = with_open;
  if (row == NULL)
    return;
  item = gtk_tree_list_row_get_item (row);
  store = g_list_store_new (G_TYPE_OBJECT);
  g_list_store_append (store, item);
  add_run (self, G_LIST_MODEL (store), 0, 1, 0);
  if (with_open)
    push_under (self, stack, rows, row);
  add_siblings (self, stack, 1);
}

/**
 * tv_table_export_new:
 * @type: the form of its rows
 * @dup_whole: (nullable): finds the complete form of lists, %NULL if they never change
 * @data: (transfer full): passed to the functions of @type
 * @note: (nullable): a note about changes of the numbers
 *
 * Returns: (transfer full): an export without rows and columns
 */
TvTableExport *
tv_table_export_new (const TvExportType *type, TvDupWhole dup_whole, gpointer data,
                     const char *note)
{
  TvTableExport *self;

  g_return_val_if_fail (type != NULL, NULL);

  self = g_new0 (TvTableExport, 1);
  self->type = type;
  self->dup_whole = dup_whole;
  self->data = data;
  self->titled = TRUE;
  self->note = g_strdup (note);
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  self->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_array_set_clear_func (self->runs, clear_run);
  return self;
}

void
tv_table_export_free (TvTableExport *self)
{
  g_clear_object (&self->item);
  g_array_unref (self->runs);
  g_array_unref (self->shown);
  g_free (self->note);
  self->type->free_data (self->data);
  g_free (self);
}

/**
 * tv_table_export_show:
 * @self: an export
 * @columns: (array length=n_columns): columns of the model
 * @n_columns: number of columns
 *
 * Adds columns that are shown, from the beginning of the line.
 */
void
tv_table_export_show (TvTableExport *self, const guint *columns, guint n_columns)
{
  g_return_if_fail (self != NULL);

  g_array_append_vals (self->shown, columns, n_columns);
}

/**
 * tv_table_export_add_column:
 * @self: an export that is being written
 * @what: passed to the function that fills in cells
 * @title: its title
 * @member: its name in JSON
 * @numeric: whether it has numbers
 *
 * Adds a column to the output.
 */
void
tv_table_export_add_column (TvTableExport *self, guint what, const char *title,
                            const char *member, gboolean numeric)
{
  char *own_title = g_strdup (title);
  const TvColumn column
      = { .title = own_title, .member = member, .numeric = numeric, .what = what };

  g_ptr_array_add (self->titles, own_title);
  g_array_append_val (self->columns, column);
}

/**
 * tv_table_export_get_n_rows:
 * @self: an export
 *
 * Returns: the number of added rows
 */
guint
tv_table_export_get_n_rows (const TvTableExport *self)
{
  return self->n_rows;
}

static gboolean
go_to_row (gpointer source, gsize row)
{
  TvTableExport *self = source;
  const Run *run;

  g_clear_object (&self->item);
  if (self->run < self->runs->len
      && self->place == g_array_index (self->runs, Run, self->run).n)
    {
      self->run++;
      self->place = 0;
    }
  if (self->run == self->runs->len)
    return FALSE;
  run = &g_array_index (self->runs, Run, self->run);
  self->item = g_list_model_get_item (run->list, run->first + self->place);
  self->level = run->level;
  self->place++;
  return TRUE;
}

/* Writing */

/* Writes the note about the numbers: above the table, in an object around it, or in a
 * column, if programs read nothing but the table. */
static void
write_note (TvTableExport *self, TvTableFormat format, TvTextWriter *writer,
            TvJsonWriter *json)
{
  const char *note = self->titled ? self->note : NULL;

  if (format == TV_TABLE_JSON)
    {
      tv_json_begin_object (json, NULL);
      if (note != NULL)
        tv_json_add_string (json, "note", note);
    }
  if (note == NULL || format == TV_TABLE_JSON)
    return;
  if (format == TV_TABLE_CSV)
    {
      tv_table_export_add_column (self, WHAT_NOTE, _ ("Note"), NULL, TRUE);
      return;
    }
  if (format == TV_TABLE_MARKDOWN)
    tv_text_writer_add_markdown (writer, note);
  else
    tv_text_writer_add_tsv (writer, note);
  tv_text_writer_add (writer, format == TV_TABLE_MARKDOWN ? "\n\n" : "\n");
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const TvTableExport *self = source;

  if (column->what == WHAT_NOTE)
    tv_cell_set_text (cell, self->note);
  else
    self->type->get (self->data, self->item, self->level, column->what, cell);
}

/* Writes the table, from any thread. */
static gboolean
write_table (gpointer rows, const TvTableOutput *output, GError **error)
{
  TvTableExport *self = rows;
  TvJsonWriter json = { .out = output->writer };
  TvTable table = { .titled = self->titled,
                    .json = &json,
                    .rows_name = "rows",
                    .go_to_row = go_to_row,
                    .get = get_cell,
                    .source = self,
                    .n_written = output->n_written };

  self->columns = g_array_new (FALSE, FALSE, sizeof (TvColumn));
  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->run = 0;
  self->place = 0;
  if (!tv_table_format_is_for_people (output->format))
    self->type->add_identity (self, self->data, output->format);
  for (guint i = 0; i < self->shown->len; i++)
    self->type->add_column (self, self->data, g_array_index (self->shown, guint, i),
                            output->format);
  write_note (self, output->format, output->writer, &json);
  table.columns = (const TvColumn *) (gpointer) self->columns->data;
  table.n_columns = self->columns->len;
  tv_table_write (&table, output->format, output->writer);
  g_clear_pointer (&self->columns, g_array_unref);
  g_clear_pointer (&self->titles, g_ptr_array_unref);
  return TRUE;
}

/**
 * tv_table_export_take_rows:
 * @self: (transfer full): an export
 *
 * Returns: its rows, which free it when they are written
 */
TvTakenRows
tv_table_export_take_rows (TvTableExport *self)
{
  return (TvTakenRows){ .rows = self,
                        .n_rows = self->n_rows,
                        .write = write_table,
                        .free = (GDestroyNotify) tv_table_export_free };
}
