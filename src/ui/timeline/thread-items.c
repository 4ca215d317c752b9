/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/thread-items.h"

#include "config.h"

#include <glib/gi18n-lib.h>

struct _TvThreadItems
{
  TvTimelineRows *rows;
  GtkWidget *list;
  GPtrArray *items; /* of Item, for the rows in sight from the top */
};

typedef struct
{
  GtkWidget *widget;
  char *text; /* its last text, because GTK also reports unchanged names */
  GdkRectangle area;
} Item;

static void
item_free (gpointer data)
{
  Item *item = data;

  gtk_widget_unparent (item->widget);
  g_free (item->text);
  g_free (item);
}

static Item *
item_new (TvThreadItems *self)
{
  Item *item = g_new0 (Item, 1);

  item->widget = g_object_new (GTK_TYPE_BOX, "accessible-role",
                               GTK_ACCESSIBLE_ROLE_LIST_ITEM, NULL);
  gtk_widget_set_parent (item->widget, self->list);
  return item;
}

static void
describe (TvThreadItems *self, Item *item, guint row)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (item->widget);
  const TvTimelineRow shown = tv_timeline_rows_get (self->rows, row);
  g_autofree char *text = tv_timeline_rows_dup_text (self->rows, row);

  gtk_accessible_update_state (
      accessible, GTK_ACCESSIBLE_STATE_EXPANDED, shown.levels > 0 || shown.is_open,
      GTK_ACCESSIBLE_STATE_SELECTED,
      tv_timeline_rows_get_current (self->rows) == (gint) row, -1);
  if (g_strcmp0 (text, item->text) == 0)
    return;
  gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_accessible_update_relation (accessible, GTK_ACCESSIBLE_RELATION_POS_IN_SET,
                                  (int) row + 1, GTK_ACCESSIBLE_RELATION_SET_SIZE,
                                  (int) tv_timeline_rows_get_n (self->rows), -1);
  g_free (item->text);
  item->text = g_steal_pointer (&text);
}

static void
place (TvThreadItems *self, Item *item, const GdkRectangle *area)
{
  if (gdk_rectangle_equal (area, &item->area))
    return;
  item->area = *area;
  gtk_widget_queue_allocate (self->list);
}

/* Call it before the next layout after rows were added, removed, moved, opened or
 * closed, or another row became the current one. */
void
tv_thread_items_update (TvThreadItems *self)
{
  g_autoptr (GArray) rows = tv_timeline_rows_list_in_sight (self->rows);
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const guint row = g_array_index (rows, guint, i);
      GdkRectangle area;

      if (!tv_timeline_rows_get_area (self->rows, row, &area))
        continue;
      if (n == self->items->len)
        g_ptr_array_add (self->items, item_new (self));
      place (self, g_ptr_array_index (self->items, n), &area);
      describe (self, g_ptr_array_index (self->items, n), row);
      n++;
    }
  g_ptr_array_set_size (self->items, (int) n);
}

static void
measure (GtkWidget *list, GtkOrientation orientation, int for_size, int *minimum,
         int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = 0;
}

static void
allocate (GtkWidget *list, int width, int height, int baseline)
{
  TvThreadItems *self = g_object_get_data (G_OBJECT (list), "tv-thread-items");

  for (guint i = 0; self != NULL && i < self->items->len; i++)
    {
      const Item *item = g_ptr_array_index (self->items, i);

      tv_timeline_place_child (item->widget, item->area.x, item->area.y,
                               item->area.width, item->area.height);
    }
}

GtkWidget *
tv_thread_items_get_list (TvThreadItems *self)
{
  return self->list;
}

TvThreadItems *
tv_thread_items_new (GtkWidget *timeline, TvTimelineRows *rows)
{
  TvThreadItems *self = g_new0 (TvThreadItems, 1);

  self->rows = rows;
  self->items = g_ptr_array_new_with_free_func (item_free);
  self->list = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST,
                             "can-target", FALSE, "can-focus", FALSE, NULL);
  g_object_set_data (G_OBJECT (self->list), "tv-thread-items", self);
  gtk_widget_set_layout_manager (self->list,
                                 gtk_custom_layout_new (NULL, measure, allocate));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Threads"), -1);
  gtk_widget_set_parent (self->list, timeline);
  return self;
}

void
tv_thread_items_free (TvThreadItems *self)
{
  g_ptr_array_unref (self->items);
  gtk_widget_unparent (self->list);
  g_free (self);
}
