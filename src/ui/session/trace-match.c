/* SPDX-License-Identifier: Apache-2.0 */

/* Keeps the state of a session when its trace is reloaded. */

#include "ui/session/trace-match.h"

#include "analysis/diff/thread-pairs.h"
#include "trace/mapping/shared-methods.h"
#include "trace/model/trace-system.h"
#include "ui/session/trace-session-private.h"

struct _TvTraceMatch
{
  TvTrace *before;
  TvTrace *now;
  guint32 *threads;    /* by thread of the old trace */
  GHashTable *methods; /* key of a method to 1 + its index now; made on demand */
  GString *key;
  gint64 shift; /* of times, in nanoseconds */
};

static gint64
get_start (TvTrace *trace, guint file)
{
  const TvJoin *join = tv_trace_get_join (trace);

  return join != NULL ? join->starts[file] : 0;
}

/**
 * tv_trace_match_new:
 * @before: a trace
 * @now: another trace
 *
 * Returns: (transfer full): the match of threads and methods of @before in @now
 */
TvTraceMatch *
tv_trace_match_new (TvTrace *before, TvTrace *now)
{
  TvTraceMatch *self;

  g_return_val_if_fail (before != NULL && now != NULL, NULL);

  self = g_new0 (TvTraceMatch, 1);
  self->before = tv_trace_ref (before);
  self->now = tv_trace_ref (now);
  self->threads = tv_trace_pair_threads (before, now);
  self->methods = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->key = g_string_new (NULL);
  tv_trace_match_hold_file (self, 0);
  return self;
}

/**
 * tv_trace_match_hold_file:
 * @self: a match
 * @file: 0 for the first file of a trace of two, 1 for the second
 *
 * Makes times of the old trace stay at the calls of this file, which may start later in
 * a trace that is joined in another way. It is the first one by default.
 */
void
tv_trace_match_hold_file (TvTraceMatch *self, guint file)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (file < 2);

  self->shift = get_start (self->now, file) - get_start (self->before, file);
}

void
tv_trace_match_free (TvTraceMatch *self)
{
  if (self == NULL)
    return;
  g_free (self->threads);
  g_hash_table_unref (self->methods);
  g_string_free (self->key, TRUE);
  tv_trace_unref (self->before);
  tv_trace_unref (self->now);
  g_free (self);
}

/**
 * tv_trace_match_get_before:
 * @self: a match
 *
 * Returns: (transfer none): the old trace
 */
TvTrace *
tv_trace_match_get_before (const TvTraceMatch *self)
{
  return self->before;
}

/**
 * tv_trace_match_get_now:
 * @self: a match
 *
 * Returns: (transfer none): the new trace
 */
TvTrace *
tv_trace_match_get_now (const TvTraceMatch *self)
{
  return self->now;
}

/**
 * tv_trace_match_thread:
 * @self: a match
 * @thread: index of a thread of the old trace
 *
 * Returns: its index now, %TV_THREAD_NONE if it is gone
 */
guint32
tv_trace_match_thread (const TvTraceMatch *self, guint32 thread)
{
  return thread < tv_trace_get_n_threads (self->before) ? self->threads[thread]
                                                        : TV_THREAD_NONE;
}

static const char *
get_key (const TvTraceMatch *self, TvTrace *trace, guint32 method)
{
  g_string_truncate (self->key, 0);
  tv_method_append_key (self->key, tv_trace_get_method (trace, method), TRUE);
  return self->key->str;
}

/* If several methods have one key, the first is found. */
static void
list_methods (const TvTraceMatch *self)
{
  for (guint i = tv_trace_get_n_methods (self->now); i > 0; i--)
    g_hash_table_insert (self->methods, g_strdup (get_key (self, self->now, i - 1)),
                         GUINT_TO_POINTER (i));
}

/**
 * tv_trace_match_method:
 * @self: a match
 * @method: index of a method of the old trace
 *
 * The first call takes time for each method of the new trace.
 *
 * Returns: its index now, %TV_METHOD_NONE if it is gone
 */
guint32
tv_trace_match_method (const TvTraceMatch *self, guint32 method)
{
  if (method >= tv_trace_get_n_methods (self->before))
    return TV_METHOD_NONE;
  if (g_hash_table_size (self->methods) == 0)
    list_methods (self);
  return GPOINTER_TO_UINT (
             g_hash_table_lookup (self->methods, get_key (self, self->before, method)))
         - 1;
}

G_STATIC_ASSERT (TV_METHOD_NONE == (guint32) 0 - 1);

/**
 * tv_trace_match_dup_path:
 * @self: a match
 * @path: a path of the old trace
 *
 * Returns: (transfer full) (nullable): the path now, %NULL if its thread or one of its
 *   methods is gone
 */
TvCallPath *
tv_trace_match_dup_path (const TvTraceMatch *self, const TvCallPath *path)
{
  guint32 thread = path->thread;
  g_autofree guint32 *methods = NULL;
  const guint32 *before;
  guint n;

  if (thread != TV_THREAD_NONE)
    {
      thread = tv_trace_match_thread (self, thread);
      if (thread == TV_THREAD_NONE)
        return NULL;
    }
  before = tv_call_path_get_methods (path, &n);
  methods = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      methods[i] = tv_trace_match_method (self, before[i]);
      if (methods[i] == TV_METHOD_NONE)
        return NULL;
    }
  return tv_call_path_new (thread, methods, n);
}

/* The session */

/* A call is the same if it has the same method and the same start. */
static TvCallRef
match_call (const TvTraceMatch *self, TvCallRef call)
{
  TvCalls before = tv_trace_get_calls (self->before, call.thread);
  const guint32 thread = tv_trace_match_thread (self, call.thread);
  const guint32 method
      = tv_trace_match_method (self, tv_calls_method (&before, call.call));
  const gint64 start = tv_times_get (&before.axis_start, call.call);
  TvCalls now;

  if (thread == TV_THREAD_NONE)
    return (TvCallRef){ TV_THREAD_NONE, 0 };
  now = tv_trace_get_calls (self->now, thread);
  for (gsize i = tv_trace_find_next_call (self->now, thread, start);
       i < now.n && tv_times_get (&now.axis_start, i) == start; i++)
    if (tv_calls_method (&now, i) == method)
      return (TvCallRef){ thread, (guint32) i };
  return (TvCallRef){ TV_THREAD_NONE, 0 };
}

static void
continue_selection (TvTraceSession *self, TvTraceSession *before)
{
  const guint32 method = tv_trace_match_method (self->match, before->selection.method);
  g_autoptr (TvCallPath) path
      = before->selection.path != NULL
            ? tv_trace_match_dup_path (self->match, before->selection.path)
            : NULL;
  TvCallRef call = before->selection.call;

  if (call.thread != TV_THREAD_NONE)
    call = match_call (self->match, call);
  if (call.thread != TV_THREAD_NONE)
    tv_trace_session_select_call (self, call);
  else if (path != NULL)
    tv_trace_session_select_path (self, path);
  else if (method != TV_METHOD_NONE)
    tv_trace_session_select_method (self, method);
}

static void
continue_range (TvTraceSession *self, TvTraceSession *before)
{
  const guint depth = tv_trace_session_get_range_depth (before);

  for (guint i = 1; i <= depth; i++)
    {
      gint64 start;
      gint64 end;

      tv_trace_session_get_range_step (before, i, &start, &end);
      start += self->match->shift;
      end += self->match->shift;
      if (start >= self->widest.end || end <= self->widest.start)
        break;
      tv_trace_session_enter_range (self);
      tv_trace_session_set_range (self, start, end);
    }
  tv_trace_session_set_restricted_to_range (
      self, tv_trace_session_is_restricted_to_range (before));
}

static void
continue_threads (TvTraceSession *self, TvTraceSession *before)
{
  TvThreadSet *threads = tv_trace_session_get_threads (before);
  g_autoptr (GArray) matched = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (TvThreadSet) set = NULL;
  const guint32 *indexes;
  guint n;

  if (threads == NULL)
    return;
  indexes = tv_thread_set_get (threads, &n);
  for (guint i = 0; i < n; i++)
    {
      const guint32 thread = tv_trace_match_thread (self->match, indexes[i]);

      if (thread != TV_THREAD_NONE)
        g_array_append_val (matched, thread);
    }
  if (matched->len == 0)
    return;
  set = tv_thread_set_new ((const guint32 *) (gpointer) matched->data, matched->len);
  tv_trace_session_set_threads (self, set);
}

/* Returns the transform for the methods of the other trace, NULL if it lacks one of
 * them or the thread. */
static TvTransform *
match_transform (const TvTraceMatch *match, const TvTransform *transform)
{
  const guint32 thread = tv_trace_match_thread (match, transform->thread);
  g_autoptr (GPtrArray) steps
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  if (thread == TV_THREAD_NONE && transform->thread != TV_THREAD_NONE)
    return NULL;
  for (guint i = 0; i < transform->steps->len; i++)
    {
      GArray *step = g_array_new (FALSE, FALSE, sizeof (guint32));
      guint n;
      const guint32 *methods = tv_transform_get_step (transform, i, &n);

      g_ptr_array_add (steps, step);
      for (guint j = 0; j < n; j++)
        {
          const guint32 method = tv_trace_match_method (match, methods[j]);

          if (method != TV_METHOD_NONE)
            g_array_append_val (step, method);
        }
      if (step->len == 0)
        return NULL;
    }
  return tv_transform_new_like (transform, thread,
                                (const GArray *const *) steps->pdata);
}

/* Each transform builds on the ones before, so none is kept after the first without a
 * match. */
static void
continue_transforms (TvTraceSession *self, TvTraceSession *before)
{
  GPtrArray *transforms = tv_trace_session_get_transforms (before);

  for (guint i = 0; transforms != NULL && i < transforms->len; i++)
    {
      g_autoptr (TvTransform) transform
          = match_transform (self->match, transforms->pdata[i]);

      if (transform == NULL)
        return;
      tv_trace_session_add_transform (self, transform);
    }
}

/* Returns whether two traces have the same calls and differ only in their methods. */
static gboolean
share_calls (TvTrace *trace, TvTrace *other)
{
  return tv_trace_get_n_threads (trace) > 0 && tv_trace_get_n_threads (other) > 0
         && tv_trace_get_calls (trace, 0).parent
                == tv_trace_get_calls (other, 0).parent;
}

static gint64
get_call_start (TvTrace *trace, TvCallRef ref)
{
  const TvCalls calls = tv_trace_get_calls (trace, ref.thread);

  return tv_times_get (&calls.axis_start, ref.call);
}

/* Moves an event with its call. */
static void
move_event (const TvTraceMatch *match, TvEvent *event, TvCallRef before)
{
  const gint64 by = get_call_start (match->now, event->call)
                    - get_call_start (match->before, before);

  event->start += by;
  event->end += by;
}

/* Returns a row with the events whose calls still exist. */
static TvEventRow *
match_events (const TvTraceMatch *match, const TvEventRow *row)
{
  TvEventRow *matched = tv_event_row_new (row->name);

  for (guint i = 0; i < row->events->len; i++)
    {
      TvEvent event = *tv_event_row_get (row, i);
      const TvCallRef before = event.call;

      if (before.thread != TV_THREAD_NONE)
        event.call = match_call (match, before);
      if (event.call.thread == TV_THREAD_NONE)
        continue;
      move_event (match, &event, before);
      tv_event_row_add (matched, &event);
    }
  tv_event_row_sort (matched);
  return matched;
}

static void
continue_event_rows (TvTraceSession *self, TvTraceSession *before)
{
  for (guint i = 0; i < before->event_rows->len; i++)
    {
      TvEventRow *row = before->event_rows->pdata[i];
      g_autoptr (TvEventRow) kept = share_calls (self->trace, before->trace)
                                        ? tv_event_row_ref (row)
                                        : match_events (self->match, row);

      if (kept->events->len > 0)
        tv_trace_session_add_event_row (self, kept);
    }
}

/**
 * tv_trace_session_continue:
 * @self: a new session, which no widget shows yet
 * @before: the session of the same file before it was reloaded
 * @match: (transfer full): the match of the old trace in the new one
 *
 * Takes over the selection, the view, the marks, the scope, hidden packages and rows of
 * events, as far as the trace still has them. A view of all time remains one. Widgets
 * that showed @before use tv_trace_session_get_match() to keep their own state when
 * they get @self.
 */
void
tv_trace_session_continue (TvTraceSession *self, TvTraceSession *before,
                           TvTraceMatch *match)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (TV_IS_TRACE_SESSION (before));
  g_return_if_fail (match != NULL && self->match == NULL);

  self->match = match;
  if (tv_trace_has_clock (self->trace, tv_trace_session_get_primary_clock (before)))
    tv_trace_session_set_primary_clock (self,
                                        tv_trace_session_get_primary_clock (before));
  if (before->view.start > before->widest.start
      || before->view.end < before->widest.end)
    tv_trace_session_set_view (self, before->view.start + match->shift,
                               before->view.end + match->shift);
  for (guint i = 0; i < TV_N_MARKS; i++)
    if (before->has_mark[i])
      tv_trace_session_set_mark (self, (TvMark) i, before->marks[i] + match->shift);
  continue_threads (self, before);
  continue_range (self, before);
  continue_transforms (self, before);
  tv_trace_session_set_packages (self, before->packages);
  continue_selection (self, before);
  continue_event_rows (self, before);
}

/**
 * tv_trace_session_get_match:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the match of the old trace in this one, %NULL if
 *   it was not reloaded
 */
const TvTraceMatch *
tv_trace_session_get_match (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->match;
}

/**
 * tv_trace_session_set_match:
 * @self: a session
 * @match: (nullable) (transfer full): the match of the trace that widgets show in this
 *   one; %NULL when all widgets have the session
 *
 * Sets the result of tv_trace_session_get_match().
 */
void
tv_trace_session_set_match (TvTraceSession *self, TvTraceMatch *match)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  g_clear_pointer (&self->match, tv_trace_match_free);
  self->match = match;
}
