/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/call-neighbours.h"
#include "analysis/lookup/method-search.h"
#include "ui/timeline/timeline-private.h"

/* From one call to another: up and down the stack, and along a method. */

/* Along which calls of the selected method a step goes. In a thread is what is wanted
 * most: the calls there follow each other, and their row stays where it is. */
typedef enum
{
  TV_STEP_NEXT_IN_THREAD,
  TV_STEP_PREVIOUS_IN_THREAD,
  TV_STEP_NEXT,
  TV_STEP_PREVIOUS
} Step;

typedef gboolean (*NeighbourFunc) (const TvTrace *trace, TvCallRef call,
                                   TvCallRef *neighbour);

static TvTrace *
get_trace (TvTimeline *self)
{
  return tv_trace_session_get_trace (self->session);
}

static void
go_to_call (TvTimeline *self, TvCallRef call)
{
  tv_trace_session_select_call (self->session, call);
  tv_timeline_show_call (self, call);
}

static gint64
get_entry (TvTimeline *self, TvCallRef call)
{
  TvCalls calls = tv_trace_get_calls (get_trace (self), call.thread);

  return tv_times_get (&calls.axis_start, call.call);
}

static gboolean
is_before (TvTimeline *self, TvCallRef a, TvCallRef b)
{
  gint64 entry_a = get_entry (self, a);
  gint64 entry_b = get_entry (self, b);

  return entry_a != entry_b ? entry_a < entry_b : a.thread < b.thread;
}

/* Where nothing is selected, stepping begins in the row under the pointer or else the
 * first in sight that has a call in the middle of the view. */
static gboolean
find_call_in_row (TvTimeline *self, gint row, TvCallRef *call)
{
  TvTimeScale scale;
  guint32 thread;

  if (row < 0)
    return FALSE;
  thread = tv_timeline_layout_get_row (self->layout, (guint) row).thread;
  if (thread == TV_THREAD_NONE)
    return FALSE;
  tv_timeline_get_scale (self, &scale);
  return tv_call_at (tv_trace_session_get_stacks (self->session), thread,
                     scale.start + (scale.end - scale.start) / 2, call);
}

static gboolean
find_first_call (TvTimeline *self, TvCallRef *call)
{
  TvTimelineBand bands[2];

  if (self->layout == NULL)
    return FALSE;
  if (find_call_in_row (self, self->hover_row, call))
    return TRUE;
  tv_timeline_get_bands (self, bands);
  for (guint i = 0; i < G_N_ELEMENTS (bands); i++)
    for (guint row = bands[i].first; row < bands[i].first + bands[i].n_rows; row++)
      if (find_call_in_row (self, (gint) row, call))
        return TRUE;
  return FALSE;
}

/* With no call in the middle of the view, the very first that there is. */
static gboolean
find_any_call (TvTimeline *self, TvCallRef *call)
{
  guint n_rows
      = self->layout != NULL ? tv_timeline_layout_get_n_rows (self->layout) : 0;

  for (guint row = 0; row < n_rows; row++)
    {
      guint32 thread = tv_timeline_layout_get_row (self->layout, row).thread;

      if (thread != TV_THREAD_NONE
          && tv_trace_get_thread (get_trace (self), thread)->n_calls > 0)
        {
          *call = (TvCallRef){ thread, 0 };
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
step_to_neighbour (TvTimeline *self, NeighbourFunc find)
{
  TvCallRef call = tv_trace_session_get_selected_call (self->session);
  gboolean found;

  if (call.thread == TV_THREAD_NONE)
    found = find_first_call (self, &call) || find_any_call (self, &call);
  else
    found = find (get_trace (self), call, &call);
  if (found)
    go_to_call (self, call);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

static gboolean
go_to_parent (TvTimeline *self)
{
  return step_to_neighbour (self, tv_call_get_parent);
}

static gboolean
go_to_child (TvTimeline *self)
{
  return step_to_neighbour (self, tv_call_get_first_child);
}

static gboolean
go_to_next_sibling (TvTimeline *self)
{
  return step_to_neighbour (self, tv_call_get_next_sibling);
}

static gboolean
go_to_previous_sibling (TvTimeline *self)
{
  return step_to_neighbour (self, tv_call_get_previous_sibling);
}

/* From the selected call, or from the start of the view where only a method is. */
static gboolean
find_in_thread (TvTimeline *self, const TvMethodIndex *index, guint32 thread,
                gboolean forward, TvCallRef *found)
{
  guint32 method = tv_trace_session_get_selected_method (self->session);
  TvCallRef call = tv_trace_session_get_selected_call (self->session);
  gint64 start;
  gint64 end;

  if (call.thread != TV_THREAD_NONE)
    return forward ? tv_method_index_find_next (index, method, thread, call, found)
                   : tv_method_index_find_previous (index, method, thread, call, found);
  tv_trace_session_get_view (self->session, &start, &end);
  return forward ? tv_method_index_find_from (index, method, thread, start, found)
                 : tv_method_index_find_before (index, method, thread, end, found);
}

/* Only threads that have a row: a call that is selected is to be seen. */
static gboolean
find_in_rows (TvTimeline *self, const TvMethodIndex *index, gboolean forward,
              TvCallRef *found)
{
  guint n_rows
      = self->layout != NULL ? tv_timeline_layout_get_n_rows (self->layout) : 0;

  found->thread = TV_THREAD_NONE;
  for (guint row = 0; row < n_rows; row++)
    {
      guint32 thread = tv_timeline_layout_get_row (self->layout, row).thread;
      TvCallRef call;

      if (thread != TV_THREAD_NONE
          && find_in_thread (self, index, thread, forward, &call)
          && (found->thread == TV_THREAD_NONE
              || is_before (self, call, *found) == forward))
        *found = call;
    }
  return found->thread != TV_THREAD_NONE;
}

static void
step_along_method (TvTimeline *self, const TvMethodIndex *index)
{
  Step step = (Step) self->step;
  gboolean forward = step == TV_STEP_NEXT || step == TV_STEP_NEXT_IN_THREAD;
  TvCallRef selected = tv_trace_session_get_selected_call (self->session);
  gboolean in_thread
      = (step == TV_STEP_NEXT_IN_THREAD || step == TV_STEP_PREVIOUS_IN_THREAD)
        && selected.thread != TV_THREAD_NONE;
  TvCallRef call;
  gboolean found;

  /* The selection may have gone while the index was made. */
  if (tv_trace_session_get_selected_method (self->session) == TV_METHOD_NONE)
    return;
  found = in_thread ? find_in_thread (self, index, selected.thread, forward, &call)
                    : find_in_rows (self, index, forward, &call);
  if (found)
    go_to_call (self, call);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
take_method_index (const TvMethodIndex *index, const GError *error, gpointer user_data)
{
  TvTimeline *self = user_data;

  if (index != NULL)
    step_along_method (self, index);
  else
    tv_read_out_set_numbers (TV_READ_OUT (self->read_out), error->message);
}

static gboolean
ask_for_step (TvTimeline *self, Step step)
{
  if (tv_trace_session_get_selected_method (self->session) == TV_METHOD_NONE)
    return GDK_EVENT_PROPAGATE;
  if (self->method_indexer == NULL)
    self->method_indexer = tv_method_indexer_new (get_trace (self));
  self->step = (int) step;
  tv_method_indexer_ask (self->method_indexer, take_method_index, self);
  return GDK_EVENT_STOP;
}

static gboolean
go_to_next_call (TvTimeline *self)
{
  return ask_for_step (self, TV_STEP_NEXT_IN_THREAD);
}

static gboolean
go_to_previous_call (TvTimeline *self)
{
  return ask_for_step (self, TV_STEP_PREVIOUS_IN_THREAD);
}

static gboolean
go_to_next_call_of_all (TvTimeline *self)
{
  return ask_for_step (self, TV_STEP_NEXT);
}

static gboolean
go_to_previous_call_of_all (TvTimeline *self)
{
  return ask_for_step (self, TV_STEP_PREVIOUS);
}

const TvTimelineAction tv_timeline_steps[] = {
  { "next-call", "period", go_to_next_call },
  { "previous-call", "comma", go_to_previous_call },
  { "next-call-of-all-threads", "greater <Shift>period", go_to_next_call_of_all },
  { "previous-call-of-all-threads", "less <Shift>comma", go_to_previous_call_of_all },
  { "parent-call", "<Alt>Up <Alt>KP_Up", go_to_parent },
  { "first-child-call", "<Alt>Down <Alt>KP_Down", go_to_child },
  { "next-sibling-call", "<Alt>Right <Alt>KP_Right", go_to_next_sibling },
  { "previous-sibling-call", "<Alt>Left <Alt>KP_Left", go_to_previous_sibling },
  { NULL, NULL, NULL },
};

static void
go_to_time (TvTimeline *self, gboolean end)
{
  TvTimeScale scale;
  gint64 span;

  tv_timeline_get_scale (self, &scale);
  span = scale.end - scale.start;
  if (end)
    tv_time_scale_set_range (&scale, scale.full_end - span, scale.full_end);
  else
    tv_time_scale_set_range (&scale, scale.full_start, scale.full_start + span);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_JUMP);
}

/* Escape is left to others where there is nothing to give up. */
static gboolean
escape (TvTimeline *self)
{
  if (tv_timeline_cancel_drag (self) || tv_timeline_dismiss_card (self))
    return GDK_EVENT_STOP;
  if (tv_trace_session_get_selected_method (self->session) != TV_METHOD_NONE)
    {
      tv_trace_session_clear_selection (self->session);
      return GDK_EVENT_STOP;
    }
  if (tv_trace_session_get_range_depth (self->session) == 0)
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_clear_range (self->session);
  return GDK_EVENT_STOP;
}

static gboolean
pan_left (TvTimeline *self)
{
  tv_timeline_pan_step (self, -1);
  return GDK_EVENT_STOP;
}

static gboolean
pan_right (TvTimeline *self)
{
  tv_timeline_pan_step (self, 1);
  return GDK_EVENT_STOP;
}

static gboolean
go_to_start (TvTimeline *self)
{
  go_to_time (self, FALSE);
  return GDK_EVENT_STOP;
}

static gboolean
go_to_end (TvTimeline *self)
{
  go_to_time (self, TRUE);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_in (TvTimeline *self)
{
  tv_timeline_zoom_in (self);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_out (TvTimeline *self)
{
  tv_timeline_zoom_out (self);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_all (TvTimeline *self)
{
  tv_timeline_zoom_all (self);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_back (TvTimeline *self)
{
  tv_timeline_zoom_back (self);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_forward (TvTimeline *self)
{
  tv_timeline_zoom_forward (self);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_to_selection (TvTimeline *self)
{
  tv_timeline_zoom_to_selection (self);
  return GDK_EVENT_STOP;
}

static gboolean
scroll_up (TvTimeline *self)
{
  tv_timeline_scroll_rows (self, -tv_timeline_get_row_step (self));
  return GDK_EVENT_STOP;
}

static gboolean
scroll_down (TvTimeline *self)
{
  tv_timeline_scroll_rows (self, tv_timeline_get_row_step (self));
  return GDK_EVENT_STOP;
}

static gboolean
page_up (TvTimeline *self)
{
  tv_timeline_scroll_rows (self, -gtk_adjustment_get_page_increment (self->vertical));
  return GDK_EVENT_STOP;
}

static gboolean
page_down (TvTimeline *self)
{
  tv_timeline_scroll_rows (self, gtk_adjustment_get_page_increment (self->vertical));
  return GDK_EVENT_STOP;
}

static gboolean
scroll_to_first_row (TvTimeline *self)
{
  gtk_adjustment_set_value (self->vertical, 0);
  return GDK_EVENT_STOP;
}

static gboolean
scroll_to_last_row (TvTimeline *self)
{
  gtk_adjustment_set_value (self->vertical, gtk_adjustment_get_upper (self->vertical));
  return GDK_EVENT_STOP;
}

/* W, A, S and D are Perfetto's, and F is too. */
const TvTimelineAction tv_timeline_moves[] = {
  { "pan-left", "Left KP_Left a", pan_left },
  { "pan-right", "Right KP_Right d", pan_right },
  { "go-to-start", "Home KP_Home", go_to_start },
  { "go-to-end", "End KP_End", go_to_end },
  { "zoom-in", "plus equal KP_Add w <Control>plus <Control>equal <Control>KP_Add",
    zoom_in },
  { "zoom-out", "minus KP_Subtract s <Control>minus <Control>KP_Subtract", zoom_out },
  { "zoom-all", "0 KP_0 <Control>0 <Control>KP_0", zoom_all },
  { "zoom-back", "BackSpace <Control>bracketleft", zoom_back },
  { "zoom-forward", "<Shift>BackSpace <Control>bracketright", zoom_forward },
  { "zoom-to-selection", "f", zoom_to_selection },
  { "scroll-up", "Up KP_Up", scroll_up },
  { "scroll-down", "Down KP_Down", scroll_down },
  { "page-up", "Page_Up KP_Page_Up", page_up },
  { "page-down", "Page_Down KP_Page_Down", page_down },
  { "first-row", "<Control>Home", scroll_to_first_row },
  { "last-row", "<Control>End", scroll_to_last_row },
  { "escape", "Escape", escape },
  { NULL, NULL, NULL },
};

/* Every table of actions, one a module. */
static const TvTimelineAction *const tables[] = {
  tv_timeline_range_actions, tv_timeline_moves,       tv_timeline_steps,
  tv_timeline_openings,      tv_timeline_row_actions, tv_timeline_colorings,
  tv_timeline_overviews,
};

static void
activate (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTimeline *self = user_data;
  const TvTimelineAction *entry = g_object_get_data (G_OBJECT (action), "entry");

  if (self->session != NULL)
    entry->run (self);
}

static void
add_action (TvTimeline *self, const TvTimelineAction *entry)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new (entry->name, NULL);

  g_object_set_data (G_OBJECT (action), "entry", (gpointer) entry);
  g_signal_connect (action, "activate", G_CALLBACK (activate), self);
  g_simple_action_set_enabled (action, FALSE);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
}

/* Makes its group of actions, disabled until there is a trace. */
void
tv_timeline_init_actions (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->actions = g_simple_action_group_new ();
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const TvTimelineAction *entry = tables[i]; entry->name != NULL; entry++)
      add_action (self, entry);
}

/* Whoever still has the group can do nothing with it any more. */
void
tv_timeline_drop_actions (TvTimeline *self)
{
  g_auto (GStrv) names = NULL;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->actions == NULL)
    return;
  names = g_action_group_list_actions (G_ACTION_GROUP (self->actions));
  for (guint i = 0; names[i] != NULL; i++)
    g_action_map_remove_action (G_ACTION_MAP (self->actions), names[i]);
  g_clear_object (&self->actions);
}

/* Enables the actions while there is a trace. Those that a module adds with a state
 * are its own. */
void
tv_timeline_update_actions (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const TvTimelineAction *entry = tables[i]; entry->name != NULL; entry++)
      {
        GAction *action
            = g_action_map_lookup_action (G_ACTION_MAP (self->actions), entry->name);
        g_simple_action_set_enabled (G_SIMPLE_ACTION (action), self->session != NULL);
      }
  tv_timeline_update_range_actions (self);
  tv_timeline_sync_row_actions (self);
}

/**
 * tv_timeline_get_action_group:
 * @self: a timeline
 *
 * Every action of the timeline: a menu names them with the prefix that the group is
 * inserted under, `timeline`. Those that have keys answer to them while the timeline
 * has the focus.
 *
 * Returns: (transfer none): the actions
 */
GActionGroup *
tv_timeline_get_action_group (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

static gboolean
run_by_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvTimeline *self = TV_TIMELINE (widget);
  guint table;
  guint entry;

  if (self->session == NULL)
    return GDK_EVENT_PROPAGATE;
  g_variant_get (arguments, "(uu)", &table, &entry);
  if (tables[table][entry].run (self) == GDK_EVENT_PROPAGATE)
    return GDK_EVENT_PROPAGATE;
  self->moved_by_key = TRUE;
  tv_timeline_queue_update (self);
  return GDK_EVENT_STOP;
}

static void
bind_keys (GtkWidgetClass *widget_class, guint table, guint entry)
{
  g_auto (GStrv) keys = NULL;

  if (tables[table][entry].keys == NULL)
    return;
  keys = g_strsplit (tables[table][entry].keys, " ", -1);
  for (guint i = 0; keys[i] != NULL; i++)
    {
      GdkModifierType modifiers = 0;
      guint key = 0;

      if (!gtk_accelerator_parse (keys[i], &key, &modifiers))
        g_error ("“%s” names no key", keys[i]);
      gtk_widget_class_add_binding (widget_class, key, modifiers, run_by_key, "(uu)",
                                    table, entry);
    }
}

/* Binds the keys of all actions. */
void
tv_timeline_class_init_actions (GtkWidgetClass *widget_class)
{
  g_return_if_fail (widget_class != NULL);

  for (guint table = 0; table < G_N_ELEMENTS (tables); table++)
    for (guint entry = 0; tables[table][entry].name != NULL; entry++)
      bind_keys (widget_class, table, entry);
}
