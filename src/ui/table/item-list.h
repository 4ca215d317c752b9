/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvItemMaker:
 * @data: the data of the list
 * @position: a row of the list
 *
 * Makes the item of a row.
 *
 * Returns: (transfer full): the item
 */
typedef gpointer (*TvItemMaker) (gpointer data, guint position);

/**
 * TvItemList:
 *
 * The rows of a table, or the rows under one of them, as a list of items that are made
 * on demand. Its data should be the order of the rows, not the rows themselves.
 *
 * Signals: `wanted` when the length of a list that has not been filled is first asked
 * for. The owner of the list fills it then or later.
 */
#define TV_TYPE_ITEM_LIST (tv_item_list_get_type ())

G_DECLARE_FINAL_TYPE (TvItemList, tv_item_list, TV, ITEM_LIST, GObject)

TvItemList *tv_item_list_new (GType type, TvItemMaker make, gpointer data,
                              GDestroyNotify free_data);
gpointer tv_item_list_get_data (TvItemList *self);
void tv_item_list_fill (TvItemList *self, guint n);
gboolean tv_item_list_is_filled (TvItemList *self);

G_END_DECLS
