/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-private.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean tv_trace_mark_recursion (TvTrace *trace, guint n_workers,
                                  GCancellable *cancellable, GError **error);

G_END_DECLS
