/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile-sample.h"
#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/**
 * TvPanelFixture:
 * @window: a window
 * @panel: what is in it
 * @session: what that shows
 *
 * The profile panel alone in a window, with the columns of both clocks.
 */
typedef struct
{
  GtkWidget *window;
  TvProfilePanel *panel;
  TvTraceSession *session;
} TvPanelFixture;

TvPanelFixture *tv_panel_fixture_new (TvTraceSession *session);
void tv_panel_fixture_free (TvPanelFixture *fixture);
guint tv_panel_fixture_count_rows (TvPanelFixture *fixture);
guint tv_panel_fixture_get_selected (TvPanelFixture *fixture);
GtkWidget *tv_panel_fixture_get_rows (TvPanelFixture *fixture);
TvTableRow *tv_panel_fixture_get_line (TvPanelFixture *fixture, guint position);
GtkWidget *tv_panel_fixture_get_header (TvPanelFixture *fixture);
void tv_panel_fixture_sort (TvPanelFixture *fixture, TvProfileColumn column,
                            GtkSortType order);
double tv_panel_fixture_get_row_height (TvPanelFixture *fixture);
double tv_panel_fixture_get_row_y (TvPanelFixture *fixture, guint position);
void tv_panel_fixture_click_row (TvPanelFixture *fixture, guint position);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPanelFixture, tv_panel_fixture_free)

G_END_DECLS
