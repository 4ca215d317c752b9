/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvTransformBar:
 *
 * The transforms of a session, in order, starting with the stacks of the trace. A click
 * on one undoes those after it. Hidden while there are none.
 */
#define TV_TYPE_TRANSFORM_BAR (tv_transform_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvTransformBar, tv_transform_bar, TV, TRANSFORM_BAR, GtkBox)

void tv_transform_bar_set_session (TvTransformBar *self, TvTraceSession *session);
GActionGroup *tv_transform_bar_get_action_group (TvTransformBar *self);
void tv_transform_bar_add_keys (GtkWidget *views);
gboolean tv_transform_bar_has_key (guint key);

G_END_DECLS
