/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/relatives.h"
#include "ui/trace-session.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvRelativesModel:
 *
 * What stands under one method in the profile panel: a list of #TvProfileRow, one for
 * each group (parents, children, and both while recursive) that has any members.
 * Callers and callees are worked out when somebody first asks how long the list is: at
 * once in a small trace, in a worker otherwise, and then the list fills when they
 * arrive.
 */
#define TV_TYPE_RELATIVES_MODEL (tv_relatives_model_get_type ())

G_DECLARE_FINAL_TYPE (TvRelativesModel, tv_relatives_model, TV, RELATIVES_MODEL,
                      GObject)

TvRelativesModel *tv_relatives_model_new (TvTraceSession *session, guint32 method);
guint32 tv_relatives_model_get_method (TvRelativesModel *self);
const TvRelatives *tv_relatives_model_get_relatives (TvRelativesModel *self);

G_END_DECLS
