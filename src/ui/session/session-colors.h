/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/method-colors.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

/**
 * TvSessionColors:
 *
 * The colours of the methods of an open trace, the same in every widget: by rank or by
 * groups, from a palette, and which methods stand out because a search found them
 * or one is selected.
 *
 * Signals: `changed` when methods have other colours, `hits-changed` when a search has
 * other hits. The selection is the session's.
 */
#define TV_TYPE_SESSION_COLORS (tv_session_colors_get_type ())

G_DECLARE_FINAL_TYPE (TvSessionColors, tv_session_colors, TV, SESSION_COLORS, GObject)

TvSessionColors *tv_trace_session_get_colors (TvTraceSession *session);

TvColorMode tv_session_colors_get_mode (TvSessionColors *self);
void tv_session_colors_set_mode (TvSessionColors *self, TvColorMode mode);
gboolean tv_session_colors_has_mode (TvSessionColors *self, TvColorMode mode);
TvMethodGroups *tv_session_colors_get_groups (TvSessionColors *self);
char *tv_session_colors_dup_share (TvSessionColors *self, guint group);
TvPalette tv_session_colors_get_palette (TvSessionColors *self);
void tv_session_colors_set_palette (TvSessionColors *self, TvPalette palette);
TvMethodSet *tv_session_colors_get_hits (TvSessionColors *self);
TvMethodSet *tv_session_colors_get_lit (TvSessionColors *self);
void tv_session_colors_set_kept (TvSessionColors *self, TvMethodSet *kept);
void tv_session_colors_set_hits (TvSessionColors *self, TvMethodSet *hits);

TvMethodColors *tv_session_colors_get_methods (TvSessionColors *self, gboolean dark);
TvColor tv_session_colors_get_color (TvSessionColors *self, gboolean dark,
                                     guint32 method);

G_END_DECLS
