/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvTransformKind:
 * @TV_TRANSFORM_MERGE: calls of the methods vanish, and their callers call what they
 *   called; what they took themselves is their callers'
 * @TV_TRANSFORM_FOCUS: only outermost calls of the methods, and all that they call
 * @TV_TRANSFORM_FOCUS_SUBTREE: only calls on a path from the outermost call on, and all
 *   that they call
 * @TV_TRANSFORM_COLLAPSE_PACKAGE: calls of the methods that call each other are one
 *   call of the package
 * @TV_TRANSFORM_COLLAPSE_RECURSION: a call of a method within a call of the same
 *   method becomes part of that, with the calls between them
 * @TV_TRANSFORM_DROP: calls of the methods vanish with all that they call, and with
 *   their time
 *
 * What a #TvTransform does.
 */
typedef enum
{
  TV_TRANSFORM_MERGE,
  TV_TRANSFORM_FOCUS,
  TV_TRANSFORM_FOCUS_SUBTREE,
  TV_TRANSFORM_COLLAPSE_PACKAGE,
  TV_TRANSFORM_COLLAPSE_RECURSION,
  TV_TRANSFORM_DROP
} TvTransformKind;

/**
 * TvTransform:
 * @kind: what it does
 * @package: (nullable): the package that it collapses
 * @thread: the thread of its path, %TV_THREAD_NONE for all
 * @steps: (element-type GArray): its path, as the indexes of methods in ascending order
 *   that each call on it may have; one step if it has methods instead, none if it is
 *   for all methods
 *
 * A change to the stacks of a trace, see tv_trace_new_transformed().
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct
{
  TvTransformKind kind;
  char *package;
  guint32 thread;
  GPtrArray *steps;
} TvTransform;

TvTransform *tv_transform_new (TvTransformKind kind, const guint32 *methods, guint n);
TvTransform *tv_transform_new_package (const char *package, const guint32 *methods,
                                       guint n);
TvTransform *tv_transform_new_subtree (guint32 thread, const GArray *const *steps,
                                       guint n_steps);
TvTransform *tv_transform_new_like (const TvTransform *like, guint32 thread,
                                    const GArray *const *steps);
TvTransform *tv_transform_ref (TvTransform *transform);
void tv_transform_unref (TvTransform *transform);

const guint32 *tv_transform_get_step (const TvTransform *transform, guint step,
                                      guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTransform, tv_transform_unref)

TvTrace *tv_trace_new_transformed (TvTrace *trace, const TvTransform *transform_by,
                                   guint64 memory_limit, GCancellable *cancellable,
                                   GError **error);

const TvTrace *tv_trace_get_original (const TvTrace *trace);
guint32 tv_trace_get_original_call (const TvTrace *trace, guint32 thread, guint32 call);
guint32 tv_trace_find_transformed_call (const TvTrace *trace, guint32 thread,
                                        guint32 original);
gboolean tv_trace_has_drops (const TvTrace *trace);
gint64 tv_trace_subtract_drops (const TvTrace *trace, guint32 thread, TvClock clock,
                                gsize next, gint64 time);

G_END_DECLS
