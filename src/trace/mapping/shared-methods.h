/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean tv_traces_tell_overloads (const TvTrace *first, const TvTrace *second);
void tv_method_append_key (GString *key, const TvMethod *method,
                           gboolean with_signature);

gboolean tv_traces_share_methods (TvTrace *first, TvTrace *second, guint64 memory_limit,
                                  TvTrace **new_first, TvTrace **new_second,
                                  GCancellable *cancellable, GError **error);
guint tv_trace_get_n_own_methods (const TvTrace *trace);
TvTrace *tv_trace_new_with_methods_of (TvTrace *trace, TvTrace *other);

G_END_DECLS
