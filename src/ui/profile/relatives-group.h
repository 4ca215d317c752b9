/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-item.h"
#include "ui/profile/relatives-query.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvRelativesGroup:
 *
 * The members of one group under a method, or what stands under a member: a list of
 * #TvProfileItem, callers or callees in the order of the query. Children begin with the
 * method's own time and end with its waiting, but for those while recursive, where only
 * what stands under a member does. The query is started when somebody first asks how
 * long the list is, and the list fills when it is answered.
 */
#define TV_TYPE_RELATIVES_GROUP (tv_relatives_group_get_type ())

G_DECLARE_FINAL_TYPE (TvRelativesGroup, tv_relatives_group, TV, RELATIVES_GROUP,
                      GObject)

TvRelativesGroup *tv_relatives_group_new (TvRelativesQuery *query, TvRelation relation);
TvRelativesQuery *tv_relatives_group_get_query (TvRelativesGroup *self);
guint tv_relatives_group_find (TvRelativesGroup *self, TvProfileItemKind kind,
                               guint32 method);

G_END_DECLS
