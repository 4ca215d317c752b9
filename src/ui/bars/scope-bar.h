/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvScopeBar:
 *
 * Shows and sets the scope of the profile: the whole trace or the selected range, all
 * threads or some; and the clock for ranks and times: CPU time, real time, or both.
 *
 * # Actions
 *
 * `time` (string: `trace` or `range`): whether the profile is of the selected range;
 * `choose-threads`: opens the list of threads; `all-threads`: chooses them all;
 * `thread` (unsigned): chooses the thread with that index alone.
 *
 * The buttons of clocks need an action `win.primary-clock` (string: `cpu`, `wall` or
 * `both`).
 *
 * # CSS nodes
 *
 * `scopebar` with buttons.
 */
#define TV_TYPE_SCOPE_BAR (tv_scope_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvScopeBar, tv_scope_bar, TV, SCOPE_BAR, GtkBox)

void tv_scope_bar_set_session (TvScopeBar *self, TvTraceSession *session);
GActionGroup *tv_scope_bar_get_action_group (TvScopeBar *self);

G_END_DECLS
