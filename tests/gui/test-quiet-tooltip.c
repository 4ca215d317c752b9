/* SPDX-License-Identifier: Apache-2.0 */

/* Tooltips that are cheap to give are shown all the same, and say what was said last.
 */

#include "gui/driver.h"
#include "gui/panel-fixture.h"
#include "support/test-runner.h"
#include "ui/widgets/quiet-tooltip.h"

#include <check.h>
#include <gdk/x11/gdkx.h>

static GtkWidget *
find_tooltip (GtkWidget *widget)
{
  return tv_gui_find_type (GTK_WIDGET (gtk_widget_get_root (widget)), "GtkPopover");
}

typedef struct
{
  GtkWidget *widget;
  const char *text; /* NULL for none */
} Expected;

static gboolean
is_said (gpointer data)
{
  const Expected *expected = data;
  GtkWidget *tooltip = find_tooltip (expected->widget);

  if (expected->text == NULL)
    return tooltip == NULL;
  return tooltip != NULL && tv_gui_find_text (tooltip, expected->text) != NULL;
}

static void
leave (GtkWidget *away)
{
  Expected none = { away, NULL };

  tv_gui_park ();
  tv_gui_wait (is_said, &none, "the tooltip to go");
}

static void
hover (GtkWidget *widget, double x, double y, const char *text)
{
  Expected expected = { widget, text };

  tv_gui_move (widget, x, y);
  tv_gui_move (widget, x + 2, y + 1);
  tv_gui_wait (is_said, &expected, text);
}

typedef struct
{
  GtkWidget *window;
  GtkWidget *label;
  GtkWidget *away;
} Fixture;

static void
fixture_init (Fixture *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->window = gtk_window_new ();
  self->label = gtk_label_new ("what is told of");
  self->away = gtk_label_new ("and what is not");
  gtk_widget_set_size_request (self->label, 300, 100);
  gtk_widget_set_size_request (self->away, 300, 100);
  gtk_box_append (GTK_BOX (box), self->label);
  gtk_box_append (GTK_BOX (box), self->away);
  gtk_window_set_child (GTK_WINDOW (self->window), box);
  gtk_window_present (GTK_WINDOW (self->window));
  tv_gui_focus (self->window);
  tv_gui_settle ();
}

START_TEST (test_the_last_text_is_shown)
{
  Fixture fixture;
  GtkWidget *tooltip;

  fixture_init (&fixture);
  leave (fixture.away);
  tv_quiet_tooltip_set (fixture.label, "The first");
  hover (fixture.label, 50, 50, "The first");
  leave (fixture.away);
  tv_quiet_tooltip_set (fixture.label, "The second");
  hover (fixture.label, 50, 50, "The second");
  tooltip = find_tooltip (fixture.label);
  ck_assert_ptr_null (tv_gui_find_text (tooltip, "The first"));
  gtk_test_accessible_assert_property (
      fixture.label, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "The second");
  gtk_window_destroy (GTK_WINDOW (fixture.window));
}
END_TEST

static gulong
count_requests (GtkWidget *widget)
{
  return NextRequest (gdk_x11_display_get_xdisplay (gtk_widget_get_display (widget)));
}

/* GTK's own asks where the pointer is. */
START_TEST (test_the_display_is_asked_nothing)
{
  Fixture fixture;
  gulong before;

  fixture_init (&fixture);
  leave (fixture.away);
  before = count_requests (fixture.label);
  tv_quiet_tooltip_set (fixture.label, "Asks nothing");
  ck_assert_uint_eq (count_requests (fixture.label), before);
  gtk_widget_set_tooltip_text (fixture.away, "Asks");
  ck_assert_uint_gt (count_requests (fixture.label), before);
  gtk_window_destroy (GTK_WINDOW (fixture.window));
}
END_TEST

/* The rows under a title stay in sight. */
static void
assert_above (GtkWidget *widget)
{
  GtkNative *tooltip = GTK_NATIVE (find_tooltip (widget));
  GdkSurface *surface = gtk_native_get_surface (tooltip);
  graphene_rect_t bounds;
  double x, y;

  tv_gui_settle ();
  ck_assert (gtk_widget_compute_bounds (
      widget, GTK_WIDGET (gtk_widget_get_root (widget)), &bounds));
  gtk_native_get_surface_transform (gtk_widget_get_native (widget), &x, &y);
  ck_assert_int_le (gdk_popup_get_position_y (GDK_POPUP (surface))
                        + gdk_surface_get_height (surface),
                    (int) (bounds.origin.y + y) + 6);
}

START_TEST (test_it_lies_above)
{
  Fixture fixture;

  fixture_init (&fixture);
  tv_gui_park ();
  tv_quiet_tooltip_set (fixture.away, "Above");
  hover (fixture.away, 50, 50, "Above");
  assert_above (fixture.away);
  gtk_window_destroy (GTK_WINDOW (fixture.window));
}
END_TEST

START_TEST (test_titles_say_what_is_in_their_columns)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (
      tv_table_view_get_column_view (tv_view_get_table (TV_VIEW (fixture->panel)))));
  GtkWidget *title = tv_gui_find_text (header, "Excl CPU\n(ms)");

  ck_assert_ptr_nonnull (title);
  tv_gui_focus (fixture->window);
  hover (title, 5, 5, "CPU time of all calls, callees excluded");
}
END_TEST

/* What one points at to sort or to drag is not to be covered, nor told of any more. */
START_TEST (test_a_press_hides_it)
{
  Fixture fixture;
  Expected none;

  fixture_init (&fixture);
  leave (fixture.away);
  tv_quiet_tooltip_set (fixture.label, "The text");
  hover (fixture.label, 50, 50, "The text");
  tv_gui_click (fixture.label, 52, 51);
  none = (Expected){ fixture.label, NULL };
  tv_gui_wait (is_said, &none, "the tooltip to go");
  gtk_window_destroy (GTK_WINDOW (fixture.window));
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
