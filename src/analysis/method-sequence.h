/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/trace.h"

G_BEGIN_DECLS

/**
 * TvMethodSequence:
 *
 * Some methods of a trace in an order, and the place of each in it. It never changes,
 * so that any thread may read it, and whoever needs it for longer keeps it instead of
 * copying it.
 */
typedef struct _TvMethodSequence TvMethodSequence;

TvMethodSequence *tv_method_sequence_new_take (guint32 *methods, guint n, guint n_all);
TvMethodSequence *tv_method_sequence_new_picked (guint32 *methods, guint n,
                                                 TvMethodSequence *first,
                                                 TvMethodSequence *second);
TvMethodSequence *tv_method_sequence_ref (TvMethodSequence *self);
void tv_method_sequence_unref (TvMethodSequence *self);

const guint32 *tv_method_sequence_get_methods (const TvMethodSequence *self, guint *n);
const guint32 *tv_method_sequence_get_places (const TvMethodSequence *self);
guint tv_method_sequence_find (const TvMethodSequence *self, guint32 method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodSequence, tv_method_sequence_unref)

G_END_DECLS
