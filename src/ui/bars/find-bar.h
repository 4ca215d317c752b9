/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvFindBar:
 *
 * An entry for the methods to find, with buttons for the next and the previous hit, and
 * the number of the selected hit.
 *
 * # Actions
 *
 * To be inserted as `find`: `show` opens the bar, `close` closes it, `next` and
 * `previous` step; `match` (string: `text`, `words` or `regex`), `class-only` and
 * `only-hits` (booleans) have a state.
 *
 * # CSS nodes
 *
 * `findbar` with a `searchbar`; in it labels of the classes `status` and `error`.
 */
#define TV_TYPE_FIND_BAR (tv_find_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvFindBar, tv_find_bar, TV, FIND_BAR, GtkWidget)

void tv_find_bar_set_table (TvFindBar *self, GtkWidget *table);
void tv_find_bar_set_session (TvFindBar *self, TvTraceSession *session);
GActionGroup *tv_find_bar_get_action_group (TvFindBar *self);

G_END_DECLS
