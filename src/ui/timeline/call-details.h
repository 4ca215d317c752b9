/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-query.h"

G_BEGIN_DECLS

/* The numbers of one call, computed in a worker where that takes long. */
typedef struct _TvDetailsQuery TvDetailsQuery;

/* Called when the numbers arrive later. */
typedef void (*TvDetailsReady) (gpointer user_data);

TvDetailsQuery *tv_details_query_new (TvDetailsReady ready, gpointer user_data);
void tv_details_query_free (TvDetailsQuery *query);

const TvCallDetails *tv_details_query_ask (TvDetailsQuery *query, TvCallStacks *stacks,
                                           TvCallRef call);
void tv_details_query_forget (TvDetailsQuery *query);
const TvCallDetails *tv_details_query_get (const TvDetailsQuery *query);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDetailsQuery, tv_details_query_free)

char *tv_call_dup_numbers_text (const TvTrace *trace, const TvCallDetails *call);
char *tv_call_dup_position_text (const TvTrace *trace, const TvCallDetails *call);
char *tv_call_dup_spoken_text (const TvTrace *trace, const TvCallDetails *call);
char *tv_call_dup_callers_text (const TvCallStacks *stacks, TvCallRef call,
                                guint max_lines);
char *tv_method_dup_source_text (const TvMethod *method);

G_END_DECLS
