/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "ui/session/trace-session.h"
#include "ui/timeline/timeline-rows.h"
#include "ui/widgets/popup-menu.h"

/* What one can do with the rows: order, hide, pin, fold, make them taller. */

/* The original's is in the middle. */
static const guint row_heights[] = { 18, 22, 28, TV_ROW_HEIGHT, 42, 54, 74, 114 };

static gboolean tv_timeline_open_row_menu (TvTimeline *self);

static void
set_order (TvTimeline *self, TvThreadOrder order)
{
  self->rows->choice->order = order;
  tv_timeline_rearrange (self);
}

static gboolean
order_otherwise (TvTimeline *self)
{
  set_order (self, (self->rows->choice->order + 1) % TV_N_THREAD_ORDERS);
  return GDK_EVENT_STOP;
}

static gboolean
toggle_main_first (TvTimeline *self)
{
  self->rows->choice->main_first = !self->rows->choice->main_first;
  tv_timeline_rearrange (self);
  return GDK_EVENT_STOP;
}

/* Opens or closes the line of idle threads. */
static void
tv_timeline_toggle_idle_threads (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->rows->choice->idle_open = !self->rows->choice->idle_open;
  tv_timeline_rearrange (self);
}

static gboolean
toggle_idle (TvTimeline *self)
{
  if (self->rows->n_idle == 0)
    return GDK_EVENT_PROPAGATE;
  tv_timeline_toggle_idle_threads (self);
  return GDK_EVENT_STOP;
}

static gboolean
toggle_pinned (TvTimeline *self)
{
  TvRowChoice *choice = self->rows->choice;
  guint32 thread = tv_timeline_get_current_thread (self);

  if (thread == TV_THREAD_NONE)
    return GDK_EVENT_PROPAGATE;
  tv_row_choice_set_pinned (choice, thread, !tv_row_choice_is_pinned (choice, thread));
  tv_timeline_rearrange (self);
  return GDK_EVENT_STOP;
}

/* The next row becomes the current one, so that one can hide several in a row. */
static gboolean
hide_thread (TvTimeline *self)
{
  guint32 thread = tv_timeline_get_current_thread (self);
  guint row;

  if (thread == TV_THREAD_NONE)
    return GDK_EVENT_PROPAGATE;
  row = (guint) tv_timeline_get_current_row (self);
  if (row + 1 < tv_timeline_layout_get_n_rows (self->layout))
    tv_timeline_set_current_row (self, row + 1);
  else if (row > 0)
    tv_timeline_set_current_row (self, row - 1);
  tv_row_choice_hide (self->rows->choice, thread);
  tv_timeline_rearrange (self);
  return GDK_EVENT_STOP;
}

static gboolean
show_only_thread (TvTimeline *self)
{
  guint32 thread = tv_timeline_get_current_thread (self);

  if (thread == TV_THREAD_NONE)
    return GDK_EVENT_PROPAGATE;
  self->rows->choice->only = thread;
  tv_timeline_rearrange (self);
  return GDK_EVENT_STOP;
}

/* The same once more is all threads again. */
static gboolean
profile_only_thread (TvTimeline *self)
{
  const guint32 thread = tv_timeline_get_current_thread (self);
  g_autoptr (TvThreadSet) only = NULL;

  if (thread == TV_THREAD_NONE)
    return GDK_EVENT_PROPAGATE;
  only = tv_thread_set_new (&thread, 1);
  if (tv_thread_set_equal (only, tv_trace_session_get_threads (self->session)))
    tv_trace_session_set_threads (self->session, NULL);
  else
    tv_trace_session_set_threads (self->session, only);
  return GDK_EVENT_STOP;
}

static gboolean
show_all_threads (TvTimeline *self)
{
  if (tv_row_choice_is_all (self->rows->choice))
    return GDK_EVENT_PROPAGATE;
  tv_row_choice_show_all (self->rows->choice);
  tv_timeline_sync_filter (self);
  self->rows->to_reveal = tv_timeline_get_current_thread (self);
  tv_timeline_rearrange (self);
  return GDK_EVENT_STOP;
}

static gboolean
make_taller (TvTimeline *self)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (row_heights) - 1 && row_heights[i] <= self->rows->row_height)
    i++;
  tv_timeline_set_row_height (self, row_heights[i]);
  return GDK_EVENT_STOP;
}

static gboolean
make_lower (TvTimeline *self)
{
  guint i = G_N_ELEMENTS (row_heights) - 1;

  while (i > 0 && row_heights[i] >= self->rows->chosen_height)
    i--;
  tv_timeline_set_row_height (self, row_heights[i]);
  return GDK_EVENT_STOP;
}

static gboolean
make_default_height (TvTimeline *self)
{
  tv_timeline_set_row_height (self, TV_ROW_HEIGHT);
  return GDK_EVENT_STOP;
}

static gboolean
go_to_next (TvTimeline *self)
{
  return tv_timeline_step_current_row (self, 1);
}

static gboolean
go_to_previous (TvTimeline *self)
{
  return tv_timeline_step_current_row (self, -1);
}

const TvTimelineAction tv_timeline_row_actions[] = {
  { "next-thread", "<Control>Down <Control>KP_Down", go_to_next },
  { "previous-thread", "<Control>Up <Control>KP_Up", go_to_previous },
  { "order-threads-otherwise", "r", order_otherwise },
  { "main-thread-first", "<Shift>r", toggle_main_first },
  { "show-idle-threads", "i", toggle_idle },
  { "pin-thread", "p", toggle_pinned },
  { "hide-thread", "h", hide_thread },
  { "show-only-thread", "o", show_only_thread },
  { "profile-only-thread", "<Shift>o", profile_only_thread },
  { "show-all-threads", "<Shift>h", show_all_threads },
  { "filter-threads", "<Control><Shift>f", tv_timeline_open_filter },
  { "thread-menu", "Menu <Shift>F10", tv_timeline_open_row_menu },
  { "taller-rows", "<Alt>plus <Alt>equal <Alt>KP_Add", make_taller },
  { "lower-rows", "<Alt>minus <Alt>KP_Subtract", make_lower },
  { "default-row-height", "<Alt>0 <Alt>KP_0", make_default_height },
  { NULL, NULL, NULL },
};

static void
change_order (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  TvThreadOrder order;

  if (tv_thread_order_from_string (g_variant_get_string (value, NULL), &order))
    set_order (user_data, order);
}

static void
change_main_first (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  TvTimeline *self = user_data;

  if (g_variant_get_boolean (value) != self->rows->choice->main_first)
    toggle_main_first (self);
}

static void
change_idle (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  TvTimeline *self = user_data;

  if (g_variant_get_boolean (value) != self->rows->choice->idle_open)
    toggle_idle (self);
}

static void
change_pinned (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  TvTimeline *self = user_data;
  guint32 thread = tv_timeline_get_current_thread (self);

  if (g_variant_get_boolean (value)
      != tv_row_choice_is_pinned (self->rows->choice, thread))
    toggle_pinned (self);
}

static void
change_row_height (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  tv_timeline_set_row_height (user_data, (guint) MAX (g_variant_get_int32 (value), 0));
}

static void
set_state (TvTimeline *self, const char *name, GVariant *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), state);
}

static void
set_enabled (TvTimeline *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

/* Has the states of the actions tell what was chosen, and disables those that are
 * about nothing. */
void
tv_timeline_sync_row_actions (TvTimeline *self)
{
  const TvRowChoice *choice;
  guint32 thread;
  gboolean has_thread;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->actions == NULL)
    return;
  choice = self->rows->choice;
  thread = tv_timeline_get_current_thread (self);
  has_thread = thread != TV_THREAD_NONE;

  set_state (self, "thread-order",
             g_variant_new_string (tv_thread_order_to_string (choice->order)));
  set_state (self, "main-thread-first", g_variant_new_boolean (choice->main_first));
  set_state (self, "show-idle-threads", g_variant_new_boolean (choice->idle_open));
  set_state (self, "row-height",
             g_variant_new_int32 ((gint32) self->rows->chosen_height));
  set_state (
      self, "pin-thread",
      g_variant_new_boolean (has_thread && tv_row_choice_is_pinned (choice, thread)));

  set_enabled (self, "thread-order", self->session != NULL);
  set_enabled (self, "show-idle-threads", self->rows->n_idle > 0);
  set_enabled (self, "pin-thread", has_thread);
  set_enabled (self, "hide-thread", has_thread);
  set_enabled (self, "show-only-thread", has_thread);
  set_enabled (self, "show-all-threads",
               self->session != NULL && !tv_row_choice_is_all (choice));
}

static void
add_stateful (TvTimeline *self, const char *name, GVariant *state, GCallback change)
{
  const GVariantType *type = g_variant_get_type (state);
  g_autoptr (GSimpleAction) action = NULL;

  /* One that is not a switch is set to the value that it is activated with. */
  if (g_variant_type_equal (type, G_VARIANT_TYPE_BOOLEAN))
    type = NULL;
  action = g_simple_action_new_stateful (name, type, state);
  g_signal_connect (action, "change-state", change, self);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
}

/* Gives the actions that menus show with a mark their state. */
void
tv_timeline_init_row_actions (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  add_stateful (
      self, "thread-order",
      g_variant_new_string (tv_thread_order_to_string (TV_THREAD_ORDER_COVERED)),
      G_CALLBACK (change_order));
  add_stateful (self, "main-thread-first", g_variant_new_boolean (FALSE),
                G_CALLBACK (change_main_first));
  add_stateful (self, "show-idle-threads", g_variant_new_boolean (FALSE),
                G_CALLBACK (change_idle));
  add_stateful (self, "pin-thread", g_variant_new_boolean (FALSE),
                G_CALLBACK (change_pinned));
  add_stateful (self, "row-height", g_variant_new_int32 (TV_ROW_HEIGHT),
                G_CALLBACK (change_row_height));
  tv_timeline_sync_row_actions (self);
}

/* What the pointer does on the labels, and the menu of a row. */

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
static gboolean
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

/* Making all rows taller by dragging the lower edge of a label. */

/* Pixels above and below an edge that still take hold of it. */
#define REACH_ABOVE 3
#define REACH_BELOW 2

static gboolean
is_strip (TvTimeline *self, gint row)
{
  TvTimelineRow place = tv_timeline_layout_get_row (self->layout, (guint) row);

  return place.kind == TV_TIMELINE_ROW_THREAD && place.levels == 0;
}

/* The row whose lower edge is at @y, or -1. */
static gint
find_edge (TvTimeline *self, double y)
{
  gint row = tv_timeline_get_row_at (self, y);
  double top;
  double bottom;

  if (row < 0)
    return -1;
  top = (double) tv_timeline_get_row_y (self, (guint) row);
  bottom = top + (double) tv_timeline_layout_get_row (self->layout, (guint) row).height;
  if (y >= bottom - REACH_ABOVE && is_strip (self, row))
    return row;
  if (y < top + REACH_BELOW && row > 0 && is_strip (self, row - 1))
    return row - 1;
  return -1;
}

/* Returns whether the height of rows can be changed by dragging a label there. */
gboolean
tv_timeline_is_row_edge (TvTimeline *self, double y)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  return find_edge (self, y) >= 0;
}

/* Takes hold of the edge. */
void
tv_timeline_begin_row_drag (TvTimeline *self, double y)
{
  TvTimelineRows *rows;
  TvTimelineBand bands[2];
  gint edge;

  g_return_if_fail (TV_IS_TIMELINE (self));

  rows = self->rows;
  edge = find_edge (self, y);
  if (edge < 0)
    return;
  tv_timeline_get_bands (self, bands);
  rows->drag_first_row = (guint) edge < bands[0].n_rows ? 0 : bands[1].first;
  rows->drag_row = MAX ((guint) edge, rows->drag_first_row);
  rows->drag_height = rows->row_height;
}

static guint
count_dragged_strips (TvTimeline *self)
{
  guint n = 0;

  for (guint row = self->rows->drag_first_row; row <= self->rows->drag_row; row++)
    n += is_strip (self, (gint) row) ? 1 : 0;
  return MAX (n, 1);
}

/* Makes all rows so tall that the edge is where the pointer is, while the first row in
 * sight stays. */
void
tv_timeline_drag_row (TvTimeline *self, double dy)
{
  TvTimelineRows *rows;
  double height;

  g_return_if_fail (TV_IS_TIMELINE (self));

  rows = self->rows;
  if (self->layout == NULL
      || rows->drag_row >= tv_timeline_layout_get_n_rows (self->layout))
    return;
  height = rows->drag_height + round (dy / count_dragged_strips (self));
  tv_timeline_set_row_height_at (
      self, (guint) CLAMP (height, TV_ROW_MIN_HEIGHT, TV_ROW_MAX_HEIGHT),
      rows->drag_first_row);
}
