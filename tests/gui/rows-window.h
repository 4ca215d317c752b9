/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "gui/driver.h"
#include "ui/timeline-stage.h"

G_BEGIN_DECLS

/* What is shown. */
extern TvTimelineStage rows_stage;

void tv_rows_window_open (int height);
void tv_rows_window_close (void);

TvCallRef tv_rows_window_get_call (guint32 id);

GdkRectangle tv_rows_window_get_area (guint32 id);
double tv_rows_window_get_middle (guint32 id);
void tv_rows_window_assert_rows (const char *expected);
void tv_rows_window_press (const char *keys);
void tv_rows_window_click_label (guint32 id);

/* Where a label is pressed, out of the way of the line that divides it from the lane.
 */
#define TV_LABEL_X 20

G_END_DECLS
