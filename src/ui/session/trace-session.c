/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/trace-session-private.h"

#include "analysis/text/amount-text.h"
#include "analysis/text/kind-text.h"

/* The share of the range that is left free on either side of the calls, so that the
 * ends of the first and the last call can be seen and reached by the pointer. */
#define PADDING_DIVISOR 200

/* Times that are a smaller share of the view are zoomed to. */
#define LEAST_PART 400

/* Leaves room for the padding and the least span, whatever the file has. */
#define TIME_LIMIT (G_MAXINT64 / 4)

/* Finding the heaviest path among fewer calls takes a few milliseconds. */
#define MAX_CALLS_AT_ONCE 100000

G_DEFINE_FINAL_TYPE (TvTraceSession, tv_trace_session, G_TYPE_OBJECT)

/* The properties of a session. */
static const struct
{
  const char *name;
  GType type; /* G_TYPE_UINT64 for a TvCallRef */
  gsize offset;
} fields[TV_SESSION_N_PROPERTIES] = {
#define FIELD(member, type) type, G_STRUCT_OFFSET (TvTraceSession, member)
  [TV_SESSION_PROP_TRACE] = { "trace", FIELD (trace, G_TYPE_POINTER) },
  [TV_SESSION_PROP_HEAVIEST_PATH]
  = { "heaviest-path", FIELD (heaviest_path, G_TYPE_POINTER) },
  [TV_SESSION_PROP_POINTED_CALL]
  = { "pointed-call", FIELD (pointed_call, G_TYPE_UINT64) },
  [TV_SESSION_PROP_VIEW_START] = { "view-start", FIELD (view.start, G_TYPE_INT64) },
  [TV_SESSION_PROP_VIEW_END] = { "view-end", FIELD (view.end, G_TYPE_INT64) },
  [TV_SESSION_PROP_PRIMARY_CLOCK]
  = { "primary-clock", FIELD (answered.clock, G_TYPE_UINT) },
  [TV_SESSION_PROP_RANKING] = { "ranking", FIELD (sums.ranking, G_TYPE_POINTER) },
  [TV_SESSION_PROP_WHOLE_RANKING]
  = { "whole-ranking", FIELD (sums.whole_ranking, G_TYPE_POINTER) },
  [TV_SESSION_PROP_RANGE_START] = { "range-start", FIELD (range.start, G_TYPE_INT64) },
  [TV_SESSION_PROP_RANGE_END] = { "range-end", FIELD (range.end, G_TYPE_INT64) },
  [TV_SESSION_PROP_TIME_UNIT] = { "time-unit", FIELD (time_unit, G_TYPE_UINT) },
  [TV_SESSION_PROP_MARKS] = { "marks", FIELD (has_mark, G_TYPE_UINT) },
  [TV_SESSION_PROP_NOTES] = { "notes", FIELD (notes, G_TYPE_POINTER) },
  [TV_SESSION_PROP_EVENT_ROWS] = { "event-rows", FIELD (event_rows, G_TYPE_POINTER) },
  [TV_SESSION_PROP_PENDING] = { "pending", FIELD (pending, G_TYPE_UINT) },
  [TV_SESSION_PROP_BASE] = { "base", FIELD (base, G_TYPE_POINTER) },
  [TV_SESSION_PROP_BY_SHARE] = { "by-share", FIELD (by_share, G_TYPE_UINT) },
  [TV_SESSION_PROP_SCOPE] = { "scope", FIELD (asked.threads, G_TYPE_POINTER) },
  [TV_SESSION_PROP_METHOD_FILTER]
  = { "method-filter", FIELD (method_filter, G_TYPE_POINTER) },
  [TV_SESSION_PROP_PACKAGES] = { "packages", FIELD (packages, G_TYPE_POINTER) },
  [TV_SESSION_PROP_TRANSFORMS]
  = { "transforms", FIELD (asked.transforms, G_TYPE_POINTER) },
#undef FIELD
};

static GParamSpec *properties[TV_SESSION_N_PROPERTIES];

static guint selection_changed;

static const TvCallRef no_call = { TV_THREAD_NONE, 0 };

static void
tv_trace_session_dispose (GObject *object)
{
  TvTraceSession *self = TV_TRACE_SESSION (object);

  tv_job_cancel (&self->profile_job);
  tv_job_cancel (&self->heaviest_job);
  tv_trace_session_set_notes (self, NULL);
  tv_trace_session_drop_base (self);

  G_OBJECT_CLASS (tv_trace_session_parent_class)->dispose (object);
}

static void
tv_trace_session_finalize (GObject *object)
{
  TvTraceSession *self = TV_TRACE_SESSION (object);

  tv_trace_session_clear_profile (self);
  tv_trace_session_set_match (self, NULL);
  g_clear_pointer (&self->method_filter, tv_method_set_unref);
  g_clear_pointer (&self->packages, tv_package_filter_unref);
  g_clear_pointer (&self->event_rows, g_ptr_array_unref);
  g_clear_pointer (&self->entered, g_array_unref);
  g_clear_pointer (&self->selection.path, tv_call_path_unref);
  g_clear_pointer (&self->heaviest_path, tv_call_path_unref);
  g_clear_pointer (&self->heaviest_asked.profile, tv_profile_unref);
  g_clear_pointer (&self->stacks, tv_call_stacks_unref);
  g_clear_pointer (&self->trace, tv_trace_unref);

  G_OBJECT_CLASS (tv_trace_session_parent_class)->finalize (object);
}

static void
tv_trace_session_get_property (GObject *object, guint prop_id, GValue *value,
                               GParamSpec *pspec)
{
  TvTraceSession *self = TV_TRACE_SESSION (object);
  const gpointer field = (guint8 *) self + fields[prop_id].offset;
  const TvCallRef *call = field;

  if (prop_id == TV_SESSION_PROP_RANKING)
    g_value_set_pointer (value, (gpointer) tv_trace_session_get_ranking (self));
  else if (prop_id == TV_SESSION_PROP_MARKS)
    g_value_set_uint (value, (guint) self->has_mark[TV_MARK_A]
                                 + (guint) self->has_mark[TV_MARK_B]);
  else if (fields[prop_id].type == G_TYPE_POINTER)
    g_value_set_pointer (value, *(gpointer *) field);
  else if (fields[prop_id].type == G_TYPE_INT64)
    g_value_set_int64 (value, *(gint64 *) field);
  else if (fields[prop_id].type == G_TYPE_UINT64)
    g_value_set_uint64 (value, (guint64) call->thread << 32 | call->call);
  else
    g_value_set_uint (value, *(guint *) field);
}

static GParamSpec *
make_property (const char *name, GType type)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  if (type == G_TYPE_POINTER)
    return g_param_spec_pointer (name, NULL, NULL, flags);
  if (type == G_TYPE_INT64)
    return g_param_spec_int64 (name, NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
  if (type == G_TYPE_UINT64)
    return g_param_spec_uint64 (name, NULL, NULL, 0, G_MAXUINT64, 0, flags);
  return g_param_spec_uint (name, NULL, NULL, 0, G_MAXUINT, 0, flags);
}

static void
tv_trace_session_class_init (TvTraceSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = tv_trace_session_dispose;
  object_class->finalize = tv_trace_session_finalize;
  object_class->get_property = tv_trace_session_get_property;

  for (guint i = 1; i < TV_SESSION_N_PROPERTIES; i++)
    properties[i] = make_property (fields[i].name, fields[i].type);
  g_object_class_install_properties (object_class, TV_SESSION_N_PROPERTIES, properties);
  selection_changed = g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (klass),
                                    G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_trace_session_init (TvTraceSession *self)
{
  self->selection = (TvSelection){ TV_METHOD_NONE, no_call, NULL };
  self->pointed_call = no_call;
  self->time_unit = TV_TIME_UNIT_MS;
  self->entered = g_array_new (FALSE, FALSE, sizeof (TvAxisRange));
  tv_trace_session_init_overlays (self);
}

/* Notifies a property of TV_SESSION_PROP_…. */
void
tv_trace_session_notify (TvTraceSession *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* View */

/* Finds the range of all calls with some room around it. Time before 0, the start of
 * tracing, is included only if the trace has any. */
TvAxisRange
tv_trace_session_find_widest (const TvTrace *trace)
{
  TvAxisRange range;
  gint64 start;
  gint64 end;
  gint64 padding;

  tv_trace_get_axis_range (trace, &start, &end);
  start = CLAMP (start, -TIME_LIMIT, TIME_LIMIT);
  end = CLAMP (end, start, TIME_LIMIT);
  padding = (end - start) / PADDING_DIVISOR;

  range.start = MAX (start - padding, MIN (start, 0));
  range.end = MAX (end + padding, range.start + tv_trace_get_time_unit (trace));
  return range;
}

/* Moves a range inside @widest, keeping its span. A span below @least_span is widened
 * about its middle. */
static TvAxisRange
move_within (const TvAxisRange *widest, gint64 least_span, gint64 start, gint64 end)
{
  gint64 span;

  start = CLAMP (start, -TIME_LIMIT, TIME_LIMIT);
  span = CLAMP (end, -TIME_LIMIT, TIME_LIMIT) - start;
  if (span < least_span)
    {
      start -= (least_span - span) / 2;
      span = least_span;
    }
  span = MIN (span, widest->end - widest->start);
  start = CLAMP (start, widest->start, widest->end - span);
  return (TvAxisRange){ start, start + span };
}

/**
 * tv_trace_session_new:
 * @trace: a loaded trace
 * @profile: the sums of the trace
 *
 * Makes a session that shows everything, selects nothing and ranks by the trace's
 * primary clock. Ranks the methods and indexes the calls at once; for very many, use
 * tv_trace_session_new_with().
 *
 * Returns: (transfer full): a new session
 */
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
 * Like tv_trace_session_new(), with an index and a ranking from a worker.
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
  tv_trace_session_init_profile (self, profile, ranking);
  self->widest = self->view = tv_trace_session_find_widest (self->trace);
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
 * tv_trace_session_get_text:
 * @self: (nullable): a session, %NULL for the words of calls
 * @text: a text about calls of methods, marked to be translated
 *
 * Returns: (transfer none): its translation in the words of the trace, as from
 *   tv_kind_text()
 */
const char *
tv_trace_session_get_text (TvTraceSession *self, const char *text)
{
  g_return_val_if_fail (self == NULL || TV_IS_TRACE_SESSION (self), text);

  return tv_kind_text (self != NULL ? self->trace : NULL, text);
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
 * tv_trace_session_get_selection:
 * @self: a session
 *
 * Returns: what is selected, valid until `selection-changed` is emitted
 */
const TvSelection *
tv_trace_session_get_selection (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return &self->selection;
}

static void
set_selection (TvTraceSession *self, guint32 method, TvCallRef call, TvCallPath *path)
{
  const TvSelection before = self->selection;

  if (method == before.method && call.thread == before.call.thread
      && call.call == before.call.call && tv_call_path_equal (path, before.path))
    return;
  self->selection = (TvSelection){ method, call, NULL };
  if (path != NULL)
    self->selection.path = tv_call_path_ref (path);
  if (before.path != NULL)
    tv_call_path_unref (before.path);
  g_signal_emit (self, selection_changed,
                 method != before.method ? g_quark_from_static_string ("method") : 0);
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

  set_selection (self, method, no_call, NULL);
}

/**
 * tv_trace_session_select_call:
 * @self: a session
 * @call: a call of the trace; a thread of %TV_THREAD_NONE selects nothing
 *
 * Selects one call and its method.
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

  set_selection (self, tv_calls_method (&calls, call.call), call, NULL);
}

/* The heaviest path */

static gpointer
find_heaviest_path (gpointer question, GCancellable *cancellable, GError **error)
{
  const TvHeaviestQuestion *asked = question;
  TvCallPath *path = tv_call_path_new_heaviest (asked->profile, asked->method,
                                                asked->clock, cancellable);

  if (path == NULL)
    (void) g_cancellable_set_error_if_cancelled (cancellable, error);
  return path;
}

static void
on_heaviest_path (gpointer owner, gpointer question, gpointer answer,
                  const GError *error)
{
  TvTraceSession *self = TV_TRACE_SESSION (owner);

  self->heaviest_path = answer;
  if (answer != NULL)
    tv_trace_session_notify (self, TV_SESSION_PROP_HEAVIEST_PATH);
}

static void
free_heaviest_question (gpointer question)
{
  tv_profile_unref (((TvHeaviestQuestion *) question)->profile);
  g_free (question);
}

static void
ask_for_heaviest_path (TvTraceSession *self, const TvHeaviestQuestion *wanted)
{
  static const TvJobType type = { .run = find_heaviest_path,
                                  .done = on_heaviest_path,
                                  .free_question = free_heaviest_question,
                                  .free_answer = (GDestroyNotify) tv_call_path_unref };
  TvHeaviestQuestion *question = g_memdup2 (wanted, sizeof *wanted);
  const gsize n_calls = tv_trace_get_n_calls (tv_profile_get_trace (wanted->profile));

  tv_job_cancel (&self->heaviest_job);
  g_clear_pointer (&self->heaviest_path, tv_call_path_unref);
  g_clear_pointer (&self->heaviest_asked.profile, tv_profile_unref);
  self->heaviest_asked = *wanted;
  (void) tv_profile_ref (wanted->profile);
  (void) tv_profile_ref (wanted->profile);
  if (n_calls > MAX_CALLS_AT_ONCE)
    {
      tv_job_start (&self->heaviest_job, &type, question, self);
      return;
    }
  self->heaviest_path = find_heaviest_path (question, NULL, NULL);
  free_heaviest_question (question);
}

/**
 * tv_trace_session_get_heaviest_path:
 * @self: a session
 *
 * Finds the path that views show if a method is selected without a path or a call, see
 * tv_call_path_new_heaviest(): of the calls in scope, by the primary clock. If that
 * takes longer, a worker finds it and `heaviest-path` is notified.
 *
 * Returns: (transfer none) (nullable): the path; %NULL if it is not known yet, if the
 *   method has no calls in scope, or if no method is selected
 */
TvCallPath *
tv_trace_session_get_heaviest_path (TvTraceSession *self)
{
  TvHeaviestQuestion wanted;
  const TvHeaviestQuestion *asked;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  if (self->selection.method == TV_METHOD_NONE)
    return NULL;
  asked = &self->heaviest_asked;
  wanted = (TvHeaviestQuestion){ tv_trace_session_get_profile (self),
                                 self->selection.method,
                                 tv_trace_session_get_primary_clock (self) };
  if (asked->profile != wanted.profile || asked->method != wanted.method
      || asked->clock != wanted.clock)
    ask_for_heaviest_path (self, &wanted);
  return self->heaviest_path != NULL && self->heaviest_path->n_methods > 0
             ? self->heaviest_path
             : NULL;
}

/**
 * tv_trace_session_select_path:
 * @self: a session
 * @path: a path of methods of the trace
 *
 * Selects the calls along a path and the last method of the path; no single call is
 * selected then.
 */
void
tv_trace_session_select_path (TvTraceSession *self, TvCallPath *path)
{
  guint32 method;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (path != NULL);

  method = tv_call_path_get_method (path);
  g_return_if_fail (method < tv_trace_get_n_methods (self->trace));

  set_selection (self, method, no_call, path);
}

/**
 * tv_trace_session_clear_selection:
 * @self: a session
 *
 * Selects nothing.
 */
void
tv_trace_session_clear_selection (TvTraceSession *self)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  set_selection (self, TV_METHOD_NONE, no_call, NULL);
}

/**
 * tv_trace_session_get_pointed_call:
 * @self: a session
 *
 * Returns: the call under the pointer; its thread is %TV_THREAD_NONE if there is none
 */
TvCallRef
tv_trace_session_get_pointed_call (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), no_call);

  return self->pointed_call;
}

/**
 * tv_trace_session_set_pointed_call:
 * @self: a session
 * @call: a call of the trace; a thread of %TV_THREAD_NONE for none
 *
 * Sets the call under the pointer, for all views.
 */
void
tv_trace_session_set_pointed_call (TvTraceSession *self, TvCallRef call)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (call.thread == self->pointed_call.thread
      && (call.thread == TV_THREAD_NONE || call.call == self->pointed_call.call))
    return;
  self->pointed_call = call;
  tv_trace_session_notify (self, TV_SESSION_PROP_POINTED_CALL);
}

/**
 * tv_trace_session_get_full_range:
 * @self: a session
 * @start: (out): nanoseconds on the timeline's axis
 * @end: (out): nanoseconds on the timeline's axis
 *
 * Gets the range of all calls with some room around it: the widest view. If it shares
 * its scale with another session, it is as long as that of the longer trace.
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
 * Gets the part of the full range that is in view.
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
 * Shows a part of the full range. A range that is partly outside is moved inside,
 * keeping its span. A span below one unit of the clock is widened about its middle.
 */
void
tv_trace_session_set_view (TvTraceSession *self, gint64 start, gint64 end)
{
  TvAxisRange view;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (start <= end);

  view = move_within (&self->widest, tv_trace_get_time_unit (self->trace), start, end);
  if (view.start == self->view.start && view.end == self->view.end)
    return;

  self->view = view;
  tv_trace_session_notify (self, TV_SESSION_PROP_VIEW_START);
  tv_trace_session_notify (self, TV_SESSION_PROP_VIEW_END);
}

/**
 * tv_trace_session_show_times:
 * @self: a session
 * @start: nanoseconds on the timeline's axis
 * @end: nanoseconds on the timeline's axis, not before @start
 *
 * Brings times into view, wide enough to be seen, with as little change as possible.
 */
void
tv_trace_session_show_times (TvTraceSession *self, gint64 start, gint64 end)
{
  gint64 span;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (start <= end);

  start = CLAMP (start, self->widest.start, self->widest.end);
  end = CLAMP (end, start, self->widest.end);
  span = self->view.end - self->view.start;
  if (start >= self->view.start && end <= self->view.end
      && (start == end || end - start >= span / LEAST_PART))
    return;
  if (start < end && end - start < span / LEAST_PART)
    span = MAX ((end - start) * LEAST_PART / 10, 1000);
  else
    span = MAX (span, end - start);
  start -= (span - (end - start)) / 2;
  tv_trace_session_set_view (self, start, start + span);
}

/**
 * tv_trace_session_scroll_to:
 * @self: a session
 * @start: nanoseconds on the timeline's axis
 * @end: nanoseconds on the timeline's axis, not before @start
 *
 * Brings times into view without zooming: their middle comes into the middle, or their
 * start near the left where there is no room for all of them.
 */
void
tv_trace_session_scroll_to (TvTraceSession *self, gint64 start, gint64 end)
{
  const gint64 span = self->view.end - self->view.start;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (start <= end);

  start = CLAMP (start, self->widest.start, self->widest.end);
  end = CLAMP (end, start, self->widest.end);
  if ((start >= self->view.start && end <= self->view.end)
      || (start <= self->view.start && end >= self->view.end))
    return;
  start -= end - start <= span ? (span - (end - start)) / 2 : span / 10;
  tv_trace_session_set_view (self, start, start + span);
}

/* Marks */

/**
 * tv_trace_session_get_mark:
 * @self: a session
 * @mark: a mark
 * @time: (out): nanoseconds on the timeline's axis
 *
 * Returns: %FALSE if it is not set
 */
gboolean
tv_trace_session_get_mark (TvTraceSession *self, TvMark mark, gint64 *time)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);
  g_return_val_if_fail ((guint) mark < TV_N_MARKS && time != NULL, FALSE);

  *time = self->marks[mark];
  return self->has_mark[mark];
}

/**
 * tv_trace_session_set_mark:
 * @self: a session
 * @mark: a mark
 * @time: nanoseconds on the timeline's axis, moved into the trace if it is outside
 *
 * Sets or moves a mark.
 */
void
tv_trace_session_set_mark (TvTraceSession *self, TvMark mark, gint64 time)
{
  gint64 start;
  gint64 end;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail ((guint) mark < TV_N_MARKS);

  tv_trace_get_axis_range (self->trace, &start, &end);
  time = CLAMP (time, start, end);
  if (self->has_mark[mark] && self->marks[mark] == time)
    return;
  self->has_mark[mark] = TRUE;
  self->marks[mark] = time;
  tv_trace_session_notify (self, TV_SESSION_PROP_MARKS);
}

/**
 * tv_trace_session_set_next_mark:
 * @self: a session
 * @time: nanoseconds on the timeline's axis
 *
 * Sets A, then B, then begins again: if both are set, moves A and removes B.
 */
void
tv_trace_session_set_next_mark (TvTraceSession *self, gint64 time)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (!self->has_mark[TV_MARK_A])
    {
      tv_trace_session_set_mark (self, TV_MARK_A, time);
    }
  else if (!self->has_mark[TV_MARK_B])
    {
      tv_trace_session_set_mark (self, TV_MARK_B, time);
    }
  else
    {
      g_object_freeze_notify (G_OBJECT (self));
      tv_trace_session_clear_marks (self);
      tv_trace_session_set_mark (self, TV_MARK_A, time);
      g_object_thaw_notify (G_OBJECT (self));
    }
}

/**
 * tv_trace_session_clear_marks:
 * @self: a session
 *
 * Removes both marks.
 */
void
tv_trace_session_clear_marks (TvTraceSession *self)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (!self->has_mark[TV_MARK_A] && !self->has_mark[TV_MARK_B])
    return;
  for (guint mark = 0; mark < TV_N_MARKS; mark++)
    self->has_mark[mark] = FALSE;
  tv_trace_session_notify (self, TV_SESSION_PROP_MARKS);
}

/**
 * tv_trace_session_get_time_unit:
 * @self: a session
 *
 * Returns: the unit in which the profile shows times, or what samples count
 */
TvTimeUnit
tv_trace_session_get_time_unit (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), TV_TIME_UNIT_MS);

  return tv_amount_get_unit (tv_trace_session_get_trace (self), TV_CLOCK_THREAD_CPU,
                             self->time_unit);
}

/**
 * tv_trace_session_dup_amount:
 * @self: a session
 * @clock: a clock of its trace
 * @amount: what it has measured
 *
 * Formats what a clock has measured as tables do.
 *
 * Returns: (transfer full): a time as tv_trace_session_dup_duration() writes it, or a
 *   number of things
 */
char *
tv_trace_session_dup_amount (TvTraceSession *self, TvClock clock, gint64 amount)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return tv_time_format_duration (
      amount,
      tv_amount_get_unit (tv_trace_session_get_trace (self), clock, self->time_unit));
}

/**
 * tv_trace_session_dup_duration:
 * @self: a session
 * @duration: a stretch of the timeline's axis, or a place on it
 *
 * Formats a duration as tables do, with its unit.
 *
 * Returns: (transfer full): a text such as `0.901 ms`, or `12 samples` if that is what
 *   the axis shows
 */
char *
tv_trace_session_dup_duration (TvTraceSession *self, gint64 duration)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return tv_amount_format_with_unit (
      tv_trace_session_get_trace (self),
      tv_amount_get_axis_clock (tv_trace_session_get_trace (self)), duration,
      self->time_unit);
}

/**
 * tv_trace_session_set_time_unit:
 * @self: a session
 * @unit: a unit
 *
 * Shows the times of the profile in a unit.
 */
void
tv_trace_session_set_time_unit (TvTraceSession *self, TvTimeUnit unit)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (unit >= TV_TIME_UNIT_US && unit <= TV_TIME_UNIT_S);

  if (unit == self->time_unit)
    return;
  self->time_unit = unit;
  tv_trace_session_notify (self, TV_SESSION_PROP_TIME_UNIT);
}

/* Filters */

/**
 * tv_trace_session_get_method_filter:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the methods that are listed, called or not;
 *   %NULL for all that were called
 */
TvMethodSet *
tv_trace_session_get_method_filter (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->method_filter;
}

/**
 * tv_trace_session_set_method_filter:
 * @self: a session
 * @methods: (nullable): methods of the trace, %NULL for all that were called
 *
 * Lists only some methods, even those that were never called.
 */
void
tv_trace_session_set_method_filter (TvTraceSession *self, TvMethodSet *methods)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (methods == self->method_filter)
    return;
  g_clear_pointer (&self->method_filter, tv_method_set_unref);
  self->method_filter = methods != NULL ? tv_method_set_ref (methods) : NULL;
  tv_trace_session_notify (self, TV_SESSION_PROP_METHOD_FILTER);
}

/**
 * tv_trace_session_get_packages:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): hides the methods of some packages, %NULL while
 *   none are hidden
 */
TvPackageFilter *
tv_trace_session_get_packages (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->packages;
}

/**
 * tv_trace_session_set_packages:
 * @self: a session
 * @packages: (nullable): hides the methods of some packages, %NULL for none
 *
 * Lists no methods of hidden packages, filtered or not. This ends when the methods get
 * other names, because then the packages are others.
 */
void
tv_trace_session_set_packages (TvTraceSession *self, TvPackageFilter *packages)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (packages == self->packages)
    return;
  g_clear_pointer (&self->packages, tv_package_filter_unref);
  self->packages = packages != NULL ? tv_package_filter_ref (packages) : NULL;
  tv_trace_session_notify (self, TV_SESSION_PROP_PACKAGES);
}
