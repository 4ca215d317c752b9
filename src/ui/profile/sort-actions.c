/* SPDX-License-Identifier: Apache-2.0 */

/* Sorting without the mouse: titles of GTK's column views take no focus. */

#include "ui/profile/sort-actions.h"

static TvProfileColumn
find_column (TvProfilePanel *panel, GtkColumnViewColumn *wanted)
{
  for (TvProfileColumn i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (wanted != NULL && tv_profile_panel_get_column (panel, i) == wanted)
      return i;
  return TV_PROFILE_N_COLUMNS;
}

/* The columns that are shown, in the order in which they stand. */
static GPtrArray *
list_columns (TvProfilePanel *panel)
{
  GListModel *columns
      = gtk_column_view_get_columns (tv_profile_panel_get_column_view (panel));
  GPtrArray *shown = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (gtk_column_view_column_get_visible (column))
        g_ptr_array_add (shown, g_steal_pointer (&column));
    }
  return shown;
}

/* As a click on the title does: names from the beginning, of numbers the greatest. */
static void
sort_by (TvProfilePanel *panel, GtkColumnViewColumn *column)
{
  const gboolean by_name = find_column (panel, column) == TV_PROFILE_COLUMN_NAME;

  gtk_column_view_sort_by_column (tv_profile_panel_get_column_view (panel), column,
                                  by_name ? GTK_SORT_ASCENDING : GTK_SORT_DESCENDING);
}

/* Before the first column and behind the last is the order by rank. */
static void
step (TvProfilePanel *panel, int by)
{
  g_autoptr (GPtrArray) shown = list_columns (panel);
  gboolean descending;
  const TvProfileColumn sorted = tv_profile_model_get_sort (
      tv_profile_tree_get_methods (tv_profile_panel_get_tree (panel)), &descending);
  const int n = (int) shown->len;
  int place = -1;

  for (int i = 0; i < n && sorted != TV_PROFILE_N_COLUMNS; i++)
    if (find_column (panel, g_ptr_array_index (shown, i)) == sorted)
      place = i;
  place += by;
  if (place < -1)
    place = n - 1;
  sort_by (panel,
           place >= 0 && place < n ? g_ptr_array_index (shown, (guint) place) : NULL);
}

static void
sort_by_next (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  if (tv_profile_panel_get_tree (user_data) != NULL)
    step (user_data, 1);
}

static void
sort_by_previous (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  if (tv_profile_panel_get_tree (user_data) != NULL)
    step (user_data, -1);
}

static void
reverse_order (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfilePanel *panel = TV_PROFILE_PANEL (user_data);
  TvProfileTree *tree = tv_profile_panel_get_tree (panel);
  TvProfileColumn sorted;
  gboolean descending;

  if (tree == NULL)
    return;
  sorted = tv_profile_model_get_sort (tv_profile_tree_get_methods (tree), &descending);
  if (sorted == TV_PROFILE_N_COLUMNS)
    gtk_widget_error_bell (GTK_WIDGET (panel));
  else
    gtk_column_view_sort_by_column (tv_profile_panel_get_column_view (panel),
                                    tv_profile_panel_get_column (panel, sorted),
                                    descending ? GTK_SORT_ASCENDING
                                               : GTK_SORT_DESCENDING);
}

/* Adds the actions that sort the table: by the next column, by the previous, and the
 * other way round. */
void
tv_sort_actions_add (GActionMap *actions, TvProfilePanel *panel)
{
  static const GActionEntry entries[] = {
    { "sort-next", sort_by_next, NULL, NULL, NULL, { 0 } },
    { "sort-previous", sort_by_previous, NULL, NULL, NULL, { 0 } },
    { "sort-reverse", reverse_order, NULL, NULL, NULL, { 0 } },
  };

  g_return_if_fail (G_IS_ACTION_MAP (actions) && TV_IS_PROFILE_PANEL (panel));

  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), panel);
}
