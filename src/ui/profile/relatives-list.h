/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-item.h"
#include "ui/profile/relatives-query.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvRelativesList:
 *
 * What stands under a method, under one of its groups or under a relative, as a list of
 * #TvProfileItem. Under a method: a heading for each group (parents, children, and both
 * while recursive) that has any members. Under a group or relative: callers or callees
 * in the order of the query. Children begin with the method's own time and end with its
 * waiting, but for those while recursive, where only what stands under a relative does.
 *
 * The query starts when somebody first asks how long the list is. The list fills when
 * the query is answered.
 */
#define TV_TYPE_RELATIVES_LIST (tv_relatives_list_get_type ())

G_DECLARE_FINAL_TYPE (TvRelativesList, tv_relatives_list, TV, RELATIVES_LIST, GObject)

TvRelativesList *tv_relatives_list_new_groups (TvRelativesQuery *query);
TvRelativesList *tv_relatives_list_new_members (TvRelativesQuery *query,
                                                TvRelation relation);
TvRelativesQuery *tv_relatives_list_get_query (TvRelativesList *self);
guint tv_relatives_list_find (TvRelativesList *self, TvProfileItemKind kind,
                              TvRelation relation, guint32 method);

G_END_DECLS
