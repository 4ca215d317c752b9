/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bench/measure.h"
#include "bench/window-watch.h"
#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/* The measures of the table of methods. */
enum
{
  TV_WINDOW_TABLE_SORT_PAINTED,
  TV_WINDOW_TABLE_SORT_STALL,
  TV_WINDOW_TABLE_SCROLLED,
  TV_WINDOW_TABLE_SCROLL_STALL,
  TV_WINDOW_TABLE_JUMPED,
  TV_WINDOW_TABLE_JUMP_STALL,
  TV_WINDOW_N_TABLE
};

TvProfilePanel *tv_window_table_find_panel (TvWindowWatch *watch);
double tv_window_table_sort (TvWindowWatch *watch, TvProfilePanel *panel,
                             TvProfileColumn column);

extern const char *const tv_window_table_names[TV_WINDOW_N_TABLE];

void tv_window_table_measure (TvWindowWatch *watch,
                              TvMeasure measures[TV_WINDOW_N_TABLE]);

G_END_DECLS
