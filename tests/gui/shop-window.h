/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "gui/find-window.h"

G_BEGIN_DECLS

/* Ids of the methods, and their rows. */
enum
{
  TV_SHOP_MAIN = 4,
  TV_SHOP_ADD = 8,
  TV_SHOP_SUM = 12,
  TV_SHOP_SEND = 16
};

#define TV_SHOP_MAIN_ROW "1 Main.main()"
#define TV_SHOP_SUM_ROW "2 Cart.sum()  shop"
#define TV_SHOP_ADD_ROW "3 Cart.add()  shop"
#define TV_SHOP_SEND_ROW "4 Net.send()  shop.net"

char *tv_shop_write (const char *folder);
void tv_shop_choose (TvFindWindow *window, const char *row, const char *path);

G_END_DECLS
