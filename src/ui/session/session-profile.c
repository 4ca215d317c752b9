/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/trace-session-private.h"

/**
 * tv_trace_session_get_profile:
 * @self: a session
 *
 * Returns: (transfer none): the sums of the threads and the range of time that are in
 *   the scope, see tv_trace_session_set_threads(); valid until `ranking` is notified
 */
TvProfile *
tv_trace_session_get_profile (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return tv_session_sums_get_profile (self->sums);
}

/**
 * tv_trace_session_get_ranking:
 * @self: a session
 *
 * Returns: (transfer none): the methods of tv_trace_session_get_profile() in order of
 *   the primary clock, valid until `ranking` is notified
 */
const TvRanking *
tv_trace_session_get_ranking (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return tv_session_sums_get_ranking (self->sums);
}

/**
 * tv_trace_session_get_whole_profile:
 * @self: a session
 *
 * Returns: (transfer none): the sums of the whole trace
 */
TvProfile *
tv_trace_session_get_whole_profile (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return tv_session_sums_get_whole_profile (self->sums);
}

/**
 * tv_trace_session_get_whole_ranking:
 * @self: a session
 *
 * Returns: (transfer none): the methods of the whole trace in order of the primary
 *   clock, which is what colours come from; valid until `whole-ranking` is notified
 */
const TvRanking *
tv_trace_session_get_whole_ranking (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return tv_session_sums_get_whole_ranking (self->sums);
}

/**
 * tv_trace_session_get_primary_clock:
 * @self: a session
 *
 * Returns: the clock that tv_trace_session_get_ranking() is sorted by
 */
TvClock
tv_trace_session_get_primary_clock (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), TV_CLOCK_WALL);

  return self->primary_clock;
}

/**
 * tv_trace_session_set_primary_clock:
 * @self: a session
 * @clock: a clock that the trace has
 *
 * Ranks the methods by another clock. With very many methods a worker does it, and the
 * clock and the ranking change together once it is done; the latest request wins.
 */
void
tv_trace_session_set_primary_clock (TvTraceSession *self, TvClock clock)
{
  g_auto (TvSumsQuestion) question = { 0 };

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (tv_trace_has_clock (self->trace, clock));

  question = tv_sums_question_copy (tv_session_sums_get_asked (self->sums));
  question.clock = clock;
  tv_session_sums_ask (self->sums, &question, FALSE);
}

/**
 * tv_trace_session_set_names:
 * @self: a session
 * @renamed: a trace that differs from that of the session in the names of methods
 *   alone, see tv_trace_new_renamed()
 *
 * Calls the methods by other names. Indexes of methods and calls are the same, so that
 * all that is selected, marked and in view stays as it is. Methods that take the same
 * time are ranked anew, in a worker where there are very many; `trace` changes then.
 */
void
tv_trace_session_set_names (TvTraceSession *self, TvTrace *renamed)
{
  g_auto (TvSumsQuestion) question = { 0 };

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (renamed != NULL);
  g_return_if_fail (
      tv_trace_get_n_methods (renamed) == tv_trace_get_n_methods (self->trace)
      && tv_trace_get_n_calls (renamed) == tv_trace_get_n_calls (self->trace));

  question = tv_sums_question_copy (tv_session_sums_get_asked (self->sums));
  tv_trace_unref (question.trace);
  question.trace = tv_trace_ref (renamed);
  tv_session_sums_ask (self->sums, &question, FALSE);
}

/**
 * tv_trace_session_get_lengths:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): how long the calls of
 *   tv_trace_session_get_profile() are on the primary clock, valid until `ranking` is
 *   notified; %NULL while nobody needs them
 */
TvCallLengths *
tv_trace_session_get_lengths (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return tv_session_sums_get_lengths (self->sums);
}

/**
 * tv_trace_session_adopt_lengths:
 * @self: a session that is new
 * @lengths: how long the calls of its profile are
 *
 * Has lengths that another session of the same profile has found out.
 */
void
tv_trace_session_adopt_lengths (TvTraceSession *self, TvCallLengths *lengths)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  tv_session_sums_adopt_lengths (self->sums, lengths);
}

/**
 * tv_trace_session_set_needs_lengths:
 * @self: a session
 * @needed: whether tv_trace_session_get_lengths() is wanted
 *
 * Has calls be measured, or no more. Very many are measured in a worker; `ranking` is
 * notified when they are, and from then on profile and lengths change together.
 */
void
tv_trace_session_set_needs_lengths (TvTraceSession *self, gboolean needed)
{
  g_auto (TvSumsQuestion) question = { 0 };

  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  question = tv_sums_question_copy (tv_session_sums_get_asked (self->sums));
  question.lengths = needed;
  tv_session_sums_ask (self->sums, &question, FALSE);
}

/**
 * tv_trace_session_get_time_unit:
 * @self: a session
 *
 * Returns: the unit in which the profile shows times
 */
TvTimeUnit
tv_trace_session_get_time_unit (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), TV_TIME_UNIT_MS);

  return self->time_unit;
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
  tv_trace_session_notify_time_unit (self);
}
