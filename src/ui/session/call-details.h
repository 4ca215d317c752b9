/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-query.h"

G_BEGIN_DECLS

/**
 * TvDetailsQuery:
 *
 * The numbers of one call, computed by a worker if that takes long.
 */
typedef struct _TvDetailsQuery TvDetailsQuery;

/**
 * TvDetailsReady:
 * @user_data: passed to tv_details_query_new()
 *
 * Called when numbers that were not known at once arrive.
 */
typedef void (*TvDetailsReady) (gpointer user_data);

TvDetailsQuery *tv_details_query_new (TvDetailsReady ready, gpointer user_data);
void tv_details_query_free (TvDetailsQuery *query);

const TvCallDetails *tv_details_query_ask (TvDetailsQuery *query, TvCallStacks *stacks,
                                           TvCallRef call);
void tv_details_query_forget (TvDetailsQuery *query);
const TvCallDetails *tv_details_query_get (const TvDetailsQuery *query);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDetailsQuery, tv_details_query_free)

G_END_DECLS
