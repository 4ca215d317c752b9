/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/relatives-model.h"

G_BEGIN_DECLS

/**
 * TvRelativesGroup:
 *
 * The members of one group under a method, a list of #TvProfileRow: callers or callees
 * by descending inclusive time. The children begin with the method's own time and end
 * with its waiting.
 */
#define TV_TYPE_RELATIVES_GROUP (tv_relatives_group_get_type ())

G_DECLARE_FINAL_TYPE (TvRelativesGroup, tv_relatives_group, TV, RELATIVES_GROUP,
                      GObject)

TvRelativesGroup *tv_relatives_group_new (TvRelativesModel *relatives,
                                          TvRelation relation);

G_END_DECLS
