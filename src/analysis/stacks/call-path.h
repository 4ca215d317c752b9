/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvCallPath:
 * @thread: index of its thread, %TV_THREAD_NONE for all threads together
 * @n_methods: number of its methods, 0 for all calls of the thread
 * @methods: (array length=n_methods): indexes of its methods, the outermost first
 *
 * A path of calls: the methods from the outermost call to the innermost one, in one
 * thread or in all threads together. It identifies a node of a #TvCallTree, and remains
 * valid when the tree is built again.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct
{
  guint32 thread;
  guint n_methods;
  guint32 methods[];
} TvCallPath;

TvCallPath *tv_call_path_new (guint32 thread, const guint32 *methods, guint n_methods);
TvCallPath *tv_call_path_new_to_call (const TvTrace *trace, TvCallRef call);
TvCallPath *tv_call_path_new_to_original (TvTrace *trace, TvCallRef call);
TvCallPath *tv_call_path_new_heaviest (TvProfile *profile, guint32 method,
                                       TvClock clock, GCancellable *cancellable);
TvCallPath *tv_call_path_ref (TvCallPath *path);
void tv_call_path_unref (TvCallPath *path);

const guint32 *tv_call_path_get_methods (const TvCallPath *path, guint *n_methods);
guint32 tv_call_path_get_method (const TvCallPath *path);
gboolean tv_call_path_equal (const TvCallPath *a, const TvCallPath *b);

char *tv_call_path_dup_text (const TvCallPath *path, const TvTrace *trace);
TvCallRef tv_call_path_find_longest (const TvCallPath *path, TvProfile *profile,
                                     TvClock clock, GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallPath, tv_call_path_unref)

G_END_DECLS
