/* SPDX-License-Identifier: Apache-2.0 */

/* The columns of the profile panel as the user sees and changes them: chosen, moved,
 * made wider, remembered; the unit of times; bars behind shares. */

#include "app/settings.h"
#include "gui/driver.h"
#include "gui/panel-fixture.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "support/test-runner.h"
#include "ui/pixels.h"
#include "ui/table/column-chooser.h"

#include <check.h>
#include <string.h>

static const TvColumnPlace *
find_place (TvPanelFixture *fixture, guint row, TvProfileColumn column)
{
  return tv_row_cells_find_place (
      tv_table_row_get_cells (tv_panel_fixture_get_line (fixture, row)), column);
}

static const char *
get_text (TvPanelFixture *fixture, guint row, TvProfileColumn column)
{
  return tv_row_cells_get_text (
      tv_table_row_get_cells (tv_panel_fixture_get_line (fixture, row)), column);
}

static void
activate (TvPanelFixture *fixture, const char *action)
{
  g_action_group_activate_action (tv_view_get_action_group (TV_VIEW (fixture->panel)),
                                  action, NULL);
  tv_gui_settle ();
}

/* Be it seen or not. */
static GtkWidget *
find_chooser (TvPanelFixture *fixture)
{
  GtkWidget *table = gtk_widget_get_parent (tv_panel_fixture_get_rows (fixture));
  GtkWidget *child = gtk_widget_get_first_child (table);

  while (child != NULL && !TV_IS_COLUMN_CHOOSER (child))
    child = gtk_widget_get_next_sibling (child);
  ck_assert_ptr_nonnull (child);
  return child;
}

static GtkWidget *
open_chooser (TvPanelFixture *fixture)
{
  GtkWidget *chooser = find_chooser (fixture);

  ck_assert (!gtk_widget_get_visible (chooser));
  activate (fixture, "choose-columns");
  ck_assert (gtk_widget_get_visible (chooser));
  return chooser;
}

static GtkWidget *
find_check (GtkWidget *chooser, const char *title)
{
  GtkWidget *widget = tv_gui_find_text (chooser, title);

  while (widget != NULL && !GTK_IS_CHECK_BUTTON (widget))
    widget = gtk_widget_get_parent (widget);
  ck_assert_ptr_nonnull (widget);
  return widget;
}

START_TEST (test_the_chooser_shows_and_hides)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkWidget *chooser = open_chooser (fixture);

  ck_assert_ptr_null (find_place (fixture, 0, TV_PROFILE_COLUMN_LONGEST_CALL));
  gtk_widget_grab_focus (find_check (chooser, "Longest Call"));
  tv_gui_keys (chooser, "space");
  /* It stays open, and the calls are measured. */
  ck_assert (gtk_widget_get_visible (chooser));
  ck_assert_str_eq (get_text (fixture, 0, TV_PROFILE_COLUMN_LONGEST_CALL), "10.000");
  ck_assert_str_eq (get_text (fixture, 1, TV_PROFILE_COLUMN_LONGEST_CALL), "6.000");
  gtk_widget_grab_focus (find_check (chooser, "Waiting"));
  tv_gui_keys (chooser, "space");
  ck_assert_ptr_null (find_place (fixture, 0, TV_PROFILE_COLUMN_WAITING));
  ck_assert_ptr_nonnull (find_place (fixture, 0, TV_PROFILE_COLUMN_WAITING_PERCENT));
  ck_assert (!gtk_widget_get_sensitive (find_check (chooser, "Name")));

  gtk_popover_popdown (GTK_POPOVER (chooser));
  activate (fixture, "reset-columns");
  ck_assert_ptr_nonnull (find_place (fixture, 0, TV_PROFILE_COLUMN_WAITING));
  ck_assert_ptr_null (find_place (fixture, 0, TV_PROFILE_COLUMN_LONGEST_CALL));
  ck_assert_ptr_null (tv_trace_session_get_lengths (fixture->session));
}
END_TEST

START_TEST (test_the_chooser_moves_by_keys)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkWidget *chooser = open_chooser (fixture);

  ck_assert_int_lt (find_place (fixture, 0, TV_PROFILE_COLUMN_WAITING)->x,
                    find_place (fixture, 0, TV_PROFILE_COLUMN_CALLS)->x);
  gtk_widget_grab_focus (find_check (chooser, "Waiting"));
  tv_gui_keys (chooser, "alt+Down");
  ck_assert_int_gt (find_place (fixture, 0, TV_PROFILE_COLUMN_WAITING)->x,
                    find_place (fixture, 0, TV_PROFILE_COLUMN_CALLS)->x);
  tv_gui_keys (chooser, "alt+Up");
  ck_assert_int_lt (find_place (fixture, 0, TV_PROFILE_COLUMN_WAITING)->x,
                    find_place (fixture, 0, TV_PROFILE_COLUMN_CALLS)->x);
  gtk_popover_popdown (GTK_POPOVER (chooser));
}
END_TEST

START_TEST (test_a_secondary_click_on_the_header_chooses)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkWidget *chooser = find_chooser (fixture);

  tv_gui_click_secondary (tv_panel_fixture_get_header (fixture), 600, 10);
  ck_assert (gtk_widget_get_visible (chooser));
  gtk_popover_popdown (GTK_POPOVER (chooser));
}
END_TEST

START_TEST (test_a_title_is_dragged)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  const TvColumnPlace *from = find_place (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU);
  const TvColumnPlace *to = find_place (fixture, 0, TV_PROFILE_COLUMN_EXCL_CPU);
  const int old_x = from->x;

  tv_gui_drag (tv_panel_fixture_get_header (fixture), from->x + from->width / 2.0, 10,
               to->x + to->width / 2.0, 10);
  ck_assert_int_gt (find_place (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU)->x, old_x);
  ck_assert_int_gt (find_place (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU)->x,
                    find_place (fixture, 0, TV_PROFILE_COLUMN_EXCL_CPU)->x);
  /* What was dragged is what is remembered. */
  activate (fixture, "reset-columns");
  ck_assert_int_eq (find_place (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU)->x, old_x);
}
END_TEST

START_TEST (test_an_edge_is_dragged_and_fitted)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  const TvColumnPlace *place = find_place (fixture, 0, TV_PROFILE_COLUMN_EXCL_CPU);
  const int width = place->width;
  int edge = place->x + width;

  tv_gui_drag (tv_panel_fixture_get_header (fixture), edge, 10, edge + 60, 10);
  place = find_place (fixture, 0, TV_PROFILE_COLUMN_EXCL_CPU);
  ck_assert_int_ge (place->width, width + 50);

  edge = place->x + place->width;
  tv_gui_move (tv_panel_fixture_get_header (fixture), edge, 10);
  tv_gui_press (GDK_BUTTON_PRIMARY, 2);
  ck_assert_int_eq (find_place (fixture, 0, TV_PROFILE_COLUMN_EXCL_CPU)->width, width);
}
END_TEST

static int
get_width (TvPanelFixture *fixture, TvProfileColumn column)
{
  const TvColumnPlace *place = find_place (fixture, 0, column);

  ck_assert_ptr_nonnull (place);
  return place->width;
}

/* That of the names, or the one that the table is sorted by. */
START_TEST (test_widths_are_changed_by_keys)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  const int name = get_width (fixture, TV_PROFILE_COLUMN_NAME);
  const int percent = get_width (fixture, TV_PROFILE_COLUMN_INCL_CPU_PERCENT);
  const int cpu = get_width (fixture, TV_PROFILE_COLUMN_INCL_CPU);
  GtkWidget *rows = tv_panel_fixture_get_rows (fixture);
  int fitted;

  gtk_widget_grab_focus (rows);
  tv_gui_keys (rows, "ctrl+alt+minus");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_NAME), name - 16);
  tv_gui_keys (rows, "ctrl+alt+plus");
  tv_gui_keys (rows, "ctrl+alt+equal");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_NAME), name + 16);
  tv_gui_keys (rows, "ctrl+alt+0");
  fitted = get_width (fixture, TV_PROFILE_COLUMN_NAME);
  ck_assert_int_lt (fitted, name);
  activate (fixture, "narrower-column");
  activate (fixture, "fit-column");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_NAME), fitted);

  activate (fixture, "sort-next");
  activate (fixture, "sort-next");
  activate (fixture, "wider-column");
  activate (fixture, "wider-column");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_INCL_CPU_PERCENT),
                    percent + 32);
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_NAME), fitted);
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_INCL_CPU), cpu);
  activate (fixture, "fit-column");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_INCL_CPU_PERCENT), percent);
  /* It does not vanish. */
  for (int i = 0; i < percent / 16; i++)
    activate (fixture, "narrower-column");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_INCL_CPU_PERCENT), 32);
  activate (fixture, "reset-columns");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_INCL_CPU_PERCENT), percent);
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_NAME), name);
}
END_TEST

START_TEST (test_the_chooser_changes_widths)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkWidget *chooser = open_chooser (fixture);
  const int width = get_width (fixture, TV_PROFILE_COLUMN_EXCL_CPU);
  GtkWidget *check = find_check (chooser, "Excl CPU");

  gtk_widget_grab_focus (check);
  tv_gui_keys (chooser, "ctrl+alt+plus");
  tv_gui_keys (chooser, "ctrl+alt+plus");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_EXCL_CPU), width + 32);
  tv_gui_keys (chooser, "ctrl+alt+minus");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_EXCL_CPU), width + 16);
  tv_gui_keys (chooser, "ctrl+alt+0");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_EXCL_CPU), width);
  /* A column that is not there has no width. */
  gtk_widget_grab_focus (find_check (chooser, "Longest Call"));
  tv_gui_keys (chooser, "ctrl+alt+plus");
  tv_gui_keys (chooser, "space");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_EXCL_CPU), width);
  gtk_popover_popdown (GTK_POPOVER (chooser));
  activate (fixture, "reset-columns");
}
END_TEST

/* The title of the column stays as it is written, and all of it is seen with the sign
 * behind it. */
START_TEST (test_titles_of_sorted_columns_are_whole)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  const TvColumnPlace *place = find_place (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU);
  GtkWidget *label;

  /* Twice by this column, and once by another. */
  for (guint i = 0; i < 3; i++)
    {
      tv_gui_click (tv_panel_fixture_get_header (fixture),
                    place->x + place->width * (0.5 + i / 2), 10);
      label
          = tv_gui_find_text (tv_panel_fixture_get_header (fixture), "Incl CPU\n(ms)");
      ck_assert_ptr_nonnull (label);
      ck_assert (
          !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
      ck_assert_int_le (gtk_widget_get_width (gtk_widget_get_parent (label)),
                        place->width);
    }
  activate (fixture, "sort-reverse");
  ck_assert_ptr_nonnull (
      tv_gui_find_text (tv_panel_fixture_get_header (fixture), "Excl CPU\n%"));
}
END_TEST

/* What the window keeps is the state of the action. */
START_TEST (test_widths_by_keys_are_remembered)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  g_autoptr (GVariant) state = NULL;
  const int width = get_width (fixture, TV_PROFILE_COLUMN_NAME);

  activate (fixture, "narrower-column");
  state = g_action_group_get_action_state (
      tv_view_get_action_group (TV_VIEW (fixture->panel)), "columns");
  activate (fixture, "reset-columns");
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_NAME), width);
  g_action_group_change_action_state (
      tv_view_get_action_group (TV_VIEW (fixture->panel)), "columns", state);
  tv_gui_settle ();
  ck_assert_int_eq (get_width (fixture, TV_PROFILE_COLUMN_NAME), width - 16);
}
END_TEST

START_TEST (test_units)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());

  ck_assert_str_eq (get_text (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU), "10.000");
  ck_assert_ptr_null (
      tv_gui_find_text (tv_panel_fixture_get_header (fixture), "Incl CPU\n(s)"));
  activate (fixture, "next-time-unit");
  ck_assert_str_eq (get_text (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU), "0.010000");
  ck_assert_ptr_nonnull (
      tv_gui_find_text (tv_panel_fixture_get_header (fixture), "Incl CPU\n(s)"));
  activate (fixture, "next-time-unit");
  ck_assert_str_eq (get_text (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU), "10000");
  ck_assert_str_eq (get_text (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU_PERCENT),
                    "100.0%");
  activate (fixture, "next-time-unit");
  ck_assert_str_eq (get_text (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU), "10.000");
}
END_TEST

/* How many pixels of one colour there are behind and below the digits of a cell, from
 * where they may begin: the bar. Zero if that is the colour of the row. */
static int
measure_bar (TvPanelFixture *fixture, guint row, TvProfileColumn column)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (tv_panel_fixture_get_rows (fixture));
  const TvColumnPlace *place = find_place (fixture, row, column);
  const int x = place->x + TV_ROW_CELLS_PADDING;
  const int y = (int) (tv_panel_fixture_get_row_y (fixture, row)
                       + tv_panel_fixture_get_row_height (fixture))
                - 3;
  const guint32 background = tv_pixels_get (pixels, x - 2, y);
  const guint32 bar = tv_pixels_get (pixels, x, y);
  int n = 0;

  if (bar == background)
    return 0;
  while (tv_pixels_get (pixels, x + n, y) == bar)
    n++;
  return n;
}

/* Returns whether a pixel of that height of the cell is another than at its edge. */
static gboolean
has_ink (TvPanelFixture *fixture, guint row, TvProfileColumn column, int y)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (tv_panel_fixture_get_rows (fixture));
  const TvColumnPlace *place = find_place (fixture, row, column);
  const int top = (int) tv_panel_fixture_get_row_y (fixture, row);
  const guint32 background = tv_pixels_get (pixels, place->x + 1, top + y);

  for (int x = place->x + 1; x < place->x + place->width - 1; x++)
    if (tv_pixels_get (pixels, x, top + y) != background)
      return TRUE;
  return FALSE;
}

/* The bar reaches from the top of the row to its bottom, but for a line. */
START_TEST (test_bars_lie_behind_digits)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  const int height = (int) tv_panel_fixture_get_row_height (fixture);
  const TvProfileColumn column = TV_PROFILE_COLUMN_INCL_CPU_PERCENT;

  ck_assert (!has_ink (fixture, 0, column, 0));
  ck_assert (has_ink (fixture, 0, column, 1));
  ck_assert (has_ink (fixture, 0, column, height / 2));
  ck_assert (has_ink (fixture, 0, column, height - 2));
  ck_assert (!has_ink (fixture, 0, column, height - 1));
}
END_TEST

/* The darkest pixel of a cell on a light row, above the bar. */
static guint
find_darkest (TvPanelFixture *fixture, guint row, TvProfileColumn column)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (tv_panel_fixture_get_rows (fixture));
  const TvColumnPlace *place = find_place (fixture, row, column);
  const int top = (int) tv_panel_fixture_get_row_y (fixture, row);
  guint darkest = 255;

  for (int y = 0; y < (int) tv_panel_fixture_get_row_height (fixture) - 5; y++)
    for (int x = 1; x < place->width - 1; x++)
      darkest
          = MIN (darkest, tv_pixels_get (pixels, place->x + x, top + y) >> 8 & 0xFF);
  return darkest;
}

/* On a light row the bar is pale, and digits over it are as dark as others. */
START_TEST (test_digits_stand_out_from_bars)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  g_autoptr (TvPixels) pixels = tv_pixels_take (tv_panel_fixture_get_rows (fixture));
  const TvColumnPlace *place
      = find_place (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU_PERCENT);
  const guint32 bar = tv_pixels_get (pixels, place->x + TV_ROW_CELLS_PADDING,
                                     (int) tv_panel_fixture_get_row_y (fixture, 0) + 2);

  ck_assert_uint_lt (find_darkest (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU_PERCENT), 60);
  ck_assert_uint_gt (bar >> 8 & 0xFF, 180);
}
END_TEST

/* The width of what is drawn of a number. */
static double
measure_number (TvPanelFixture *fixture, guint row, TvProfileColumn column)
{
  TvRowCells *cells = tv_table_row_get_cells (tv_panel_fixture_get_line (fixture, row));
  graphene_rect_t bounds;

  ck_assert (tv_row_cells_get_bounds (cells, column, &bounds));
  return bounds.size.width;
}

/* All of walk's time is CPU time: it waited for 0.000 ms, and spent 6 ms. */
START_TEST (test_zeros_are_dimmed)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());

  ck_assert_str_eq (get_text (fixture, 1, TV_PROFILE_COLUMN_WAITING), "0.000");
  ck_assert_uint_lt (find_darkest (fixture, 1, TV_PROFILE_COLUMN_INCL_REAL), 60);
  ck_assert_uint_gt (find_darkest (fixture, 1, TV_PROFILE_COLUMN_WAITING), 90);
  ck_assert_uint_lt (find_darkest (fixture, 1, TV_PROFILE_COLUMN_WAITING), 200);
  /* A dash is drawn for it, and the percent sign is in the title. */
  ck_assert_double_lt (measure_number (fixture, 1, TV_PROFILE_COLUMN_WAITING),
                       measure_number (fixture, 1, TV_PROFILE_COLUMN_INCL_REAL) / 3);
  ck_assert_double_lt (measure_number (fixture, 1, TV_PROFILE_COLUMN_INCL_CPU_PERCENT),
                       measure_number (fixture, 1, TV_PROFILE_COLUMN_INCL_REAL));
}
END_TEST

/* The last letter of a title and the last digit of its numbers have the same edge. */
START_TEST (test_titles_end_where_their_numbers_end)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkWidget *rows = tv_panel_fixture_get_rows (fixture);
  GtkWidget *title
      = tv_gui_find_text (tv_panel_fixture_get_header (fixture), "Incl CPU\n(ms)");
  const TvColumnPlace *place = find_place (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU);
  graphene_rect_t bounds;

  ck_assert_ptr_nonnull (title);
  ck_assert (gtk_widget_compute_bounds (title, rows, &bounds));
  ck_assert_double_eq (bounds.origin.x + bounds.size.width,
                       place->x + place->width - TV_ROW_CELLS_PADDING);
}
END_TEST

/* The shares of main, walk and the leaf are 100, 60 and 20 % on the CPU. */
static void
assert_bars (TvPanelFixture *fixture)
{
  const int room = find_place (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU_PERCENT)->width
                   - 2 * TV_ROW_CELLS_PADDING;

  ck_assert_int_eq (measure_bar (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU_PERCENT), room);
  ck_assert_int_le (ABS (measure_bar (fixture, 1, TV_PROFILE_COLUMN_INCL_CPU_PERCENT)
                         - room * 6 / 10),
                    1);
  ck_assert_int_le (ABS (measure_bar (fixture, 2, TV_PROFILE_COLUMN_INCL_CPU_PERCENT)
                         - room * 2 / 10),
                    1);
  ck_assert_int_eq (measure_bar (fixture, 1, TV_PROFILE_COLUMN_WAITING_PERCENT), 0);
}

START_TEST (test_bars)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkSettings *settings = gtk_widget_get_settings (fixture->window);

  assert_bars (fixture);
  g_object_set (settings, "gtk-application-prefer-dark-theme", TRUE, NULL);
  tv_gui_settle ();
  assert_bars (fixture);
  /* On the selected row, too. */
  tv_trace_session_select_method (
      fixture->session, tv_profile_sample_find (fixture->session, "a.Main.main"));
  tv_gui_settle ();
  ck_assert_int_gt (measure_bar (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU_PERCENT), 0);
  g_object_set (settings, "gtk-application-prefer-dark-theme", FALSE, NULL);
  tv_gui_settle ();
  ck_assert_int_gt (measure_bar (fixture, 0, TV_PROFILE_COLUMN_INCL_CPU_PERCENT), 0);
}
END_TEST

static TvProfilePanel *
get_panel (TvWindow *window)
{
  return TV_PROFILE_PANEL (tv_gui_find_type (GTK_WIDGET (window), "TvProfilePanel"));
}

static GtkColumnViewColumn *
get_names (TvWindow *window)
{
  return tv_table_columns_get (
      tv_table_view_get_columns (tv_view_get_table (TV_VIEW (get_panel (window)))),
      TV_PROFILE_COLUMN_NAME);
}

static GtkColumnView *
get_view (TvWindow *window)
{
  return tv_table_view_get_column_view (
      tv_view_get_table (TV_VIEW (get_panel (window))));
}

static gboolean
is_width_kept (gpointer settings)
{
  g_autoptr (GVariant) columns = g_settings_get_value (settings, "columns");
  g_autofree char *text = g_variant_print (columns, FALSE);

  return strstr (text, ", 333)") != NULL;
}

START_TEST (test_columns_and_unit_are_remembered)
{
  TvApplication *application = tv_gui_start ();
  char *folder = tv_test_folder_new ();
  g_autofree char *path = tv_sample_write (folder, "one.trace");
  TvWindow *window = tv_gui_open (application, path);
  GtkColumnViewColumn *name = get_names (window);
  g_autoptr (GtkColumnViewColumn) first = NULL;
  g_autoptr (GSettings) settings = tv_settings_new ();

  tv_gui_keys (GTK_WIDGET (window), "ctrl+k");
  /* Closed at once: a width that was dragged just now is not lost. */
  g_object_ref (name);
  gtk_column_view_insert_column (get_view (window), 2, name);
  g_object_unref (name);
  gtk_column_view_column_set_fixed_width (name, 222);
  tv_gui_close (window);

  window = tv_gui_open (application, path);
  name = get_names (window);
  first = g_list_model_get_item (gtk_column_view_get_columns (get_view (window)), 2);
  ck_assert_ptr_eq (first, name);
  ck_assert_int_eq (gtk_column_view_column_get_fixed_width (name), 222);
  /* Another one is kept after a while, although no window closes. */
  gtk_column_view_column_set_fixed_width (name, 333);
  tv_gui_wait (is_width_kept, settings, "the width to be kept");
  ck_assert_int_eq (tv_trace_session_get_time_unit (
                        tv_view_get_session (TV_VIEW (get_panel (window)))),
                    TV_TIME_UNIT_S);
  gtk_widget_activate_action (GTK_WIDGET (window), "profile.reset-columns", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "profile.time-unit", "s", "ms");
  tv_gui_close_all (application);
  tv_test_folder_remove (folder);
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
