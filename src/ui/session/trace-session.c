/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/trace-session-private.h"

G_DEFINE_FINAL_TYPE (TvTraceSession, tv_trace_session, G_TYPE_OBJECT)

enum
{
  PROP_TRACE = 1,
  PROP_SELECTED_METHOD,
  PROP_SELECTED_CALL,
  PROP_VIEW_START,
  PROP_VIEW_END,
  PROP_PRIMARY_CLOCK,
  PROP_RANKING,
  PROP_WHOLE_RANKING,
  PROP_RANGE_START,
  PROP_RANGE_END,
  PROP_TIME_UNIT,
  PROP_MARKS,
  PROP_SCOPE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static const TvCallRef no_call = { TV_THREAD_NONE, 0 };

static void
tv_trace_session_dispose (GObject *object)
{
  TvTraceSession *self = TV_TRACE_SESSION (object);

  if (self->sums != NULL)
    tv_session_sums_stop (self->sums);

  G_OBJECT_CLASS (tv_trace_session_parent_class)->dispose (object);
}

static void
tv_trace_session_finalize (GObject *object)
{
  TvTraceSession *self = TV_TRACE_SESSION (object);

  g_clear_pointer (&self->trail, tv_range_trail_free);
  g_clear_object (&self->sums);
  g_clear_pointer (&self->stacks, tv_call_stacks_unref);
  g_clear_pointer (&self->trace, tv_trace_unref);

  G_OBJECT_CLASS (tv_trace_session_parent_class)->finalize (object);
}

static void
tv_trace_session_get_property (GObject *object, guint prop_id, GValue *value,
                               GParamSpec *pspec)
{
  TvTraceSession *self = TV_TRACE_SESSION (object);

  TvViewRange range;

  switch (prop_id)
    {
    case PROP_TRACE:
      g_value_set_pointer (value, self->trace);
      break;
    case PROP_SELECTED_METHOD:
      g_value_set_uint (value, self->selected_method);
      break;
    case PROP_SELECTED_CALL:
      g_value_set_uint64 (value, ((guint64) self->selected_call.thread << 32)
                                     | self->selected_call.call);
      break;
    case PROP_VIEW_START:
      g_value_set_int64 (value, self->view.start);
      break;
    case PROP_VIEW_END:
      g_value_set_int64 (value, self->view.end);
      break;
    case PROP_PRIMARY_CLOCK:
      g_value_set_int (value, (int) self->primary_clock);
      break;
    case PROP_RANKING:
      g_value_set_pointer (value, (gpointer) tv_session_sums_get_ranking (self->sums));
      break;
    case PROP_WHOLE_RANKING:
      g_value_set_pointer (value,
                           (gpointer) tv_session_sums_get_whole_ranking (self->sums));
      break;
    case PROP_RANGE_START:
      tv_range_trail_get (self->trail, &range);
      g_value_set_int64 (value, range.start);
      break;
    case PROP_RANGE_END:
      tv_range_trail_get (self->trail, &range);
      g_value_set_int64 (value, range.end);
      break;
    case PROP_TIME_UNIT:
      g_value_set_int (value, (int) self->time_unit);
      break;
    case PROP_MARKS:
      g_value_set_uint (value, (guint) self->has_mark[TV_MARK_A]
                                   + (guint) self->has_mark[TV_MARK_B]);
      break;
    case PROP_SCOPE:
      g_value_set_pointer (value, tv_trace_session_get_threads (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
tv_trace_session_class_init (TvTraceSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = tv_trace_session_dispose;
  object_class->finalize = tv_trace_session_finalize;
  object_class->get_property = tv_trace_session_get_property;

  properties[PROP_TRACE] = g_param_spec_pointer ("trace", NULL, NULL, flags);
  properties[PROP_SELECTED_METHOD] = g_param_spec_uint (
      "selected-method", NULL, NULL, 0, G_MAXUINT, TV_METHOD_NONE, flags);
  properties[PROP_SELECTED_CALL]
      = g_param_spec_uint64 ("selected-call", NULL, NULL, 0, G_MAXUINT64,
                             (guint64) TV_THREAD_NONE << 32, flags);
  properties[PROP_VIEW_START]
      = g_param_spec_int64 ("view-start", NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
  properties[PROP_VIEW_END]
      = g_param_spec_int64 ("view-end", NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
  properties[PROP_PRIMARY_CLOCK] = g_param_spec_int (
      "primary-clock", NULL, NULL, 0, TV_N_CLOCKS - 1, TV_CLOCK_THREAD_CPU, flags);
  properties[PROP_RANKING] = g_param_spec_pointer ("ranking", NULL, NULL, flags);
  properties[PROP_WHOLE_RANKING]
      = g_param_spec_pointer ("whole-ranking", NULL, NULL, flags);
  properties[PROP_RANGE_START] = g_param_spec_int64 ("range-start", NULL, NULL,
                                                     G_MININT64, G_MAXINT64, 0, flags);
  properties[PROP_RANGE_END]
      = g_param_spec_int64 ("range-end", NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
  properties[PROP_TIME_UNIT] = g_param_spec_int (
      "time-unit", NULL, NULL, TV_TIME_UNIT_US, TV_TIME_UNIT_S, TV_TIME_UNIT_MS, flags);
  properties[PROP_MARKS]
      = g_param_spec_uint ("marks", NULL, NULL, 0, TV_N_MARKS, 0, flags);
  properties[PROP_SCOPE] = g_param_spec_pointer ("scope", NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
tv_trace_session_init (TvTraceSession *self)
{
  self->selected_method = TV_METHOD_NONE;
  self->selected_call = no_call;
  self->time_unit = TV_TIME_UNIT_MS;
  self->trail = tv_range_trail_new ();
}

/* Returns: whether the methods have other names than before */
static gboolean
follow_names (TvTraceSession *self)
{
  TvTrace *trace = tv_session_sums_get_answered (self->sums)->trace;
  TvCallStacks *stacks;

  if (trace == self->trace)
    return FALSE;
  stacks = tv_call_stacks_new_renamed (self->stacks, trace);
  tv_call_stacks_unref (self->stacks);
  self->stacks = stacks;
  tv_trace_unref (self->trace);
  self->trace = tv_trace_ref (trace);
  return TRUE;
}

/* All is told after all has changed. */
static void
follow_sums (TvTraceSession *self)
{
  const TvClock clock = tv_session_sums_get_answered (self->sums)->clock;
  const gboolean other_clock = clock != self->primary_clock;
  g_autoptr (TvTrace) old_trace = tv_trace_ref (self->trace);
  const gboolean other_names = follow_names (self);

  self->primary_clock = clock;
  if (other_names)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TRACE]);
  if (other_clock)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PRIMARY_CLOCK]);
  if (other_clock || other_names)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WHOLE_RANKING]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RANKING]);
}

/* Tells that another range is selected, or where it stands among others. */
void
tv_trace_session_notify_range (TvTraceSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RANGE_START]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RANGE_END]);
}

/* Tells that times are shown in another unit. */
void
tv_trace_session_notify_time_unit (TvTraceSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TIME_UNIT]);
}

/* Tells that a mark was set, moved or taken away. */
void
tv_trace_session_notify_marks (TvTraceSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MARKS]);
}

/* Tells that the sums are wanted of other threads, or of the selected range or not. */
void
tv_trace_session_notify_scope (TvTraceSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCOPE]);
}

/* Makes a session that shows everything, selects nothing and ranks by the trace's
 * primary clock. Ranks the methods and makes an index of the calls right here: see
 * tv_trace_session_new_with() for very many. */
TvTraceSession *
tv_trace_session_new (TvTrace *trace, TvProfile *profile)
{
  g_autoptr (TvCallStacks) stacks = NULL;

  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (profile != NULL, NULL);

  stacks = tv_call_stacks_new (trace, NULL, NULL);
  return tv_trace_session_new_with (
      stacks, profile, tv_ranking_new (profile, tv_trace_get_primary_clock (trace)));
}

/**
 * tv_trace_session_new_with:
 * @stacks: an index of the calls of a loaded trace
 * @profile: the sums of the trace
 * @ranking: (transfer full): the ranking of @profile on the trace's primary clock
 *
 * Like tv_trace_session_new() with what was made elsewhere, for instance in a worker.
 *
 * Returns: (transfer full): a new session
 */
TvTraceSession *
tv_trace_session_new_with (TvCallStacks *stacks, TvProfile *profile, TvRanking *ranking)
{
  TvTraceSession *self;

  g_return_val_if_fail (stacks != NULL, NULL);
  g_return_val_if_fail (profile != NULL, NULL);
  g_return_val_if_fail (ranking != NULL, NULL);

  self = g_object_new (TV_TYPE_TRACE_SESSION, NULL);
  self->trace = tv_trace_ref (tv_call_stacks_get_trace (stacks));
  self->stacks = tv_call_stacks_ref (stacks);
  self->primary_clock = tv_trace_get_primary_clock (self->trace);
  self->sums = tv_session_sums_new (profile, ranking, self->primary_clock);
  g_signal_connect_object (self->sums, "changed", G_CALLBACK (follow_sums), self,
                           G_CONNECT_SWAPPED);
  self->widest = self->view = tv_view_range_widest (self->trace);
  return self;
}

/**
 * tv_trace_session_get_trace:
 * @self: a session
 *
 * Returns: (transfer none): its trace
 */
TvTrace *
tv_trace_session_get_trace (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->trace;
}

/**
 * tv_trace_session_get_stacks:
 * @self: a session
 *
 * Returns: (transfer none): the index that finds calls of the trace by time
 */
TvCallStacks *
tv_trace_session_get_stacks (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->stacks;
}

/**
 * tv_trace_session_get_selected_method:
 * @self: a session
 *
 * Returns: index of the selected method, %TV_METHOD_NONE if none is
 */
guint32
tv_trace_session_get_selected_method (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), TV_METHOD_NONE);

  return self->selected_method;
}

/**
 * tv_trace_session_get_selected_call:
 * @self: a session
 *
 * Returns: the selected call, which is one of the selected method. Its thread is
 *   %TV_THREAD_NONE if no single call is selected: then all calls of the method are
 * meant
 */
TvCallRef
tv_trace_session_get_selected_call (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), no_call);

  return self->selected_call;
}

/* Both are set before either is notified, so that no listener sees half a selection. */
static void
set_selection (TvTraceSession *self, guint32 method, TvCallRef call)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (method != self->selected_method)
    {
      self->selected_method = method;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED_METHOD]);
    }
  if (call.thread != self->selected_call.thread
      || call.call != self->selected_call.call)
    {
      self->selected_call = call;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED_CALL]);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * tv_trace_session_select_method:
 * @self: a session
 * @method: index of a method of the trace, or %TV_METHOD_NONE to select nothing
 *
 * Selects a method with all its calls; no single call is selected then.
 */
void
tv_trace_session_select_method (TvTraceSession *self, guint32 method)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (method == TV_METHOD_NONE
                    || method < tv_trace_get_n_methods (self->trace));

  set_selection (self, method, no_call);
}

/**
 * tv_trace_session_select_call:
 * @self: a session
 * @call: a call of the trace; a thread of %TV_THREAD_NONE selects nothing
 *
 * Selects one call, and the method that it is of.
 */
void
tv_trace_session_select_call (TvTraceSession *self, TvCallRef call)
{
  TvCalls calls;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (call.thread == TV_THREAD_NONE)
    {
      tv_trace_session_clear_selection (self);
      return;
    }

  g_return_if_fail (call.thread < tv_trace_get_n_threads (self->trace));
  calls = tv_trace_get_calls (self->trace, call.thread);
  g_return_if_fail (call.call < calls.n);

  set_selection (self, tv_calls_method (&calls, call.call), call);
}

/**
 * tv_trace_session_clear_selection:
 * @self: a session
 *
 * Selects no method and no call.
 */
void
tv_trace_session_clear_selection (TvTraceSession *self)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  set_selection (self, TV_METHOD_NONE, no_call);
}

/**
 * tv_trace_session_get_full_range:
 * @self: a session
 * @start: (out): nanoseconds on the timeline's axis
 * @end: (out): nanoseconds on the timeline's axis
 *
 * The range of all calls with a little room round it: the widest view.
 */
void
tv_trace_session_get_full_range (TvTraceSession *self, gint64 *start, gint64 *end)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (start != NULL && end != NULL);

  *start = self->widest.start;
  *end = self->widest.end;
}

/**
 * tv_trace_session_get_view:
 * @self: a session
 * @start: (out): nanoseconds on the timeline's axis
 * @end: (out): nanoseconds on the timeline's axis
 *
 * The part of the full range that is in view.
 */
void
tv_trace_session_get_view (TvTraceSession *self, gint64 *start, gint64 *end)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (start != NULL && end != NULL);

  *start = self->view.start;
  *end = self->view.end;
}

/**
 * tv_trace_session_set_view:
 * @self: a session
 * @start: nanoseconds on the timeline's axis
 * @end: nanoseconds on the timeline's axis, not before @start
 *
 * Shows a part of the full range. A range that sticks out is moved in, keeping its
 * span; a span shorter than one unit of the clock is widened about its
 * middle.
 */
void
tv_trace_session_set_view (TvTraceSession *self, gint64 start, gint64 end)
{
  TvViewRange view;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (start <= end);

  view = tv_view_range_within (&self->widest, tv_trace_get_time_unit (self->trace),
                               start, end);
  if (view.start == self->view.start && view.end == self->view.end)
    return;

  self->view = view;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW_START]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW_END]);
}
