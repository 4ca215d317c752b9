/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvNoticeBar:
 *
 * One sentence: a success, an error, work in progress with a button that cancels it, or
 * a hint with a button for its action. Visible only while there is a sentence.
 *
 * # CSS nodes
 *
 * `noticebar` with an infobar and an icon. It has the style class `success` or `error`
 * for a success or an error, and `info` for a hint or work in progress.
 */
#define TV_TYPE_NOTICE_BAR (tv_notice_bar_get_type ())

G_DECLARE_FINAL_TYPE (TvNoticeBar, tv_notice_bar, TV, NOTICE_BAR, GtkWidget)

GtkWidget *tv_notice_bar_new (void);
void tv_notice_bar_show_busy (TvNoticeBar *self, const char *sentence,
                              GCancellable *cancellable);
void tv_notice_bar_set_progress (TvNoticeBar *self, const char *sentence,
                                 GCancellable *cancellable);
void tv_notice_bar_show_done (TvNoticeBar *self, const char *sentence);
void tv_notice_bar_show_error (TvNoticeBar *self, const char *sentence);
void tv_notice_bar_show_hint (TvNoticeBar *self, const char *sentence);
void tv_notice_bar_set_action (TvNoticeBar *self, const char *label,
                               const char *action);
void tv_notice_bar_hide (TvNoticeBar *self);
const char *tv_notice_bar_get_sentence (TvNoticeBar *self);

G_END_DECLS
