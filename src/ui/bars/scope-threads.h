/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvScopeThreads:
 *
 * A popover that lists the threads with calls of a session, longest time first. Each
 * has a check button: the profile covers the checked threads.
 */
#define TV_TYPE_SCOPE_THREADS (tv_scope_threads_get_type ())

G_DECLARE_FINAL_TYPE (TvScopeThreads, tv_scope_threads, TV, SCOPE_THREADS, GtkPopover)

GtkWidget *tv_scope_threads_new (void);
void tv_scope_threads_set_session (TvScopeThreads *self, TvTraceSession *session);

G_END_DECLS
