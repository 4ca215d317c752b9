/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-piece-private.h"

G_BEGIN_DECLS

/**
 * TvOpenCalls:
 * @calls: (array length=n): the calls, outermost first
 * @n: how many there are
 *
 * The calls of a thread that are open where a range begins. A caller has a lower index
 * than what it calls, so that they are in order.
 */
typedef struct
{
  guint32 *calls;
  guint32 n;
} TvOpenCalls;

void tv_open_calls_init (TvOpenCalls *self, const TvThreadPiece *piece,
                         const TvCalls *calls);
void tv_open_calls_clear (TvOpenCalls *self);
guint32 tv_open_calls_find (const TvOpenCalls *self, guint32 call);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvOpenCalls, tv_open_calls_clear)

G_END_DECLS
