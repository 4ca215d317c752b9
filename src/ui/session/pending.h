/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvPending:
 *
 * Marks a widget as out of date while a worker computes what was requested last: with
 * the CSS class `pending`, and for screen readers with the state busy and a
 * description.
 */
typedef struct _TvPending TvPending;

TvPending *tv_pending_new (GtkWidget *widget);
void tv_pending_free (TvPending *pending);

void tv_pending_set_session (TvPending *pending, TvTraceSession *session);
void tv_pending_set_asking (TvPending *pending, gboolean asking);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPending, tv_pending_free)

G_END_DECLS
