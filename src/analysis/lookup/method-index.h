/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvMethodIndex:
 *
 * An index of a trace that finds the calls of a method: from one to the next, in one
 * thread or over all, and those in a range of time. It takes at most 2 bytes a call on
 * any trace, usually far less, and 8 bytes a method.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvMethodIndex TvMethodIndex;

TvMethodIndex *tv_method_index_new (TvTrace *trace, guint n_workers,
                                    GCancellable *cancellable, GError **error);
TvMethodIndex *tv_method_index_ref (TvMethodIndex *index);
void tv_method_index_unref (TvMethodIndex *index);

TvTrace *tv_method_index_get_trace (const TvMethodIndex *index);
gsize tv_method_index_get_memory_size (const TvMethodIndex *index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodIndex, tv_method_index_unref)

G_END_DECLS
