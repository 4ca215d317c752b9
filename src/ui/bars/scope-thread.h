/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvScopeThread:
 *
 * A thread that one can choose.
 */
#define TV_TYPE_SCOPE_THREAD (tv_scope_thread_get_type ())

G_DECLARE_FINAL_TYPE (TvScopeThread, tv_scope_thread, TV, SCOPE_THREAD, GObject)

GListModel *tv_scope_thread_list_new (TvTrace *trace, TvClock clock);
guint32 tv_scope_thread_get_index (TvScopeThread *self);
const char *tv_scope_thread_get_label (TvScopeThread *self);
double tv_scope_thread_get_share (TvScopeThread *self);
gboolean tv_scope_thread_matches (TvScopeThread *self, const char *part);

G_END_DECLS
