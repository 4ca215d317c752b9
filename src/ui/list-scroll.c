/* SPDX-License-Identifier: Apache-2.0 */

/* What gtk_column_view_scroll_to() does from GTK 4.12 on. GTK 4.8 has it only as an
 * action of the list that a column view hides, and that does nothing before the list is
 * mapped. */

#include "ui/list-scroll.h"

#define REQUEST_KEY "tv-list-scroll-request"

typedef struct
{
  guint position;
  double align;
  gboolean laid_out;
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

/* Puts the row where it is wanted. Rows are all of one height, so that the height of
 * the list tells where each of them is. */
static void
align_row (GtkColumnView *view, const ScrollRequest *request)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  GListModel *model = G_LIST_MODEL (gtk_column_view_get_model (view));
  const guint n_rows = model != NULL ? g_list_model_get_n_items (model) : 0;
  const double page = gtk_adjustment_get_page_size (adjustment);
  double row_height;

  if (request->position >= n_rows)
    return;
  row_height = gtk_adjustment_get_upper (adjustment) / n_rows;
  gtk_adjustment_set_value (adjustment, request->position * row_height
                                            - (page - row_height) * request->align);
}

static gboolean
scroll_when_laid_out (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  ScrollRequest *request = user_data;
  GtkWidget *rows = tv_list_scroll_get_rows (GTK_COLUMN_VIEW (widget));

  if (!gtk_widget_get_mapped (rows) || gtk_widget_get_height (rows) == 0)
    return G_SOURCE_CONTINUE;
  if (!request->laid_out)
    {
      /* Ticks come before the layout of a frame: in the next one the heights are right.
       */
      gtk_widget_activate_action (rows, "list.scroll-to-item", "u", request->position);
      request->laid_out = TRUE;
      gtk_widget_queue_allocate (rows);
      return G_SOURCE_CONTINUE;
    }
  if (request->align >= 0)
    align_row (GTK_COLUMN_VIEW (widget), request);
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
  request->position = position;
  request->align = align;
  request->laid_out = FALSE;

  rows = tv_list_scroll_get_rows (view);
  if (gtk_widget_get_mapped (rows))
    gtk_widget_activate_action (rows, "list.scroll-to-item", "u", position);
}
