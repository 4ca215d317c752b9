/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/name-search.h"
#include "analysis/sums/method-set.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

/**
 * TvSessionFind:
 *
 * The search in a session. Hits stand out in all colours of the session. The first hit
 * in the table's order is selected; steps select the next and the previous one. Methods
 * without calls are listed only if only hits are.
 *
 * Signals: `changed` when there are other hits, another position or an error. `go-to`
 * (uint, a method) before a hit is selected: a table shows its row then. `step`
 * (boolean, whether forward; returns a boolean) before tv_session_find_step() selects
 * another method: a view that shows a method in several places selects the next of them
 * and returns %TRUE.
 */
#define TV_TYPE_SESSION_FIND (tv_session_find_get_type ())

G_DECLARE_FINAL_TYPE (TvSessionFind, tv_session_find, TV, SESSION_FIND, GObject)

TvSessionFind *tv_trace_session_get_find (TvTraceSession *session);

void tv_session_find_prepare (TvSessionFind *self);
void tv_session_find_search (TvSessionFind *self, const char *query, TvNameMatch match,
                             gboolean class_only);
void tv_session_find_stop (TvSessionFind *self);
void tv_session_find_set_only_hits (TvSessionFind *self, gboolean only_hits);
void tv_session_find_set_order (TvSessionFind *self, TvMethodSequence *order);
void tv_session_find_step (TvSessionFind *self, gboolean forward);

TvNameHaystack *tv_session_find_get_names (TvSessionFind *self);
gboolean tv_session_find_is_searching (TvSessionFind *self);
TvMethodSet *tv_session_find_get_hits (TvSessionFind *self);
char *tv_session_find_dup_status (TvSessionFind *self);
const char *tv_session_find_get_error (TvSessionFind *self);

G_END_DECLS
