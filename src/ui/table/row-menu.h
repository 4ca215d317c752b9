/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/table-rows.h"

G_BEGIN_DECLS

/**
 * TvRowShortcut:
 * @action: an action with its target, as g_action_parse_detailed_name() reads it
 * @keys: its keys, as gtk_shortcut_trigger_parse_string() reads them
 */
typedef struct
{
  const char *action;
  const char *keys;
} TvRowShortcut;

/**
 * TvRowItem:
 * @title: title of the item, to be translated
 * @action: its action, with its target
 */
typedef struct
{
  const char *title;
  const char *action;
} TvRowItem;

/**
 * TvRowMenu:
 * @shortcuts: the keys of the rows
 * @n_shortcuts: their number
 * @make: makes the menu of the selected row. Returns (transfer full)
 *
 * The keys and the menu of the rows of a table. Each view has a static one. @owner is
 * the widget with the actions; it must present the menu when it is allocated.
 */
typedef struct
{
  const TvRowShortcut *shortcuts;
  guint n_shortcuts;
  GMenuModel *(*make) (GtkWidget *owner);
} TvRowMenu;

void tv_row_menu_append (const TvRowMenu *self, GMenu *menu, const char *title,
                         const char *action);
GMenu *tv_row_menu_new_part (const TvRowMenu *self, const TvRowItem *items);
void tv_row_menu_add_keys (const TvRowMenu *self, GtkWidget *widget);
void tv_row_menu_add (const TvRowMenu *self, TvTableRows *rows, GtkWidget *owner);
void tv_row_menu_open (const TvRowMenu *self, TvTableRows *rows, GtkWidget *owner);
void tv_row_menu_show_text (TvTableRows *rows, GtkWidget *owner, const char *text);
gboolean tv_row_menu_go_to_row (TvTableRows *rows);

G_END_DECLS
