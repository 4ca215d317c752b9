/* SPDX-License-Identifier: Apache-2.0 */

/* The profile panel alone in a window: what it looks like, and what mouse and keys do.
 */

#include "gui/driver.h"
#include "gui/pixels.h"
#include "support/test-runner.h"
#include "ui/cell-text.h"
#include "ui/profile-panel.h"
#include "ui/profile-sample.h"

#include <check.h>

/* Traceview's purple and yellow on white, as in style.css. */
#define PURPLE 0xE6E6FF
#define YELLOW 0xFFFFD2

#define N_MANY 500

typedef struct
{
  GtkWidget *window;
  TvProfilePanel *panel;
  TvTraceSession *session;
} Fixture;

static void
load_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
  g_autofree char *path
      = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "src/app/style.css", NULL);

  gtk_css_provider_load_from_path (provider, path);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static Fixture *
fixture_new (TvTraceSession *session)
{
  Fixture *fixture = g_new0 (Fixture, 1);

  fixture->session = session;
  fixture->window = gtk_window_new ();
  gtk_window_set_title (GTK_WINDOW (fixture->window), "Panel");
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 500);
  fixture->panel = TV_PROFILE_PANEL (tv_profile_panel_new ());
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->panel));
  tv_profile_panel_set_session (fixture->panel, session);
  gtk_window_present (GTK_WINDOW (fixture->window));
  tv_gui_settle ();
  return fixture;
}

static void
fixture_free (Fixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  tv_gui_settle ();
  g_assert_finalize_object (fixture->session);
  g_free (fixture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

static guint
count_rows (Fixture *fixture)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (fixture->panel);

  return g_list_model_get_n_items (G_LIST_MODEL (tv_profile_tree_get_selection (tree)));
}

static guint
get_selected (Fixture *fixture)
{
  return gtk_single_selection_get_selected (
      tv_profile_tree_get_selection (tv_profile_panel_get_tree (fixture->panel)));
}

static void
assert_names (Fixture *fixture, const char *expected)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (fixture->panel);
  g_autofree char *names = tv_profile_sample_names_to_string (
      G_LIST_MODEL (tv_profile_tree_get_methods (tree)), fixture->session);

  ck_assert_str_eq (names, expected);
}

static GtkWidget *
get_rows (Fixture *fixture)
{
  return GTK_WIDGET (tv_profile_panel_get_rows (fixture->panel));
}

static double
get_row_height (Fixture *fixture)
{
  GtkWidget *row = gtk_widget_get_first_child (get_rows (fixture));

  while (row != NULL && !gtk_widget_get_mapped (row))
    row = gtk_widget_get_next_sibling (row);
  ck_assert_ptr_nonnull (row);
  return gtk_widget_get_height (row);
}

/* Where a row is in the list, from the top of what is seen. */
static double
get_row_y (Fixture *fixture, guint position)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (
      GTK_SCROLLABLE (gtk_widget_get_parent (get_rows (fixture))));

  return position * get_row_height (fixture) - gtk_adjustment_get_value (adjustment);
}

static void
click_row (Fixture *fixture, guint position)
{
  tv_gui_click (get_rows (fixture), 200,
                get_row_y (fixture, position) + get_row_height (fixture) / 2);
}

static void
click_header (Fixture *fixture, double x)
{
  GtkWidget *header = gtk_widget_get_first_child (
      GTK_WIDGET (tv_profile_panel_get_column_view (fixture->panel)));

  tv_gui_click (header, x, gtk_widget_get_height (header) / 2.0);
}

START_TEST (test_columns_have_the_titles_of_the_original)
{
  static const char *const titles[] = {
    "Name",           "Incl Cpu Time %",  "Incl Cpu Time",  "Excl Cpu Time %",
    "Excl Cpu Time",  "Incl Real Time %", "Incl Real Time", "Excl Real Time %",
    "Excl Real Time", "Waiting %",        "Waiting",        "Calls+Recur\nCalls/Total",
    "Cpu Time/Call",  "Real Time/Call",
  };
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  GListModel *columns
      = gtk_column_view_get_columns (tv_profile_panel_get_column_view (fixture->panel));

  ck_assert_uint_eq (g_list_model_get_n_items (columns), G_N_ELEMENTS (titles));
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      ck_assert_str_eq (gtk_column_view_column_get_title (column), titles[i]);
    }
}
END_TEST

START_TEST (test_wall_clock_alone_has_no_cpu_columns)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new_ties ());
  GListModel *columns
      = gtk_column_view_get_columns (tv_profile_panel_get_column_view (fixture->panel));

  ck_assert_uint_eq (g_list_model_get_n_items (columns), 7);
  ck_assert_ptr_null (
      tv_profile_panel_get_column (fixture->panel, TV_PROFILE_COLUMN_INCL_CPU));
  ck_assert_ptr_null (
      tv_profile_panel_get_column (fixture->panel, TV_PROFILE_COLUMN_WAITING));
}
END_TEST

START_TEST (test_titles_fit)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  GtkWidget *header = gtk_widget_get_first_child (
      GTK_WIDGET (tv_profile_panel_get_column_view (fixture->panel)));
  GtkWidget *title;

  for (title = gtk_widget_get_first_child (header); title != NULL;
       title = gtk_widget_get_next_sibling (title))
    {
      GtkWidget *label
          = gtk_widget_get_first_child (gtk_widget_get_first_child (title));
      PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (label));
      int width;
      int height;

      pango_layout_get_pixel_size (layout, &width, &height);
      ck_assert_int_le (width, gtk_widget_get_width (label));
      ck_assert_int_le (height, gtk_widget_get_height (label));
      ck_assert_int_le (pango_layout_get_line_count (layout), 2);
    }
}
END_TEST

START_TEST (test_groups_are_purple_and_yellow)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  g_autoptr (TvPixels) before = tv_pixels_take (get_rows (fixture));
  g_autoptr (TvPixels) after = NULL;
  GdkRectangle area = { 0, 0, 0, 0 };
  double height;

  ck_assert_uint_eq (tv_pixels_count (before, NULL, PURPLE), 0);
  ck_assert_uint_eq (tv_pixels_count (before, NULL, YELLOW), 0);

  tv_trace_session_select_method (
      fixture->session, tv_profile_sample_find (fixture->session, "a.Leaf.end"));
  tv_gui_settle ();
  after = tv_pixels_take (get_rows (fixture));
  height = get_row_height (fixture);
  area.width = after->width;
  area.height = (int) (3 * height);
  /* Three rows of each, mostly background: Parents 3 to 5, Children 6 to 8. */
  area.y = (int) get_row_y (fixture, 3);
  ck_assert_uint_gt (tv_pixels_count (after, &area, PURPLE),
                     (guint) (area.width * area.height * 3 / 4));
  ck_assert_uint_eq (tv_pixels_count (after, &area, YELLOW), 0);
  area.y = (int) get_row_y (fixture, 6);
  ck_assert_uint_gt (tv_pixels_count (after, &area, YELLOW),
                     (guint) (area.width * area.height * 3 / 4));
  ck_assert_uint_eq (tv_pixels_count (after, &area, PURPLE), 0);
}
END_TEST

START_TEST (test_recycled_rows_lose_their_colour)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  g_autoptr (TvPixels) pixels = NULL;

  for (guint32 i = 0; i < 3; i++)
    {
      tv_trace_session_select_method (fixture->session, i);
      tv_gui_settle ();
    }
  tv_trace_session_clear_selection (fixture->session);
  tv_gui_settle ();
  pixels = tv_pixels_take (get_rows (fixture));
  ck_assert_uint_eq (tv_pixels_count (pixels, NULL, PURPLE), 0);
  ck_assert_uint_eq (tv_pixels_count (pixels, NULL, YELLOW), 0);
}
END_TEST

START_TEST (test_swatches_have_the_colours_of_the_ranks)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  g_autoptr (TvPixels) pixels = tv_pixels_take (get_rows (fixture));

  /* The first three of the original's sixteen, 8 by 14 pixels each. */
  ck_assert_uint_eq (tv_pixels_count (pixels, NULL, 0x5A5AFF), 8 * 14);
  ck_assert_uint_eq (tv_pixels_count (pixels, NULL, 0x00F000), 8 * 14);
  ck_assert_uint_eq (tv_pixels_count (pixels, NULL, 0xFF0000), 8 * 14);
}
END_TEST

START_TEST (test_rows_are_dense)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new_many (N_MANY));

  ck_assert_double_ge (get_row_height (fixture), 16);
  ck_assert_double_le (get_row_height (fixture), 24);
}
END_TEST

START_TEST (test_sort_by_column)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  GtkColumnView *view = tv_profile_panel_get_column_view (fixture->panel);

  gtk_column_view_sort_by_column (
      view, tv_profile_panel_get_column (fixture->panel, TV_PROFILE_COLUMN_INCL_REAL),
      GTK_SORT_DESCENDING);
  assert_names (fixture, "0 a.Main.main ()V, 2 a.Leaf.end ()V, 1 a.Main.walk ()V");
  gtk_column_view_sort_by_column (
      view, tv_profile_panel_get_column (fixture->panel, TV_PROFILE_COLUMN_INCL_REAL),
      GTK_SORT_ASCENDING);
  assert_names (fixture, "1 a.Main.walk ()V, 2 a.Leaf.end ()V, 0 a.Main.main ()V");
  gtk_column_view_sort_by_column (view, NULL, GTK_SORT_ASCENDING);
  assert_names (fixture, "0 a.Main.main ()V, 1 a.Main.walk ()V, 2 a.Leaf.end ()V");
}
END_TEST

START_TEST (test_headers_sort)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new_ties ());
  const char *const descending = "0 a.Z.x ()V, 1 a.A.x ()V, 2 a.B.x ()V, 3 a.C.x ()V";
  const char *const ascending = "1 a.A.x ()V, 2 a.B.x ()V, 3 a.C.x ()V, 0 a.Z.x ()V";

  /* Names begin with the first. */
  click_header (fixture, 40);
  assert_names (fixture, ascending);
  click_header (fixture, 60);
  assert_names (fixture, "0 a.Z.x ()V, 3 a.C.x ()V, 2 a.B.x ()V, 1 a.A.x ()V");
  /* Numbers begin with the greatest: the last column. */
  click_header (fixture, 1150);
  assert_names (fixture, descending);
  click_header (fixture, 1170);
  assert_names (fixture, ascending);
}
END_TEST

START_TEST (test_sorting_keeps_the_selected_method_in_sight)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new_many (N_MANY));
  const double height = gtk_widget_get_height (get_rows (fixture));

  tv_trace_session_select_method (fixture->session, 3);
  tv_gui_settle ();
  gtk_column_view_sort_by_column (
      tv_profile_panel_get_column_view (fixture->panel),
      tv_profile_panel_get_column (fixture->panel, TV_PROFILE_COLUMN_INCL_REAL),
      GTK_SORT_ASCENDING);
  tv_gui_settle ();
  ck_assert_uint_eq (get_selected (fixture), N_MANY - 4);
  ck_assert_double_ge (get_row_y (fixture, N_MANY - 4), 0);
  ck_assert_double_lt (get_row_y (fixture, N_MANY - 4), height);
}
END_TEST

START_TEST (test_a_click_selects_and_opens)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  const guint32 leaf = tv_profile_sample_find (fixture->session, "a.Leaf.end");

  click_row (fixture, 2);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session), leaf);
  ck_assert_uint_eq (count_rows (fixture), 9);

  /* The first parent, a.Main.main, which opens instead. */
  click_row (fixture, 4);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     tv_profile_sample_find (fixture->session, "a.Main.main"));
  ck_assert_uint_eq (get_selected (fixture), 0);
  ck_assert_uint_eq (count_rows (fixture), 9);
}
END_TEST

START_TEST (test_the_triangle_opens_without_selecting)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());

  tv_gui_click (get_rows (fixture), 12,
                get_row_y (fixture, 2) + get_row_height (fixture) / 2);
  ck_assert_uint_eq (count_rows (fixture), 9);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     TV_METHOD_NONE);
  click_row (fixture, 0);
  click_row (fixture, 7);
  /* main closed again, what was opened by hand did not. */
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     tv_profile_sample_find (fixture->session, "a.Main.walk"));
  ck_assert_uint_gt (count_rows (fixture), 12);
}
END_TEST

START_TEST (test_keys)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  GtkWidget *rows = get_rows (fixture);

  gtk_widget_grab_focus (rows);
  tv_gui_keys (rows, "Down");
  tv_gui_keys (rows, "Down");
  ck_assert_uint_eq (get_selected (fixture), 2);
  ck_assert_uint_eq (count_rows (fixture), 3);
  tv_gui_keys (rows, "Right");
  ck_assert_uint_eq (count_rows (fixture), 9);
  tv_gui_keys (rows, "Right");
  ck_assert_uint_eq (get_selected (fixture), 3);
  tv_gui_keys (rows, "Down");
  ck_assert_uint_eq (get_selected (fixture), 4);
  tv_gui_keys (rows, "Left");
  ck_assert_uint_eq (get_selected (fixture), 3);
  tv_gui_keys (rows, "Down");
  tv_gui_keys (rows, "Return");
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     tv_profile_sample_find (fixture->session, "a.Main.main"));
  ck_assert_uint_eq (get_selected (fixture), 0);
  /* The keys go on from there. */
  tv_gui_keys (rows, "Left");
  tv_gui_keys (rows, "Down");
  ck_assert_uint_eq (get_selected (fixture), 1);
}
END_TEST

/* The line of a row; it must have one. */
static GtkWidget *
get_line (Fixture *fixture, guint position)
{
  GtkWidget *line = gtk_widget_get_first_child (get_rows (fixture));

  while (line != NULL
         && tv_profile_line_get_position (TV_PROFILE_LINE (line)) != position)
    line = gtk_widget_get_next_sibling (line);
  ck_assert_ptr_nonnull (line);
  return line;
}

static guint
count_lines (Fixture *fixture)
{
  guint n = 0;

  for (GtkWidget *line = gtk_widget_get_first_child (get_rows (fixture)); line != NULL;
       line = gtk_widget_get_next_sibling (line))
    n++;
  return n;
}

START_TEST (test_keys_go_to_the_ends)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new_many (N_MANY));
  GtkWidget *rows = get_rows (fixture);
  const guint n_seen
      = (guint) (gtk_widget_get_height (rows) / (int) get_row_height (fixture));

  gtk_widget_grab_focus (rows);
  tv_gui_keys (rows, "End");
  ck_assert_uint_eq (get_selected (fixture), N_MANY - 1);
  ck_assert_double_eq_tol (get_row_y (fixture, N_MANY - 1) + get_row_height (fixture),
                           gtk_widget_get_height (rows), 1);
  tv_gui_keys (rows, "Up");
  ck_assert_uint_eq (get_selected (fixture), N_MANY - 2);
  tv_gui_keys (rows, "Home");
  ck_assert_uint_eq (get_selected (fixture), 0);
  ck_assert_double_eq (get_row_y (fixture, 0), 0);
  tv_gui_keys (rows, "Page_Down");
  ck_assert_uint_eq (get_selected (fixture), n_seen - 1);
  tv_gui_keys (rows, "Page_Up");
  ck_assert_uint_eq (get_selected (fixture), 0);
  /* With Ctrl the focus moves alone. */
  tv_gui_keys (rows, "ctrl+Down");
  ck_assert_uint_eq (get_selected (fixture), 0);
  tv_gui_keys (rows, "Down");
  ck_assert_uint_eq (get_selected (fixture), 2);
}
END_TEST

START_TEST (test_only_rows_in_sight_have_widgets)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new_many (N_MANY));
  const guint n_seen = (guint) (gtk_widget_get_height (get_rows (fixture))
                                / (int) get_row_height (fixture));

  ck_assert_uint_ge (count_lines (fixture), n_seen);
  ck_assert_uint_le (count_lines (fixture), n_seen + 2);
  tv_trace_session_select_method (fixture->session, 250);
  tv_gui_settle ();
  ck_assert_uint_ge (count_lines (fixture), n_seen);
  ck_assert_uint_le (count_lines (fixture), n_seen + 2);
}
END_TEST

/* Opening and closing above it must not move what somebody looks at. */
START_TEST (test_what_is_seen_stays_when_rows_above_open)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new_many (N_MANY));
  TvProfileTree *tree = tv_profile_panel_get_tree (fixture->panel);
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (tree));
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (
      GTK_SCROLLABLE (gtk_widget_get_parent (get_rows (fixture))));
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, 3);
  const double height = get_row_height (fixture);

  gtk_adjustment_set_value (adjustment, 100 * height);
  tv_gui_settle ();
  gtk_tree_list_row_set_expanded (row, TRUE);
  tv_gui_settle ();
  ck_assert_uint_gt (count_rows (fixture), N_MANY);
  ck_assert_double_eq (gtk_adjustment_get_value (adjustment),
                       (100 + count_rows (fixture) - N_MANY) * height);
  gtk_tree_list_row_set_expanded (row, FALSE);
  tv_gui_settle ();
  ck_assert_double_eq (gtk_adjustment_get_value (adjustment), 100 * height);
}
END_TEST

START_TEST (test_rows_and_cells_have_accessible_names)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  GtkWidget *line = get_line (fixture, 0);
  GtkWidget *cell = gtk_widget_get_first_child (line);
  guint n = 0;

  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_ROLE_ROW);
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_PROPERTY_LABEL, "0 a.Main.main ()V");
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, "0 a.Main.main ()V");
  for (; cell != NULL; cell = gtk_widget_get_next_sibling (cell), n++)
    gtk_test_accessible_assert_role (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_ROLE_CELL);
  ck_assert_uint_eq (n, TV_PROFILE_N_COLUMNS);
  cell = gtk_widget_get_last_child (line);
  ck_assert_str_eq (tv_cell_text_get_text (TV_CELL_TEXT (cell)), "20.000");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (cell),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "20.000");

  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (line),
                                    GTK_ACCESSIBLE_STATE_SELECTED, FALSE);
  tv_trace_session_select_method (
      fixture->session, tv_profile_sample_find (fixture->session, "a.Main.main"));
  tv_gui_settle ();
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (get_line (fixture, 0)),
                                    GTK_ACCESSIBLE_STATE_SELECTED, TRUE);
}
END_TEST

/* Where the cells of a row begin, in the order of the columns of the view. */
static void
assert_cells_below_titles (Fixture *fixture)
{
  GtkColumnView *view = tv_profile_panel_get_column_view (fixture->panel);
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkWidget *title
      = gtk_widget_get_first_child (gtk_widget_get_first_child (GTK_WIDGET (view)));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      GtkWidget *cell = gtk_widget_get_first_child (get_line (fixture, 0));
      double title_x;
      double cell_x;

      /* Cells are in the order that columns have at first. */
      for (TvProfileColumn j = 0;
           tv_profile_panel_get_column (fixture->panel, j) != column; j++)
        cell = gtk_widget_get_next_sibling (cell);
      gtk_widget_translate_coordinates (title, GTK_WIDGET (fixture->panel), 0, 0,
                                        &title_x, NULL);
      gtk_widget_translate_coordinates (cell, GTK_WIDGET (fixture->panel), 0, 0,
                                        &cell_x, NULL);
      /* The padding of both may differ. */
      ck_assert_double_eq_tol (title_x, cell_x, 2);
      ck_assert_double_eq_tol (gtk_widget_get_width (title),
                               gtk_widget_get_width (cell), 2);
      title = gtk_widget_get_next_sibling (title);
    }
}

START_TEST (test_cells_stand_below_their_titles)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  GtkColumnView *view = tv_profile_panel_get_column_view (fixture->panel);
  GtkColumnViewColumn *calls
      = tv_profile_panel_get_column (fixture->panel, TV_PROFILE_COLUMN_CALLS);

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
  gtk_adjustment_set_value (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (
                                gtk_widget_get_parent (get_rows (fixture)))),
                            100);
  tv_gui_settle ();
  assert_cells_below_titles (fixture);
}
END_TEST

START_TEST (test_a_selection_elsewhere_is_scrolled_to)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new_many (N_MANY));
  const double height = gtk_widget_get_height (get_rows (fixture));

  tv_trace_session_select_call (fixture->session, (TvCallRef){ 0, 300 });
  tv_gui_settle ();
  ck_assert_uint_eq (get_selected (fixture), 300);
  ck_assert_double_eq_tol (get_row_y (fixture, 300),
                           (height - get_row_height (fixture)) / 3, 2);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (fixture->session).call, 300);
}
END_TEST

START_TEST (test_a_selection_before_the_window_is_scrolled_to)
{
  TvTraceSession *session = tv_profile_sample_new_many (N_MANY);
  g_autoptr (Fixture) fixture = NULL;

  tv_trace_session_select_method (session, 400);
  fixture = fixture_new (session);
  ck_assert_uint_eq (get_selected (fixture), 400);
  ck_assert_double_gt (get_row_y (fixture, 400), 0);
  ck_assert_double_lt (get_row_y (fixture, 400),
                       gtk_widget_get_height (get_rows (fixture)));
}
END_TEST

START_TEST (test_sessions_come_and_go)
{
  g_autoptr (Fixture) fixture = fixture_new (tv_profile_sample_new ());
  TvTraceSession *second = tv_profile_sample_new_ties ();

  gtk_column_view_sort_by_column (
      tv_profile_panel_get_column_view (fixture->panel),
      tv_profile_panel_get_column (fixture->panel, TV_PROFILE_COLUMN_INCL_CPU),
      GTK_SORT_DESCENDING);
  tv_profile_panel_set_session (fixture->panel, second);
  tv_gui_settle ();
  g_assert_finalize_object (fixture->session);
  fixture->session = second;
  ck_assert_ptr_eq (tv_profile_panel_get_session (fixture->panel), second);
  ck_assert_uint_eq (count_rows (fixture), 4);
  tv_profile_panel_set_session (fixture->panel, NULL);
  tv_gui_settle ();
  ck_assert_ptr_null (tv_profile_panel_get_session (fixture->panel));
}
END_TEST

int
main (void)
{
  const TTest *const tests[] = {
    test_columns_have_the_titles_of_the_original,
    test_wall_clock_alone_has_no_cpu_columns,
    test_titles_fit,
    test_groups_are_purple_and_yellow,
    test_recycled_rows_lose_their_colour,
    test_swatches_have_the_colours_of_the_ranks,
    test_rows_are_dense,
    test_sort_by_column,
    test_headers_sort,
    test_sorting_keeps_the_selected_method_in_sight,
    test_a_click_selects_and_opens,
    test_the_triangle_opens_without_selecting,
    test_keys,
    test_keys_go_to_the_ends,
    test_only_rows_in_sight_have_widgets,
    test_what_is_seen_stays_when_rows_above_open,
    test_rows_and_cells_have_accessible_names,
    test_cells_stand_below_their_titles,
    test_a_selection_elsewhere_is_scrolled_to,
    test_a_selection_before_the_window_is_scrolled_to,
    test_sessions_come_and_go,
  };

  if (!gtk_init_check ())
    {
      g_print ("skipped: no display\n");
      return 77;
    }
  load_style ();
  return tv_test_run ("profile-panel", tests, G_N_ELEMENTS (tests));
}
