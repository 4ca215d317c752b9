/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvMethodSet:
 *
 * Some of the methods of a trace, a bit each.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvMethodSet TvMethodSet;

TvMethodSet *tv_method_set_new (guint64 *words, guint n_methods);
TvMethodSet *tv_method_set_ref (TvMethodSet *set);
void tv_method_set_unref (TvMethodSet *set);

guint tv_method_set_get_n (const TvMethodSet *set);
guint tv_method_set_get_n_methods (const TvMethodSet *set);
gboolean tv_method_set_contains (const TvMethodSet *set, guint32 method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodSet, tv_method_set_unref)

G_END_DECLS
