/* SPDX-License-Identifier: Apache-2.0 */

/* The profile panel alone in a window: what it looks like, and what mouse and keys do.
 */

#include "gui/driver.h"
#include "gui/panel-fixture.h"
#include "support/test-runner.h"
#include "ui/pixels.h"

#include <check.h>

/* The tints of parents and children on white, as in style.css. */
#define PURPLE 0xF4F4FF
#define YELLOW 0xFFFFEB

#define N_MANY 500

static void
assert_names (TvPanelFixture *fixture, const char *expected)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (fixture->panel);
  g_autofree char *names = tv_profile_sample_names_to_string (
      tv_profile_model_get_rows (tv_profile_tree_get_methods (tree)), fixture->session);

  ck_assert_str_eq (names, expected);
}

static void
click_header (TvPanelFixture *fixture, double x)
{
  GtkWidget *header = tv_panel_fixture_get_header (fixture);

  tv_gui_click (header, x, gtk_widget_get_height (header) / 2.0);
}

START_TEST (test_columns_are_those_of_the_original)
{
  static const char *const titles[] = {
    "Name",        "Incl CPU %",  "Incl CPU",    "Excl CPU %", "Excl CPU",
    "Incl Real %", "Incl Real",   "Excl Real %", "Excl Real",  "Waiting %",
    "Waiting",     "Calls+Recur", "CPU/Call",    "Real/Call",
  };
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GListModel *columns = gtk_column_view_get_columns (
      tv_table_view_get_column_view (tv_view_get_table (TV_VIEW (fixture->panel))));

  ck_assert_uint_gt (g_list_model_get_n_items (columns), G_N_ELEMENTS (titles));
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      ck_assert_int_eq (gtk_column_view_column_get_visible (column),
                        i < G_N_ELEMENTS (titles));
      if (i < G_N_ELEMENTS (titles))
        ck_assert_str_eq (gtk_column_view_column_get_title (column), titles[i]);
    }
}
END_TEST

START_TEST (test_wall_clock_alone_has_no_cpu_columns)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_ties ());
  GListModel *columns = gtk_column_view_get_columns (
      tv_table_view_get_column_view (tv_view_get_table (TV_VIEW (fixture->panel))));
  guint n_shown = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      n_shown += gtk_column_view_column_get_visible (column);
    }
  ck_assert_uint_eq (n_shown, 7);
  ck_assert_ptr_null (tv_table_columns_get (
      tv_table_view_get_columns (tv_view_get_table (TV_VIEW (fixture->panel))),
      TV_PROFILE_COLUMN_INCL_CPU));
  ck_assert_ptr_null (tv_table_columns_get (
      tv_table_view_get_columns (tv_view_get_table (TV_VIEW (fixture->panel))),
      TV_PROFILE_COLUMN_WAITING));
}
END_TEST

START_TEST (test_titles_fit)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkWidget *header = tv_panel_fixture_get_header (fixture);
  GtkWidget *title;

  for (title = gtk_widget_get_first_child (header); title != NULL;
       title = gtk_widget_get_next_sibling (title))
    {
      GtkWidget *label = tv_gui_find_type (title, "GtkLabel");
      PangoLayout *layout;
      int width;
      int height;

      if (!gtk_widget_get_visible (title))
        continue;
      layout = gtk_label_get_layout (GTK_LABEL (label));
      pango_layout_get_pixel_size (layout, &width, &height);
      ck_assert_int_le (width, gtk_widget_get_width (label));
      ck_assert_int_le (height, gtk_widget_get_height (label));
      ck_assert_int_le (pango_layout_get_line_count (layout), 2);
    }
}
END_TEST

START_TEST (test_recycled_rows_lose_their_colour)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  g_autoptr (TvPixels) pixels = NULL;

  for (guint32 i = 0; i < 3; i++)
    {
      tv_trace_session_select_method (fixture->session, i);
      tv_gui_settle ();
    }
  tv_trace_session_clear_selection (fixture->session);
  tv_gui_settle ();
  pixels = tv_pixels_take (tv_panel_fixture_get_rows (fixture));
  ck_assert_uint_eq (tv_pixels_count (pixels, NULL, PURPLE), 0);
  ck_assert_uint_eq (tv_pixels_count (pixels, NULL, YELLOW), 0);
}
END_TEST

START_TEST (test_swatches_have_the_colours_of_the_ranks)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  g_autoptr (TvPixels) pixels = tv_pixels_take (tv_panel_fixture_get_rows (fixture));

  /* The first three of the original's sixteen, 8 by 14 pixels each. */
  ck_assert_uint_eq (tv_pixels_count (pixels, NULL, 0x3E87E4), 8 * 14);
  ck_assert_uint_eq (tv_pixels_count (pixels, NULL, 0xA2A15F), 8 * 14);
  ck_assert_uint_eq (tv_pixels_count (pixels, NULL, 0xD297B5), 8 * 14);
}
END_TEST

START_TEST (test_rows_are_dense)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));

  ck_assert_double_ge (tv_panel_fixture_get_row_height (fixture), 16);
  ck_assert_double_le (tv_panel_fixture_get_row_height (fixture), 24);
}
END_TEST

START_TEST (test_headers_sort)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_ties ());
  const char *const descending = "1 a.Z.x ()V, 2 a.A.x ()V, 3 a.B.x ()V, 4 a.C.x ()V";
  const char *const ascending = "2 a.A.x ()V, 3 a.B.x ()V, 4 a.C.x ()V, 1 a.Z.x ()V";

  /* Names begin with the first. */
  click_header (fixture, 40);
  assert_names (fixture, ascending);
  click_header (fixture, 60);
  assert_names (fixture, "1 a.Z.x ()V, 4 a.C.x ()V, 3 a.B.x ()V, 2 a.A.x ()V");
  /* Numbers begin with the greatest: the last column. */
  click_header (fixture, 1150);
  assert_names (fixture, descending);
  click_header (fixture, 1170);
  assert_names (fixture, ascending);
}
END_TEST

START_TEST (test_sorting_keeps_the_selected_method_in_sight)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));
  const double height = gtk_widget_get_height (tv_panel_fixture_get_rows (fixture));

  tv_trace_session_select_method (fixture->session, 3);
  tv_gui_settle ();
  tv_panel_fixture_sort (fixture, TV_PROFILE_COLUMN_INCL_REAL, GTK_SORT_ASCENDING);
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), N_MANY - 4);
  ck_assert_double_ge (tv_panel_fixture_get_row_y (fixture, N_MANY - 4), 0);
  ck_assert_double_lt (tv_panel_fixture_get_row_y (fixture, N_MANY - 4), height);
}
END_TEST

START_TEST (test_a_click_selects_and_opens)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  const guint32 leaf = tv_profile_sample_find (fixture->session, "a.Leaf.end");

  tv_panel_fixture_click_row (fixture, 2);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session), leaf);
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 9);

  /* The first parent, a.Main.main, which opens instead. */
  tv_panel_fixture_click_row (fixture, 4);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     tv_profile_sample_find (fixture->session, "a.Main.main"));
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 0);
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 9);
}
END_TEST

START_TEST (test_a_selection_elsewhere_is_scrolled_to)
{
  g_autoptr (TvPanelFixture) fixture
      = tv_panel_fixture_new (tv_profile_sample_new_many (N_MANY));
  const double height = gtk_widget_get_height (tv_panel_fixture_get_rows (fixture));

  tv_trace_session_select_call (fixture->session, (TvCallRef){ 0, 300 });
  tv_gui_settle ();
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 300);
  ck_assert_double_eq_tol (tv_panel_fixture_get_row_y (fixture, 300),
                           (height - tv_panel_fixture_get_row_height (fixture)) / 3, 2);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (fixture->session).call, 300);
}
END_TEST

START_TEST (test_a_selection_before_the_window_is_scrolled_to)
{
  TvTraceSession *session = tv_profile_sample_new_many (N_MANY);
  g_autoptr (TvPanelFixture) fixture = NULL;

  tv_trace_session_select_method (session, 400);
  fixture = tv_panel_fixture_new (session);
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 400);
  ck_assert_double_gt (tv_panel_fixture_get_row_y (fixture, 400), 0);
  ck_assert_double_lt (tv_panel_fixture_get_row_y (fixture, 400),
                       gtk_widget_get_height (tv_panel_fixture_get_rows (fixture)));
}
END_TEST

START_TEST (test_sessions_come_and_go)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  TvTraceSession *second = tv_profile_sample_new_ties ();

  tv_panel_fixture_sort (fixture, TV_PROFILE_COLUMN_INCL_CPU, GTK_SORT_DESCENDING);
  tv_view_set_session (TV_VIEW (fixture->panel), second);
  tv_gui_settle ();
  g_assert_finalize_object (fixture->session);
  fixture->session = second;
  ck_assert_ptr_eq (tv_view_get_session (TV_VIEW (fixture->panel)), second);
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 4);
  tv_view_set_session (TV_VIEW (fixture->panel), NULL);
  tv_gui_settle ();
  ck_assert_ptr_null (tv_view_get_session (TV_VIEW (fixture->panel)));
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
