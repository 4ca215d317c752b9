/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/warnings-bar.h"
#include "app/window.h"
#include "ui/profile-panel.h"
#include "ui/range-bar.h"
#include "ui/scope-bar.h"
#include "ui/timeline.h"

G_BEGIN_DECLS

/* The names of the pages, as in window.ui. */
#define TV_PAGE_WELCOME "welcome"
#define TV_PAGE_LOADING "loading"
#define TV_PAGE_ERROR "error"
#define TV_PAGE_TRACE "trace"

struct _TvWindow
{
  GtkApplicationWindow parent_instance;

  /* Template children, borrowed */
  GtkLabel *title_label;
  GtkLabel *folder_label;
  GtkMenuButton *recent_button;
  GtkWidget *history_buttons;
  GtkMenuButton *view_button;
  GtkStack *pages;
  GtkWidget *welcome_button;
  GtkListBox *recent_list;
  GtkWidget *recent_box;
  GtkLabel *loading_label;
  GtkProgressBar *progress_bar;
  GtkWidget *cancel_button;
  GtkLabel *error_title;
  GtkLabel *error_label;
  GtkWidget *error_button;
  TvWarningsBar *warnings_bar;
  GtkPaned *paned;
  TvTimeline *timeline;
  TvRangeBar *range_bar;
  TvScopeBar *scope_bar;
  TvProfilePanel *profile_panel;

  /* Owned */
  GSettings *settings;
  GFile *file;
  TvTraceSession *session;
  char *recent_uris;

  /* The load under way; a result of another generation comes too late to be shown */
  GCancellable *cancellable;
  guint generation;
};

void tv_window_show_page (TvWindow *self, const char *page);
void tv_window_set_file (TvWindow *self, GFile *file);
void tv_window_set_session (TvWindow *self, TvTraceSession *session);

void tv_window_init_actions (TvWindow *self);
void tv_window_update_actions (TvWindow *self);

void tv_window_init_source (TvWindow *self);

void tv_window_init_drop (TvWindow *self);

void tv_window_init_recent (TvWindow *self);

void tv_window_stop_loading (TvWindow *self);

G_END_DECLS
