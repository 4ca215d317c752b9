/* SPDX-License-Identifier: Apache-2.0 */

/* What gtk_column_view_scroll_to() does from GTK 4.12 on. GTK 4.8 has it only as an
 * action of the list that a column view hides, and that does nothing before the list is
 * mapped. */

#include "ui/list-scroll.h"

#include <math.h>

#define REQUEST_KEY "tv-list-scroll-request"

/* A list learns the heights of new rows as it lays them out, and may need some frames
 * to come to rest; and somebody may scroll away meanwhile. */
#define MAX_FRAMES 8

typedef struct
{
  guint position;
  double align;
  gboolean focus;
  guint n_frames;
} ScrollRequest;

/**
 * tv_list_scroll_get_rows:
 * @view: a column view
 *
 * Returns: (transfer none): the list inside it that holds the rows
 */
GtkWidget *
tv_list_scroll_get_rows (GtkColumnView *view)
{
  GtkWidget *child;

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), NULL);

  for (child = gtk_widget_get_first_child (GTK_WIDGET (view)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      return child;
  g_return_val_if_reached (NULL);
}

static GtkWidget *
find_selected_row (GtkWidget *rows)
{
  GtkWidget *row;

  for (row = gtk_widget_get_first_child (rows); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED)
      return row;
  return NULL;
}

static void
focus_selected_row (GtkWidget *rows)
{
  GtkWidget *row = find_selected_row (rows);

  if (row != NULL && gtk_widget_get_mapped (row))
    gtk_widget_grab_focus (row);
}

/* Rows far from what is seen are there, too, but were never given a size. */
static int
get_row_height (GtkWidget *rows)
{
  GtkWidget *row;

  for (row = gtk_widget_get_first_child (rows); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_mapped (row) && gtk_widget_get_height (row) > 0)
      return gtk_widget_get_height (row);
  return 0;
}

/* Puts the row where it is wanted, if it isn't there yet. Rows are all of one height,
 * so that one of them tells where each is. */
static gboolean
align_row (GtkColumnView *view, const ScrollRequest *request)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  const int height = get_row_height (tv_list_scroll_get_rows (view));
  const double page = gtk_adjustment_get_page_size (adjustment);
  const double old_value = gtk_adjustment_get_value (adjustment);
  double value;

  if (request->align < 0 || height == 0)
    return height > 0;
  value = floor (request->position * height - (page - height) * request->align);
  value = MAX (value, 0);
  gtk_adjustment_set_value (adjustment, value);
  return old_value == gtk_adjustment_get_value (adjustment)
         && (old_value == value
             || request->position * height < gtk_adjustment_get_upper (adjustment));
}

static gboolean
scroll_when_laid_out (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  ScrollRequest *request = user_data;
  GtkWidget *rows = tv_list_scroll_get_rows (GTK_COLUMN_VIEW (widget));

  if (!gtk_widget_get_mapped (rows) || gtk_widget_get_height (rows) == 0)
    return G_SOURCE_CONTINUE;

  request->n_frames++;
  if (request->n_frames == 1)
    {
      /* Ticks come before the layout of a frame: look at it in the next one. */
      gtk_widget_activate_action (rows, "list.scroll-to-item", "u", request->position);
      gtk_widget_queue_allocate (rows);
      return G_SOURCE_CONTINUE;
    }
  if (!align_row (GTK_COLUMN_VIEW (widget), request) && request->n_frames < MAX_FRAMES)
    return G_SOURCE_CONTINUE;
  if (request->focus)
    focus_selected_row (rows);
  g_object_set_data (G_OBJECT (widget), REQUEST_KEY, NULL);
  return G_SOURCE_REMOVE;
}

/**
 * tv_list_scroll_to:
 * @view: a column view whose rows are all of one height
 * @position: a row of its model
 * @align: where in the view the row is wanted: 0 is the top, 1 the bottom,
 *   %TV_LIST_SCROLL_LEAST anywhere
 *
 * Scrolls to a row, and makes it the one that the keyboard goes on from. It happens
 * within two frames, or as soon as the view is on the screen; the latest request wins.
 */
void
tv_list_scroll_to (GtkColumnView *view, guint position, double align)
{
  ScrollRequest *request;
  GtkWidget *rows;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  request = g_object_get_data (G_OBJECT (view), REQUEST_KEY);
  if (request == NULL)
    {
      request = g_new0 (ScrollRequest, 1);
      gtk_widget_add_tick_callback (GTK_WIDGET (view), scroll_when_laid_out, request,
                                    NULL);
      g_object_set_data_full (G_OBJECT (view), REQUEST_KEY, request, g_free);
    }
  rows = tv_list_scroll_get_rows (view);
  request->position = position;
  request->align = align;
  request->focus |= gtk_widget_get_focus_child (rows) != NULL;
  request->n_frames = 0;

  if (!gtk_widget_get_mapped (rows))
    return;
  gtk_widget_activate_action (rows, "list.scroll-to-item", "u", position);
  /* Keys that come before the next frame go on from there, too. */
  if (request->focus)
    focus_selected_row (rows);
}
