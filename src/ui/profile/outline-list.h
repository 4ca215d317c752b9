/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-item.h"
#include "ui/profile/profile-outline.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvOutlineList:
 *
 * A level of a #TvProfileOutline as a list of #TvProfileItem: its top, the classes of a
 * package or the methods of a class.
 */
#define TV_TYPE_OUTLINE_LIST (tv_outline_list_get_type ())

G_DECLARE_FINAL_TYPE (TvOutlineList, tv_outline_list, TV, OUTLINE_LIST, GObject)

TvOutlineList *tv_outline_list_new (TvProfileOutline *outline);
TvOutlineList *tv_outline_list_new_under (TvProfileItem *row);

G_END_DECLS
