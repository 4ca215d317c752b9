/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/table-export.h"

#include "ui/profile/row-values.h"
#include "ui/session/transform-text.h"

#include <glib/gi18n-lib.h>

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
  TvProfileSnapshot *snapshot;
  TvProfileColumn *shown;
  guint n_shown;
  gboolean titled;
  char *note; /* what was done to the numbers, NULL for nothing */

  /* The rows. Those that are closed take no memory of their own. */
  GArray *runs;
  guint n_rows;

  /* While it is written: */
  TvTableFormat format;
  GArray *columns;   /* of TvColumn */
  GPtrArray *titles; /* of the columns */
  guint run;
  guint place; /* in the run, from 1; 0 before the first row */
  TvProfileItem *item;
  guint level; /* how many rows the item is under */
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

/* Rows that have the same parent, or none. */
typedef struct
{
  GtkTreeListModel *tree;
  GtkTreeListRow *parent;
  guint n;
} Siblings;

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

/* Finds the first open row from @from on, or else the last row. Positions tell where
 * something is open, so that not every row is looked at. */
static guint
find_open (const Siblings *siblings, guint from)
{
  const guint base = get_position (siblings, from) - from;
  guint closed = from; /* all before it are */
  guint step = 1;
  guint beyond;

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

static void add_under (TvTableExport *self, GtkTreeListModel *tree, GtkTreeListRow *row,
                       guint level);

/* Adds rows of @list with all that is open under them. Recursion is as deep as a person
 * has opened rows, whatever the file holds. */
static void
add_siblings (TvTableExport *self, GtkTreeListModel *tree, GtkTreeListRow *parent,
              GListModel *list, guint level)
{
  const Siblings siblings = { tree, parent, g_list_model_get_n_items (list) };
  guint from = 0;

  while (from < siblings.n)
    {
      const guint open = find_open (&siblings, from);
      g_autoptr (GtkTreeListRow) row = dup_sibling (&siblings, open);

      add_run (self, list, from, open + 1 - from, level);
      add_under (self, tree, row, level + 1);
      from = open + 1;
    }
}

static void
add_under (TvTableExport *self, GtkTreeListModel *tree, GtkTreeListRow *row,
           guint level)
{
  if (gtk_tree_list_row_get_expanded (row))
    add_siblings (self, tree, row, gtk_tree_list_row_get_children (row), level);
}

/* Adds a row as if it was at the top level, perhaps with the rows under it. */
static void
add_row (TvTableExport *self, TvProfileTree *tree, guint position, gboolean with_open)
{
  GtkTreeListModel *rows = tv_profile_tree_get_rows (tree);
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (rows, position);
  g_autoptr (TvProfileItem) item = NULL;
  g_autoptr (GListStore) store = NULL;

  if (row == NULL)
    return;
  item = gtk_tree_list_row_get_item (row);
  store = g_list_store_new (TV_TYPE_PROFILE_ITEM);
  g_list_store_append (store, item);
  add_run (self, G_LIST_MODEL (store), 0, 1, 0);
  if (with_open)
    add_under (self, rows, row, 1);
}

/* Takes rows as they are now. @position counts unless all rows are taken. */
TvTableExport *
tv_table_export_new (TvProfileTree *tree, TvExportRows rows, guint position,
                     const TvProfileColumn *columns, guint n_columns)
{
  TvTableExport *self = g_new0 (TvTableExport, 1);

  self->snapshot = tv_profile_snapshot_ref (tv_profile_tree_get_snapshot (tree));
  self->shown = g_memdup2 (columns, n_columns * sizeof *columns);
  self->n_shown = n_columns;
  /* A row is pasted among others, which have their titles. */
  self->titled = rows != TV_EXPORT_ROW;
  if (self->titled)
    self->note = tv_transforms_dup_note (tv_profile_tree_get_session (tree));
  self->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_array_set_clear_func (self->runs, clear_run);
  if (rows == TV_EXPORT_ALL_ROWS)
    add_siblings (self, tv_profile_tree_get_rows (tree), NULL,
                  tv_profile_model_get_top (tv_profile_tree_get_methods (tree)), 0);
  else
    add_row (self, tree, position, rows == TV_EXPORT_OPEN_ROWS);
  return self;
}

void
tv_table_export_free (TvTableExport *self)
{
  g_clear_object (&self->item);
  g_array_unref (self->runs);
  g_free (self->shown);
  g_free (self->note);
  tv_profile_snapshot_unref (self->snapshot);
  g_free (self);
}

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

/* Columns
 *
 * People get the columns that are shown, as they are shown. Programs get numbers, and
 * what each row is about. */

typedef enum
{
  FIELD_TEXT, /* of a column, as it is shown */
  FIELD_NAME,
  FIELD_LEVEL,
  FIELD_KIND,
  FIELD_RANK,
  FIELD_ID,
  FIELD_CLASS,
  FIELD_METHOD,
  FIELD_SIGNATURE,
  FIELD_CALLS,
  FIELD_RECURSIVE_CALLS,
  FIELD_ALL_CALLS,
  FIELD_NOTE,
  FIELD_NUMBER /* of a column */
} FieldKind;

/* Both in TvColumn.what. */
#define WHAT(kind, column) ((guint) (kind) << 16 | (guint) (column))
#define KIND(what) ((FieldKind) ((what) >> 16))
#define COLUMN(what) ((TvProfileColumn) ((what) &0xffff))

static void
add_field (TvTableExport *self, FieldKind kind, TvProfileColumn column,
           const char *title, const char *name)
{
  TvColumn table_column
      = { .member = name, .numeric = kind != FIELD_NAME, .what = WHAT (kind, column) };
  char *own_title = g_strdup (title);

  g_ptr_array_add (self->titles, own_title);
  table_column.title = own_title;
  if (kind == FIELD_TEXT)
    table_column.numeric = column != TV_PROFILE_COLUMN_NAME;
  g_array_append_val (self->columns, table_column);
}

/* The columns of what a row is about. */
static void
add_identity (TvTableExport *self)
{
  const TvProfileColumn none = TV_PROFILE_N_COLUMNS;

  add_field (self, FIELD_NAME, none, _ ("Name"), "name");
  add_field (self, FIELD_LEVEL, none, _ ("Level"), "level");
  add_field (self, FIELD_KIND, none, _ ("Kind"), "kind");
  add_field (self, FIELD_RANK, none, _ ("Rank"), "rank");
  if (self->format != TV_TABLE_JSON)
    return;
  add_field (self, FIELD_ID, none, "", "id");
  add_field (self, FIELD_CLASS, none, "", "class");
  add_field (self, FIELD_METHOD, none, "", "method");
  add_field (self, FIELD_SIGNATURE, none, "", "signature");
}

/* Programs get times in milliseconds. */
static void
add_column (TvTableExport *self, TvProfileColumn column)
{
  const gboolean for_people = tv_table_format_is_for_people (self->format);
  g_autofree char *title = tv_profile_column_dup_title (
      column, for_people ? self->snapshot->unit : TV_TIME_UNIT_MS);

  if (for_people)
    add_field (self, FIELD_TEXT, column, title,
               tv_profile_column_get_kind (column)->member);
  else if (column == TV_PROFILE_COLUMN_CALLS)
    {
      add_field (self, FIELD_CALLS, column, _ ("Calls"), "calls");
      add_field (self, FIELD_RECURSIVE_CALLS, column, _ ("Recursive Calls"),
                 "recursive_calls");
      add_field (self, FIELD_ALL_CALLS, column, _ ("Of All Calls"), "of_all_calls");
    }
  else if (column != TV_PROFILE_COLUMN_NAME)
    add_field (self, FIELD_NUMBER, column, title,
               tv_profile_column_get_kind (column)->member);
}

/* Cells */

static void
make_text (TvProfileColumn column, TvProfileItem *row, guint level,
           const TvProfileSnapshot *snapshot, TvCell *cell)
{
  g_autofree char *shown = tv_profile_item_dup_text (row, snapshot, column);

  if (shown != NULL)
    tv_cell_set_digits (cell, shown);
  if (column != TV_PROFILE_COLUMN_NAME)
    return;
  cell->level = level;
  if (shown != NULL)
    cell->kind = TV_CELL_TEXT;
}

static const char *
get_kind_name (TvProfileItem *row)
{
  static const char *const headings[TV_N_RELATIONS] = {
    [TV_RELATION_PARENTS] = "parents",
    [TV_RELATION_CHILDREN] = "children",
    [TV_RELATION_PARENTS_WHILE_RECURSIVE] = "parents-while-recursive",
    [TV_RELATION_CHILDREN_WHILE_RECURSIVE] = "children-while-recursive",
  };
  static const char *const relatives[TV_N_RELATIONS] = {
    [TV_RELATION_PARENTS] = "parent",
    [TV_RELATION_CHILDREN] = "child",
    [TV_RELATION_PARENTS_WHILE_RECURSIVE] = "parent-while-recursive",
    [TV_RELATION_CHILDREN_WHILE_RECURSIVE] = "child-while-recursive",
  };
  const char *const names[] = {
    [TV_PROFILE_ITEM_METHOD] = row->method != TV_METHOD_NONE ? "method" : "toplevel",
    [TV_PROFILE_ITEM_CLASS] = "class",
    [TV_PROFILE_ITEM_PACKAGE] = "package",
    [TV_PROFILE_ITEM_GROUP] = headings[row->relation],
    [TV_PROFILE_ITEM_RELATIVE] = relatives[row->relation],
    [TV_PROFILE_ITEM_SELF] = "self",
    [TV_PROFILE_ITEM_WAIT] = "waiting",
  };

  return names[row->kind];
}

/* The method that a row names. The row "self" names none. */
static const TvMethod *
get_method (TvProfileItem *row, const TvProfileSnapshot *snapshot)
{
  const guint32 target = tv_profile_item_get_target (row);

  if (target == TV_METHOD_NONE || row->kind == TV_PROFILE_ITEM_SELF)
    return NULL;
  return tv_trace_get_method (snapshot->trace, target);
}

static void
make_identity (FieldKind kind, TvProfileItem *row, const TvProfileSnapshot *snapshot,
               TvCell *cell)
{
  const TvMethod *method = get_method (row, snapshot);

  if (method == NULL && kind == FIELD_NAME)
    {
      g_autofree char *shown
          = tv_profile_item_dup_text (row, snapshot, TV_PROFILE_COLUMN_NAME);

      cell->kind = shown != NULL ? TV_CELL_TEXT : TV_CELL_EMPTY;
      g_string_append (cell->text, shown != NULL ? shown : "");
    }
  else if (method == NULL)
    tv_cell_set_text (cell, NULL);
  else if (kind == FIELD_CLASS)
    tv_cell_set_text (cell, method->class_name);
  else if (kind == FIELD_METHOD)
    tv_cell_set_text (cell, method->name);
  else if (kind == FIELD_SIGNATURE)
    tv_cell_set_text (cell, method->signature);
  else if (kind == FIELD_ID)
    tv_cell_set_id (cell, method->id);
  else
    {
      cell->kind = TV_CELL_TEXT;
      tv_method_append_display_name (cell->text, method);
    }
}

static void
make_number (FieldKind kind, TvProfileColumn column, TvProfileItem *row,
             const TvProfileSnapshot *snapshot, TvCell *cell)
{
  const TvProfileValue value = tv_profile_item_get_value (row, snapshot, column);
  const TvProfileValueKind wanted
      = kind == FIELD_ALL_CALLS ? TV_PROFILE_VALUE_CALLS_OF : TV_PROFILE_VALUE_CALLS;

  if (value.kind == TV_PROFILE_VALUE_TIME || value.kind == TV_PROFILE_VALUE_TIME_CHANGE)
    tv_cell_set_mean (cell, value.time);
  else if (value.kind == TV_PROFILE_VALUE_SHARE
           || value.kind == TV_PROFILE_VALUE_SHARE_CHANGE)
    tv_cell_set_share (cell, value.time, value.whole);
  else if (value.kind == TV_PROFILE_VALUE_CALLS_CHANGE)
    tv_cell_set_count (cell, (guint64) (gint64) value.time);
  else if (kind == FIELD_CALLS && value.kind != TV_PROFILE_VALUE_NONE)
    tv_cell_set_count (cell, value.calls);
  else if (kind == FIELD_NUMBER && value.kind == TV_PROFILE_VALUE_CALLS)
    tv_cell_set_count (cell, value.calls + value.others);
  else if (kind != FIELD_NUMBER && value.kind == wanted)
    tv_cell_set_count (cell, value.others);
}

static void
make_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const TvTableExport *self = source;
  const FieldKind kind = KIND (column->what);
  guint32 rank;

  switch (kind)
    {
    case FIELD_TEXT:
      make_text (COLUMN (column->what), self->item, self->level, self->snapshot, cell);
      break;
    case FIELD_LEVEL:
      tv_cell_set_count (cell, self->level);
      break;
    case FIELD_KIND:
      tv_cell_set_text (cell, get_kind_name (self->item));
      break;
    case FIELD_NOTE:
      tv_cell_set_text (cell, self->note);
      break;
    case FIELD_RANK:
      rank = tv_profile_item_get_rank (self->item, self->snapshot);
      if (rank != TV_METHOD_NONE)
        tv_cell_set_count (cell, rank);
      break;
    case FIELD_NAME:
    case FIELD_ID:
    case FIELD_CLASS:
    case FIELD_METHOD:
    case FIELD_SIGNATURE:
      make_identity (kind, self->item, self->snapshot, cell);
      break;
    case FIELD_CALLS:
    case FIELD_RECURSIVE_CALLS:
    case FIELD_ALL_CALLS:
    case FIELD_NUMBER:
    default:
      make_number (kind, COLUMN (column->what), self->item, self->snapshot, cell);
    }
}

/* Writing */

/* Says what was done to the numbers: above the table, in an object around it, or where
 * programs read the table alone in a column. */
static void
write_note (TvTableExport *self, TvTableFormat format, TvTextWriter *writer,
            TvJsonWriter *json)
{
  if (format == TV_TABLE_JSON)
    {
      tv_json_begin_object (json, NULL);
      if (self->note != NULL)
        tv_json_add_string (json, "note", self->note);
    }
  if (self->note == NULL || format == TV_TABLE_JSON)
    return;
  if (format == TV_TABLE_CSV)
    {
      add_field (self, FIELD_NOTE, TV_PROFILE_N_COLUMNS, _ ("Note"), NULL);
      return;
    }
  if (format == TV_TABLE_MARKDOWN)
    tv_text_writer_add_markdown (writer, self->note);
  else
    tv_text_writer_add_tsv (writer, self->note);
  tv_text_writer_add (writer, format == TV_TABLE_MARKDOWN ? "\n\n" : "\n");
}

/* Writes the table, from any thread. */
static void
write_table (gpointer rows, TvTableFormat format, TvTextWriter *writer)
{
  TvTableExport *self = rows;
  TvJsonWriter json = { .out = writer };
  TvTable table = { .titled = self->titled,
                    .json = &json,
                    .rows_name = "rows",
                    .go_to_row = go_to_row,
                    .get = make_cell,
                    .source = self };

  self->format = format;
  self->columns = g_array_new (FALSE, FALSE, sizeof (TvColumn));
  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->run = 0;
  self->place = 0;
  if (!tv_table_format_is_for_people (format))
    add_identity (self);
  for (guint i = 0; i < self->n_shown; i++)
    add_column (self, self->shown[i]);
  write_note (self, format, writer, &json);
  table.columns = (const TvColumn *) (gpointer) self->columns->data;
  table.n_columns = self->columns->len;
  tv_table_write (&table, format, writer);
  g_clear_pointer (&self->columns, g_array_unref);
  g_clear_pointer (&self->titles, g_ptr_array_unref);
}

/* Returns its rows, which free it when they are written. */
TvTakenRows
tv_table_export_take_rows (TvTableExport *self)
{
  return (TvTakenRows){ self, self->n_rows, write_table,
                        (GDestroyNotify) tv_table_export_free };
}
