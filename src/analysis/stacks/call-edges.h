/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvCallEdge:
 * @caller: the calling method; %TV_METHOD_NONE for calls without a parent
 * @callee: the called method
 * @inclusive: nanoseconds of the calls
 * @calls: number of calls
 * @caller_recursive: whether they were made by recursive calls of @caller
 * @callee_recursive: whether they were recursive calls of @callee
 *
 * Calls from one method to another. There may be millions.
 */
typedef struct
{
  guint32 caller;
  guint32 callee;
  gint64 inclusive;
  guint64 calls : 62;
  guint64 caller_recursive : 1;
  guint64 callee_recursive : 1;
} TvCallEdge;

GArray *tv_call_edges_new (TvTrace *trace, const TvProfileRange *range, TvClock clock,
                           gint64 *thread_time, GCancellable *cancellable,
                           GError **error);

G_END_DECLS
