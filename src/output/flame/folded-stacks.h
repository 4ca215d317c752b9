/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

/**
 * TvFrameNames:
 *
 * Names of the methods of a trace as frames of a stack. Formats that have only names
 * count methods of the same name as one.
 */
typedef struct _TvFrameNames TvFrameNames;

TvFrameNames *tv_frame_names_new (const TvTrace *trace, gboolean signatures);
void tv_frame_names_free (TvFrameNames *names);

const char *tv_frame_names_get (const TvFrameNames *names, guint32 method);
const guint32 *tv_frame_names_get_same (const TvFrameNames *names);
guint32 tv_frame_names_find (const TvFrameNames *names, const char *name);

/**
 * TvFoldedUnit:
 * @TV_FOLDED_MICROSECONDS: whole microseconds
 * @TV_FOLDED_NANOSECONDS: nanoseconds
 *
 * The unit of the values of folded stacks.
 */
typedef enum
{
  TV_FOLDED_MICROSECONDS,
  TV_FOLDED_NANOSECONDS
} TvFoldedUnit;

/**
 * TvFoldedSpec:
 * @part: the part of the trace
 * @clock: the clock of the values
 * @unit: the unit of the values
 * @per_thread: whether the thread is the first frame
 * @signatures: whether overloaded methods are told apart by their signatures
 * @max_depth: the most frames of a stack, 0 for all; deeper frames count as time of the
 *   last one
 * @through: (nullable): methods of which one must be on a stack, as in
 *   #TvCallTreeLimits
 *
 * Which stacks are written, and how.
 */
typedef struct
{
  TvProfileRange part;
  TvClock clock;
  TvFoldedUnit unit;
  gboolean per_thread;
  gboolean signatures;
  guint max_depth;
  const TvMethodSet *through;
} TvFoldedSpec;

TvFoldedUnit tv_folded_unit_choose (const TvTrace *trace);
gboolean tv_folded_stacks_write (TvTrace *trace, const TvFoldedSpec *spec, char **note,
                                 GOutputStream *out, GCancellable *cancellable,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFrameNames, tv_frame_names_free)

G_END_DECLS
