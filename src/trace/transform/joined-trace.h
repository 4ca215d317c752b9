/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-system.h"

#include <gio/gio.h>

G_BEGIN_DECLS

TvTrace *tv_trace_new_joined (TvTrace *first, TvTrace *second, gint64 offset,
                              guint64 memory_limit, GCancellable *cancellable,
                              GError **error);

G_END_DECLS
