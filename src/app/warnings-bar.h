/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvWarningsBar:
 *
 * A bar over a trace that says what was wrong with its file: one sentence, and a list
 * of all of them behind a button. It is hidden while there is nothing to say.
 */
#define TV_TYPE_WARNINGS_BAR (tv_warnings_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvWarningsBar, tv_warnings_bar, TV, WARNINGS_BAR, GtkWidget)

void tv_warnings_bar_set_trace (TvWarningsBar *self, TvTrace *trace);

G_END_DECLS
