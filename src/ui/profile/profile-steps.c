/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-steps.h"

static GtkTreeListRow *
dup_selected_row (TvProfileTree *tree)
{
  GtkSingleSelection *selection = tv_profile_tree_get_selection (tree);

  return g_list_model_get_item (G_LIST_MODEL (selection),
                                gtk_single_selection_get_selected (selection));
}

static void
expand_row (TvProfileTree *tree, GtkTreeListRow *row, gboolean expanded)
{
  gtk_tree_list_row_set_expanded (row, expanded);
  tv_profile_tree_note_expanded (tree, row);
}

static void
step_to (TvProfileTree *tree, GtkTreeListRow *row)
{
  const guint position
      = tv_row_tree_get_position (tv_profile_tree_get_rows (tree), row);

  gtk_single_selection_set_selected (tv_profile_tree_get_selection (tree), position);
  g_signal_emit_by_name (tree, "show-row", position, TV_LIST_SCROLL_LEAST);
}

/* Closes the selected row, or goes to the row that it stands under. */
void
tv_profile_step_out (TvProfileTree *tree)
{
  g_autoptr (GtkTreeListRow) row = NULL;
  g_autoptr (GtkTreeListRow) parent = NULL;

  g_return_if_fail (TV_IS_PROFILE_TREE (tree));

  row = dup_selected_row (tree);
  if (row == NULL)
    return;
  if (gtk_tree_list_row_get_expanded (row))
    {
      expand_row (tree, row, FALSE);
      return;
    }
  parent = gtk_tree_list_row_get_parent (row);
  if (parent != NULL)
    step_to (tree, parent);
}

/* Opens the selected row, or goes to the first row under it. */
void
tv_profile_step_in (TvProfileTree *tree)
{
  g_autoptr (GtkTreeListRow) row = NULL;
  g_autoptr (GtkTreeListRow) child = NULL;

  g_return_if_fail (TV_IS_PROFILE_TREE (tree));

  row = dup_selected_row (tree);
  if (row == NULL || !gtk_tree_list_row_is_expandable (row))
    return;
  if (!gtk_tree_list_row_get_expanded (row))
    {
      expand_row (tree, row, TRUE);
      return;
    }
  child = gtk_tree_list_row_get_child_row (row, 0);
  if (child != NULL)
    step_to (tree, child);
}
