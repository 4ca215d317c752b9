/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvNoticeBar:
 *
 * One sentence about something that was asked for: it is done, it failed, or it is
 * being done, with a button that cancels it. Visible only while it says something.
 *
 * # CSS nodes
 *
 * `noticebar` with an infobar.
 */
#define TV_TYPE_NOTICE_BAR (tv_notice_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvNoticeBar, tv_notice_bar, TV, NOTICE_BAR, GtkWidget)

GtkWidget *tv_notice_bar_new (void);
void tv_notice_bar_show_busy (TvNoticeBar *self, const char *sentence,
                              GCancellable *cancellable);
void tv_notice_bar_show_done (TvNoticeBar *self, const char *sentence);
void tv_notice_bar_show_error (TvNoticeBar *self, const char *sentence);
void tv_notice_bar_hide (TvNoticeBar *self);
const char *tv_notice_bar_get_sentence (TvNoticeBar *self);

G_END_DECLS
