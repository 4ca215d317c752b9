/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/test-runner.h"
#include "ui/table/table-row.h"

#include <check.h>

G_BEGIN_DECLS

/**
 * TvCondition:
 * @data: what was given with the function
 *
 * Something that a test waits for.
 *
 * Returns: whether it is so by now
 */
typedef gboolean (*TvCondition) (gpointer data);

/**
 * TvMatch:
 * @widget: a widget
 * @key: what was given with the function
 *
 * A widget that a test looks for.
 *
 * Returns: whether this is one
 */
typedef gboolean (*TvMatch) (GtkWidget *widget, const char *key);

/**
 * TV_DISPLAY_TESTS:
 * @set_up: (nullable): run before each test
 * @tear_down: (nullable): run after each test
 *
 * Does what %TV_TESTS does, with widgets on a display, without mouse and keys.
 */
#define TV_DISPLAY_TESTS(set_up, tear_down)                                            \
  TV_PREPARED_TESTS (tv_display_prepare, set_up, tear_down)

void tv_gui_prepare (guint (*count) (void));
void tv_display_prepare (void);

gboolean tv_gui_wait_until (TvCondition condition, gpointer data);
void tv_gui_wait (TvCondition condition, gpointer data, const char *what);
void tv_gui_settle (void);
void tv_gui_rest (void);
void tv_gui_set_busy (gboolean busy);
void tv_gui_set_hurry (gboolean hurry);
void tv_gui_draw (void);
int tv_gui_count_file_operations (void);

void tv_gui_park (void);
void tv_gui_focus (GtkWidget *widget);
void tv_gui_resize (GtkWidget *widget, int width, int height);

char *tv_gui_read_clipboard (GtkWidget *widget);

GtkWidget *tv_gui_find (GtkWidget *root, TvMatch matches, const char *key);
GtkWidget *tv_gui_find_type (GtkWidget *root, const char *type_name);
GtkWidget *tv_gui_find_text (GtkWidget *root, const char *text);
GtkWidget *tv_gui_find_part (GtkWidget *root, const char *part);
GtkWidget *tv_gui_find_last_text (GtkWidget *root, const char *text);
GtkWidget *tv_gui_find_button (GtkWidget *root, const char *tooltip);
TvTableRow *tv_gui_find_row (GtkWidget *rows, guint position);
void tv_gui_wait_for_text (GtkWidget *root, const char *text);
GtkWindow *tv_gui_find_dialog (const char *type_name);
GtkWindow *tv_gui_wait_for_dialog (const char *type_name);
void tv_gui_wait_for_no_dialog (const char *type_name);

const char *tv_gui_get_notice (GtkWidget *root);
void tv_gui_wait_for_notice (GtkWidget *root, const char *start);
void tv_gui_hide_notice (GtkWidget *root);

G_END_DECLS
