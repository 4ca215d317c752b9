/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvWarningsBar:
 *
 * A bar over a trace that says what is wrong with its file, with a list behind a button
 * if that is more than one thing. Hidden if nothing is.
 */
#define TV_TYPE_WARNINGS_BAR (tv_warnings_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvWarningsBar, tv_warnings_bar, TV, WARNINGS_BAR, GtkWidget)

void tv_warnings_bar_set_trace (TvWarningsBar *self, TvTrace *trace);

G_END_DECLS
