/* SPDX-License-Identifier: Apache-2.0 */

/* How the profile panel fits: into narrow windows, from the right to the left, and with
 * large text. */

#include "gui/driver.h"
#include "gui/panel-fixture.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/table/table-view.h"
#include "ui/timeline/timeline-layout.h"

#include <check.h>

#define NARROW 480

static GtkAdjustment *
get_sideways (TvPanelFixture *fixture)
{
  return gtk_scrollable_get_hadjustment (
      GTK_SCROLLABLE (gtk_widget_get_parent (tv_panel_fixture_get_rows (fixture))));
}

static void
make_narrow (TvPanelFixture *fixture, int width)
{
  tv_gui_resize (fixture->window, width, 500);
}

/* Pixels between the beginning of a line and the name of the first row. */
static double
find_name_start (TvPanelFixture *fixture)
{
  GtkWidget *name
      = tv_gui_find_type (tv_panel_fixture_get_rows (fixture), "TvNameLabel");
  graphene_rect_t bounds;

  ck_assert_ptr_nonnull (name);
  ck_assert (gtk_widget_compute_bounds (name, fixture->window, &bounds));
  if (gtk_widget_get_direction (fixture->window) == GTK_TEXT_DIR_RTL)
    return gtk_widget_get_width (fixture->window)
           - (bounds.origin.x + bounds.size.width);
  return bounds.origin.x;
}

START_TEST (a_narrow_table_begins_at_its_names)
{
  static const GtkTextDirection directions[] = { GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL };

  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      TvPanelFixture *fixture;
      GtkAdjustment *sideways;

      gtk_widget_set_default_direction (directions[i]);
      fixture = tv_panel_fixture_new (tv_profile_sample_new ());
      sideways = get_sideways (fixture);
      make_narrow (fixture, NARROW);
      ck_assert (gtk_adjustment_get_upper (sideways) > NARROW + 200);
      ck_assert_msg (find_name_start (fixture) >= 0 && find_name_start (fixture) < 80,
                     "%u: %f", i, find_name_start (fixture));
      /* Where one went to stays, whatever the width. */
      gtk_adjustment_set_value (sideways, 200);
      tv_gui_settle ();
      ck_assert_double_eq (gtk_adjustment_get_value (sideways), 200);
      tv_panel_fixture_free (fixture);
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}
END_TEST

static int
find_name_width (TvPanelFixture *fixture)
{
  GtkWidget *name
      = tv_gui_find_type (tv_panel_fixture_get_rows (fixture), "TvNameLabel");

  ck_assert_ptr_nonnull (name);
  return gtk_widget_get_width (name);
}

static GtkWidget *
find_name_title (TvPanelFixture *fixture)
{
  GtkWidget *label
      = tv_gui_find_text (GTK_WIDGET (tv_table_view_get_column_view (
                              tv_view_get_table (TV_VIEW (fixture->panel)))),
                          "Name");

  ck_assert_ptr_nonnull (label);
  return label;
}

static double
find_x (GtkWidget *widget, TvPanelFixture *fixture)
{
  graphene_rect_t bounds;

  ck_assert (gtk_widget_compute_bounds (widget, fixture->window, &bounds));
  return bounds.origin.x;
}

/* Numbers and their titles scroll under the names, and nothing of them shows there. */
START_TEST (names_stay_when_numbers_scroll)
{
  static const GtkTextDirection directions[] = { GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL };

  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      TvPanelFixture *fixture;
      GtkAdjustment *sideways;
      double title_x;
      double start;
      GdkRectangle names;

      gtk_widget_set_default_direction (directions[i]);
      fixture = tv_panel_fixture_new (tv_profile_sample_new ());
      sideways = get_sideways (fixture);
      make_narrow (fixture, NARROW);
      start = find_name_start (fixture);
      title_x = find_x (find_name_title (fixture), fixture);
      /* Between the triangle and the edge of the column, whichever side that is. */
      names = (GdkRectangle){ i == 0 ? 20 : NARROW - 190, 0, 170,
                              (int) (3 * tv_panel_fixture_get_row_height (fixture)) };
      {
        g_autoptr (TvPixels) before
            = tv_pixels_take (tv_panel_fixture_get_rows (fixture));
        g_autoptr (TvPixels) after = NULL;

        gtk_adjustment_set_value (sideways, i == 0 ? 150
                                                   : gtk_adjustment_get_upper (sideways)
                                                         - NARROW - 150);
        tv_gui_settle ();
        after = tv_pixels_take (tv_panel_fixture_get_rows (fixture));
        ck_assert_double_eq (find_name_start (fixture), start);
        ck_assert_double_eq (find_x (find_name_title (fixture), fixture), title_x);
        ck_assert_uint_eq (tv_pixels_count_changes (before, after, &names), 0);
        ck_assert_uint_gt (tv_pixels_count_changes (before, after, NULL), 0);
      }
      tv_panel_fixture_free (fixture);
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}
END_TEST

/* A method whose name is much wider than the least width of the column of names. */
static TvTraceSession *
make_long_names (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0x10, "com.example.shop.CheckoutCoordinator",
                              "computeEverything",
                              "(Ljava/lang/Object;[Ljava/lang/String;)V", "A.java", 7);
  tv_trace_writer_enter (writer, 1, 0x10, 0, 0);
  tv_trace_writer_exit (writer, 1, 0x10, 10000, 20000);
  return tv_sample_session_new (tv_test_load (writer));
}

static int
measure_text (GtkWidget *widget, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* Names are cut before a number is out of sight. Where even short names leave numbers
 * no room, they are as long as they need, up to three fifths. */
START_TEST (names_are_cut_before_numbers)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (make_long_names ());
  GtkAdjustment *sideways = get_sideways (fixture);
  const int name
      = measure_text (tv_panel_fixture_get_rows (fixture),
                      "1 CheckoutCoordinator.computeEverything(Object, String[])");
  GtkWidget *title = gtk_widget_get_ancestor (find_name_title (fixture), GTK_TYPE_BOX);
  int numbers;

  g_object_set (fixture->panel, "both-clocks", FALSE, NULL);
  tv_gui_settle ();
  numbers = gtk_widget_get_width (fixture->window)
            - gtk_widget_get_width (gtk_widget_get_parent (title));
  make_narrow (fixture, numbers + 210);
  ck_assert_double_le (gtk_adjustment_get_upper (sideways),
                       gtk_adjustment_get_page_size (sideways));
  ck_assert_int_gt (find_name_width (fixture), 150);
  ck_assert_int_lt (find_name_width (fixture), name);

  make_narrow (fixture, NARROW);
  ck_assert_int_le (find_name_width (fixture), NARROW * 3 / 5);
}
END_TEST

static gboolean
has_tooltip (gpointer window)
{
  return tv_gui_find_type (window, "GtkTooltipWindow") != NULL;
}

static gboolean
has_no_tooltip (gpointer data)
{
  return !has_tooltip (data);
}

/* A row tells its method; the chooser that opens over it is not covered by that. */
START_TEST (no_tooltip_lies_over_the_chooser)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkWidget *rows = tv_panel_fixture_get_rows (fixture);

  tv_gui_focus (fixture->window);
  tv_gui_move (rows, 120, 30);
  tv_gui_move (rows, 124, 31);
  tv_gui_wait (has_tooltip, fixture->window, "the tooltip of a row");
  /* Of another row it is about to come. */
  tv_gui_move (rows, 124, 50);
  ck_assert (gtk_widget_activate_action (rows, "profile.choose-columns", NULL));
  tv_gui_settle ();
  tv_gui_wait (has_no_tooltip, fixture->window, "the tooltip to go");
  /* Nor does one come while it is open. */
  tv_gui_rest ();
  ck_assert (!has_tooltip (fixture->window));
  tv_gui_keys (fixture->window, "Escape");
}
END_TEST

/* Whether a row explains itself to a pointer over its name. */
static gboolean
explains (TvPanelFixture *fixture, guint position)
{
  g_autoptr (GObject) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean does = FALSE;

  g_signal_emit_by_name (tv_panel_fixture_get_line (fixture, position), "query-tooltip",
                         60, 5, FALSE, tooltip, &does);
  return does;
}

/* Nor over what a click opens, until the pointer has left the row. */
START_TEST (no_tooltip_comes_after_a_click)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());

  ck_assert (explains (fixture, 1));
  tv_panel_fixture_click_row (fixture, 1);
  ck_assert (!explains (fixture, 1));
  ck_assert (explains (fixture, 0));
  tv_gui_move (tv_panel_fixture_get_rows (fixture), 120,
               tv_panel_fixture_get_row_y (fixture, 0));
  tv_gui_settle ();
  ck_assert (explains (fixture, 1));
}
END_TEST

/* What is left over is for the names, and a narrow window leaves them enough. */
START_TEST (names_have_what_is_left_over)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  const int at_first = find_name_width (fixture);
  int wide;

  tv_gui_resize (fixture->window, 1400, 500);
  wide = find_name_width (fixture);
  ck_assert_int_gt (wide, at_first);
  tv_gui_resize (fixture->window, NARROW, 500);
  ck_assert_int_ge (find_name_width (fixture), 150);
  ck_assert_int_lt (find_name_width (fixture), wide);
}
END_TEST

static int
measure_line (GtkWidget *widget)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, "[1] Ágj");
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}

/* As with a text scaling of 1.5. Rows of the timeline have room enough at first. */
START_TEST (rows_are_as_high_as_large_text)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkWidget *rows = tv_panel_fixture_get_rows (fixture);
  const double before = tv_panel_fixture_get_row_height (fixture);
  const int line_before = measure_line (rows);
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", (dpi > 0 ? dpi : 96 * 1024) * 3 / 2, NULL);
  tv_gui_settle ();
  ck_assert_int_gt (measure_line (rows), line_before);
  ck_assert_double_ge (tv_panel_fixture_get_row_height (fixture), measure_line (rows));
  ck_assert_double_gt (tv_panel_fixture_get_row_height (fixture), before);
  ck_assert_int_le (measure_line (rows), TV_ROW_HEIGHT);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  tv_gui_settle ();
  ck_assert_double_eq (tv_panel_fixture_get_row_height (fixture), before);
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
