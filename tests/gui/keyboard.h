/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "gui/find-window.h"

G_BEGIN_DECLS

/* Rank and name of the methods of its trace that were called. */
#define TV_KEYBOARD_MAIN_ROW "1 Main.main()  app"
#define TV_KEYBOARD_RUN_ROW "2 Worker.run()  app"
#define TV_KEYBOARD_OUTER_ROW "3 Work.outer()  app"
#define TV_KEYBOARD_INNER_ROW "4 Work.inner()  app"

void tv_keyboard_press (TvFindWindow *window, const char *keys);
void tv_keyboard_go_to_table (TvFindWindow *window);
gboolean tv_keyboard_shows (TvFindWindow *window, const char *row);

G_END_DECLS
