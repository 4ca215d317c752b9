/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define MS G_GINT64_CONSTANT (1000000)

/**
 * TvRangeWindow:
 * @window: the window
 * @timeline: the timeline in it
 * @bar: the range bar below that
 * @panel: the table below that
 * @trace: the sample trace
 * @session: its session
 *
 * What a test of ranges of time looks at.
 */
typedef struct
{
  GtkWidget *window;
  GtkWidget *timeline;
  GtkWidget *bar;
  GtkWidget *panel;
  TvTrace *trace;
  TvTraceSession *session;
} TvRangeWindow;

extern TvRangeWindow shown;

void tv_range_window_set_up (void);
void tv_range_window_tear_down (void);
double tv_range_window_get_x (double ms);
double tv_range_window_get_busy_y (void);
double tv_range_window_get_quiet_y (void);
double tv_range_window_get_ruler_y (void);
void tv_range_window_wait_for_sums (void);
void tv_range_window_drag_with (const char *modifier, double from_x, double from_y,
                                double to_x, double to_y);
void tv_range_window_assert_range (double start_ms, double end_ms, double tolerance_ms);
void tv_range_window_assert_exact_range (gint64 start_ms, gint64 end_ms);
void tv_range_window_assert_no_range (void);
void tv_range_window_assert_view (double start_ms, double end_ms);
void tv_range_window_assert_mark (TvMark mark, double ms, double tolerance_ms);
void tv_range_window_assert_methods (const char *expected);
void tv_range_window_click_button (const char *tooltip);

G_END_DECLS
