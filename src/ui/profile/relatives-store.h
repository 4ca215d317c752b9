/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-model.h"
#include "ui/profile/relatives-query.h"

G_BEGIN_DECLS

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
