/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvNameOrder:
 *
 * All methods of a trace by name. Immutable and reference-counted: any thread may read
 * it.
 */
typedef struct _TvNameOrder TvNameOrder;

void tv_name_order_sort (const TvTrace *trace, guint32 *methods, guint n,
                         gboolean by_class);
TvNameOrder *tv_name_order_new (const TvTrace *trace, GCancellable *cancellable);
TvNameOrder *tv_name_order_ref (TvNameOrder *self);
void tv_name_order_unref (TvNameOrder *self);
const guint32 *tv_name_order_get_methods (const TvNameOrder *self, guint *n_methods);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNameOrder, tv_name_order_unref)

G_END_DECLS
