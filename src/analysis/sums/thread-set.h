/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvThreadSet:
 *
 * Some of the threads of a trace.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvThreadSet TvThreadSet;

TvThreadSet *tv_thread_set_new (const guint32 *threads, guint n);
TvThreadSet *tv_thread_set_ref (TvThreadSet *set);
void tv_thread_set_unref (TvThreadSet *set);

const guint32 *tv_thread_set_get (const TvThreadSet *set, guint *n);
guint tv_thread_set_count (const TvThreadSet *set, const TvTrace *trace);
guint32 tv_thread_set_get_nth (const TvThreadSet *set, guint n);
gboolean tv_thread_set_contains (const TvThreadSet *set, guint32 thread);
gboolean tv_thread_set_equal (const TvThreadSet *a, const TvThreadSet *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvThreadSet, tv_thread_set_unref)

G_END_DECLS
