/* SPDX-License-Identifier: Apache-2.0 */

/* The profile and the ranking of the scope: the part of the trace that a person looks
 * at. A worker answers what takes long; what the session has is always the whole answer
 * to one request. */

#include "ui/session/trace-session-private.h"

/* Requests */

static TvProfileRequest
request_copy (const TvProfileRequest *request)
{
  TvProfileRequest copy = *request;

  tv_trace_ref (copy.trace);
  if (copy.threads != NULL)
    tv_thread_set_ref (copy.threads);
  if (copy.transforms != NULL)
    g_ptr_array_ref (copy.transforms);
  return copy;
}

static void
request_clear (TvProfileRequest *request)
{
  g_clear_pointer (&request->trace, tv_trace_unref);
  g_clear_pointer (&request->threads, tv_thread_set_unref);
  g_clear_pointer (&request->transforms, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvProfileRequest, request_clear)

static void
set_request (TvProfileRequest *place, const TvProfileRequest *request)
{
  TvProfileRequest copy = request_copy (request);

  request_clear (place);
  *place = copy;
}

/* Returns whether they are about the same part of the trace, on whatever clock. The
 * names of a transformed trace are those that it was made of. */
static gboolean
is_same_part (const TvProfileRequest *a, const TvProfileRequest *b)
{
  if (a->transforms != b->transforms || (a->transforms != NULL && a->trace != b->trace))
    return FALSE;
  if (a->in_range != b->in_range || !tv_thread_set_equal (a->threads, b->threads))
    return FALSE;
  return !a->in_range
         || (a->range.start == b->range.start && a->range.end == b->range.end);
}

static gboolean
request_equal (const TvProfileRequest *a, const TvProfileRequest *b)
{
  return a->trace == b->trace && a->clock == b->clock && a->lengths == b->lengths
         && is_same_part (a, b);
}

static gboolean
is_whole (const TvProfileRequest *request)
{
  return !request->in_range && request->threads == NULL && request->transforms == NULL;
}

/* Methods of the same time are ranked by name. */
static gboolean
is_ranked_alike (const TvProfileRequest *a, const TvProfileRequest *b)
{
  return a->clock == b->clock && a->trace == b->trace;
}

/* The work */

/* A request with what there is to work with. */
typedef struct
{
  TvProfileRequest request;
  TvProfile *whole;
  TvProfile *known;     /* of the part that is asked for, or NULL */
  TvTrace *transformed; /* by the first transforms that are asked for, or NULL */
  guint n_transformed;
  TvCallLengths *lengths; /* of its calls on the clock that is asked for, or NULL */
  gboolean ranks_whole;
  guint64 memory_limit;
} Question;

typedef struct
{
  TvProfile *whole;         /* under the names that were asked for */
  TvProfile *profile;       /* NULL where all of the trace was meant */
  TvRanking *ranking;       /* of @profile, NULL with it */
  TvRanking *whole_ranking; /* NULL where it is as before */
  TvCallLengths *lengths;   /* NULL where nobody asked */
} Answer;

static guint
count_transforms (const TvProfileRequest *request)
{
  return request->transforms != NULL ? request->transforms->len : 0;
}

/* Begins with what is there: most often one more transform is asked for, or another
 * part. */
static void
find_transformed (TvTraceSession *self, Question *question)
{
  const TvProfileRequest *request = &question->request;
  const guint n = count_transforms (&self->answered);

  if (n == 0 || n > count_transforms (request)
      || request->trace != self->answered.trace)
    return;
  for (guint i = 0; i < n; i++)
    if (request->transforms->pdata[i] != self->answered.transforms->pdata[i])
      return;
  question->transformed = tv_trace_ref (tv_profile_get_trace (self->profile));
  question->n_transformed = n;
}

static Question *
question_new (TvTraceSession *self, const TvProfileRequest *request)
{
  const gboolean same_part = is_same_part (request, &self->answered);
  Question *question = g_new0 (Question, 1);

  question->request = request_copy (request);
  question->memory_limit = self->memory_limit;
  question->whole = tv_profile_ref (self->whole);
  if (same_part)
    question->known = tv_profile_ref (self->profile);
  find_transformed (self, question);
  if (same_part && self->lengths != NULL && request->clock == self->answered.clock)
    question->lengths = tv_call_lengths_ref (self->lengths);
  question->ranks_whole = !is_ranked_alike (request, &self->answered);
  return question;
}

static void
question_free (gpointer data)
{
  Question *question = data;

  request_clear (&question->request);
  tv_profile_unref (question->whole);
  g_clear_pointer (&question->known, tv_profile_unref);
  g_clear_pointer (&question->transformed, tv_trace_unref);
  g_clear_pointer (&question->lengths, tv_call_lengths_unref);
  g_free (question);
}

static void
answer_clear (Answer *answer)
{
  g_clear_pointer (&answer->whole_ranking, tv_ranking_free);
  g_clear_pointer (&answer->ranking, tv_ranking_free);
  g_clear_pointer (&answer->profile, tv_profile_unref);
  g_clear_pointer (&answer->whole, tv_profile_unref);
  g_clear_pointer (&answer->lengths, tv_call_lengths_unref);
}

static void
answer_free (gpointer answer)
{
  answer_clear (answer);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Question, question_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

/* Applies the transforms that are asked for and not applied yet. */
static TvTrace *
transform (const Question *question, GCancellable *cancellable, GError **error)
{
  const TvProfileRequest *request = &question->request;
  TvTrace *trace = tv_trace_ref (question->transformed != NULL ? question->transformed
                                                               : request->trace);

  for (guint i = question->n_transformed;
       i < count_transforms (request) && trace != NULL; i++)
    {
      g_autoptr (TvTrace) before = trace;

      trace = tv_trace_new_transformed (before, request->transforms->pdata[i],
                                        question->memory_limit, cancellable, error);
    }
  return trace;
}

/* Sums the methods of the part up. */
static TvProfile *
sum_up (const Question *question, GCancellable *cancellable, GError **error)
{
  const TvProfileRequest *request = &question->request;
  g_autoptr (TvTrace) trace = NULL;
  const TvProfileRange range = {
    .start = request->in_range ? request->range.start : G_MININT64,
    .end = request->in_range ? request->range.end : G_MAXINT64,
    .threads = request->threads,
  };

  if (question->known != NULL && request->transforms != NULL)
    return tv_profile_ref (question->known);
  if (question->known != NULL)
    return tv_profile_new_renamed (question->known, request->trace);
  trace = transform (question, cancellable, error);
  return trace != NULL ? tv_profile_new_for_range (trace, &range, cancellable, error)
                       : NULL;
}

static gpointer
answer_question (gpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  const TvProfileRequest *request = &question->request;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);

  answer->whole = tv_profile_new_renamed (question->whole, request->trace);
  if (!is_whole (request))
    {
      answer->profile = sum_up (question, cancellable, error);
      if (answer->profile == NULL)
        return NULL;
      answer->ranking = tv_ranking_new (answer->profile, request->clock);
    }
  if (request->lengths && question->lengths != NULL)
    answer->lengths = tv_call_lengths_ref (question->lengths);
  else if (request->lengths)
    {
      answer->lengths = tv_call_lengths_new (answer->profile != NULL ? answer->profile
                                                                     : answer->whole,
                                             request->clock, cancellable, error);
      if (answer->lengths == NULL)
        return NULL;
    }
  if (question->ranks_whole)
    answer->whole_ranking = tv_ranking_new (answer->whole, request->clock);
  return g_steal_pointer (&answer);
}

/* Takes the names that were asked for. Returns whether they are others. */
static gboolean
set_trace (TvTraceSession *self, TvTrace *trace)
{
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

/* Listeners are told when everything has changed, and what was there before is freed
 * when all have been told. */
static void
apply_answer (TvTraceSession *self, const TvProfileRequest *request, Answer *answer)
{
  const gboolean other_clock = request->clock != self->answered.clock;
  TvTrace *old_trace = tv_trace_ref (self->trace);
  const gboolean other_names = set_trace (self, request->trace);
  Answer old = { .whole = self->whole,
                 .profile = self->profile,
                 .ranking = self->ranking,
                 .lengths = self->lengths };

  set_request (&self->answered, request);
  self->whole = g_steal_pointer (&answer->whole);
  self->profile = answer->profile != NULL ? g_steal_pointer (&answer->profile)
                                          : tv_profile_ref (self->whole);
  self->ranking = g_steal_pointer (&answer->ranking);
  self->lengths = g_steal_pointer (&answer->lengths);
  if (answer->whole_ranking != NULL)
    {
      old.whole_ranking = self->whole_ranking;
      self->whole_ranking = g_steal_pointer (&answer->whole_ranking);
    }

  if (other_names)
    {
      tv_trace_session_notify (self, TV_SESSION_PROP_TRACE);
      tv_trace_session_set_packages (self, NULL);
    }
  if (other_clock)
    tv_trace_session_notify (self, TV_SESSION_PROP_PRIMARY_CLOCK);
  if (other_clock || other_names)
    tv_trace_session_notify (self, TV_SESSION_PROP_WHOLE_RANKING);
  tv_trace_session_notify (self, TV_SESSION_PROP_RANKING);
  answer_clear (&old);
  tv_trace_unref (old_trace);
}

static void start_job (TvTraceSession *self);

/* Only a transform fails, as cancelling is not heard of here: there is too little
 * memory. What is shown stays. */
static void
give_up (TvTraceSession *self, const GError *error)
{
  g_free (self->transform_error);
  self->transform_error = g_strdup (error->message);
  set_request (&self->asked, &self->answered);
  tv_trace_session_notify (self, TV_SESSION_PROP_TRANSFORMS);
  tv_trace_session_notify (self, TV_SESSION_PROP_SCOPE);
}

static void
on_answered (gpointer owner, gpointer question, gpointer data, const GError *error)
{
  g_autoptr (TvTraceSession) self = g_object_ref (TV_TRACE_SESSION (owner));
  g_autoptr (Answer) answer = data;

  if (answer == NULL)
    {
      give_up (self, error);
      return;
    }
  apply_answer (self, &((const Question *) question)->request, answer);
  /* Another request came while a passing one was worked on; a listener may have started
   * on it already. */
  if (self->profile_job == NULL && !request_equal (&self->asked, &self->answered))
    start_job (self);
}

static void
start_job (TvTraceSession *self)
{
  /* Showing the answer takes longer than a frame: what follows the pointer goes first.
   */
  static const TvJobType type
      = { answer_question, on_answered, question_free,
          answer_free,     TV_JOB_NOW,  G_PRIORITY_DEFAULT_IDLE };

  tv_job_start (&self->profile_job, &type, question_new (self, &self->asked), self);
}

/* Returns whether at most few methods are to be ranked and few calls to be measured. */
static gboolean
can_answer_at_once (TvTraceSession *self, const Question *question)
{
  const TvProfileRequest *request = &question->request;

  if (!is_whole (request) && question->known == NULL)
    return FALSE;
  if (request->lengths && question->lengths == NULL
      && tv_trace_get_n_calls (self->trace) > TV_CALLS_AT_ONCE)
    return FALSE;
  return !question->ranks_whole
         || tv_ranking_get_n (self->whole_ranking) <= TV_METHODS_AT_ONCE;
}

static void
answer_at_once (TvTraceSession *self, Question *question)
{
  g_autoptr (Answer) answer = answer_question (question, NULL, NULL);

  tv_job_cancel (&self->profile_job);
  apply_answer (self, &question->request, answer);
}

/* Asks for other sums. A passing request lets the worker end what it does, so that
 * something is shown while requests follow each other. */
static void
ask (TvTraceSession *self, const TvProfileRequest *request, gboolean passing)
{
  const Question *running = tv_job_get_question (self->profile_job);
  g_autoptr (Question) question = NULL;

  set_request (&self->asked, request);
  if (request_equal (request, &self->answered))
    {
      tv_job_cancel (&self->profile_job);
      return;
    }
  question = question_new (self, request);
  if (can_answer_at_once (self, question))
    answer_at_once (self, question);
  else if (running == NULL || (!passing && !request_equal (request, &running->request)))
    start_job (self);
}

/* The session has the sums of the whole trace from now on. Takes ranking. */
void
tv_trace_session_init_profile (TvTraceSession *self, TvProfile *whole,
                               TvRanking *ranking)
{
  self->whole = tv_profile_ref (whole);
  self->whole_ranking = ranking;
  self->first_order = tv_method_sequence_ref (tv_ranking_get_sequence (ranking));
  self->profile = tv_profile_ref (whole);
  self->asked = (TvProfileRequest){
    .trace = tv_trace_ref (self->trace),
    .clock = tv_trace_get_primary_clock (self->trace),
  };
  self->answered = request_copy (&self->asked);
}

void
tv_trace_session_clear_profile (TvTraceSession *self)
{
  request_clear (&self->asked);
  request_clear (&self->answered);
  g_clear_pointer (&self->transform_error, g_free);
  g_clear_pointer (&self->ranking, tv_ranking_free);
  g_clear_pointer (&self->profile, tv_profile_unref);
  g_clear_pointer (&self->lengths, tv_call_lengths_unref);
  g_clear_pointer (&self->whole_ranking, tv_ranking_free);
  g_clear_pointer (&self->first_order, tv_method_sequence_unref);
  g_clear_pointer (&self->whole, tv_profile_unref);
}

/* What there is */

/**
 * tv_trace_session_get_profile:
 * @self: a session
 *
 * Returns: (transfer none): the sums of the threads and the range of time in the scope,
 *   see tv_trace_session_set_threads(); valid until `ranking` is notified
 */
TvProfile *
tv_trace_session_get_profile (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->profile;
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

  return self->ranking != NULL ? self->ranking : self->whole_ranking;
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

  return self->whole;
}

/**
 * tv_trace_session_get_whole_ranking:
 * @self: a session
 *
 * Returns: (transfer none): the methods of the whole trace in order of the primary
 *   clock, valid until `whole-ranking` is notified
 */
const TvRanking *
tv_trace_session_get_whole_ranking (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->whole_ranking;
}

/**
 * tv_trace_session_get_first_order:
 * @self: a session
 *
 * Returns: (transfer none): the methods of the whole trace in order of its primary
 *   clock, whatever the session ranks by now: colours come from it
 */
TvMethodSequence *
tv_trace_session_get_first_order (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->first_order;
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

  return self->lengths;
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

  return self->answered.clock;
}

/**
 * tv_trace_session_is_summing:
 * @self: a session
 *
 * Returns: whether profile and ranking are still the answer to an earlier request
 */
gboolean
tv_trace_session_is_summing (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  return !request_equal (&self->asked, &self->answered);
}

/* What is asked for */

/**
 * tv_trace_session_set_primary_clock:
 * @self: a session
 * @clock: a clock that the trace has
 *
 * Ranks the methods by another clock. A worker does it for very many methods; clock and
 * ranking change together when it is done. The latest request wins.
 */
void
tv_trace_session_set_primary_clock (TvTraceSession *self, TvClock clock)
{
  g_auto (TvProfileRequest) request = { 0 };

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (tv_trace_has_clock (self->trace, clock));

  request = request_copy (&self->asked);
  request.clock = clock;
  ask (self, &request, FALSE);
}

/**
 * tv_trace_session_set_names:
 * @self: a session
 * @renamed: a trace that differs from that of the session in the names of methods
 *   alone, see tv_trace_new_renamed()
 *
 * Calls the methods by other names. Indexes of methods and calls stay the same, and so
 * does what is selected, marked and in view. Methods of the same time are ranked anew,
 * by a worker where there are very many; then `trace` is notified.
 */
void
tv_trace_session_set_names (TvTraceSession *self, TvTrace *renamed)
{
  g_auto (TvProfileRequest) request = { 0 };

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (renamed != NULL);
  g_return_if_fail (
      tv_trace_get_n_methods (renamed) == tv_trace_get_n_methods (self->trace)
      && tv_trace_get_n_calls (renamed) == tv_trace_get_n_calls (self->trace));

  request = request_copy (&self->asked);
  tv_trace_unref (request.trace);
  request.trace = tv_trace_ref (renamed);
  ask (self, &request, FALSE);
}

/**
 * tv_trace_session_set_needs_lengths:
 * @self: a session
 * @needed: whether tv_trace_session_get_lengths() is wanted
 *
 * Has calls measured, or no longer. A worker measures very many; `ranking` is notified
 * when they are, and from then on profile and lengths change together.
 */
void
tv_trace_session_set_needs_lengths (TvTraceSession *self, gboolean needed)
{
  g_auto (TvProfileRequest) request = { 0 };

  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  request = request_copy (&self->asked);
  request.lengths = needed;
  ask (self, &request, FALSE);
}

/**
 * tv_trace_session_get_transforms:
 * @self: a session
 *
 * Returns: (transfer none) (nullable) (element-type TvTransform): the transforms that
 *   were asked for last, in the order in which they are applied; %NULL for none
 */
GPtrArray *
tv_trace_session_get_transforms (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->asked.transforms;
}

/**
 * tv_trace_session_set_memory_limit:
 * @self: a session
 * @limit: bytes that a transform may take from now on, or 0 for half of what the
 *   machine has
 */
void
tv_trace_session_set_memory_limit (TvTraceSession *self, guint64 limit)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  self->memory_limit = limit;
}

/**
 * tv_trace_session_get_transform_error:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): a sentence that says why the transforms that
 *   were asked for last could not be applied
 */
const char *
tv_trace_session_get_transform_error (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->transform_error;
}

static void
set_transforms (TvTraceSession *self, guint n_kept, TvTransform *added)
{
  g_auto (TvProfileRequest) request = request_copy (&self->asked);
  GPtrArray *before = self->asked.transforms;
  GPtrArray *now = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_transform_unref);

  for (guint i = 0; i < n_kept; i++)
    g_ptr_array_add (now, tv_transform_ref (before->pdata[i]));
  if (added != NULL)
    g_ptr_array_add (now, tv_transform_ref (added));
  if (now->len == 0)
    g_clear_pointer (&now, g_ptr_array_unref);
  g_clear_pointer (&request.transforms, g_ptr_array_unref);
  request.transforms = now;
  g_clear_pointer (&self->transform_error, g_free);
  ask (self, &request, FALSE);
  tv_trace_session_notify (self, TV_SESSION_PROP_TRANSFORMS);
}

/**
 * tv_trace_session_add_transform:
 * @self: a session
 * @transform: what to change
 *
 * Has the profile be made of other stacks: those that the transforms before have left
 * are changed by @transform. The trace of tv_trace_session_get_profile() is then
 * another than that of the session, see tv_trace_new_transformed(). `transforms` is
 * notified now, and `ranking` when a worker has the sums.
 */
void
tv_trace_session_add_transform (TvTraceSession *self, TvTransform *transform)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (transform != NULL);

  set_transforms (self, count_transforms (&self->asked), transform);
}

/**
 * tv_trace_session_keep_transforms:
 * @self: a session
 * @n: number of transforms
 *
 * Takes all transforms back but the first @n.
 */
void
tv_trace_session_keep_transforms (TvTraceSession *self, guint n)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (n < count_transforms (&self->asked))
    set_transforms (self, n, NULL);
}

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

  return self->asked.threads;
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
 * Restricts profile and ranking to these threads. `scope` is notified now, and
 * `ranking` when a worker has the sums.
 */
void
tv_trace_session_set_threads (TvTraceSession *self, TvThreadSet *threads)
{
  g_auto (TvProfileRequest) request = { 0 };

  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (is_all (self, threads))
    threads = NULL;
  if (tv_thread_set_equal (threads, self->asked.threads))
    return;
  request = request_copy (&self->asked);
  g_clear_pointer (&request.threads, tv_thread_set_unref);
  if (threads != NULL)
    request.threads = tv_thread_set_ref (threads);
  ask (self, &request, FALSE);
  tv_trace_session_notify (self, TV_SESSION_PROP_SCOPE);
}

/**
 * tv_trace_session_is_restricted_to_range:
 * @self: a session
 *
 * Returns: whether a range is selected and the profile is asked for of that range
 */
gboolean
tv_trace_session_is_restricted_to_range (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  return self->asked.in_range;
}

/**
 * tv_trace_session_set_restricted_to_range:
 * @self: a session
 * @restricted: whether the profile is to be of the selected range
 *
 * Has profile and ranking be of all the time though a range is selected, or of the
 * range again. Has no effect without a range; selecting another one restricts them,
 * too.
 */
void
tv_trace_session_set_restricted_to_range (TvTraceSession *self, gboolean restricted)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  tv_trace_session_scope_to_range (self, restricted, FALSE);
}

/* Asks for the sums of the range as it is now. */
void
tv_trace_session_scope_to_range (TvTraceSession *self, gboolean restricted,
                                 gboolean passing)
{
  g_auto (TvProfileRequest) request = request_copy (&self->asked);
  const gboolean was_restricted = request.in_range;

  request.in_range = restricted && self->has_range;
  request.range = self->range;
  ask (self, &request, passing);
  if (request.in_range != was_restricted)
    tv_trace_session_notify (self, TV_SESSION_PROP_SCOPE);
}
