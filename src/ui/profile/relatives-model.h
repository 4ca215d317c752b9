/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/relatives-query.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvRelativesModel:
 *
 * What stands under one method in the profile panel: a list of #TvProfileItem, one for
 * each group (parents, children, and both while recursive) that has any members. The
 * query is started when somebody first asks how long the list is, and the list fills
 * when it is answered.
 */
#define TV_TYPE_RELATIVES_MODEL (tv_relatives_model_get_type ())

G_DECLARE_FINAL_TYPE (TvRelativesModel, tv_relatives_model, TV, RELATIVES_MODEL,
                      GObject)

TvRelativesModel *tv_relatives_model_new (TvRelativesQuery *query);
TvRelativesQuery *tv_relatives_model_get_query (TvRelativesModel *self);

G_END_DECLS
