/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/profile.h"

G_BEGIN_DECLS

/**
 * TvCallEdge:
 * @caller: a method; %TV_METHOD_NONE for calls that nobody in the trace made
 * @callee: the method that it called
 * @caller_recursive: whether the calls were made by recursive calls of @caller
 * @callee_recursive: whether they were recursive calls of @callee
 * @calls: how many
 * @inclusive: their time in nanoseconds by #TvClock
 *
 * Calls from one method to another.
 */
typedef struct
{
  guint32 caller;
  guint32 callee;
  gboolean caller_recursive;
  gboolean callee_recursive;
  guint64 calls;
  gint64 inclusive[TV_N_CLOCKS];
} TvCallEdge;

/**
 * TvCallEdges:
 *
 * Who calls whom, of all methods at once. Immutable.
 */
typedef struct _TvCallEdges TvCallEdges;

TvCallEdges *tv_call_edges_new (TvTrace *trace, const TvProfileRange *range,
                                GCancellable *cancellable, GError **error);
void tv_call_edges_free (TvCallEdges *edges);

const TvCallEdge *tv_call_edges_get (const TvCallEdges *edges, guint *n_edges);
gint64 tv_call_edges_get_thread_time (const TvCallEdges *edges, TvClock clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallEdges, tv_call_edges_free)

G_END_DECLS
