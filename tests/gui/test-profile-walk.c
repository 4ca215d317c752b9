/* SPDX-License-Identifier: Apache-2.0 */

/* Callers and callees opened in place, by mouse and by keys alone, and how they look.
 */

#include "gui/driver.h"
#include "gui/panel-fixture.h"
#include "support/test-runner.h"
#include "ui/pixels.h"

#include <check.h>
#include <math.h>

/* On white. */
#define PURPLE 0xF4F4FF
#define PALE_PURPLE 0xFAFAFF
#define YELLOW 0xFFFFEB
#define PALE_YELLOW 0xFFFFF5

/* Behind all triangles. */
#define EMPTY_X 240

static void
assert_tree (TvPanelFixture *fixture, const char *expected)
{
  g_autofree char *text
      = tv_profile_sample_tree_to_string (tv_profile_panel_get_tree (fixture->panel));

  ck_assert_str_eq (text, expected);
}

static gboolean
is_expander (GtkWidget *widget)
{
  return widget != NULL && g_str_equal (gtk_widget_get_css_name (widget), "expander");
}

/* Looks for it from the start of the row on: it stands the further the deeper. */
static void
click_triangle (TvPanelFixture *fixture, guint position)
{
  GtkWidget *rows = tv_panel_fixture_get_rows (fixture);
  const double y = tv_panel_fixture_get_row_y (fixture, position)
                   + tv_panel_fixture_get_row_height (fixture) / 2;
  double x = 0;

  while (x < EMPTY_X && !is_expander (gtk_widget_pick (rows, x, y, GTK_PICK_DEFAULT)))
    x++;
  ck_assert_msg (x < EMPTY_X, "row %u has no triangle", position);
  tv_gui_click (rows, x + 4, y);
}

static guint32
get_background (TvPanelFixture *fixture, const TvPixels *pixels, guint position)
{
  /* At the edge of a column, where there is neither text nor a bar in any row. */
  const TvColumnPlace *place = tv_row_cells_find_place (
      tv_table_row_get_cells (tv_panel_fixture_get_line (fixture, position)),
      TV_PROFILE_COLUMN_INCL_CPU_PERCENT);

  return tv_pixels_get (pixels, place->x + 2,
                        (int) (tv_panel_fixture_get_row_y (fixture, position)
                               + tv_panel_fixture_get_row_height (fixture) / 2))
         & 0xffffff;
}

#define LEAF_WALKED_UP                                                                 \
  "\na.Main.main\na.Main.walk\n*a.Leaf.end\n.Parents\n..a.Main.main\n..a.Main.walk\n"  \
  "...a.Main.walk\n....a.Main.main\n.....(toplevel)\n.Children\n..self\n"              \
  "..(context switch)\n"

START_TEST (test_triangles_open_in_place)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());

  tv_panel_fixture_click_row (fixture, 2);
  click_triangle (fixture, 5); /* a.Main.walk among the parents */
  click_triangle (fixture, 6);
  click_triangle (fixture, 7);
  assert_tree (fixture, LEAF_WALKED_UP);
  click_triangle (fixture, 5);
  assert_tree (fixture, "\na.Main.main\na.Main.walk\n*a.Leaf.end\n.Parents\n"
                        "..a.Main.main\n..a.Main.walk\n.Children\n..self\n"
                        "..(context switch)\n");
  click_triangle (fixture, 5);
  assert_tree (fixture, LEAF_WALKED_UP);
}
END_TEST

/* A click on the name leads to the method, as at the first level. */
START_TEST (test_a_click_leads_from_any_level_to_the_method)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());

  tv_panel_fixture_click_row (fixture, 2);
  click_triangle (fixture, 5);
  click_triangle (fixture, 6);
  tv_panel_fixture_click_row (fixture, 7);
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 0);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     tv_profile_sample_find (fixture->session, "a.Main.main"));
}
END_TEST

static void
press (GtkWidget *rows, const char *keys)
{
  g_auto (GStrv) each = g_strsplit (keys, " ", -1);

  for (guint i = 0; each[i] != NULL; i++)
    tv_gui_keys (rows, each[i]);
}

START_TEST (test_keys_alone_walk_up_and_down)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkWidget *rows = tv_panel_fixture_get_rows (fixture);

  gtk_widget_grab_focus (rows);
  press (rows, "End Return Down Down Down Right Down Right Right Right");
  assert_tree (fixture, "\na.Main.main\na.Main.walk\na.Leaf.end\n.Parents\n"
                        "..a.Main.main\n..a.Main.walk\n...a.Main.walk\n"
                        "....*a.Main.main\n.....(toplevel)\n.Children\n..self\n"
                        "..(context switch)\n");
  press (rows, "Left Left Left Left Left Home Right");
  press (rows, "Down Down Down Down Down Right Right Down Right");
  assert_tree (fixture, "\na.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n...self\n...*a.Main.walk\n....self\n"
                        "....a.Leaf.end\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n"
                        ".Parents\n..a.Main.main\n..a.Main.walk\n.Children\n..self\n"
                        "..(context switch)\n");
  /* Enter leads to the method. */
  tv_gui_keys (rows, "Return");
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     tv_profile_sample_find (fixture->session, "a.Main.walk"));
}
END_TEST

START_TEST (test_every_second_level_is_paler)
{
  static const guint32 expected[]
      = { 0xffffff, PURPLE,      PURPLE,      YELLOW, YELLOW,
          YELLOW,   PALE_YELLOW, PALE_YELLOW, YELLOW, YELLOW };
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  g_autoptr (TvPixels) pixels = NULL;

  click_triangle (fixture, 0);
  click_triangle (fixture, 5);  /* a.Main.walk */
  click_triangle (fixture, 7);  /* and in it again */
  click_triangle (fixture, 12); /* a.Leaf.end */
  click_triangle (fixture, 14); /* a.Main.main among its parents */
  tv_gui_park ();
  pixels = tv_pixels_take (tv_panel_fixture_get_rows (fixture));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    ck_assert_uint_eq (get_background (fixture, pixels, i), expected[i]);
  ck_assert_uint_eq (get_background (fixture, pixels, 14), PURPLE);
  ck_assert_uint_eq (get_background (fixture, pixels, 15), PALE_PURPLE);
}
END_TEST

static double
get_luminance (guint32 rgb)
{
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (guint i = 0; i < 3; i++)
    {
      const double value = (rgb >> (16 - 8 * i) & 0xff) / 255.0;

      sum += weights[i]
             * (value <= 0.03928 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4));
    }
  return sum;
}

static guint
get_blue_over_red (guint32 rgb)
{
  return 255 + (rgb & 0xff) - (rgb >> 16 & 0xff);
}

/* How much bluer than red it is at least, and how bright at most. */
static void
assert_faint (guint32 rgb, int bluer, guint brightest)
{
  const int difference = (int) get_blue_over_red (rgb) - 255;

  ck_assert_msg (bluer > 0 ? difference > bluer : difference < bluer, "%06x", rgb);
  for (int shift = 0; shift <= 16; shift += 8)
    ck_assert_uint_lt (rgb >> shift & 0xff, brightest);
}

/* Purple is bluer than the plain ground and yellow less blue, at both levels, and white
 * text is read on all of them. */
START_TEST (test_dark_rows_have_a_pair_of_their_own)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  g_autoptr (TvPixels) pixels = NULL;
  guint32 plain;
  static const struct
  {
    guint position;
    int sign;
    guint32 color;
  } rows[] = { { 2, +1, 0x34334f },
               { 5, -1, 0x3d3a28 },
               { 6, -1, 0x36342a },
               { 12, +1, 0x34334f },
               { 13, +1, 0x302f40 } };

  g_object_set (settings, "gtk-application-prefer-dark-theme", TRUE, NULL);
  click_triangle (fixture, 0);
  click_triangle (fixture, 5);
  click_triangle (fixture, 10); /* a.Leaf.end */
  click_triangle (fixture, 12);
  tv_gui_park ();
  pixels = tv_pixels_take (tv_panel_fixture_get_rows (fixture));
  plain = get_background (fixture, pixels, 0);
  ck_assert_double_lt (get_luminance (plain), 0.1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const guint32 color = get_background (fixture, pixels, rows[i].position);

      ck_assert_msg (color == rows[i].color, "row %u: %06x", rows[i].position, color);
      if (rows[i].sign > 0)
        ck_assert_uint_gt (get_blue_over_red (color), get_blue_over_red (plain));
      else
        {
          ck_assert_uint_lt (get_blue_over_red (color), get_blue_over_red (plain));
          /* It is not olive. */
          ck_assert_uint_gt (color >> 16 & 0xff, color >> 8 & 0xff);
        }
      ck_assert_double_gt (1.05 / (get_luminance (color) + 0.05), 7);
    }
  /* At the first level they are seen, and do not glare. */
  assert_faint (get_background (fixture, pixels, 5), -15, 70);
  assert_faint (get_background (fixture, pixels, 12), +15, 90);
  ck_assert_uint_gt (get_background (fixture, pixels, 12) & 0xff, (plain & 0xff) + 15);
  ck_assert_uint_ne (get_background (fixture, pixels, 5),
                     get_background (fixture, pixels, 6));
  ck_assert_uint_ne (get_background (fixture, pixels, 12),
                     get_background (fixture, pixels, 13));
  g_object_set (settings, "gtk-application-prefer-dark-theme", FALSE, NULL);
}
END_TEST

static void
assert_level (TvPanelFixture *fixture, guint position, int level)
{
  g_autofree char *other = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (tv_panel_fixture_get_line (fixture, position)),
      GTK_ACCESSIBLE_PROPERTY_LEVEL, level);

  ck_assert_ptr_null (other);
}

static void
assert_expanded (TvPanelFixture *fixture, guint position, gboolean expanded)
{
  g_autofree char *other = gtk_test_accessible_check_state (
      GTK_ACCESSIBLE (tv_panel_fixture_get_line (fixture, position)),
      GTK_ACCESSIBLE_STATE_EXPANDED, expanded);

  ck_assert_ptr_null (other);
}

START_TEST (test_rows_tell_their_level_and_whether_they_are_open)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());

  assert_level (fixture, 0, 1);
  assert_expanded (fixture, 0, FALSE);
  click_triangle (fixture, 0);
  click_triangle (fixture, 5);
  click_triangle (fixture, 7);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     TV_METHOD_NONE);
  assert_expanded (fixture, 0, TRUE);
  assert_level (fixture, 3, 2);
  assert_level (fixture, 5, 3);
  assert_expanded (fixture, 5, TRUE);
  assert_level (fixture, 7, 4);
  assert_level (fixture, 9, 5);
  ck_assert (!gtk_test_accessible_has_state (
      GTK_ACCESSIBLE (tv_panel_fixture_get_line (fixture, 9)),
      GTK_ACCESSIBLE_STATE_EXPANDED));
  click_triangle (fixture, 7);
  assert_expanded (fixture, 7, FALSE);
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
