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
gboolean tv_method_set_contains (const TvMethodSet *set, guint32 method);
guint tv_method_set_list (const TvMethodSet *set, guint32 *methods);
guint tv_method_set_count (const TvMethodSet *set, const guint32 *order, guint n);
guint tv_method_set_find_next (const TvMethodSet *set, const guint32 *order, guint n,
                               guint place);
guint tv_method_set_find_previous (const TvMethodSet *set, const guint32 *order,
                                   guint n, guint place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodSet, tv_method_set_unref)

G_END_DECLS
