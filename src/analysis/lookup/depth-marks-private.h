/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvDepthMark:
 * @call: a call, by its number among those of all threads once the marks of all are
 *   together
 * @depth: number of calls around it
 *
 * The depth of one call. Depths are kept for few: for those at a depth that 64 divides
 * that have callees down to 63 levels below, each of which so stands for a stretch of
 * 64 calls of its own. Any call has the root or one of these within 127 levels above.
 */
typedef struct
{
  guint64 call;
  guint32 depth;
} TvDepthMark;

GArray *tv_depth_marks_find (const TvCalls *calls, GCancellable *cancellable);
guint tv_depth_marks_get_depth (const TvDepthMark *marks, gsize n_marks,
                                const TvCalls *calls, gsize base, guint32 call);

G_END_DECLS
