/* SPDX-License-Identifier: Apache-2.0 */

/* Widgets that are left out where there is no room for them. */

#include "ui/widgets/fit.h"

#define SPACING 6

/* The side of a pair is shown from this width on, and has a share of it. */
#define LEAST_FOR_SIDE 940
#define SIDE_PART 4
#define MIN_SIDE 300
#define MAX_SIDE 340

static int
measure_width (GtkWidget *widget, int *natural)
{
  int minimum;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, natural, NULL,
                      NULL);
  return minimum;
}

/* The height of all children, shown or not. */
static void
measure_height (GtkWidget *widget, int *minimum, int *natural)
{
  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int least;
      int wish;

      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, &least, &wish, NULL,
                          NULL);
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, wish);
    }
}

static void
place (GtkWidget *widget, GtkWidget *child, int x, int width, int height)
{
  const gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  gtk_widget_set_child_visible (child, TRUE);
  gtk_widget_size_allocate (
      child,
      &(GtkAllocation){ mirrored ? gtk_widget_get_width (widget) - x - width : x, 0,
                        width, height },
      -1);
}

/* The row. Its first child is the menu button, which stands at its end. */

/* Texts get narrow; all else is shown whole or not at all. */
static gboolean
is_text (GtkWidget *child)
{
  return GTK_IS_LABEL (child);
}

/* Returns the widths of the other children, and of the texts among them. Buttons come
 * first where the row shares a line: texts get what is left. */
static int
measure_children (GtkWidget *widget, int *natural, int *of_texts)
{
  GtkWidget *more = gtk_widget_get_first_child (widget);
  int minimum = 0;

  *natural = *of_texts = 0;
  for (GtkWidget *child = gtk_widget_get_next_sibling (more); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_should_layout (child))
      {
        int wish;
        const int least = measure_width (child, &wish);

        minimum += least + SPACING;
        *natural += (is_text (child) ? least : wish) + SPACING;
        *of_texts += is_text (child) ? least + SPACING : 0;
      }
  return minimum;
}

static void
measure_row (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
             int *natural, int *minimum_baseline, int *natural_baseline)
{
  int of_texts;

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      measure_height (widget, minimum, natural);
      return;
    }
  *minimum = measure_children (widget, natural, &of_texts);
  *minimum = MIN (*minimum,
                  of_texts + measure_width (gtk_widget_get_first_child (widget), NULL));
  *natural = MAX (*minimum, *natural);
}

/* Places the shown children; what is left goes to the last text that expands. */
static void
place_children (GtkWidget *widget, GPtrArray *shown, int width, int height)
{
  g_autofree GtkRequestedSize *sizes = g_new0 (GtkRequestedSize, shown->len + 1);
  int x = 0;

  for (guint i = 0; i < shown->len; i++)
    {
      sizes[i].minimum_size = measure_width (shown->pdata[i], &sizes[i].natural_size);
      width -= sizes[i].minimum_size + SPACING;
    }
  width = gtk_distribute_natural_allocation (MAX (width, 0), shown->len, sizes);
  for (guint i = shown->len; i > 0; i--)
    if (gtk_widget_compute_expand (shown->pdata[i - 1], GTK_ORIENTATION_HORIZONTAL))
      {
        sizes[i - 1].minimum_size += width;
        break;
      }
  for (guint i = 0; i < shown->len; i++)
    {
      place (widget, shown->pdata[i], x, sizes[i].minimum_size, height);
      x += sizes[i].minimum_size + SPACING;
    }
}

static void
allocate_row (GtkWidget *widget, int width, int height, int baseline)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  GtkWidget *more = gtk_widget_get_first_child (widget);
  const int of_more = measure_width (more, NULL);
  gboolean fits = TRUE;
  int natural;
  int left;

  if (measure_children (widget, &natural, &left) <= width + SPACING)
    left = G_MAXINT;
  else
    left = width - of_more - left;
  gtk_widget_set_child_visible (more, left != G_MAXINT);
  for (GtkWidget *child = gtk_widget_get_next_sibling (more); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      if (!gtk_widget_should_layout (child))
        continue;
      if (!is_text (child))
        {
          left -= measure_width (child, NULL) + SPACING;
          fits = fits && left >= 0;
        }
      if (fits || is_text (child))
        g_ptr_array_add (shown, child);
      else
        gtk_widget_set_child_visible (child, FALSE);
    }
  if (gtk_widget_get_child_visible (more))
    {
      place (widget, more, width - of_more, of_more, height);
      width -= of_more;
    }
  place_children (widget, shown, width + SPACING, height);
}

/**
 * tv_fit_row_new:
 * @menu: what all its widgets do
 * @title: its name, and that of the button
 *
 * Makes a row, to which gtk_box_append() adds widgets. Labels get narrow. Where other
 * widgets do not fit, the last ones are left out, and a button opens @menu.
 *
 * Returns: (transfer floating): the row
 */
GtkWidget *
tv_fit_row_new (GMenuModel *menu, const char *title)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *more = gtk_menu_button_new ();

  gtk_widget_set_layout_manager (
      row, gtk_custom_layout_new (NULL, measure_row, allocate_row));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (more), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (more), menu);
  gtk_widget_set_tooltip_text (more, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (more), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  gtk_box_append (GTK_BOX (row), more);
  return row;
}

/* The pair */

static void
measure_pair (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
              int *natural, int *minimum_baseline, int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_VERTICAL)
    measure_height (widget, minimum, natural);
  else
    *minimum = measure_width (gtk_widget_get_last_child (widget), natural);
}

static void
allocate_pair (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *side = gtk_widget_get_first_child (widget);
  const gboolean fits = width >= LEAST_FOR_SIDE;
  const int of_side = fits ? CLAMP (width / SIDE_PART, MIN_SIDE, MAX_SIDE) : 0;

  gtk_widget_set_child_visible (side, fits);
  if (fits)
    place (widget, side, 0, of_side, height);
  place (widget, gtk_widget_get_last_child (widget), of_side, width - of_side, height);
}

/**
 * tv_fit_pair_new:
 * @side: a widget for the narrow side
 * @content: a widget beside it
 *
 * Returns: (transfer floating): both, or @content alone where there is no room for both
 */
GtkWidget *
tv_fit_pair_new (GtkWidget *side, GtkWidget *content)
{
  GtkWidget *pair = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_layout_manager (
      pair, gtk_custom_layout_new (NULL, measure_pair, allocate_pair));
  gtk_box_append (GTK_BOX (pair), side);
  gtk_box_append (GTK_BOX (pair), content);
  return pair;
}
