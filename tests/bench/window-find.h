/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bench/measure.h"
#include "bench/window-watch.h"
#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/* What is typed into the find bar, a letter after the other. */
enum
{
  TV_WINDOW_FIND_TEXT,
  TV_WINDOW_FIND_SHORTER,
  TV_WINDOW_FIND_NOTHING,
  TV_WINDOW_FIND_WORDS,
  TV_WINDOW_FIND_REGEX,
  TV_WINDOW_FIND_CLASS,
  TV_WINDOW_N_FINDS
};

extern const char *const tv_window_find_names[TV_WINDOW_N_FINDS];

void tv_window_find_measure (TvWindowWatch *watch, TvProfilePanel *panel,
                             TvMeasure measures[TV_WINDOW_N_FINDS]);

G_END_DECLS
