/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/profile-copy.h"

#include "ui/profile/profile-export.h"

#include <glib/gi18n-lib.h>

/* The rows to copy */

static TvExportRows
parse_rows (const char *what)
{
  if (g_str_equal (what, "table"))
    return TV_EXPORT_ALL_ROWS;
  return g_str_equal (what, "rows") ? TV_EXPORT_OPEN_ROWS : TV_EXPORT_ROW;
}

/* Returns FALSE if there are no rows. */
static gboolean
take_table (TvProfilePanel *panel, const char *what, TvTakenRows *taken)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (panel);
  guint columns[TV_TABLE_MAX_COLUMNS];
  guint n_columns;
  g_autoptr (TvTableExport) table = NULL;

  if (tree == NULL)
    return FALSE;
  n_columns = tv_table_columns_list_shown (
      tv_table_view_get_columns (tv_view_get_table (TV_VIEW (panel))), columns);
  table = tv_profile_export_new (
      tree, parse_rows (what),
      gtk_single_selection_get_selected (tv_profile_tree_get_selection (tree)), columns,
      n_columns);
  if (n_columns > 0 && tv_table_export_get_n_rows (table) > 0)
    {
      *taken = tv_table_export_take_rows (g_steal_pointer (&table));
      return TRUE;
    }
  gtk_widget_error_bell (GTK_WIDGET (panel));
  return FALSE;
}

/* Actions */

static void
copy (TvProfilePanel *panel, const char *what, TvTableFormat format)
{
  TvTakenRows taken;

  if (take_table (panel, what, &taken))
    tv_table_copier_copy (tv_view_get_copier (TV_VIEW (panel)), &taken, format);
}

static void
copy_rows (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const gboolean one = g_str_equal (g_action_get_name (G_ACTION (action)), "copy-row");

  copy (user_data, one ? "row" : "rows", TV_TABLE_TSV);
}

static void
copy_as (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *what;
  const char *name;
  TvTableFormat format;

  g_variant_get (parameter, "(&s&s)", &what, &name);
  if (tv_table_format_parse (name, &format))
    copy (user_data, what, format);
}

static void export(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTakenRows taken;

  if (take_table (user_data, g_variant_get_string (parameter, NULL), &taken))
    tv_table_copier_ask (tv_view_get_copier (user_data), &taken, _ ("Export Profile"),
                         "profile");
}

static const GActionEntry entries[] = {
  { "copy-row", copy_rows, NULL, NULL, NULL, { 0 } },
  { "copy-rows", copy_rows, NULL, NULL, NULL, { 0 } },
  { "copy-as", copy_as, "(ss)", NULL, NULL, { 0 } },
  { "export", export, "s", NULL, NULL, { 0 } },
};

/* Adds the actions to those of a panel. */
void
tv_profile_copy_add (GActionMap *actions, TvProfilePanel *panel)
{
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), panel);
}

/* Exports to a file that was chosen. */
void
tv_profile_copy_save (TvProfilePanel *panel, const char *what, TvTableFormat format,
                      GFile *file)
{
  TvTakenRows taken;

  g_return_if_fail (TV_IS_PROFILE_PANEL (panel));
  g_return_if_fail (G_IS_FILE (file));

  if (take_table (panel, what, &taken))
    tv_table_copier_save (tv_view_get_copier (TV_VIEW (panel)), &taken, format, file);
}

/* The menu */

static void
append_formats (GMenu *menu, const char *title, const char *what)
{
  static const char *const titles[TV_N_TABLE_FILE_FORMATS] = {
    [TV_TABLE_TSV] = N_ ("_Tab-Separated Values"),
    [TV_TABLE_MARKDOWN] = N_ ("_Markdown"),
    [TV_TABLE_CSV] = N_ ("_CSV"),
    [TV_TABLE_JSON] = N_ ("_JSON"),
  };
  g_autoptr (GMenu) formats = g_menu_new ();

  for (guint i = 0; i < TV_N_TABLE_FILE_FORMATS; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (titles[i]), NULL);

      g_menu_item_set_action_and_target (item, "profile.copy-as", "(ss)", what,
                                         tv_table_format_get_name ((TvTableFormat) i));
      g_menu_append_item (formats, item);
    }
  g_menu_append_submenu (menu, title, G_MENU_MODEL (formats));
}

/* Appends the other ways to copy, and export. */
void
tv_profile_copy_append_menus (GMenu *menu)
{
  g_autoptr (GMenu) as = g_menu_new ();
  g_autoptr (GMenu) files = g_menu_new ();

  append_formats (as, _ ("_Row"), "row");
  append_formats (as, _ ("Row with _Open Rows"), "rows");
  append_formats (as, _ ("_Table"), "table");
  g_menu_append (files, _ ("_Table…"), "profile.export::table");
  g_menu_append (files, _ ("Row with _Open Rows…"), "profile.export::rows");
  g_menu_append (files, _ ("_Row…"), "profile.export::row");
  g_menu_append_submenu (menu, _ ("Copy _As"), G_MENU_MODEL (as));
  g_menu_append_submenu (menu, _ ("_Export"), G_MENU_MODEL (files));
}
