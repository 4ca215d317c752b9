/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/flame/flame-question.h"
#include "ui/view/view.h"

G_BEGIN_DECLS

/**
 * TvFlameView:
 *
 * A flame graph of the session's scope: calls added up by path, each frame above its
 * caller and as wide as its time. A frame can become the root, and the hits of a search
 * stand out.
 *
 * While traces are compared, colours show the change of a frame's time from the base,
 * or of its share of the root.
 *
 * Properties: `icicle` (callers above), `by-name` (the order of callees), `per-thread`
 * and `by-share` (compare shares instead of times), all boolean. Actions of its own:
 * `flame.open` and `flame.back`. Its menu has `win.save-flame-graph`, which the window
 * must add.
 *
 * CSS name: `flameview`.
 */
#define TV_TYPE_FLAME_VIEW (tv_flame_view_get_type ())

G_DECLARE_FINAL_TYPE (TvFlameView, tv_flame_view, TV, FLAME_VIEW, TvView)

GtkWidget *tv_flame_view_new (void);
TvFlameAnswer *tv_flame_view_get_answer (TvFlameView *self);

G_END_DECLS
