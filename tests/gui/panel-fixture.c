/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/panel-fixture.h"

#include "gui/driver.h"

#include <check.h>

/* Has the program's style apply to all windows. */
static void
load_style (void)
{
  static GtkCssProvider *provider;
  g_autofree char *path
      = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "src/app/style.css", NULL);

  if (provider != NULL)
    return;
  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_path (provider, path);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

/**
 * tv_panel_fixture_new:
 * @session: (transfer full): what to show
 *
 * Returns: (transfer full): a profile panel alone in a window, drawn
 */
TvPanelFixture *
tv_panel_fixture_new (TvTraceSession *session)
{
  TvPanelFixture *fixture = g_new0 (TvPanelFixture, 1);

  load_style ();
  fixture->session = session;
  fixture->window = gtk_window_new ();
  gtk_window_set_title (GTK_WINDOW (fixture->window), "Panel");
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 500);
  fixture->panel = TV_PROFILE_PANEL (tv_profile_panel_new ());
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->panel));
  g_object_set (fixture->panel, "both-clocks", TRUE, NULL);
  tv_view_set_session (TV_VIEW (fixture->panel), session);
  tv_gui_park ();
  gtk_window_present (GTK_WINDOW (fixture->window));
  tv_gui_settle ();
  return fixture;
}

/**
 * tv_panel_fixture_free:
 * @fixture: (transfer full): a fixture
 *
 * Closes the window; nothing may hold the session then.
 */
void
tv_panel_fixture_free (TvPanelFixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  tv_gui_settle ();
  g_assert_finalize_object (fixture->session);
  g_free (fixture);
}

/**
 * tv_panel_fixture_count_rows:
 * @fixture: a fixture
 *
 * Returns: how many rows there are, seen or not
 */
guint
tv_panel_fixture_count_rows (TvPanelFixture *fixture)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (fixture->panel);

  return g_list_model_get_n_items (G_LIST_MODEL (tv_profile_tree_get_selection (tree)));
}

/**
 * tv_panel_fixture_get_selected:
 * @fixture: a fixture
 *
 * Returns: the selected row
 */
guint
tv_panel_fixture_get_selected (TvPanelFixture *fixture)
{
  return gtk_single_selection_get_selected (
      tv_profile_tree_get_selection (tv_profile_panel_get_tree (fixture->panel)));
}

/**
 * tv_panel_fixture_get_rows:
 * @fixture: a fixture
 *
 * Returns: (transfer none): the list of rows
 */
GtkWidget *
tv_panel_fixture_get_rows (TvPanelFixture *fixture)
{
  return GTK_WIDGET (
      tv_table_view_get_rows (tv_view_get_table (TV_VIEW (fixture->panel))));
}

/**
 * tv_panel_fixture_get_line:
 * @fixture: a fixture
 * @position: a row that is seen
 *
 * Returns: (transfer none): its line in the list
 */
TvTableRow *
tv_panel_fixture_get_line (TvPanelFixture *fixture, guint position)
{
  TvTableRow *line = tv_gui_find_row (tv_panel_fixture_get_rows (fixture), position);

  ck_assert_ptr_nonnull (line);
  return line;
}

/**
 * tv_panel_fixture_get_header:
 * @fixture: a fixture
 *
 * Returns: (transfer none): the titles of the columns
 */
GtkWidget *
tv_panel_fixture_get_header (TvPanelFixture *fixture)
{
  return gtk_widget_get_first_child (GTK_WIDGET (
      tv_table_view_get_column_view (tv_view_get_table (TV_VIEW (fixture->panel)))));
}

/**
 * tv_panel_fixture_sort:
 * @fixture: a fixture
 * @column: a column that is there
 * @order: its order
 *
 * Sorts the table.
 */
void
tv_panel_fixture_sort (TvPanelFixture *fixture, TvProfileColumn column,
                       GtkSortType order)
{
  TvTableView *table = tv_view_get_table (TV_VIEW (fixture->panel));

  gtk_column_view_sort_by_column (
      tv_table_view_get_column_view (table),
      tv_table_columns_get (tv_table_view_get_columns (table), column), order);
  tv_gui_settle ();
}

/**
 * tv_panel_fixture_get_row_height:
 * @fixture: a fixture
 *
 * Returns: pixels of each row
 */
double
tv_panel_fixture_get_row_height (TvPanelFixture *fixture)
{
  GtkWidget *row = gtk_widget_get_first_child (tv_panel_fixture_get_rows (fixture));

  while (row != NULL && !gtk_widget_get_mapped (row))
    row = gtk_widget_get_next_sibling (row);
  ck_assert_ptr_nonnull (row);
  return gtk_widget_get_height (row);
}

/**
 * tv_panel_fixture_get_row_y:
 * @fixture: a fixture
 * @position: a row
 *
 * Returns: where the row is in the list, from the top of what is seen
 */
double
tv_panel_fixture_get_row_y (TvPanelFixture *fixture, guint position)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (
      GTK_SCROLLABLE (gtk_widget_get_parent (tv_panel_fixture_get_rows (fixture))));

  return position * tv_panel_fixture_get_row_height (fixture)
         - gtk_adjustment_get_value (adjustment);
}

/**
 * tv_panel_fixture_click_row:
 * @fixture: a fixture
 * @position: a row that is seen
 *
 * Clicks on the name in the row.
 */
void
tv_panel_fixture_click_row (TvPanelFixture *fixture, guint position)
{
  tv_gui_click (tv_panel_fixture_get_rows (fixture), 200,
                tv_panel_fixture_get_row_y (fixture, position)
                    + tv_panel_fixture_get_row_height (fixture) / 2);
}
