/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/profile-copy.h"

#include <glib/gi18n-lib.h>

static GMenuModel *
new_formats_menu (const char *what)
{
  static const char *const titles[TV_N_TABLE_FILE_FORMATS] = {
    [TV_TABLE_TSV] = N_ ("_Tab-Separated Values"),
    [TV_TABLE_MARKDOWN] = N_ ("_Markdown"),
    [TV_TABLE_CSV] = N_ ("_CSV"),
    [TV_TABLE_JSON] = N_ ("_JSON"),
  };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < TV_N_TABLE_FILE_FORMATS; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (titles[i]), NULL);

      g_menu_item_set_action_and_target (item, "profile.copy-as", "(ss)", what,
                                         tv_table_format_get_name ((TvTableFormat) i));
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static void
append_formats (GMenu *menu, const char *title, const char *what)
{
  g_autoptr (GMenuModel) formats = new_formats_menu (what);

  g_menu_append_submenu (menu, title, formats);
}

static GMenuModel *
new_export_menu (void)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _ ("_Table…"), "profile.export::table");
  g_menu_append (menu, _ ("Row with _Open Rows…"), "profile.export::rows");
  g_menu_append (menu, _ ("_Row…"), "profile.export::row");
  return G_MENU_MODEL (menu);
}

static void
append_with_key (GMenu *menu, const char *title, const char *action, const char *key)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (title, action);

  g_menu_item_set_attribute (item, "accel", "s", key);
  g_menu_append_item (menu, item);
}

/* Returns all that can be copied and exported, for a section of a menu. */
GMenuModel *
tv_profile_copy_new_menu (void)
{
  g_autoptr (GMenu) as = g_menu_new ();
  g_autoptr (GMenuModel) files = new_export_menu ();
  GMenu *menu = g_menu_new ();

  append_formats (as, _ ("_Row"), "row");
  append_formats (as, _ ("Row with _Open Rows"), "rows");
  append_formats (as, _ ("_Table"), "table");
  append_with_key (menu, _ ("_Copy Row"), "profile.copy-row", "<Control>c");
  append_with_key (menu, _ ("Copy Row with _Open Rows"), "profile.copy-rows",
                   "<Control><Shift>c");
  g_menu_append_submenu (menu, _ ("Copy _As"), G_MENU_MODEL (as));
  g_menu_append_submenu (menu, _ ("_Export"), files);
  return G_MENU_MODEL (menu);
}
