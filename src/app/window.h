/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/application.h"
#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvWindow:
 *
 * A window on one trace. It has four pages: a welcome, the progress of loading, an
 * error, and the trace (timeline over profile).
 */
#define TV_TYPE_WINDOW (tv_window_get_type ())

G_DECLARE_FINAL_TYPE (TvWindow, tv_window, TV, WINDOW, GtkApplicationWindow)

TvWindow *tv_window_new (TvApplication *application);

void tv_window_open_file (TvWindow *self, GFile *file);
void tv_window_open_file_with (TvWindow *self, GFile *file, GPtrArray *mappings);
void tv_window_add_mappings (TvWindow *self, GPtrArray *files);
void tv_window_compare_with (TvWindow *self, GFile *file);
void tv_window_add_file (TvWindow *self, GFile *file);
void tv_window_add_file_at (TvWindow *self, GFile *file, gint64 offset);
void tv_window_reload (TvWindow *self);
void tv_window_cancel_loading (TvWindow *self);

gboolean tv_window_is_empty (TvWindow *self);
GFile *tv_window_get_file (TvWindow *self);
TvTraceSession *tv_window_get_session (TvWindow *self);
const char *tv_window_get_page (TvWindow *self);

G_END_DECLS
