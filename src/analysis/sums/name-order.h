/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-sequence.h"

#include <gio/gio.h>

G_BEGIN_DECLS

void tv_name_order_sort (const TvTrace *trace, guint32 *methods, guint n,
                         gboolean by_class);
TvMethodSequence *tv_name_order_new (const TvTrace *trace, GCancellable *cancellable);

G_END_DECLS
