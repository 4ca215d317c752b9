/* SPDX-License-Identifier: Apache-2.0 */

/* The profile and the ranking of the scope, the part of the trace that the user looks
 * at. A worker computes what takes long. The session always has the complete sums of
 * one request. */

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

static void
set_request (TvProfileRequest *place, const TvProfileRequest *request)
{
  TvProfileRequest copy = request_copy (request);

  request_clear (place);
  *place = copy;
}

/* Returns whether two requests are for the same part of the trace, on any clock. A
 * transformed trace has the names of the trace it was made of, so with transforms the
 * names count too. */
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

static guint
count_transforms (const TvProfileRequest *request)
{
  return request->transforms != NULL ? request->transforms->len : 0;
}

/* The work */

/* A request and the sums of the last one, which may be reused. */
typedef struct
{
  TvProfileRequest request;
  TvProfileRequest before;
  TvProfile *whole;
  TvProfile *profile;
  TvCallLengths *lengths; /* nullable */
  guint64 memory_limit;
} Question;

static Question *
question_new (TvTraceSession *self)
{
  const TvSessionSums *sums = &self->sums;
  Question *question = g_new0 (Question, 1);

  question->request = request_copy (&self->asked);
  question->before = request_copy (&self->answered);
  question->whole = tv_profile_ref (sums->whole);
  question->profile = tv_profile_ref (sums->profile);
  if (sums->lengths != NULL)
    question->lengths = tv_call_lengths_ref (sums->lengths);
  question->memory_limit = self->memory_limit;
  return question;
}

static void
question_free (gpointer data)
{
  Question *question = data;

  request_clear (&question->request);
  request_clear (&question->before);
  tv_profile_unref (question->whole);
  tv_profile_unref (question->profile);
  g_clear_pointer (&question->lengths, tv_call_lengths_unref);
  g_free (question);
}

static void
sums_clear (TvSessionSums *sums)
{
  g_clear_pointer (&sums->whole_ranking, tv_ranking_free);
  g_clear_pointer (&sums->ranking, tv_ranking_free);
  g_clear_pointer (&sums->profile, tv_profile_unref);
  g_clear_pointer (&sums->whole, tv_profile_unref);
  g_clear_pointer (&sums->lengths, tv_call_lengths_unref);
}

static void
sums_free (gpointer sums)
{
  sums_clear (sums);
  g_free (sums);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Question, question_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSessionSums, sums_free)

static gboolean
knows_part (const Question *question)
{
  return is_same_part (&question->request, &question->before);
}

static gboolean
knows_lengths (const Question *question)
{
  return question->lengths != NULL && knows_part (question)
         && question->request.clock == question->before.clock;
}

/* Methods of the same time are ranked by name, so the ranking depends on names too. */
static gboolean
knows_ranking (const Question *question)
{
  return question->request.clock == question->before.clock
         && question->request.trace == question->before.trace;
}

/* Returns how many of the requested transforms the trace of the profile already has:
 * mostly all, or all but the last. */
static guint
count_applied (const Question *question)
{
  const guint n = count_transforms (&question->before);

  if (n > count_transforms (&question->request)
      || question->request.trace != question->before.trace)
    return 0;
  for (guint i = 0; i < n; i++)
    if (question->request.transforms->pdata[i] != question->before.transforms->pdata[i])
      return 0;
  return n;
}

/* Applies the requested transforms that are not applied yet. */
static TvTrace *
transform (const Question *question, GCancellable *cancellable, GError **error)
{
  const TvProfileRequest *request = &question->request;
  const guint n = count_applied (question);
  TvTrace *trace = tv_trace_ref (n > 0 ? tv_profile_get_trace (question->profile)
                                       : request->trace);

  for (guint i = n; i < count_transforms (request) && trace != NULL; i++)
    {
      g_autoptr (TvTrace) before = trace;

      trace = tv_trace_new_transformed (before, request->transforms->pdata[i],
                                        question->memory_limit, cancellable, error);
    }
  return trace;
}

/* Adds up the methods of the part. */
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

  if (knows_part (question) && request->transforms != NULL)
    return tv_profile_ref (question->profile);
  if (knows_part (question))
    return tv_profile_new_renamed (question->profile, request->trace);
  trace = transform (question, cancellable, error);
  return trace != NULL ? tv_profile_new_for_range (trace, &range, cancellable, error)
                       : NULL;
}

/* Returns the sums. They lack a ranking of the whole trace if it does not change. */
static gpointer
answer_question (gpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  const TvProfileRequest *request = &question->request;
  g_autoptr (TvSessionSums) sums = g_new0 (TvSessionSums, 1);

  sums->whole = tv_profile_new_renamed (question->whole, request->trace);
  sums->profile = is_whole (request) ? tv_profile_ref (sums->whole)
                                     : sum_up (question, cancellable, error);
  if (sums->profile == NULL)
    return NULL;
  if (!is_whole (request))
    sums->ranking = tv_ranking_new (sums->profile, request->clock);
  if (request->lengths)
    {
      sums->lengths = knows_lengths (question)
                          ? tv_call_lengths_ref (question->lengths)
                          : tv_call_lengths_new (sums->profile, request->clock,
                                                 cancellable, error);
      if (sums->lengths == NULL)
        return NULL;
    }
  if (!knows_ranking (question))
    sums->whole_ranking = tv_ranking_new (sums->whole, request->clock);
  return g_steal_pointer (&sums);
}

/* Sets the trace with the requested names. Returns whether it is another one. */
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

/* Exchanges the sums, and notifies listeners when all have changed. The caller frees
 * the old sums afterwards. */
static void
apply_answer (TvTraceSession *self, const TvProfileRequest *request,
              TvSessionSums *sums)
{
  const gboolean other_clock = request->clock != self->answered.clock;
  TvTrace *old_trace = tv_trace_ref (self->trace);
  const gboolean other_names = set_trace (self, request->trace);
  TvSessionSums before = self->sums;

  if (sums->whole_ranking == NULL)
    sums->whole_ranking = g_steal_pointer (&before.whole_ranking);
  self->sums = *sums;
  *sums = before;
  set_request (&self->answered, request);

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
  tv_trace_unref (old_trace);
}

static void start_job (TvTraceSession *self);

/* Only a transform can fail, for lack of memory; a cancelled job does not get here.
 * Keeps the current transforms, and requests everything else again. */
static void
give_up (TvTraceSession *self, const GError *error)
{
  g_free (self->transform_error);
  self->transform_error = g_strdup (error->message);
  if (self->asked.transforms == self->answered.transforms)
    set_request (&self->asked, &self->answered);
  else
    {
      g_clear_pointer (&self->asked.transforms, g_ptr_array_unref);
      if (self->answered.transforms != NULL)
        self->asked.transforms = g_ptr_array_ref (self->answered.transforms);
    }
  tv_trace_session_notify (self, TV_SESSION_PROP_TRANSFORMS);
  tv_trace_session_notify (self, TV_SESSION_PROP_SCOPE);
}

static void
on_answered (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  g_autoptr (TvTraceSession) self = g_object_ref (TV_TRACE_SESSION (owner));
  g_autoptr (TvSessionSums) sums = answer;

  if (sums == NULL)
    give_up (self, error);
  else
    apply_answer (self, &((const Question *) question)->request, sums);
  /* Another request came during a passing one. A listener may have started it already.
   */
  if (self->profile_job == NULL && !request_equal (&self->asked, &self->answered))
    start_job (self);
  tv_trace_session_update_pending (self);
}

static void
start_job (TvTraceSession *self)
{
  static const TvJobType type = { .run = answer_question,
                                  .done = on_answered,
                                  .free_question = question_free,
                                  .free_answer = sums_free };

  tv_job_start (&self->profile_job, &type, question_new (self), self);
}

/* Returns whether there are so few methods to rank and calls to measure that no worker
 * is needed. */
static gboolean
can_answer_at_once (TvTraceSession *self, const Question *question)
{
  const TvProfileRequest *request = &question->request;

  if (!is_whole (request) && !knows_part (question))
    return FALSE;
  if (request->lengths && !knows_lengths (question)
      && tv_trace_get_n_calls (self->trace) > TV_CALLS_AT_ONCE)
    return FALSE;
  return knows_ranking (question)
         || tv_method_sequence_get_n (self->sums.whole_ranking->sequence)
                <= TV_METHODS_AT_ONCE;
}

/* Starts the current request. A passing request lets the worker finish the one before,
 * so that something is shown while requests follow each other. */
static void
ask (TvTraceSession *self, gboolean passing)
{
  const Question *running = tv_job_get_question (self->profile_job);
  g_autoptr (Question) question = question_new (self);

  if (request_equal (&self->asked, &self->answered))
    tv_job_cancel (&self->profile_job);
  else if (can_answer_at_once (self, question))
    {
      g_autoptr (TvSessionSums) sums = answer_question (question, NULL, NULL);

      tv_job_cancel (&self->profile_job);
      apply_answer (self, &question->request, sums);
    }
  else if (running == NULL
           || (!passing && !request_equal (&self->asked, &running->request)))
    start_job (self);
  tv_trace_session_update_pending (self);
}

/* Sets the sums of the whole trace. @ranking: (transfer full) */
void
tv_trace_session_init_profile (TvTraceSession *self, TvProfile *whole,
                               TvRanking *ranking)
{
  self->sums.whole = tv_profile_ref (whole);
  self->sums.whole_ranking = ranking;
  self->sums.profile = tv_profile_ref (whole);
  self->first_order = tv_method_sequence_ref (ranking->sequence);
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
  sums_clear (&self->sums);
  g_clear_pointer (&self->first_order, tv_method_sequence_unref);
}

/* The current sums */

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

  return self->sums.profile;
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

  return self->sums.ranking != NULL ? self->sums.ranking : self->sums.whole_ranking;
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

  return self->sums.whole;
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

  return self->sums.whole_ranking;
}

/**
 * tv_trace_session_get_lengths:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the lengths of the calls of
 *   tv_trace_session_get_profile() on the primary clock, valid until `ranking` is
 *   notified; %NULL while no widget needs them
 */
TvCallLengths *
tv_trace_session_get_lengths (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->sums.lengths;
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
 * Returns: whether profile and ranking are still those of an earlier request
 */
gboolean
tv_trace_session_is_summing (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  return !request_equal (&self->asked, &self->answered);
}

/**
 * tv_trace_session_is_pending:
 * @self: a session
 *
 * Returns: whether views are out of date, because workers still compute sums of the
 *   session or its base, or the hits of a search
 */
gboolean
tv_trace_session_is_pending (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  return tv_trace_session_is_summing (self) || self->searching
         || (self->base != NULL && tv_trace_session_is_pending (self->base));
}

void
tv_trace_session_update_pending (TvTraceSession *self)
{
  const gboolean pending = tv_trace_session_is_pending (self);

  if (pending == self->pending)
    return;
  self->pending = pending;
  tv_trace_session_notify (self, TV_SESSION_PROP_PENDING);
}

void
tv_trace_session_set_searching (TvTraceSession *self, gboolean searching)
{
  self->searching = searching;
  tv_trace_session_update_pending (self);
}

/* Requests */

/**
 * tv_trace_session_set_primary_clock:
 * @self: a session
 * @clock: a clock that the trace has
 *
 * Ranks the methods by another clock. A worker ranks very many methods; clock and
 * ranking change together when it is done. The latest request wins.
 */
void
tv_trace_session_set_primary_clock (TvTraceSession *self, TvClock clock)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (tv_trace_has_clock (self->trace, clock));

  self->asked.clock = clock;
  ask (self, FALSE);
}

/**
 * tv_trace_session_set_names:
 * @self: a session
 * @renamed: a trace that differs from the session's only in the names of methods, see
 *   tv_trace_new_renamed()
 *
 * Gives the methods other names. Indexes of methods and calls stay the same, and so do
 * the selection, the marks and the view. Methods of the same time are ranked again, by
 * a worker if there are very many; then `trace` is notified.
 */
void
tv_trace_session_set_names (TvTraceSession *self, TvTrace *renamed)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (renamed != NULL);
  g_return_if_fail (
      tv_trace_get_n_methods (renamed) == tv_trace_get_n_methods (self->trace)
      && tv_trace_get_n_calls (renamed) == tv_trace_get_n_calls (self->trace));

  tv_trace_ref (renamed);
  tv_trace_unref (self->asked.trace);
  self->asked.trace = renamed;
  ask (self, FALSE);
}

/**
 * tv_trace_session_set_needs_lengths:
 * @self: a session
 * @needed: whether a widget needs tv_trace_session_get_lengths()
 *
 * Starts or stops measuring calls. A worker measures very many; `ranking` is notified
 * when it is done, and from then on profile and lengths change together.
 */
void
tv_trace_session_set_needs_lengths (TvTraceSession *self, gboolean needed)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  self->asked.lengths = needed;
  ask (self, FALSE);
}

/**
 * tv_trace_session_get_transforms:
 * @self: a session
 *
 * Returns: (transfer none) (nullable) (element-type TvTransform): the transforms that
 *   were requested last, in the order in which they are applied; %NULL for none
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
 * @limit: the most bytes that a transform may take, or 0 for half of the machine's
 *   memory
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
 * were requested last could not be applied
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
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->asked.transforms);
  GPtrArray *now = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_transform_unref);

  for (guint i = 0; i < n_kept; i++)
    g_ptr_array_add (now, tv_transform_ref (before->pdata[i]));
  if (added != NULL)
    g_ptr_array_add (now, tv_transform_ref (added));
  if (now->len == 0)
    g_clear_pointer (&now, g_ptr_array_unref);
  self->asked.transforms = now;
  g_clear_pointer (&self->transform_error, g_free);
  ask (self, FALSE);
  tv_trace_session_notify (self, TV_SESSION_PROP_TRANSFORMS);
}

/**
 * tv_trace_session_add_transform:
 * @self: a session
 * @transform: a change of stacks
 *
 * Applies a transform to the stacks of the profile, after the earlier transforms. The
 * trace of tv_trace_session_get_profile() is then not the trace of the session, see
 * tv_trace_new_transformed(). `transforms` is notified now, and `ranking` when a worker
 * has the sums.
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
 * Undoes all transforms but the first @n.
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
 * Returns: (transfer none) (nullable): the threads that were requested last, %NULL for
 *   all
 */
TvThreadSet *
tv_trace_session_get_threads (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->asked.threads;
}

/* Returns whether a set has all threads. */
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
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (is_all (self, threads))
    threads = NULL;
  if (tv_thread_set_equal (threads, self->asked.threads))
    return;
  g_clear_pointer (&self->asked.threads, tv_thread_set_unref);
  self->asked.threads = threads != NULL ? tv_thread_set_ref (threads) : NULL;
  ask (self, FALSE);
  tv_trace_session_notify (self, TV_SESSION_PROP_SCOPE);
}

/**
 * tv_trace_session_is_restricted_to_range:
 * @self: a session
 *
 * Returns: whether a range is selected and the profile is restricted to it
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
 * @restricted: whether the profile is restricted to the selected range
 *
 * Restricts profile and ranking to the selected range, or lets them be of the whole
 * time although a range is selected. Has no effect without a range. Selecting another
 * range restricts them again.
 */
void
tv_trace_session_set_restricted_to_range (TvTraceSession *self, gboolean restricted)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  tv_trace_session_scope_to_range (self, restricted, FALSE);
}

/* Requests the sums of the current range. */
void
tv_trace_session_scope_to_range (TvTraceSession *self, gboolean restricted,
                                 gboolean passing)
{
  const gboolean was_restricted = self->asked.in_range;
  const gboolean is_restricted = restricted && self->has_range;

  self->asked.in_range = is_restricted;
  self->asked.range = self->range;
  ask (self, passing);
  if (is_restricted != was_restricted)
    tv_trace_session_notify (self, TV_SESSION_PROP_SCOPE);
}
