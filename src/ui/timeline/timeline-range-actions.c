/* SPDX-License-Identifier: Apache-2.0 */

/* What keys and menus do with the selected range and the marks. */

#include "ui/timeline/timeline-private.h"
#include "ui/timeline/timeline-snap.h"

#define SELECT_RANGES "select-ranges"
#define GO_BACK_TO_RANGE "go-back-to-range"

static gboolean
select_view (TvTimeline *self)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (self->session, &start, &end);
  tv_trace_session_set_range (self->session, start, end);
  return GDK_EVENT_STOP;
}

static gboolean
select_call_extent (TvTimeline *self)
{
  const TvCallRef ref = tv_trace_session_get_selected_call (self->session);
  TvCalls calls;

  if (ref.thread == TV_THREAD_NONE)
    return GDK_EVENT_PROPAGATE;
  calls = tv_trace_get_calls (tv_trace_session_get_trace (self->session), ref.thread);
  tv_trace_session_set_range (self->session, tv_times_get (&calls.axis_start, ref.call),
                              tv_times_get (&calls.axis_end, ref.call));
  return GDK_EVENT_STOP;
}

static gboolean
select_between_marks (TvTimeline *self)
{
  gint64 a;
  gint64 b;

  if (!tv_trace_session_get_mark (self->session, TV_MARK_A, &a)
      || !tv_trace_session_get_mark (self->session, TV_MARK_B, &b))
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_set_range (self->session, MIN (a, b), MAX (a, b));
  return GDK_EVENT_STOP;
}

static void
show_times (TvTimeline *self, gint64 start, gint64 end)
{
  TvTimeScale scale;

  tv_timeline_get_scale (self, &scale);
  tv_time_scale_set_range (&scale, start, end);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_JUMP);
}

/* What is selected in it afterwards, is selected inside it. */
static gboolean
zoom_to_range (TvTimeline *self)
{
  gint64 start;
  gint64 end;

  if (!tv_trace_session_get_range (self->session, &start, &end))
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_enter_range (self->session);
  show_times (self, start, end);
  return GDK_EVENT_STOP;
}

static void
go_back_to (TvTimeline *self, guint depth)
{
  gint64 start;
  gint64 end;

  tv_trace_session_go_back_to_range (self->session, depth);
  if (depth == 0)
    tv_trace_session_get_full_range (self->session, &start, &end);
  else
    tv_trace_session_get_range_step (self->session, depth, &start, &end);
  show_times (self, start, end);
}

static gboolean
leave_range (TvTimeline *self)
{
  const guint depth = tv_trace_session_get_range_depth (self->session);

  if (depth == 0)
    return GDK_EVENT_PROPAGATE;
  go_back_to (self, depth - 1);
  return GDK_EVENT_STOP;
}

static gboolean
clear_range (TvTimeline *self)
{
  if (tv_trace_session_get_range_depth (self->session) == 0)
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_clear_range (self->session);
  return GDK_EVENT_STOP;
}

/* Where the pointer is in the lanes or the ruler, or else in the middle. */
static gboolean
set_mark (TvTimeline *self)
{
  double x = self->rows_area.x + self->rows_area.width / 2.0;

  if (self->pointer_inside
      && (self->pointer_part == TV_TIMELINE_PART_ROWS
          || self->pointer_part == TV_TIMELINE_PART_RULER))
    tv_trace_session_set_next_mark (
        self->session,
        tv_timeline_snap (self, self->pointer_x, self->pointer_y, TV_SNAP_CALLS));
  else
    tv_trace_session_set_next_mark (self->session, tv_timeline_get_time_at (self, x));
  return GDK_EVENT_STOP;
}

static gboolean
clear_marks (TvTimeline *self)
{
  gint64 time;

  if (!tv_trace_session_get_mark (self->session, TV_MARK_A, &time))
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_clear_marks (self->session);
  return GDK_EVENT_STOP;
}

static gboolean
toggle_selects_ranges (TvTimeline *self)
{
  g_action_group_activate_action (G_ACTION_GROUP (self->actions), SELECT_RANGES, NULL);
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_range_actions[] = {
  { "select-ranges", "t", toggle_selects_ranges },
  { "select-view", "<Shift>t", select_view },
  { "select-call-extent", "<Shift>f", select_call_extent },
  { "select-between-marks", "<Control>m", select_between_marks },
  { "zoom-to-range", "z", zoom_to_range },
  { "leave-range", "<Shift>z", leave_range },
  { "clear-range", "<Shift>Escape", clear_range },
  { "set-mark", "m", set_mark },
  { "clear-marks", "<Shift>m", clear_marks },
  { NULL, NULL, NULL },
};

static void
change_selects_ranges (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  tv_timeline_set_selects_ranges (user_data, g_variant_get_boolean (state));
}

static void
activate_go_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTimeline *self = user_data;
  const guint depth = g_variant_get_uint32 (parameter);

  if (self->session != NULL
      && depth <= tv_trace_session_get_range_depth (self->session))
    go_back_to (self, depth);
}

/* Adds the actions that have a parameter, or a state in place of none: `select-
 * ranges`, whether a plain drag selects a range of time; `go-back-to-range`, which
 * takes the depth of a range that the selected one was narrowed down from. */
void
tv_timeline_add_range_actions (TvTimeline *self)
{
  const GActionEntry entries[] = {
    { SELECT_RANGES, NULL, NULL, "false", change_selects_ranges, { 0 } },
    { GO_BACK_TO_RANGE, activate_go_back, "u", NULL, NULL, { 0 } },
  };

  g_return_if_fail (TV_IS_TIMELINE (self));

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries,
                                   G_N_ELEMENTS (entries), self);
  tv_timeline_update_range_actions (self);
}

static void
set_enabled (TvTimeline *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

/* Enables the actions for which there is a range, a call or a mark. */
void
tv_timeline_update_range_actions (TvTimeline *self)
{
  gboolean has_range = FALSE;
  gboolean has_call = FALSE;
  gboolean has_a = FALSE;
  gboolean has_b = FALSE;
  gint64 time;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->actions == NULL)
    return;
  if (self->session != NULL)
    {
      has_range = tv_trace_session_get_range_depth (self->session) > 0;
      has_call
          = tv_trace_session_get_selected_call (self->session).thread != TV_THREAD_NONE;
      has_a = tv_trace_session_get_mark (self->session, TV_MARK_A, &time);
      has_b = tv_trace_session_get_mark (self->session, TV_MARK_B, &time);
    }
  set_enabled (self, GO_BACK_TO_RANGE, has_range);
  set_enabled (self, "select-call-extent", has_call);
  set_enabled (self, "select-between-marks", has_a && has_b);
  set_enabled (self, "zoom-to-range", has_range);
  set_enabled (self, "leave-range", has_range);
  set_enabled (self, "clear-range", has_range);
  set_enabled (self, "clear-marks", has_a);
}
