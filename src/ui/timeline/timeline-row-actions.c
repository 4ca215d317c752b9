/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-row-actions.h"

#include "ui/widgets/popup-menu.h"
#include <glib/gi18n-lib.h>
#include <math.h>

/* Distances above and below the lower edge of a label at which the pointer grabs it. */
#define REACH_ABOVE 3
#define REACH_BELOW 2

struct _TvTimelineRowActions
{
  const TvTimelineContext *context;
  TvTimelineRows *rows;
  TvTimelineLevels *levels;
  TvTimelineFilter *filter;
  GtkWidget *menu; /* or NULL */

  /* the height that is being dragged */
  guint drag_first_row;
  guint drag_row;
  guint drag_height;
};

/* The height in Traceview is in the middle. */
static const guint row_heights[] = { 18, 22, 28, TV_ROW_HEIGHT, 42, 54, 74, 114 };

static void
set_order (TvTimelineRowActions *self, TvThreadOrder order)
{
  tv_timeline_rows_get_choice (self->rows)->order = order;
  tv_timeline_rows_rearrange (self->rows);
}

static gboolean
order_otherwise (gpointer data, int argument)
{
  TvTimelineRowActions *self = data;
  set_order (self, (tv_timeline_rows_get_choice (self->rows)->order + 1)
                       % TV_N_THREAD_ORDERS);
  return GDK_EVENT_STOP;
}

static void
toggle_idle_line (TvTimelineRowActions *self)
{
  TvRowChoice *choice = tv_timeline_rows_get_choice (self->rows);

  choice->idle_open = !choice->idle_open;
  tv_timeline_rows_rearrange (self->rows);
}

/* Returns the thread of the current row, or those of its group. */
static GArray *
list_current_threads (TvTimelineRowActions *self)
{
  const guint32 thread = tv_timeline_rows_get_current_thread (self->rows);
  const gint row = tv_timeline_rows_get_current (self->rows);
  const gint group
      = row >= 0 ? tv_timeline_rows_get_group (self->rows, (guint) row) : -1;
  GArray *threads;

  if (group >= 0)
    return tv_timeline_threads_list_group (tv_timeline_rows_get_threads (self->rows),
                                           (guint32) group);
  threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (thread != TV_THREAD_NONE)
    g_array_append_val (threads, thread);
  return threads;
}

/* Hides the current row, or all rows of its group. */
static void
hide_current (TvTimelineRowActions *self, guint row)
{
  const TvTimelineThreads *threads = tv_timeline_rows_get_threads (self->rows);
  TvRowChoice *choice = tv_timeline_rows_get_choice (self->rows);
  const gint group = tv_timeline_rows_get_group (self->rows, row);
  g_autoptr (GArray) members = NULL;

  if (group < 0)
    {
      tv_row_choice_hide (choice, tv_timeline_rows_get (self->rows, row).key);
      return;
    }
  members = tv_timeline_threads_list_group (threads, (guint32) group);
  for (guint i = 0; i < members->len; i++)
    tv_row_choice_hide (choice, g_array_index (members, guint32, i));
  for (guint i = 0; i < threads->extras->len; i++)
    if (g_array_index (threads->extras, TvExtraRow, i).group == (guint32) group)
      tv_row_choice_hide (choice, g_array_index (threads->extras, TvExtraRow, i).key);
}

static gboolean
can_hide (TvTimelineRowActions *self)
{
  const gint row = tv_timeline_rows_get_current (self->rows);

  return row >= 0
         && tv_timeline_rows_get (self->rows, (guint) row).kind != TV_TIMELINE_ROW_IDLE;
}

/* Makes the next row the current one, so that the key can be repeated. */
static gboolean
hide_thread (gpointer data, int argument)
{
  TvTimelineRowActions *self = data;
  guint row;

  if (!can_hide (self))
    return GDK_EVENT_PROPAGATE;
  row = (guint) tv_timeline_rows_get_current (self->rows);
  hide_current (self, row);
  if (row + 1 < tv_timeline_rows_get_n (self->rows))
    tv_timeline_rows_set_current (self->rows, row + 1);
  else if (row > 0)
    tv_timeline_rows_set_current (self->rows, row - 1);
  tv_timeline_rows_rearrange (self->rows);
  return GDK_EVENT_STOP;
}

static gboolean
show_only_thread (gpointer data, int argument)
{
  TvTimelineRowActions *self = data;
  guint32 thread = tv_timeline_rows_get_current_thread (self->rows);

  if (thread == TV_THREAD_NONE)
    return GDK_EVENT_PROPAGATE;
  tv_timeline_rows_get_choice (self->rows)->only = thread;
  tv_timeline_rows_rearrange (self->rows);
  return GDK_EVENT_STOP;
}

/* The second time it shows all threads again. */
static gboolean
profile_only_thread (gpointer data, int argument)
{
  TvTimelineRowActions *self = data;
  g_autoptr (GArray) threads = list_current_threads (self);
  g_autoptr (TvThreadSet) only = NULL;

  if (threads->len == 0)
    return GDK_EVENT_PROPAGATE;
  only = tv_thread_set_new ((const guint32 *) (gpointer) threads->data, threads->len);
  if (tv_thread_set_equal (only, tv_trace_session_get_threads (self->context->session)))
    tv_trace_session_set_threads (self->context->session, NULL);
  else
    tv_trace_session_set_threads (self->context->session, only);
  return GDK_EVENT_STOP;
}

static gboolean
show_all_threads (gpointer data, int argument)
{
  TvTimelineRowActions *self = data;

  if (tv_row_choice_is_all (tv_timeline_rows_get_choice (self->rows)))
    return GDK_EVENT_PROPAGATE;
  tv_row_choice_show_all (tv_timeline_rows_get_choice (self->rows));
  tv_timeline_filter_sync (self->filter);
  tv_timeline_rows_keep_current_in_sight (self->rows);
  tv_timeline_rows_rearrange (self->rows);
  return GDK_EVENT_STOP;
}

/* Chooses the next greater or smaller height of the list, or the default one. */
static gboolean
change_height (gpointer data, int direction)
{
  TvTimelineRowActions *self = data;
  const guint last = G_N_ELEMENTS (row_heights) - 1;
  guint i = direction > 0 ? 0 : last;

  if (direction > 0)
    while (i < last && row_heights[i] <= tv_timeline_rows_get_row_height (self->rows))
      i++;
  else
    while (i > 0 && row_heights[i] >= tv_timeline_rows_get_chosen_height (self->rows))
      i--;
  tv_timeline_rows_set_height (self->rows,
                               direction != 0 ? row_heights[i] : TV_ROW_HEIGHT);
  return GDK_EVENT_STOP;
}

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
new_group_section (void)
{
  GMenu *section = g_menu_new ();

  g_menu_append (section, _ ("_Unfold or Fold Group"), "timeline.toggle-row");
  g_menu_append (section, _ ("_Hide Group"), "timeline.hide-thread");
  g_menu_append (section, _ ("P_rofile Only This Group"),
                 "timeline.profile-only-thread");
  return G_MENU_MODEL (section);
}

/* The section of a counter or a processor. */
static GMenuModel *
new_extra_section (void)
{
  GMenu *section = g_menu_new ();

  g_menu_append (section, _ ("_Hide Row"), "timeline.hide-thread");
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

/* Returns the section of a row, NULL for that of idle threads. */
static GMenuModel *
new_row_section (TvTimelineRowKind kind)
{
  switch (kind)
    {
    case TV_TIMELINE_ROW_THREAD:
      return new_thread_section ();
    case TV_TIMELINE_ROW_GROUP:
      return new_group_section ();
    case TV_TIMELINE_ROW_COUNTER:
    case TV_TIMELINE_ROW_CPU:
      return new_extra_section ();
    case TV_TIMELINE_ROW_IDLE:
    default:
      return NULL;
    }
}

static GMenuModel *
new_menu (TvTimelineRowKind kind)
{
  g_autoptr (GMenuModel) all = new_all_section ();
  g_autoptr (GMenuModel) orders = new_order_menu ();
  g_autoptr (GMenu) rest = g_menu_new ();
  g_autoptr (GMenuModel) row = new_row_section (kind);
  GMenu *menu = g_menu_new ();

  if (row != NULL)
    g_menu_append_section (menu, NULL, row);
  g_menu_append_section (menu, NULL, all);
  g_menu_append_submenu (rest, _ ("Order _Threads By"), orders);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rest));
  return G_MENU_MODEL (menu);
}

static void
on_menu_closed (GtkPopover *menu, TvTimelineRowActions *self)
{
  if (GTK_WIDGET (menu) == self->menu)
    self->menu = NULL;
  gtk_widget_grab_focus (self->context->widget);
}

/* Opens a menu of the timeline, and closes the open one. */
void
tv_timeline_row_actions_open_menu (TvTimelineRowActions *self, GMenuModel *model,
                                   const GdkRectangle *area)
{
  if (self->menu != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->menu));
  self->menu = tv_popup_menu_open (self->context->widget, model, area);
  g_signal_connect (self->menu, "closed", G_CALLBACK (on_menu_closed), self);
}

static void
open_menu_at (TvTimelineRowActions *self, const GdkRectangle *area)
{
  const gint row = tv_timeline_rows_get_current (self->rows);
  g_autoptr (GMenuModel) model
      = new_menu (row >= 0 ? tv_timeline_rows_get (self->rows, (guint) row).kind
                           : TV_TIMELINE_ROW_IDLE);

  tv_timeline_row_actions_open_menu (self, model, area);
}

/* Opens the menu of the current row, or of all rows if there is none. */
static gboolean
open_row_menu (gpointer data, int argument)
{
  TvTimelineRowActions *self = data;
  GdkRectangle area = self->context->label_area;
  gint row;

  if (tv_timeline_rows_get_layout (self->rows) == NULL)
    return FALSE;
  row = tv_timeline_rows_get_current (self->rows);
  if (row >= 0)
    {
      tv_timeline_rows_scroll_to (self->rows, (guint) row);
      tv_timeline_rows_get_area (self->rows, (guint) row, &area);
    }
  area.x = self->context->label_area.x + TV_TIMELINE_LABEL_MARGIN;
  area.width = 1;
  open_menu_at (self, &area);
  return TRUE;
}

static gboolean
open_filter (gpointer data, int argument)
{
  TvTimelineRowActions *self = data;

  tv_timeline_filter_open (self->filter);
  return GDK_EVENT_STOP;
}

static gboolean
scroll (gpointer data, int n_rows)
{
  TvTimelineRowActions *self = data;

  tv_timeline_rows_scroll_by (
      self->rows, n_rows * (double) tv_timeline_rows_get_row_height (self->rows));
  return GDK_EVENT_STOP;
}

static gboolean
turn_page (gpointer data, int n_pages)
{
  TvTimelineRowActions *self = data;

  tv_timeline_rows_scroll_by (self->rows,
                              n_pages
                                  * gtk_adjustment_get_page_increment (
                                      tv_timeline_rows_get_adjustment (self->rows)));
  return GDK_EVENT_STOP;
}

static gboolean
scroll_to_end (gpointer data, int end)
{
  TvTimelineRowActions *self = data;

  gtk_adjustment_set_value (tv_timeline_rows_get_adjustment (self->rows),
                            end > 0 ? G_MAXDOUBLE : 0);
  return GDK_EVENT_STOP;
}

static gboolean
step (gpointer data, int n_rows)
{
  TvTimelineRowActions *self = data;

  return tv_timeline_rows_step_current (self->rows, n_rows);
}

static gboolean
change_order (gpointer data, GVariant *value)
{
  TvThreadOrder order;

  if (!tv_thread_order_from_string (g_variant_get_string (value, NULL), &order))
    return FALSE;
  set_order (data, order);
  return TRUE;
}

static gboolean
change_main_first (gpointer data, GVariant *value)
{
  TvTimelineRowActions *self = data;
  TvRowChoice *choice = tv_timeline_rows_get_choice (self->rows);

  if (g_variant_get_boolean (value) != choice->main_first)
    {
      choice->main_first = !choice->main_first;
      tv_timeline_rows_rearrange (self->rows);
    }
  return TRUE;
}

static gboolean
change_idle (gpointer data, GVariant *value)
{
  TvTimelineRowActions *self = data;

  if (tv_timeline_rows_get_list (self->rows)->n_idle == 0)
    return FALSE;
  if (g_variant_get_boolean (value)
      != tv_timeline_rows_get_choice (self->rows)->idle_open)
    toggle_idle_line (self);
  return TRUE;
}

static gboolean
change_pinned (gpointer data, GVariant *value)
{
  TvTimelineRowActions *self = data;
  TvRowChoice *choice = tv_timeline_rows_get_choice (self->rows);
  const guint32 thread = tv_timeline_rows_get_current_thread (self->rows);

  if (thread == TV_THREAD_NONE)
    return FALSE;
  if (g_variant_get_boolean (value) != tv_row_choice_is_pinned (choice, thread))
    {
      tv_row_choice_set_pinned (choice, thread, g_variant_get_boolean (value));
      tv_timeline_rows_rearrange (self->rows);
    }
  return TRUE;
}

/* The height is limited, and becomes the state then. */
static gboolean
change_row_height (gpointer data, GVariant *value)
{
  TvTimelineRowActions *self = data;

  tv_timeline_rows_set_height (self->rows,
                               (guint) MAX (g_variant_get_int32 (value), 0));
  return FALSE;
}

static const TvTimelineAction choices[] = {
  { "thread-order", NULL, .state = "'wall-time'", .change = change_order },
  { "row-height", NULL, .state = "34", .change = change_row_height },
  { 0 },
};

const TvTimelineAction tv_timeline_row_actions[] = {
  { "scroll-up", "Up KP_Up", scroll, .argument = -1 },
  { "scroll-down", "Down KP_Down", scroll, .argument = 1 },
  { "page-up", "Page_Up KP_Page_Up", turn_page, .argument = -1 },
  { "page-down", "Page_Down KP_Page_Down", turn_page, .argument = 1 },
  { "first-row", "<Control>Home", scroll_to_end, .argument = -1 },
  { "last-row", "<Control>End", scroll_to_end, .argument = 1 },
  { "next-thread", "<Control>Down <Control>KP_Down", step, .argument = 1 },
  { "previous-thread", "<Control>Up <Control>KP_Up", step, .argument = -1 },
  { "order-threads-otherwise", "r", order_otherwise, .argument = 0 },
  { "main-thread-first", "<Shift>r", .state = "false", .change = change_main_first },
  { "show-idle-threads", "i", .state = "false", .change = change_idle },
  { "pin-thread", "p", .state = "false", .change = change_pinned },
  { "hide-thread", "h", hide_thread, .argument = 0 },
  { "show-only-thread", "o", show_only_thread, .argument = 0 },
  { "profile-only-thread", "<Shift>o", profile_only_thread, .argument = 0 },
  { "show-all-threads", "<Shift>h", show_all_threads, .argument = 0 },
  { "filter-threads", "<Control><Shift>f", open_filter, .argument = 0 },
  { "thread-menu", "Menu <Shift>F10", open_row_menu, .argument = 0 },
  { "taller-rows", "<Alt>plus <Alt>equal <Alt>KP_Add", change_height, .argument = 1 },
  { "lower-rows", "<Alt>minus <Alt>KP_Subtract", change_height, .argument = -1 },
  { "default-row-height", "<Alt>0 <Alt>KP_0", change_height, .argument = 0 },
  { 0 },
};

/* Updates the states of the actions, and disables those without a target. */
void
tv_timeline_row_actions_sync (TvTimelineRowActions *self)
{
  const TvRowChoice *choice = tv_timeline_rows_get_choice (self->rows);
  const guint32 thread = tv_timeline_rows_get_current_thread (self->rows);
  const gboolean has_thread = thread != TV_THREAD_NONE;
  const gint row = tv_timeline_rows_get_current (self->rows);
  const gboolean has_threads
      = has_thread
        || (row >= 0 && tv_timeline_rows_get_group (self->rows, (guint) row) >= 0);

  tv_timeline_action_set_state (
      self->context, "thread-order",
      g_variant_new_string (tv_thread_order_to_string (choice->order)));
  tv_timeline_action_set_state (self->context, "main-thread-first",
                                g_variant_new_boolean (choice->main_first));
  tv_timeline_action_set_state (self->context, "show-idle-threads",
                                g_variant_new_boolean (choice->idle_open));
  tv_timeline_action_set_state (
      self->context, "row-height",
      g_variant_new_int32 ((gint32) tv_timeline_rows_get_chosen_height (self->rows)));
  tv_timeline_action_set_state (
      self->context, "pin-thread",
      g_variant_new_boolean (has_thread && tv_row_choice_is_pinned (choice, thread)));

  tv_timeline_action_set_enabled (self->context, "thread-order",
                                  self->context->session != NULL);
  tv_timeline_action_set_enabled (self->context, "show-idle-threads",
                                  tv_timeline_rows_get_list (self->rows)->n_idle > 0);
  tv_timeline_action_set_enabled (self->context, "pin-thread", has_thread);
  tv_timeline_action_set_enabled (self->context, "hide-thread", can_hide (self));
  tv_timeline_action_set_enabled (self->context, "show-only-thread", has_thread);
  tv_timeline_action_set_enabled (self->context, "profile-only-thread", has_threads);
  tv_timeline_action_set_enabled (self->context, "show-all-threads",
                                  self->context->session != NULL
                                      && !tv_row_choice_is_all (choice));
}

gboolean
tv_timeline_row_actions_has_menu (const TvTimelineRowActions *self)
{
  return self->menu != NULL;
}

/* Allocates the menu if it is open. */
void
tv_timeline_row_actions_present_menu (TvTimelineRowActions *self)
{
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

/* Opens or closes a row if @x, @y is on its triangle. */
static gboolean
press_triangle (TvTimelineRowActions *self, double x, double y)
{
  GdkRectangle area;
  const gint row = tv_timeline_rows_get_at (self->rows, y);

  if (row < 0 || !tv_timeline_levels_can_open (self->levels, (guint) row))
    return FALSE;
  tv_timeline_rows_get_label_area (self->rows, (guint) row, &area);
  area = tv_timeline_rows_get_triangle (self->rows, &area);
  if (!gdk_rectangle_contains_point (&area, (int) x, (int) y))
    return FALSE;
  tv_timeline_levels_toggle (self->levels, (guint) row);
  return TRUE;
}

/* Makes a row the current one. If it is the line of idle threads or the header of a
 * group, opens or closes it and returns TRUE. */
gboolean
tv_timeline_row_actions_click (TvTimelineRowActions *self, double y)
{
  gint row = tv_timeline_rows_get_at (self->rows, y);

  if (row < 0)
    return FALSE;
  tv_timeline_rows_set_current (self->rows, (guint) row);
  switch (tv_timeline_rows_get (self->rows, (guint) row).kind)
    {
    case TV_TIMELINE_ROW_IDLE:
      toggle_idle_line (self);
      return TRUE;
    case TV_TIMELINE_ROW_GROUP:
      tv_timeline_rows_toggle_group (self->rows, (guint) row);
      return TRUE;
    case TV_TIMELINE_ROW_THREAD:
    case TV_TIMELINE_ROW_COUNTER:
    case TV_TIMELINE_ROW_CPU:
    default:
      return FALSE;
    }
}

/* Shows the calls of a line of folded levels. Returns FALSE if there is none at @y. */
gboolean
tv_timeline_row_actions_unfold (TvTimelineRowActions *self, double y)
{
  const gint row = tv_timeline_levels_find_fold (self->levels, y);

  if (row >= 0)
    tv_timeline_levels_toggle_fold (self->levels, (guint) row);
  return row >= 0;
}

void
tv_timeline_row_actions_press_label (TvTimelineRowActions *self, double x, double y,
                                     guint button, gboolean wants_menu)
{
  const gint row = tv_timeline_rows_get_at (self->rows, y);

  gtk_widget_grab_focus (self->context->widget);
  if (wants_menu)
    {
      if (row >= 0)
        tv_timeline_rows_set_current (self->rows, (guint) row);
      open_menu_at (self, &(GdkRectangle){ (int) x, (int) y, 1, 1 });
    }
  else if (button == GDK_BUTTON_PRIMARY && !press_triangle (self, x, y))
    tv_timeline_row_actions_click (self, y);
}

static gboolean
is_strip (TvTimelineRowActions *self, gint row)
{
  TvTimelineRow shown = tv_timeline_rows_get (self->rows, (guint) row);

  return shown.kind != TV_TIMELINE_ROW_IDLE && shown.kind != TV_TIMELINE_ROW_GROUP
         && shown.levels == 0;
}

/* Returns the row whose lower edge is at @y, or -1. */
static gint
find_edge (TvTimelineRowActions *self, double y)
{
  gint row = tv_timeline_rows_get_at (self->rows, y);
  double top;
  double bottom;

  if (row < 0)
    return -1;
  top = (double) tv_timeline_rows_get_y (self->rows, (guint) row);
  bottom = top + (double) tv_timeline_rows_get (self->rows, (guint) row).height;
  if (y >= bottom - REACH_ABOVE && is_strip (self, row))
    return row;
  if (y < top + REACH_BELOW && row > 0 && is_strip (self, row - 1))
    return row - 1;
  return -1;
}

/* Returns whether there is an edge to drag at @y. */
gboolean
tv_timeline_row_actions_is_edge (TvTimelineRowActions *self, double y)
{
  return find_edge (self, y) >= 0;
}

/* Begins to drag the edge at @y. */
void
tv_timeline_row_actions_begin_drag (TvTimelineRowActions *self, double y)
{
  TvTimelineBand bands[2];
  gint edge = find_edge (self, y);

  if (edge < 0)
    return;
  tv_timeline_rows_get_bands (self->rows, bands);
  self->drag_first_row = (guint) edge < bands[0].n_rows ? 0 : bands[1].first;
  self->drag_row = MAX ((guint) edge, self->drag_first_row);
  self->drag_height = tv_timeline_rows_get_row_height (self->rows);
}

static guint
count_dragged_strips (TvTimelineRowActions *self)
{
  guint n = 0;

  for (guint row = self->drag_first_row; row <= self->drag_row; row++)
    n += is_strip (self, (gint) row) ? 1 : 0;
  return MAX (n, 1);
}

/* Sets the height of all rows so that the edge follows the pointer. The first row in
 * sight stays. */
void
tv_timeline_row_actions_drag (TvTimelineRowActions *self, double dy)
{
  double height;

  if (tv_timeline_rows_get_layout (self->rows) == NULL
      || self->drag_row >= tv_timeline_rows_get_n (self->rows))
    return;
  height = self->drag_height + round (dy / count_dragged_strips (self));
  tv_timeline_rows_set_height_at (
      self->rows, (guint) CLAMP (height, TV_ROW_MIN_HEIGHT, TV_ROW_MAX_HEIGHT),
      self->drag_first_row);
}

TvTimelineRowActions *
tv_timeline_row_actions_new (const TvTimelineContext *context, TvTimelineRows *rows,
                             TvTimelineLevels *levels, TvTimelineFilter *filter)
{
  TvTimelineRowActions *self = g_new0 (TvTimelineRowActions, 1);

  self->context = context;
  self->rows = rows;
  self->levels = levels;
  self->filter = filter;
  tv_timeline_actions_add (context, choices, self);
  tv_timeline_actions_add (context, tv_timeline_row_actions, self);
  tv_timeline_row_actions_sync (self);
  return self;
}

void
tv_timeline_row_actions_free (TvTimelineRowActions *self)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_free (self);
}
