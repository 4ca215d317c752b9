/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

/* What the pointer does on the labels, and the menu of a row. */

#include "ui/timeline/timeline-rows.h"
#include "ui/widgets/popup-menu.h"

#include <glib/gi18n-lib.h>

static GMenuModel *
new_thread_section (void)
{
  GMenu *section = g_menu_new ();

  g_menu_append (section, _ ("_Pin to Top"), "timeline.pin-thread");
  g_menu_append (section, _ ("_Hide Thread"), "timeline.hide-thread");
  g_menu_append (section, _ ("Show _Only This Thread"), "timeline.show-only-thread");
  g_menu_append (section, _ ("P_rofile Only This Thread"),
                 "timeline.profile-only-thread");
  return G_MENU_MODEL (section);
}

static GMenuModel *
new_all_section (void)
{
  GMenu *section = g_menu_new ();

  g_menu_append (section, _ ("Show _All Threads"), "timeline.show-all-threads");
  g_menu_append (section, _ ("Show _Idle Threads"), "timeline.show-idle-threads");
  g_menu_append (section, _ ("_Filter Threads by Name"), "timeline.filter-threads");
  return G_MENU_MODEL (section);
}

static GMenuModel *
new_order_menu (void)
{
  g_autoptr (GMenu) orders = g_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();
  GMenu *menu = g_menu_new ();

  g_menu_append (orders, _ ("_CPU Time"), "timeline.thread-order::cpu-time");
  g_menu_append (orders, _ ("_Real Time"), "timeline.thread-order::wall-time");
  g_menu_append (orders, _ ("_Name"), "timeline.thread-order::name");
  g_menu_append (orders, _ ("_ID"), "timeline.thread-order::id");
  g_menu_append (orders, _ ("_First Event"), "timeline.thread-order::first-event");
  g_menu_append (others, _ ("_Main Thread First"), "timeline.main-thread-first");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (orders));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (others));
  return G_MENU_MODEL (menu);
}

static GMenuModel *
new_menu (gboolean is_thread)
{
  g_autoptr (GMenuModel) all = new_all_section ();
  g_autoptr (GMenuModel) orders = new_order_menu ();
  g_autoptr (GMenu) rest = g_menu_new ();
  GMenu *menu = g_menu_new ();

  if (is_thread)
    {
      g_autoptr (GMenuModel) thread = new_thread_section ();
      g_menu_append_section (menu, NULL, thread);
    }
  g_menu_append_section (menu, NULL, all);
  g_menu_append_submenu (rest, _ ("Order _Threads By"), orders);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rest));
  return G_MENU_MODEL (menu);
}

static void
menu_closed (GtkPopover *menu, TvTimeline *self)
{
  if (GTK_WIDGET (menu) == self->rows->menu)
    self->rows->menu = NULL;
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
open_menu_at (TvTimeline *self, const GdkRectangle *place)
{
  gboolean is_thread = tv_timeline_get_current_thread (self) != TV_THREAD_NONE;
  g_autoptr (GMenuModel) model = new_menu (is_thread);

  if (self->rows->menu != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->rows->menu));
  self->rows->menu = tv_popup_menu_open (GTK_WIDGET (self), model, place);
  g_signal_connect (self->rows->menu, "closed", G_CALLBACK (menu_closed), self);
}

/* Opens the menu of the current row, or of all rows where there is none. */
gboolean
tv_timeline_open_row_menu (TvTimeline *self)
{
  GdkRectangle area;
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  if (self->layout == NULL)
    return FALSE;
  area = self->label_area;
  row = tv_timeline_get_current_row (self);
  if (row >= 0)
    {
      tv_timeline_scroll_to_row (self, (guint) row);
      tv_timeline_get_row_area (self, (guint) row, &area);
    }
  area.x = self->label_area.x + TV_TIMELINE_LABEL_MARGIN;
  area.width = 1;
  open_menu_at (self, &area);
  return TRUE;
}

gboolean
tv_timeline_has_row_menu (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  return self->rows->menu != NULL;
}

/* Places the menu of a row if it is open. */
void
tv_timeline_present_row_menu (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->rows->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->rows->menu));
}

/* A click on a label, or on the line of idle threads: makes the row the current one,
 * and opens or closes that line. */
gboolean
tv_timeline_click_row (TvTimeline *self, double y)
{
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  row = tv_timeline_get_row_at (self, y);
  if (row < 0)
    return FALSE;
  tv_timeline_set_current_row (self, (guint) row);
  if (tv_timeline_layout_get_row (self->layout, (guint) row).kind
      != TV_TIMELINE_ROW_IDLE)
    return FALSE;
  tv_timeline_toggle_idle_threads (self);
  return TRUE;
}

static gboolean
is_corner (TvTimeline *self, double x, double y)
{
  return x >= self->label_area.x && x < self->label_area.x + self->label_area.width
         && y >= self->ruler_area.y && y < self->ruler_area.y + self->ruler_area.height
         && tv_timeline_get_part (self, x, y) != TV_TIMELINE_PART_DIVIDER;
}

static void
press_label (GtkGestureClick *gesture, int n_press, double x, double y,
             TvTimeline *self)
{
  GtkGestureSingle *single = GTK_GESTURE_SINGLE (gesture);
  GdkEvent *event = gtk_gesture_get_last_event (
      GTK_GESTURE (gesture), gtk_gesture_single_get_current_sequence (single));
  gint row;

  if (self->layout == NULL)
    return;
  if (is_corner (self, x, y))
    tv_timeline_open_filter (self);
  if (tv_timeline_get_part (self, x, y) != TV_TIMELINE_PART_LABELS)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (event != NULL && gdk_event_triggers_context_menu (event))
    {
      GdkRectangle place = { (int) x, (int) y, 1, 1 };
      row = tv_timeline_get_row_at (self, y);
      if (row >= 0)
        tv_timeline_set_current_row (self, (guint) row);
      open_menu_at (self, &place);
    }
  else if (gtk_gesture_single_get_current_button (single) == GDK_BUTTON_PRIMARY
           && !tv_timeline_press_triangle (self, x, y))
    tv_timeline_click_row (self, y);
}

/* Has it listen to clicks on labels. */
void
tv_timeline_init_row_menu (TvTimeline *self)
{
  GtkGesture *clicks;

  g_return_if_fail (TV_IS_TIMELINE (self));

  clicks = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (clicks), 0);
  g_signal_connect (clicks, "pressed", G_CALLBACK (press_label), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (clicks));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "timeline",
                                  G_ACTION_GROUP (self->actions));
}
