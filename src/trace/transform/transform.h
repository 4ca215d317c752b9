/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvTransformKind:
 * @TV_TRANSFORM_MERGE: removes calls of the methods; their callees and their exclusive
 *   time go to their callers
 * @TV_TRANSFORM_FOCUS: keeps only the outermost calls of the methods and all calls
 * below them
 * @TV_TRANSFORM_FOCUS_SUBTREE: keeps only the calls on a path from the outermost call
 * on and all calls below them
 * @TV_TRANSFORM_COLLAPSE_PACKAGE: merges nested calls of the methods into one call of
 * the package
 * @TV_TRANSFORM_COLLAPSE_LIBRARY: merges nested calls of the methods into one call of
 * the library
 * @TV_TRANSFORM_COLLAPSE_RECURSION: merges a call within a call of the same method into
 *   that, with the calls between them
 * @TV_TRANSFORM_DROP: removes calls of the methods with all calls below them, and their
 *   time
 *
 * The kind of a #TvTransform.
 */
typedef enum
{
  TV_TRANSFORM_MERGE,
  TV_TRANSFORM_FOCUS,
  TV_TRANSFORM_FOCUS_SUBTREE,
  TV_TRANSFORM_COLLAPSE_PACKAGE,
  TV_TRANSFORM_COLLAPSE_LIBRARY,
  TV_TRANSFORM_COLLAPSE_RECURSION,
  TV_TRANSFORM_DROP
} TvTransformKind;

/**
 * TvTransform:
 * @kind: its kind
 * @group: (nullable): the package that it collapses, or the path of the library
 * @thread: the thread of its path, %TV_THREAD_NONE for all
 * @steps: (element-type GArray): its path: for each call the indexes of the methods
 * that it may have, ascending; one step if it has methods instead, no step if it is for
 * all methods
 *
 * A change to the stacks of a trace, see tv_trace_new_transformed().
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct
{
  TvTransformKind kind;
  char *group;
  guint32 thread;
  GPtrArray *steps;
} TvTransform;

TvTransform *tv_transform_new (TvTransformKind kind, const guint32 *methods, guint n);
TvTransform *tv_transform_new_package (const char *package, const guint32 *methods,
                                       guint n);
TvTransform *tv_transform_new_library (const char *library, const guint32 *methods,
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
