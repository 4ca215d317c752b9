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

/**
 * TvRangePlace:
 * @x: pixels from the left side of the timeline
 * @y: pixels from its top
 *
 * A place in the timeline.
 */
typedef struct
{
  double x;
  double y;
} TvRangePlace;

extern TvRangeWindow shown;

void tv_range_window_set_up (void);
void tv_range_window_tear_down (void);
double tv_range_window_get_x (double ms);
TvRangePlace tv_range_window_busy (double ms);
TvRangePlace tv_range_window_quiet (double ms);
TvRangePlace tv_range_window_ruler (double ms);
void tv_range_window_wait_for_sums (void);
void tv_range_window_drag (const char *modifier, TvRangePlace from, TvRangePlace to);
void tv_range_window_begin_drag (TvRangePlace from, TvRangePlace to);
void tv_range_window_assert_range (double start_ms, double end_ms, double tolerance_ms);
void tv_range_window_assert_exact_range (gint64 start_ms, gint64 end_ms);
void tv_range_window_assert_no_range (void);
void tv_range_window_assert_view (double start_ms, double end_ms);
void tv_range_window_assert_mark (TvMark mark, double ms, double tolerance_ms);
void tv_range_window_assert_methods (const char *expected);
void tv_range_window_click_button (const char *tooltip);

G_END_DECLS
