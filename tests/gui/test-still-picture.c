/* SPDX-License-Identifier: Apache-2.0 */

/* What is drawn as one node looks as before, and changes with what it is of. Run once
 * more where a pixel of the window is several of the display, there it is not. */

#include "driver.h"
#include "pixels.h"
#include "ui/widgets/still-box.h"
#include "ui/widgets/still-picture.h"

#include <check.h>

#define RED 0xff0000

static GtkWidget *
show (GtkWidget *box, GtkWidget **label)
{
  GtkWidget *window = gtk_window_new ();

  *label = gtk_label_new ("HHH");
  gtk_box_append (GTK_BOX (box), *label);
  gtk_box_append (GTK_BOX (box), gtk_button_new_from_icon_name ("open-menu-symbolic"));
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  tv_gui_settle ();
  return window;
}

/* What a widget draws, clipped to where it is. */
static GskRenderNode *
take_node (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  return gtk_snapshot_free_to_node (snapshot);
}

static GskRenderNodeType
get_type (GskRenderNode *clip)
{
  ck_assert_int_eq (gsk_render_node_get_node_type (clip), GSK_CLIP_NODE);
  return gsk_render_node_get_node_type (gsk_clip_node_get_child (clip));
}

static void
paint (GtkWidget *label, const char *color)
{
  g_autofree char *markup = g_strdup_printf (
      "<span font='40' background='%s' foreground='%s'>HHH</span>", color, color);

  gtk_label_set_markup (GTK_LABEL (label), markup);
}

START_TEST (looks_the_same_as_one_node)
{
  GtkWidget *still = tv_still_box_new ();
  GtkWidget *plain = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *labels[2];
  GtkWidget *windows[2] = { show (still, &labels[0]), show (plain, &labels[1]) };
  g_autoptr (TvPixels) one = tv_pixels_take (still);
  g_autoptr (TvPixels) many = tv_pixels_take (plain);
  const GdkRectangle all = { 0, 0, one->width, one->height };
  g_autoptr (GskRenderNode) node = take_node (still);
  g_autoptr (GskRenderNode) nodes = take_node (plain);

  ck_assert_int_eq (one->width, many->width);
  ck_assert_int_eq (one->height, many->height);
  ck_assert_uint_eq (tv_pixels_count_changes (one, many, &all), 0);
  ck_assert_int_eq (get_type (node), gtk_widget_get_scale_factor (still) == 1
                                         ? GSK_CAIRO_NODE
                                         : GSK_CONTAINER_NODE);
  ck_assert_int_eq (get_type (nodes), GSK_CONTAINER_NODE);
  gtk_window_destroy (GTK_WINDOW (windows[0]));
  gtk_window_destroy (GTK_WINDOW (windows[1]));
}
END_TEST

START_TEST (changes_with_what_is_in_it)
{
  GtkWidget *still = tv_still_box_new ();
  GtkWidget *label;
  GtkWidget *window = show (still, &label);
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  GdkRectangle all;

  paint (label, "#0000ff");
  tv_gui_settle ();
  before = tv_pixels_take (still);
  paint (label, "#ff0000");
  tv_gui_settle ();
  after = tv_pixels_take (still);
  all = (GdkRectangle){ 0, 0, after->width, after->height };
  ck_assert_uint_eq (tv_pixels_count (before, &all, RED), 0);
  ck_assert_uint_gt (tv_pixels_count (after, &all, RED), 500);

  gtk_widget_set_visible (label, FALSE);
  gtk_widget_set_visible (gtk_widget_get_last_child (still), FALSE);
  tv_gui_settle ();
  ck_assert_ptr_null (take_node (still));
  gtk_window_destroy (GTK_WINDOW (window));
}
END_TEST

/* What comes of a drawing that is just @node. */
static GskRenderNode *
append (TvStillPicture *picture, GtkWidget *widget, GskRenderNode *node)
{
  GtkSnapshot *drawing = gtk_snapshot_new ();
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gtk_snapshot_append_node (drawing, node);
  tv_still_picture_append (picture, widget, drawing, snapshot);
  return gtk_snapshot_free_to_node (snapshot);
}

static GskRenderNode *
make_node (const char *color)
{
  GdkRGBA rgba;

  ck_assert (gdk_rgba_parse (&rgba, color));
  return gsk_color_node_new (&rgba, &GRAPHENE_RECT_INIT (0, 0, 10, 10));
}

START_TEST (the_same_is_recorded_once)
{
  GtkWidget *label;
  GtkWidget *window = show (tv_still_box_new (), &label);
  TvStillPicture picture = { NULL, NULL };
  g_autoptr (GskRenderNode) red = make_node ("red");
  g_autoptr (GskRenderNode) blue = make_node ("blue");
  g_autoptr (GskRenderNode) first = append (&picture, label, red);
  g_autoptr (GskRenderNode) again = append (&picture, label, red);
  g_autoptr (GskRenderNode) other = append (&picture, label, blue);

  ck_assert_ptr_eq (first, again);
  ck_assert_ptr_ne (first, other);
  tv_still_picture_clear (&picture);
  ck_assert_ptr_null (picture.node);
  ck_assert_ptr_null (picture.still);
  gtk_window_destroy (GTK_WINDOW (window));
}
END_TEST

static Suite *
make_suite (void)
{
  Suite *suite = suite_create ("still-picture");
  TCase *tcase = tcase_create ("still-picture");

  tcase_add_test (tcase, looks_the_same_as_one_node);
  tcase_add_test (tcase, changes_with_what_is_in_it);
  tcase_add_test (tcase, the_same_is_recorded_once);
  suite_add_tcase (suite, tcase);
  return suite;
}

int
main (void)
{
  return tv_gui_run (make_suite);
}
