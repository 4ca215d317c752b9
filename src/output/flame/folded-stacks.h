/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"
#include "output/flame/frame-names.h"

G_BEGIN_DECLS

/**
 * TvFoldedUnit:
 * @TV_FOLDED_MICROSECONDS: whole microseconds
 * @TV_FOLDED_NANOSECONDS: nanoseconds
 *
 * What the values of folded stacks count.
 */
typedef enum
{
  TV_FOLDED_MICROSECONDS,
  TV_FOLDED_NANOSECONDS
} TvFoldedUnit;

TvFoldedUnit tv_folded_unit_choose (const TvTrace *trace);
gboolean tv_folded_stacks_write (const TvCallTree *tree, const TvFrameNames *names,
                                 TvClock clock, TvFoldedUnit unit, GOutputStream *out,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
