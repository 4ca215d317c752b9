/* SPDX-License-Identifier: Apache-2.0 */

/* How the profile panel fits: into narrow windows, from the right to the left, and with
 * large text. */

#include "gui/driver.h"
#include "gui/panel-fixture.h"
#include "support/test-runner.h"
#include "ui/profile-table.h"

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
      = tv_gui_find_type (tv_panel_fixture_get_rows (fixture), "TvCellText");
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

int
main (void)
{
  const TTest *const tests[] = {
    a_narrow_table_begins_at_its_names,
  };

  if (!gtk_init_check ())
    {
      g_print ("skipped: no display\n");
      return 77;
    }
  tv_panel_fixture_load_style ();
  return tv_test_run ("profile-looks", tests, G_N_ELEMENTS (tests));
}
