/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "gui/driver.h"
#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/**
 * TvFindWindow:
 * @application: the program
 * @folder: where its trace is
 * @window: the window
 * @session: what it shows
 * @timeline: the timeline in it
 * @panel: the profile panel in it
 * @rows: the rows of that
 * @profile: the panel with the bars around it
 *
 * The whole window with a trace of methods to find. By CPU time: `app.Main.main` takes
 * 1000 ms, `app.Worker.run` 900, `app.Work.outer` 500, `app.Work.inner` 300, and
 * `app.Work.rest` is never called.
 */
typedef struct
{
  TvApplication *application;
  char *folder;
  TvWindow *window;
  TvTraceSession *session;
  GtkWidget *timeline;
  TvProfilePanel *panel;
  GtkWidget *rows;
  GtkWidget *profile;
} TvFindWindow;

/* Ids of the methods. */
enum
{
  TV_FIND_MAIN = 4,
  TV_FIND_RUN = 8,
  TV_FIND_OUTER = 12,
  TV_FIND_INNER = 16,
  TV_FIND_REST = 20
};

void tv_find_window_init (TvFindWindow *self);
void tv_find_window_init_with (TvFindWindow *self, char *(*write) (const char *folder));
void tv_find_window_clear (TvFindWindow *self);

GtkWidget *tv_find_window_get_entry (TvFindWindow *self);
GtkWidget *tv_find_window_get_label (TvFindWindow *self, const char *css_class);
GtkWidget *tv_find_window_get_row (TvFindWindow *self, const char *name);
gboolean tv_find_window_is_open (TvFindWindow *self);
guint32 tv_find_window_find_method (TvFindWindow *self, guint64 id);
guint64 tv_find_window_get_selected (TvFindWindow *self);
gint64 tv_find_window_get_start_of_call (TvFindWindow *self);
guint tv_find_window_count_rows (TvFindWindow *self);

void tv_find_window_press (TvFindWindow *self, const char *keys);
void tv_find_window_go_to_row (TvFindWindow *self, guint position);
void tv_find_window_open_bar (TvFindWindow *self);
void tv_find_window_wait_for (TvFindWindow *self, const char *status);

G_END_DECLS
