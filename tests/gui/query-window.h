/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "gui/driver.h"
#include "ui/query/query-view.h"
#include "ui/table/table-view.h"

G_BEGIN_DECLS

/**
 * TV_MS:
 *
 * The unit of times, with the space before it.
 */
#define TV_MS "\u00a0ms"

/**
 * TvQueryWindow:
 * @application: the program
 * @folder: where its trace is
 * @window: the window
 * @session: what it shows
 * @view: the query view in it
 * @editor: the editor of that
 * @table: its result, once one was waited for
 *
 * The whole window with the queries, and a trace of these calls, in milliseconds:
 *
 *   id  name     ts   dur
 *   0   main      0  1000
 *   1   outer   100   500
 *   2   inner   200   100
 *   3   inner   400   100
 *   4   wrapper 700   100
 *   5   inner   700   100
 *   6   run      50   900
 */
typedef struct
{
  TvApplication *application;
  char *folder;
  TvWindow *window;
  TvTraceSession *session;
  GtkWidget *view;
  GtkWidget *editor;
  TvTableView *table;
} TvQueryWindow;

void tv_query_window_init (TvQueryWindow *self);
void tv_query_window_open (TvQueryWindow *self);
void tv_query_window_clear (TvQueryWindow *self);

gboolean tv_query_window_is_idle (TvQueryWindow *self);
TvTableRow *tv_query_window_find_row (TvQueryWindow *self, guint position);
const char *tv_query_window_get_cell (TvTableRow *row, guint column);

void tv_query_window_run (TvQueryWindow *self, const char *script);
void tv_query_window_assert_script (TvQueryWindow *self, const char *script);
void tv_query_window_assert_first (TvQueryWindow *self, const char *row);
void tv_query_window_assert_shows (TvQueryWindow *self, const char *expected);

G_END_DECLS
