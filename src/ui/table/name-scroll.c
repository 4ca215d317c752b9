/* SPDX-License-Identifier: Apache-2.0 */

/* Names are scrolled sideways in their column, because deep rows of a tree begin far to
 * the right. As long as some name begins in sight, only the user scrolls. */

#include "ui/table/name-scroll.h"

#include "ui/table/row-cells.h"

/* A name that begins closer to the end of its column cannot be read. */
#define LEAST_ROOM 120

/* What is left in sight before the name that is scrolled to. */
#define ROOM_BEFORE 40

/* Pixels of a step of the wheel. */
#define WHEEL_STEP 40

void
tv_name_scroll_range_add (TvNameScrollRange *range, int indent)
{
  range->least = MIN (range->least, indent);
  range->greatest = MAX (range->greatest, indent);
}

static const TvColumnPlace *
find_names (GArray *places)
{
  for (guint i = 0; places != NULL && i < places->len; i++)
    if (g_array_index (places, TvColumnPlace, i).column == TV_TABLE_NAME_COLUMN)
      return &g_array_index (places, TvColumnPlace, i);
  return NULL;
}

gboolean
tv_name_scroll_is_needed (GtkAdjustment *names)
{
  return gtk_adjustment_get_upper (names) - gtk_adjustment_get_page_size (names)
         >= LEAST_ROOM;
}

/* Fits the scrolled part to the names that begin at the indents of @range and reach as
 * far as @reach. Returns whether the scroll bar comes or goes. */
gboolean
tv_name_scroll_update (GtkAdjustment *names, GArray *places, int reach,
                       const TvNameScrollRange *range)
{
  const TvColumnPlace *place = find_names (places);
  const gboolean was_needed = tv_name_scroll_is_needed (names);
  double value = gtk_adjustment_get_value (names);
  const gboolean is_at_end = value > 0
                             && value >= gtk_adjustment_get_upper (names)
                                             - gtk_adjustment_get_page_size (names);
  double page;
  double upper;

  if (place == NULL)
    return FALSE;
  page = place->width;
  /* A few letters are cut instead. */
  upper = range->greatest > 0 && reach - page >= LEAST_ROOM ? reach : page;
  if (range->least <= range->greatest
      && (range->greatest < value || range->least > MAX (value + page - LEAST_ROOM, 0)))
    value = MAX (range->least - ROOM_BEFORE, 0);
  else if (is_at_end)
    value = upper;
  gtk_adjustment_configure (names, MIN (value, upper - page), 0, upper, WHEEL_STEP,
                            page * 0.9, page);
  return tv_name_scroll_is_needed (names) != was_needed;
}

/* At the end of the names, the columns of numbers are scrolled. */
static gboolean
on_scrolled (GtkEventControllerScroll *controller, double dx, double dy,
             gpointer user_data)
{
  GtkAdjustment *names = GTK_ADJUSTMENT (user_data);
  const GdkModifierType state = gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (controller));
  const double before = gtk_adjustment_get_value (names);
  const double step
      = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL
            ? WHEEL_STEP
            : 1;

  if (dx == 0 && (state & GDK_SHIFT_MASK) != 0)
    dx = dy;
  if (dx == 0)
    return FALSE;
  gtk_adjustment_set_value (names, before + dx * step);
  return gtk_adjustment_get_value (names) != before;
}

/* Returns (transfer floating) a scroll bar for the names of rows, which also the wheel
 * over them moves. */
GtkWidget *
tv_name_scroll_new_bar (GtkAdjustment *names, GtkWidget *rows)
{
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scrolled), names);
  gtk_widget_add_controller (rows, scroll);
  return gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL, names);
}

/* Places the bar below the names, as far as they are in sight, from @x to @end. Takes
 * its height from that of the rows if it is needed. */
void
tv_name_scroll_place_bar (GtkWidget *bar, GArray *places, int x, int end, int *height)
{
  const TvColumnPlace *place = find_names (places);
  const gboolean needed = place != NULL
                          && tv_name_scroll_is_needed (
                              gtk_scrollbar_get_adjustment (GTK_SCROLLBAR (bar)));
  GtkAllocation area = { 0, 0, 0, 0 };
  int least;

  gtk_widget_set_child_visible (bar, needed);
  if (!needed)
    return;
  gtk_widget_measure (bar, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (bar, GTK_ORIENTATION_VERTICAL, -1, NULL, &area.height, NULL,
                      NULL);
  area.x = MAX (place->x + x, 0);
  area.y = *height - area.height;
  area.width = MAX (MIN (place->x + x + place->width, end) - area.x, least);
  gtk_widget_size_allocate (bar, &area, -1);
  *height = area.y;
}
