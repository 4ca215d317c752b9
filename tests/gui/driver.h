/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/application.h"
#include "app/window.h"
#include "ui/display.h"

#include <check.h>

G_BEGIN_DECLS

/**
 * TV_GUI_TESTS:
 * @set_up: (nullable): run before each test
 * @tear_down: (nullable): run after each test
 *
 * Does what %TV_TESTS does, with windows, mouse and keys.
 */
#define TV_GUI_TESTS(set_up, tear_down)                                                \
  TV_PREPARED_TESTS (tv_gui_prepare_windows, set_up, tear_down)

void tv_gui_prepare_windows (void);

TvApplication *tv_gui_start (void);
void tv_gui_close_all (TvApplication *application);
TvWindow *tv_gui_open (TvApplication *application, const char *path);
void tv_gui_wait_for_page (TvWindow *window, const char *page);
TvTraceSession *tv_gui_wait_for_session (TvWindow *window, TvTraceSession *before);
void tv_gui_close (TvWindow *window);
guint tv_gui_count_windows (TvApplication *application);

void tv_gui_prepare_input (void);
void tv_gui_input (const char *first, ...) G_GNUC_NULL_TERMINATED;
void tv_gui_keys (GtkWidget *widget, const char *keys);
void tv_gui_type (GtkWidget *widget, const char *text);
void tv_gui_move (GtkWidget *widget, double x, double y);
void tv_gui_press (guint button, guint n_presses);
void tv_gui_turn_wheel (const char *modifier, const char *button);
void tv_gui_click (GtkWidget *widget, double x, double y);
void tv_gui_click_secondary (GtkWidget *widget, double x, double y);
void tv_gui_click_middle (GtkWidget *widget);
void tv_gui_drag (GtkWidget *widget, double from_x, double from_y, double to_x,
                  double to_y);

void tv_gui_wait_for_tooltip (GtkWidget *widget, double x, double y, const char *text);
void tv_gui_choose (GtkWidget *root, const char *path);
void tv_gui_save_as (const char *path, const char *button);

G_END_DECLS
