/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvMethodIndex:
 *
 * An index of a trace that finds the calls of a method, from one to the next, in one
 * thread or in all. It takes at most 2 bytes a call on any trace, usually far less, and
 * 8 bytes a method.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvMethodIndex TvMethodIndex;

TvMethodIndex *tv_method_index_new (TvTrace *trace, guint n_workers,
                                    GCancellable *cancellable, GError **error);
void tv_method_index_unref (TvMethodIndex *index);

gsize tv_method_index_get_memory_size (const TvMethodIndex *index);

gboolean tv_method_index_find_next (const TvMethodIndex *index, guint32 method,
                                    guint32 thread, TvCallRef after, TvCallRef *ref);
gboolean tv_method_index_find_previous (const TvMethodIndex *index, guint32 method,
                                        guint32 thread, TvCallRef before,
                                        TvCallRef *ref);
gboolean tv_method_index_find_from (const TvMethodIndex *index, guint32 method,
                                    guint32 thread, gint64 axis_time, TvCallRef *ref);
gboolean tv_method_index_find_before (const TvMethodIndex *index, guint32 method,
                                      guint32 thread, gint64 axis_time, TvCallRef *ref);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodIndex, tv_method_index_unref)

G_END_DECLS
