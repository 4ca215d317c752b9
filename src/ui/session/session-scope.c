/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/session-scope.h"

#include "ui/session/trace-session-private.h"

/**
 * tv_trace_session_get_threads:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the threads that were asked for last, %NULL for
 *   all
 */
TvThreadSet *
tv_trace_session_get_threads (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return tv_session_sums_get_asked (self->sums)->threads;
}

/* All threads may have been named one by one. */
static gboolean
is_all (TvTraceSession *self, const TvThreadSet *threads)
{
  guint n;

  if (threads == NULL)
    return TRUE;
  (void) tv_thread_set_get (threads, &n);
  return n == tv_trace_get_n_threads (self->trace);
}

/**
 * tv_trace_session_set_threads:
 * @self: a session
 * @threads: (nullable): threads of the trace, %NULL for all
 *
 * Has the profile and the ranking be of these threads alone. They are worked out in a
 * worker, and `ranking` is notified when they are there.
 */
void
tv_trace_session_set_threads (TvTraceSession *self, TvThreadSet *threads)
{
  g_auto (TvSumsQuestion) question = { 0 };

  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (is_all (self, threads))
    threads = NULL;
  if (tv_thread_set_equal (threads, tv_trace_session_get_threads (self)))
    return;
  question = tv_sums_question_copy (tv_session_sums_get_asked (self->sums));
  g_clear_pointer (&question.threads, tv_thread_set_unref);
  if (threads != NULL)
    question.threads = tv_thread_set_ref (threads);
  tv_session_sums_ask (self->sums, &question, FALSE);
  tv_trace_session_notify_scope (self);
}

/**
 * tv_trace_session_is_restricted_to_range:
 * @self: a session
 *
 * Returns: whether a range is selected, and the profile is asked for of that
 */
gboolean
tv_trace_session_is_restricted_to_range (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  return tv_session_sums_get_asked (self->sums)->in_range;
}

/**
 * tv_trace_session_set_restricted_to_range:
 * @self: a session
 * @restricted: whether the profile is to be of the selected range
 *
 * Has the profile and the ranking be of all the time though a range is selected, or of
 * the range again. Has no effect without a range; selecting another restricts them,
 * too.
 */
void
tv_trace_session_set_restricted_to_range (TvTraceSession *self, gboolean restricted)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  tv_trace_session_restrict_to_range (self, restricted, FALSE);
}

/* Asks for the sums of the range as it is now. */
void
tv_trace_session_restrict_to_range (TvTraceSession *self, gboolean restricts,
                                    gboolean passing)
{
  g_auto (TvSumsQuestion) question
      = tv_sums_question_copy (tv_session_sums_get_asked (self->sums));
  const gboolean was_restricted = question.in_range;

  question.in_range = restricts && tv_range_trail_get (self->trail, &question.range);
  tv_session_sums_ask (self->sums, &question, passing);
  if (question.in_range != was_restricted)
    tv_trace_session_notify_scope (self);
}
