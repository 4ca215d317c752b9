/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-match.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TvMethodHistory:
 *
 * The visited methods in order, and the current place among them, like the history of a
 * web browser. Methods that are only passed, for example with the arrow keys, are not
 * kept: the next one replaces them.
 *
 * The signal `changed` is emitted when the visits before or after may have changed.
 */
#define TV_TYPE_METHOD_HISTORY (tv_method_history_get_type ())

G_DECLARE_FINAL_TYPE (TvMethodHistory, tv_method_history, TV, METHOD_HISTORY, GObject)

TvMethodHistory *tv_method_history_new (void);
void tv_method_history_visit (TvMethodHistory *self, guint32 method);
void tv_method_history_pass (TvMethodHistory *self, guint32 method);
gboolean tv_method_history_can_go (TvMethodHistory *self, gboolean forward);
guint32 tv_method_history_go (TvMethodHistory *self, gboolean forward);
void tv_method_history_continue (TvMethodHistory *self, TvMethodHistory *before,
                                 const TvTraceMatch *match);

G_END_DECLS
