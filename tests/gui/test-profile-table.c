/* SPDX-License-Identifier: Apache-2.0 */

/* The table in the profile panel: that it does what GTK's own lists do, with widgets
 * for no more rows than are seen. */

#include "gui/driver.h"
#include "gui/panel-fixture.h"
#include "support/test-runner.h"
#include "ui/session/trace-session.h"

#include <check.h>

#define N_MANY 500

static guint
count_lines (TvPanelFixture *fixture)
{
  guint n = 0;

  for (GtkWidget *line
       = gtk_widget_get_first_child (tv_panel_fixture_get_rows (fixture));
       line != NULL; line = gtk_widget_get_next_sibling (line))
    n++;
  return n;
}

static GtkAdjustment *
get_adjustment (TvPanelFixture *fixture)
{
  return gtk_scrollable_get_vadjustment (
      GTK_SCROLLABLE (gtk_widget_get_parent (tv_panel_fixture_get_rows (fixture))));
}

START_TEST (test_keys_go_to_the_ends)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));
  GtkWidget *rows = tv_panel_fixture_get_rows (fixture);
  const guint n_seen = (guint) (gtk_widget_get_height (rows)
                                / (int) tv_panel_fixture_get_row_height (fixture));

  gtk_widget_grab_focus (rows);
  tv_gui_keys (rows, "End");
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), N_MANY - 1);
  ck_assert_double_eq_tol (tv_panel_fixture_get_row_y (fixture, N_MANY - 1)
                               + tv_panel_fixture_get_row_height (fixture),
                           gtk_widget_get_height (rows), 1);
  tv_gui_keys (rows, "Up");
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), N_MANY - 2);
  tv_gui_keys (rows, "Home");
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 0);
  ck_assert_double_eq (tv_panel_fixture_get_row_y (fixture, 0), 0);
  tv_gui_keys (rows, "Page_Down");
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), n_seen - 1);
  tv_gui_keys (rows, "Page_Up");
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 0);
  /* With Ctrl the focus moves alone. */
  tv_gui_keys (rows, "ctrl+Down");
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 0);
  tv_gui_keys (rows, "Down");
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 2);
}
END_TEST

START_TEST (test_only_rows_in_sight_have_widgets)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));
  const guint n_seen
      = (guint) (gtk_widget_get_height (tv_panel_fixture_get_rows (fixture))
                 / (int) tv_panel_fixture_get_row_height (fixture));

  ck_assert_uint_ge (count_lines (fixture), n_seen);
  ck_assert_uint_le (count_lines (fixture), n_seen + 2);
  tv_trace_session_select_method (fixture->session, 250);
  tv_gui_settle ();
  ck_assert_uint_ge (count_lines (fixture), n_seen);
  ck_assert_uint_le (count_lines (fixture), n_seen + 2);
}
END_TEST

START_TEST (test_a_walk_scrolls_to_what_is_not_seen)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));
  TvProfileTree *tree = tv_profile_panel_get_tree (fixture->panel);
  const double height = tv_panel_fixture_get_row_height (fixture);
  const int page = gtk_widget_get_height (tv_panel_fixture_get_rows (fixture));

  /* Methods stand by their number. */
  tv_profile_tree_go_to (tree, 5);
  tv_gui_settle ();
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 5);
  ck_assert_double_eq (tv_panel_fixture_get_row_y (fixture, 5), 5 * height);
  /* Another is put where also those after it are seen. */
  tv_profile_tree_go_to (tree, 250);
  tv_gui_settle ();
  ck_assert_double_eq_tol (tv_panel_fixture_get_row_y (fixture, 250),
                           (page - height) / 3, 1);
  tv_profile_tree_go_to (tree, 249);
  tv_gui_settle ();
  ck_assert_double_eq_tol (tv_panel_fixture_get_row_y (fixture, 250),
                           (page - height) / 3, 1);
}
END_TEST

/* Opening and closing above it must not move what somebody looks at. */
START_TEST (test_what_is_seen_stays_when_rows_above_open)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));
  TvProfileTree *tree = tv_profile_panel_get_tree (fixture->panel);
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (tree));
  GtkAdjustment *adjustment = get_adjustment (fixture);
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, 3);
  const double height = tv_panel_fixture_get_row_height (fixture);

  gtk_adjustment_set_value (adjustment, 100 * height);
  tv_gui_settle ();
  gtk_tree_list_row_set_expanded (row, TRUE);
  tv_gui_settle ();
  ck_assert_uint_gt (tv_panel_fixture_count_rows (fixture), N_MANY);
  ck_assert_double_eq (gtk_adjustment_get_value (adjustment),
                       (100 + tv_panel_fixture_count_rows (fixture) - N_MANY) * height);
  gtk_tree_list_row_set_expanded (row, FALSE);
  tv_gui_settle ();
  ck_assert_double_eq (gtk_adjustment_get_value (adjustment), 100 * height);
}
END_TEST

/* Method i begins after those before it, which take 500, 499 … µs. */
static void
leave_out_first (TvPanelFixture *fixture, gint64 n)
{
  gint64 start;
  gint64 end;

  tv_trace_get_axis_range (tv_trace_session_get_trace (fixture->session), &start, &end);
  tv_trace_session_set_range (fixture->session, (N_MANY * n - n * (n - 1) / 2) * 1000,
                              end);
  tv_gui_settle ();
  ck_assert (!tv_trace_session_is_summing (fixture->session));
}

START_TEST (test_what_is_seen_stays_when_the_range_changes)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));
  const double height = tv_panel_fixture_get_row_height (fixture);

  /* At the beginning one looks at what takes most. */
  leave_out_first (fixture, 100);
  ck_assert_double_eq (gtk_adjustment_get_value (get_adjustment (fixture)), 0);
  tv_trace_session_clear_range (fixture->session);
  tv_gui_settle ();
  gtk_adjustment_set_value (get_adjustment (fixture), 250 * height + 5);
  tv_gui_settle ();
  leave_out_first (fixture, 100);
  ck_assert_double_eq (gtk_adjustment_get_value (get_adjustment (fixture)),
                       150 * height + 5);
  tv_trace_session_clear_range (fixture->session);
  tv_gui_settle ();
  ck_assert_double_eq (gtk_adjustment_get_value (get_adjustment (fixture)),
                       250 * height + 5);
  /* Without the method at the top it stays where it is. */
  leave_out_first (fixture, 260);
  ck_assert_double_eq (gtk_adjustment_get_value (get_adjustment (fixture)),
                       MIN (250 * height + 5, (N_MANY - 260) * height
                                                  - gtk_adjustment_get_page_size (
                                                      get_adjustment (fixture))));
}
END_TEST

START_TEST (test_the_selected_method_stays_when_the_range_changes)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));
  double y;

  tv_trace_session_select_method (fixture->session, 300);
  tv_gui_settle ();
  y = tv_panel_fixture_get_row_y (fixture, 300);
  ck_assert_double_gt (y, 0);
  leave_out_first (fixture, 120);
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 180);
  ck_assert_double_eq (tv_panel_fixture_get_row_y (fixture, 180), y);
  tv_trace_session_clear_range (fixture->session);
  tv_gui_settle ();
  ck_assert_double_eq (tv_panel_fixture_get_row_y (fixture, 300), y);
  /* Out of sight it stays selected, and nothing moves for it. */
  gtk_adjustment_set_value (get_adjustment (fixture), 0);
  tv_gui_settle ();
  leave_out_first (fixture, 120);
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 180);
  ck_assert_double_eq (gtk_adjustment_get_value (get_adjustment (fixture)), 0);
}
END_TEST

/* What comes first is what one sorts for, unless one looks at a row. */
START_TEST (test_a_sorted_table_begins_at_its_top)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));
  GtkAdjustment *adjustment = get_adjustment (fixture);
  const double height = tv_panel_fixture_get_row_height (fixture);
  double y;

  tv_panel_fixture_sort (fixture, TV_PROFILE_COLUMN_INCL_REAL, GTK_SORT_ASCENDING);
  ck_assert_double_eq (gtk_adjustment_get_value (adjustment), 0);
  /* The selected row is out of sight. */
  tv_trace_session_select_method (fixture->session, 250);
  tv_gui_settle ();
  gtk_adjustment_set_value (adjustment, 0);
  tv_gui_settle ();
  tv_panel_fixture_sort (fixture, TV_PROFILE_COLUMN_INCL_REAL, GTK_SORT_DESCENDING);
  ck_assert_double_eq (gtk_adjustment_get_value (adjustment), 0);
  /* It is in sight. */
  gtk_adjustment_set_value (adjustment,
                            (tv_panel_fixture_get_selected (fixture) - 3) * height);
  tv_gui_settle ();
  y = tv_panel_fixture_get_row_y (fixture, tv_panel_fixture_get_selected (fixture));
  tv_panel_fixture_sort (fixture, TV_PROFILE_COLUMN_INCL_REAL, GTK_SORT_ASCENDING);
  ck_assert_double_eq (
      tv_panel_fixture_get_row_y (fixture, tv_panel_fixture_get_selected (fixture)), y);
}
END_TEST

START_TEST (test_rows_tell_their_names_and_numbers)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  /* GTK takes what it is given here for a format. */
  const char *description
      = "Incl CPU %: 100.0%; Incl CPU (ms): 10.000; Excl CPU %: 30.0%; "
        "Excl CPU (ms): 3.000; Incl Real %: 100.0%; Incl Real (ms): 20.000; "
        "Excl Real %: 15.0%; Excl Real (ms): 3.000; Waiting %: 0.0%; "
        "Waiting (ms): 0.000; Calls+Recur: 1+0; CPU/Call (ms): 10.000; "
        "Real/Call (ms): 20.000";
  TvTableRow *line = tv_panel_fixture_get_line (fixture, 0);

  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_ROLE_ROW);
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_PROPERTY_LABEL, "1 Main.main()  a");
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description);
  ck_assert_str_eq (tv_row_cells_get_text (tv_table_row_get_cells (line),
                                           TV_PROFILE_COLUMN_REAL_PER_CALL),
                    "20.000");

  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (line),
                                    GTK_ACCESSIBLE_STATE_SELECTED, FALSE);
  tv_trace_session_select_method (
      fixture->session, tv_profile_sample_find (fixture->session, "a.Main.main"));
  tv_gui_settle ();
  gtk_test_accessible_assert_state (
      GTK_ACCESSIBLE (tv_panel_fixture_get_line (fixture, 0)),
      GTK_ACCESSIBLE_STATE_SELECTED, TRUE);
}
END_TEST

/* Where a number of the first row ends, in the table. */
static double
find_end (TvPanelFixture *fixture, TvProfileColumn column)
{
  TvTableRow *line = tv_panel_fixture_get_line (fixture, 0);
  graphene_rect_t bounds;
  double x;

  ck_assert (tv_row_cells_get_bounds (tv_table_row_get_cells (line), column, &bounds));
  gtk_widget_translate_coordinates (GTK_WIDGET (line), GTK_WIDGET (fixture->panel),
                                    bounds.origin.x + bounds.size.width, 0, &x, NULL);
  return x;
}

/* Numbers end where their columns do, in the order of the columns of the view. */
static void
assert_cells_below_titles (TvPanelFixture *fixture)
{
  TvTableView *table = tv_view_get_table (TV_VIEW (fixture->panel));
  TvTableColumns *places = tv_table_view_get_columns (table);
  GListModel *columns
      = gtk_column_view_get_columns (tv_table_view_get_column_view (table));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      TvProfileColumn which = TV_PROFILE_COLUMN_NAME;
      graphene_rect_t bounds;

      if (!gtk_column_view_column_get_visible (column))
        continue;
      while (tv_table_columns_get (places, which) != column)
        which++;
      ck_assert (gtk_widget_compute_bounds (tv_table_columns_get_title (places, which),
                                            GTK_WIDGET (fixture->panel), &bounds));
      if (which != TV_PROFILE_COLUMN_NAME)
        {
          /* Six pixels are left free, and the padding of a title may differ. */
          ck_assert_double_eq_tol (bounds.origin.x + bounds.size.width - 6,
                                   find_end (fixture, which), 2);
          n++;
        }
    }
  /* Traceview's, and two of waiting. */
  ck_assert_uint_eq (n, 13);
}

START_TEST (test_cells_stand_below_their_titles)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkColumnView *view
      = tv_table_view_get_column_view (tv_view_get_table (TV_VIEW (fixture->panel)));
  GtkColumnViewColumn *calls = tv_table_columns_get (
      tv_table_view_get_columns (tv_view_get_table (TV_VIEW (fixture->panel))),
      TV_PROFILE_COLUMN_CALLS);

  assert_cells_below_titles (fixture);
  gtk_column_view_column_set_fixed_width (calls, 200);
  tv_gui_settle ();
  assert_cells_below_titles (fixture);
  g_object_ref (calls);
  gtk_column_view_insert_column (view, 1, calls);
  g_object_unref (calls);
  tv_gui_settle ();
  assert_cells_below_titles (fixture);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 700, 500);
  tv_gui_settle ();
  gtk_adjustment_set_value (
      gtk_scrollable_get_hadjustment (
          GTK_SCROLLABLE (gtk_widget_get_parent (tv_panel_fixture_get_rows (fixture)))),
      100);
  tv_gui_settle ();
  assert_cells_below_titles (fixture);
}
END_TEST

START_TEST (test_a_click_on_a_row_seen_in_part_selects_it)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));
  const double height = gtk_widget_get_height (tv_panel_fixture_get_rows (fixture));
  const guint last = (guint) ((height - 1) / tv_panel_fixture_get_row_height (fixture));

  tv_gui_click (tv_panel_fixture_get_rows (fixture), 200, height - 1);
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), last);
  ck_assert_double_le (tv_panel_fixture_get_row_y (fixture, last)
                           + tv_panel_fixture_get_row_height (fixture),
                       height);
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
