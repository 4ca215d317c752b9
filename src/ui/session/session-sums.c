/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/session-sums.h"

#include "ui/session/sums-task.h"

/* Ranking that many methods takes a few milliseconds; more are ranked in a worker. */
#define MAX_METHODS_RANKED_AT_ONCE 20000

/* The same for calls that are measured. */
#define MAX_CALLS_MEASURED_AT_ONCE 500000

struct _TvSessionSums
{
  GObject parent_instance;

  TvProfile *whole;
  TvRanking *whole_ranking;
  TvProfile *profile;     /* of the part that is asked about, or @whole once more */
  TvRanking *ranking;     /* NULL where it is @whole_ranking */
  TvCallLengths *lengths; /* of @profile; NULL where nobody asked */

  TvSumsQuestion asked;
  TvSumsQuestion answered;
  TvSumsQuestion running; /* of the worker */
  GCancellable *job;      /* of the worker; NULL if there is none */
  gboolean stopped;
};

G_DEFINE_FINAL_TYPE (TvSessionSums, tv_session_sums, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
tv_session_sums_finalize (GObject *object)
{
  TvSessionSums *self = TV_SESSION_SUMS (object);

  g_clear_object (&self->job);
  tv_sums_question_clear (&self->asked);
  tv_sums_question_clear (&self->answered);
  tv_sums_question_clear (&self->running);
  g_clear_pointer (&self->ranking, tv_ranking_free);
  g_clear_pointer (&self->profile, tv_profile_unref);
  g_clear_pointer (&self->lengths, tv_call_lengths_unref);
  g_clear_pointer (&self->whole_ranking, tv_ranking_free);
  g_clear_pointer (&self->whole, tv_profile_unref);

  G_OBJECT_CLASS (tv_session_sums_parent_class)->finalize (object);
}

static void
tv_session_sums_class_init (TvSessionSumsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_session_sums_finalize;

  signals[SIGNAL_CHANGED]
      = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_session_sums_init (TvSessionSums *self)
{
}

TvSessionSums *
tv_session_sums_new (TvProfile *profile, TvRanking *ranking, TvClock clock)
{
  TvSessionSums *self = g_object_new (TV_TYPE_SESSION_SUMS, NULL);

  self->whole = tv_profile_ref (profile);
  self->whole_ranking = ranking;
  self->profile = tv_profile_ref (profile);
  self->asked
      = (TvSumsQuestion){ .trace = tv_trace_ref (tv_profile_get_trace (profile)),
                          .clock = clock };
  self->answered = tv_sums_question_copy (&self->asked);
  return self;
}

static void
set_question (TvSumsQuestion *place, const TvSumsQuestion *question)
{
  g_auto (TvSumsQuestion) old = *place;

  *place = tv_sums_question_copy (question);
}

/* What was there before is freed only when all have heard of the new. */
static void
take_answer (TvSessionSums *self, TvSumsAnswer *answer)
{
  TvProfile *old_whole = self->whole;
  TvProfile *old_profile = self->profile;
  TvRanking *old_ranking = self->ranking;
  TvRanking *old_whole_ranking = NULL;
  TvCallLengths *old_lengths = self->lengths;

  set_question (&self->answered, &answer->question);
  self->whole = g_steal_pointer (&answer->whole);
  self->profile = answer->profile != NULL ? g_steal_pointer (&answer->profile)
                                          : tv_profile_ref (self->whole);
  self->ranking = g_steal_pointer (&answer->ranking);
  self->lengths = g_steal_pointer (&answer->lengths);
  if (answer->whole_ranking != NULL)
    {
      old_whole_ranking = self->whole_ranking;
      self->whole_ranking = g_steal_pointer (&answer->whole_ranking);
    }
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  tv_profile_unref (old_whole);
  tv_profile_unref (old_profile);
  g_clear_pointer (&old_lengths, tv_call_lengths_unref);
  g_clear_pointer (&old_ranking, tv_ranking_free);
  g_clear_pointer (&old_whole_ranking, tv_ranking_free);
}

static gboolean
knows_lengths (TvSessionSums *self, const TvSumsQuestion *question)
{
  return self->lengths != NULL && question->clock == self->answered.clock
         && tv_sums_question_is_same_part (question, &self->answered);
}

/* Those of the same time are ranked by name. */
static gboolean
needs_ranking (TvSessionSums *self, const TvSumsQuestion *question)
{
  return question->clock != self->answered.clock
         || question->trace != self->answered.trace;
}

static TvSumsNeed
get_need (TvSessionSums *self, const TvSumsQuestion *question)
{
  return (TvSumsNeed){
    .whole = self->whole,
    .known
    = tv_sums_question_is_same_part (question, &self->answered) ? self->profile : NULL,
    .lengths = knows_lengths (self, question) ? self->lengths : NULL,
    .ranks_whole = needs_ranking (self, question),
  };
}

/* Whether nothing but the ranking of few methods and the measuring of few calls is left
 * to do, or nothing at all. */
static gboolean
can_answer_at_once (TvSessionSums *self, const TvSumsQuestion *question)
{
  if (!tv_sums_question_is_whole (question)
      && !tv_sums_question_is_same_part (question, &self->answered))
    return FALSE;
  if (question->lengths && !knows_lengths (self, question)
      && tv_trace_get_n_calls (tv_profile_get_trace (self->whole))
             > MAX_CALLS_MEASURED_AT_ONCE)
    return FALSE;
  return !needs_ranking (self, question)
         || tv_ranking_get_n (self->whole_ranking) <= MAX_METHODS_RANKED_AT_ONCE;
}

static void start_job (TvSessionSums *self);

static void
take_answer_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvSessionSums *self = TV_SESSION_SUMS (source);
  g_autoptr (TvSumsAnswer) answer = tv_sums_task_finish (result, NULL);

  g_clear_object (&self->job);
  if (self->stopped)
    return;
  /* Without an answer the question was overtaken by another. */
  if (answer != NULL)
    take_answer (self, answer);
  /* A listener may have asked something else, and have started on it. */
  if (self->job == NULL && !tv_sums_question_equal (&self->asked, &self->answered))
    start_job (self);
}

static void
start_job (TvSessionSums *self)
{
  const TvSumsNeed need = get_need (self, &self->asked);

  set_question (&self->running, &self->asked);
  self->job = g_cancellable_new ();
  tv_sums_task_start (self, &need, &self->running, self->job, take_answer_of_worker);
}

/* Works out the sums, at once where that is a matter of a few milliseconds. There is
 * never more than one worker; after it, the latest question is next. */
void
tv_session_sums_ask (TvSessionSums *self, const TvSumsQuestion *question,
                     gboolean passing)
{
  g_return_if_fail (TV_IS_SESSION_SUMS (self));
  g_return_if_fail (question != NULL);

  set_question (&self->asked, question);
  if (tv_sums_question_equal (question, &self->answered))
    {
      g_cancellable_cancel (self->job);
      return;
    }
  if (can_answer_at_once (self, question))
    {
      const TvSumsNeed need = get_need (self, question);
      g_autoptr (TvSumsAnswer) answer
          = tv_sums_answer_new (&need, question, NULL, NULL);

      g_cancellable_cancel (self->job);
      take_answer (self, answer);
      return;
    }
  if (self->job == NULL)
    start_job (self);
  else if (!passing && !tv_sums_question_equal (question, &self->running))
    g_cancellable_cancel (self->job);
}

/* Asks nothing any more: nobody will listen. */
void
tv_session_sums_stop (TvSessionSums *self)
{
  g_return_if_fail (TV_IS_SESSION_SUMS (self));

  self->stopped = TRUE;
  g_cancellable_cancel (self->job);
}

const TvSumsQuestion *
tv_session_sums_get_asked (TvSessionSums *self)
{
  g_return_val_if_fail (TV_IS_SESSION_SUMS (self), NULL);

  return &self->asked;
}

/* Returns the question that the sums are the answer to. */
const TvSumsQuestion *
tv_session_sums_get_answered (TvSessionSums *self)
{
  g_return_val_if_fail (TV_IS_SESSION_SUMS (self), NULL);

  return &self->answered;
}

TvProfile *
tv_session_sums_get_profile (TvSessionSums *self)
{
  g_return_val_if_fail (TV_IS_SESSION_SUMS (self), NULL);

  return self->profile;
}

/* Returns the ranking of tv_session_sums_get_profile(), valid until `changed` was
 * emitted. */
const TvRanking *
tv_session_sums_get_ranking (TvSessionSums *self)
{
  g_return_val_if_fail (TV_IS_SESSION_SUMS (self), NULL);

  return self->ranking != NULL ? self->ranking : self->whole_ranking;
}

TvProfile *
tv_session_sums_get_whole_profile (TvSessionSums *self)
{
  g_return_val_if_fail (TV_IS_SESSION_SUMS (self), NULL);

  return self->whole;
}

/* Returns the ranking of tv_session_sums_get_whole_profile(), valid until `changed`
 * was emitted. */
const TvRanking *
tv_session_sums_get_whole_ranking (TvSessionSums *self)
{
  g_return_val_if_fail (TV_IS_SESSION_SUMS (self), NULL);

  return self->whole_ranking;
}

/* Returns how long the calls of tv_session_sums_get_profile() are, NULL where that was
 * not asked. */
TvCallLengths *
tv_session_sums_get_lengths (TvSessionSums *self)
{
  g_return_val_if_fail (TV_IS_SESSION_SUMS (self), NULL);

  return self->lengths;
}

/* Has lengths that are known already. */
void
tv_session_sums_adopt_lengths (TvSessionSums *self, TvCallLengths *lengths)
{
  g_return_if_fail (TV_IS_SESSION_SUMS (self));
  g_return_if_fail (self->lengths == NULL);
  g_return_if_fail (
      tv_profile_has_sums_of (tv_call_lengths_get_profile (lengths), self->profile));

  self->lengths = tv_call_lengths_ref (lengths);
  self->asked.lengths = self->answered.lengths = TRUE;
}
