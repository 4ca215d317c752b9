/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/relatives/relatives.h"
#include "ui/session/trace-session.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TvRelativesQuery:
 *
 * Asks for the callers and callees of a method, or of a relative on a path from it.
 * They are worked out when it is started: at once in a small trace, in a worker
 * otherwise; the signal `ready` is emitted when that worker is done. Whoever drops the
 * query stops it.
 */
#define TV_TYPE_RELATIVES_QUERY (tv_relatives_query_get_type ())

G_DECLARE_FINAL_TYPE (TvRelativesQuery, tv_relatives_query, TV, RELATIVES_QUERY,
                      GObject)

TvRelativesQuery *tv_relatives_query_new (TvTraceSession *session, guint32 method,
                                          const TvRelativesOrder *order);
TvRelativesQuery *tv_relatives_query_new_under (TvRelativesQuery *parent,
                                                TvRelation relation, guint32 method);

void tv_relatives_query_start (TvRelativesQuery *self);
void tv_relatives_query_set_order (TvRelativesQuery *self,
                                   const TvRelativesOrder *order);

const TvRelatives *tv_relatives_query_get_relatives (TvRelativesQuery *self);
TvProfile *tv_relatives_query_get_profile (TvRelativesQuery *self);
guint32 tv_relatives_query_get_method (TvRelativesQuery *self);
guint32 tv_relatives_query_get_last_method (TvRelativesQuery *self);
guint tv_relatives_query_get_depth (TvRelativesQuery *self);
TvRelation tv_relatives_query_get_relation (TvRelativesQuery *self);
TvRelativesQuery *tv_relatives_query_get_parent (TvRelativesQuery *self);

G_END_DECLS
