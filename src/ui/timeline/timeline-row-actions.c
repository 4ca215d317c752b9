/* SPDX-License-Identifier: Apache-2.0 */

/* What one can do with the rows: order, hide, pin, fold, make them taller. */

#include "ui/session/session-scope.h"
#include "ui/timeline/timeline-rows.h"

/* The original's is in the middle. */
static const guint row_heights[] = { 18, 22, 28, TV_ROW_HEIGHT, 42, 54, 74, 114 };

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
void
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
