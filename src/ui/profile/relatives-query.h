/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/relatives/relatives.h"
#include "ui/profile/profile-model.h"
#include "ui/session/trace-session.h"

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

void tv_relatives_query_start (TvRelativesQuery *self);

const TvRelatives *tv_relatives_query_get_relatives (TvRelativesQuery *self);
guint32 tv_relatives_query_get_method (TvRelativesQuery *self);
guint32 tv_relatives_query_get_last_method (TvRelativesQuery *self);
guint tv_relatives_query_get_depth (TvRelativesQuery *self);
TvRelativesQuery *tv_relatives_query_get_parent (TvRelativesQuery *self);

/**
 * TvRelativesStore:
 *
 * Where the rows of the profile panel have their callers and callees from, in the order
 * in which the methods are. While the rows are closed to be opened in another order, it
 * keeps what was found, so that nothing has to be found again.
 */
#define TV_TYPE_RELATIVES_STORE (tv_relatives_store_get_type ())

G_DECLARE_FINAL_TYPE (TvRelativesStore, tv_relatives_store, TV, RELATIVES_STORE,
                      GObject)

TvRelativesStore *tv_relatives_store_new (TvTraceSession *session,
                                          TvProfileModel *methods);
TvRelativesQuery *tv_relatives_store_get (TvRelativesStore *self, guint32 method);
TvRelativesQuery *tv_relatives_store_get_under (TvRelativesStore *self,
                                                TvRelativesQuery *parent,
                                                TvRelation relation, guint32 method);
void tv_relatives_store_keep (TvRelativesStore *self, TvRelativesQuery *query);
void tv_relatives_store_forget (TvRelativesStore *self);

G_END_DECLS
