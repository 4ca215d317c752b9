/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-export.h"

#include "ui/columns/method-export.h"
#include "ui/profile/row-values.h"
#include "ui/session/transform-text.h"

static const char *
get_kind (gpointer data, gpointer item)
{
  TvProfileItem *row = item;
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
    [TV_PROFILE_ITEM_LIBRARY] = "library",
    [TV_PROFILE_ITEM_GROUP] = headings[row->relation],
    [TV_PROFILE_ITEM_RELATIVE] = relatives[row->relation],
    [TV_PROFILE_ITEM_SELF] = "self",
    [TV_PROFILE_ITEM_WAIT] = "waiting",
  };

  return names[row->kind];
}

/* Returns the method of a row. The row "self" has none. */
static const TvMethod *
get_method (gpointer data, gpointer item)
{
  const TvProfileSnapshot *snapshot = data;
  TvProfileItem *row = item;
  const guint32 target = tv_profile_item_get_target (row);

  if (target == TV_METHOD_NONE || row->kind == TV_PROFILE_ITEM_SELF)
    return NULL;
  return tv_trace_get_method (snapshot->trace, target);
}

static TvProfileValue
get_value (gpointer snapshot, gpointer item, TvProfileColumn column)
{
  return tv_profile_item_get_value (item, snapshot, column);
}

static char *
dup_text (gpointer snapshot, gpointer item, TvProfileColumn column)
{
  return tv_profile_item_dup_text (item, snapshot, column);
}

static guint32
get_rank (gpointer snapshot, gpointer item)
{
  return tv_profile_item_get_rank (item, snapshot);
}

/* Takes the current rows. @position is not used for all rows. */
TvTableExport *
tv_profile_export_new (TvProfileTree *tree, TvExportRows rows, guint position,
                       const TvProfileColumn *columns, guint n_columns)
{
  static const TvMethodExportType type
      = { .get_value = get_value,
          .dup_text = dup_text,
          .get_kind = get_kind,
          .get_method = get_method,
          .get_rank = get_rank,
          .splits_calls = TRUE,
          .free_data = (GDestroyNotify) tv_profile_snapshot_unref };
  TvProfileSnapshot *snapshot
      = tv_profile_snapshot_ref (tv_profile_tree_get_snapshot (tree));
  GtkTreeListModel *all = tv_profile_tree_get_rows (tree);
  g_autofree char *note = tv_transforms_dup_note (tv_profile_tree_get_session (tree));
  TvTableExport *table = tv_method_export_new (
      &type, snapshot, snapshot->trace,
      snapshot->base != NULL ? tv_profile_get_trace (snapshot->base) : NULL,
      snapshot->by.by_share, snapshot->unit, note);

  tv_table_export_show (table, columns, n_columns);
  if (rows == TV_EXPORT_ALL_ROWS)
    tv_table_export_add_all (
        table, G_LIST_MODEL (all),
        tv_profile_model_get_top (tv_profile_tree_get_methods (tree)));
  else
    tv_table_export_add_row (table, all, position, rows == TV_EXPORT_OPEN_ROWS);
  return table;
}
