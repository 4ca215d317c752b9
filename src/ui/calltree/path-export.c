/* SPDX-License-Identifier: Apache-2.0 */

/* The rows of paths as they are exported. */

#include "ui/calltree/path-tree.h"
#include "ui/columns/method-export.h"
#include "ui/session/transform-text.h"

/* What the rows are of, which never changes. */
typedef struct
{
  TvPathQuestion *shown; /* without trees */
  TvTrace *trace;
  TvTrace *base; /* NULL without one */
  TvTimeUnit unit;
} Paths;

static void
paths_free (gpointer data)
{
  Paths *self = data;

  tv_path_question_free (self->shown);
  tv_trace_unref (self->trace);
  g_clear_pointer (&self->base, tv_trace_unref);
  g_free (self);
}

static Paths *
paths_new (TvPathTree *tree)
{
  TvTraceSession *session = tv_path_tree_get_session (tree);
  TvTraceSession *base = tv_trace_session_get_base (session);
  const TvPathQuestion *shown = tv_path_tree_get_shown (tree);
  Paths *self = g_new0 (Paths, 1);

  self->shown = tv_path_question_new ();
  self->shown->kind = shown->kind;
  self->shown->by = shown->by;
  for (guint side = 0; side < TV_N_SIDES; side++)
    if (shown->profiles[side] != NULL)
      self->shown->profiles[side] = tv_profile_ref (shown->profiles[side]);
  self->trace
      = tv_trace_ref (tv_profile_get_trace (tv_trace_session_get_profile (session)));
  if (base != NULL)
    self->base = tv_trace_ref (tv_trace_session_get_trace (base));
  self->unit = tv_trace_session_get_time_unit (session);
  return self;
}

static TvProfileValue
get_value (gpointer data, gpointer item, TvProfileColumn column)
{
  const Paths *self = data;

  return tv_path_row_get_value (tv_path_item_get_row (item), self->shown, column);
}

static const TvMethod *
get_method (gpointer data, gpointer item)
{
  const Paths *self = data;
  const TvPathRow *row = tv_path_item_get_row (item);

  return row->kind != TV_PATH_ROW_SELF
                 && row->sums.method < tv_trace_get_n_methods (self->trace)
             ? tv_trace_get_method (self->trace, row->sums.method)
             : NULL;
}

static char *
dup_text (gpointer data, gpointer item, TvProfileColumn column)
{
  const Paths *self = data;
  const TvPathRow *row = tv_path_item_get_row (item);
  const TvMethod *method = get_method (data, item);
  g_autoptr (TvNameText) name = NULL;

  if (column != TV_PROFILE_COLUMN_NAME)
    return tv_path_row_dup_text (row, self->shown, column, self->unit);
  if (method != NULL)
    return tv_method_dup_display_name (method);
  name = tv_path_row_dup_name (row, self->trace, self->base);
  return g_strdup (name->text);
}

static const char *
get_kind (gpointer data, gpointer item)
{
  const Paths *self = data;
  const TvPathRow *row = tv_path_item_get_row (item);

  if (row->kind == TV_PATH_ROW_SELF)
    return "self";
  if (tv_path_row_is_heading (row))
    return row->kind == TV_PATH_ROW_CALLERS ? "callers" : "callees";
  if (row->sums.method == TV_METHOD_NONE)
    return row->kind == TV_PATH_ROW_TOPLEVEL ? "toplevel" : "thread";
  if (row->kind == TV_PATH_ROW_NODE && self->shown->kind == TV_PATHS_AROUND)
    return row->tree == TV_PATH_TREE_CALLERS ? "caller" : "callee";
  return "method";
}

/* Returns all rows that are open, as they are now; NULL if there are none. */
TvTableExport *
tv_path_tree_export (TvPathTree *tree, const TvProfileColumn *columns, guint n_columns)
{
  static const TvMethodExportType type = { .dup_whole = tv_path_list_dup_whole,
                                           .get_value = get_value,
                                           .dup_text = dup_text,
                                           .get_kind = get_kind,
                                           .get_method = get_method,
                                           .free_data = paths_free };
  GListModel *rows = gtk_single_selection_get_model (tv_path_tree_get_selection (tree));
  g_autofree char *note = NULL;
  TvTableExport *table;
  Paths *paths;

  if (tv_path_tree_get_shown (tree) == NULL || g_list_model_get_n_items (rows) == 0)
    return NULL;
  paths = paths_new (tree);
  note = tv_transforms_dup_note (tv_path_tree_get_session (tree));
  table = tv_method_export_new (&type, paths, paths->trace, paths->base,
                                paths->shown->by.by_share, paths->unit, note);
  tv_table_export_show (table, columns, n_columns);
  tv_table_export_add_all (table, rows, NULL);
  return table;
}
