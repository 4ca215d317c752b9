/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvMethodSequence:
 *
 * Some methods of a trace in an order, and the place of each in it.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvMethodSequence TvMethodSequence;

TvMethodSequence *tv_method_sequence_new_listed (guint32 *methods, guint n);
TvMethodSequence *tv_method_sequence_new_take (guint32 *methods, guint n, guint n_all);
TvMethodSequence *tv_method_sequence_new_filtered (TvMethodSequence *first,
                                                   TvMethodSequence *others,
                                                   const TvMethodSet *set);
TvMethodSequence *tv_method_sequence_ref (TvMethodSequence *self);
void tv_method_sequence_unref (TvMethodSequence *self);

guint tv_method_sequence_get_n (const TvMethodSequence *self);
guint32 tv_method_sequence_get (const TvMethodSequence *self, guint place);
void tv_method_sequence_copy (const TvMethodSequence *self, guint first, guint n,
                              guint32 *methods);
guint tv_method_sequence_find (const TvMethodSequence *self, guint32 method);
const guint32 *tv_method_sequence_get_methods (const TvMethodSequence *self, guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodSequence, tv_method_sequence_unref)

G_END_DECLS
