/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-model.h"

#include "ui/profile-row.h"
#include "ui/profile-sort.h"

/* Sorting that many methods takes some milliseconds; more are sorted in a worker. */
#define MAX_METHODS_SORTED_AT_ONCE 20000

/* The same for calls whose classes are summed up. */
#define MAX_CALLS_SUMMED_AT_ONCE 500000

struct _TvProfileModel
{
  GObject parent_instance;

  TvTraceSession *session;

  /* The methods in order, and the place in it of each method of the trace. */
  guint32 *methods;
  guint n_methods;
  guint32 *places;
  gboolean between_orders;

  TvProfileColumn column;
  gboolean descending;
  guint32 *by_name; /* all methods that were called, in the range or not */
  TvProfileGrouping grouping;
  TvProfileGroups groups;
  TvProfileOutline *outline; /* %NULL while the methods are not grouped */
  GCancellable *cancellable;
};

enum
{
  SIGNAL_REORDERING,
  SIGNAL_REORDERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GType
tv_profile_model_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ROW;
}

static guint
tv_profile_model_get_n_items (GListModel *model)
{
  TvProfileModel *self = TV_PROFILE_MODEL (model);

  return self->between_orders ? 0 : self->n_methods;
}

static gpointer
tv_profile_model_get_item (GListModel *model, guint position)
{
  TvProfileModel *self = TV_PROFILE_MODEL (model);

  if (position >= tv_profile_model_get_n_items (model))
    return NULL;
  return tv_profile_row_new_method (self->methods[position]);
}

static void
tv_profile_model_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_profile_model_get_item_type;
  iface->get_n_items = tv_profile_model_get_n_items;
  iface->get_item = tv_profile_model_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvProfileModel, tv_profile_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      tv_profile_model_init_list_model))

static void
tv_profile_model_dispose (GObject *object)
{
  TvProfileModel *self = TV_PROFILE_MODEL (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->outline);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (tv_profile_model_parent_class)->dispose (object);
}

static void
tv_profile_model_finalize (GObject *object)
{
  TvProfileModel *self = TV_PROFILE_MODEL (object);

  g_free (self->methods);
  g_free (self->places);
  g_free (self->by_name);
  tv_profile_groups_clear (&self->groups);

  G_OBJECT_CLASS (tv_profile_model_parent_class)->finalize (object);
}

static void
tv_profile_model_class_init (TvProfileModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = tv_profile_model_dispose;
  object_class->finalize = tv_profile_model_finalize;

  signals[SIGNAL_REORDERING]
      = g_signal_new ("reordering", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                      NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_REORDERED]
      = g_signal_new ("reordered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                      NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_profile_model_init (TvProfileModel *self)
{
  self->column = TV_PROFILE_N_COLUMNS;
}

static void
number_places (TvProfileModel *self)
{
  guint i;

  for (i = 0; i < self->n_methods; i++)
    self->places[self->methods[i]] = i;
}

static guint32 *
copy_ranking (const TvRanking *ranking, guint *n_methods)
{
  guint32 *methods;
  guint i;

  *n_methods = tv_ranking_get_n (ranking);
  methods = g_new (guint32, *n_methods);
  for (i = 0; i < *n_methods; i++)
    methods[i] = tv_ranking_get_method (ranking, i);
  return methods;
}

static void
forget_places (TvProfileModel *self)
{
  for (guint i = 0; i < self->n_methods; i++)
    self->places[self->methods[i]] = G_MAXUINT;
}

/* See the type's description for why it is told in two steps. */
static void
take_order (TvProfileModel *self, guint32 *methods, guint n_methods,
            TvProfileOutline *outline)
{
  const guint n_before = self->n_methods;

  g_signal_emit (self, signals[SIGNAL_REORDERING], 0);
  forget_places (self);
  self->between_orders = TRUE;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, 0);
  g_free (self->methods);
  self->methods = methods;
  self->n_methods = n_methods;
  g_set_object (&self->outline, outline);
  number_places (self);
  self->between_orders = FALSE;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, n_methods);
  g_signal_emit (self, signals[SIGNAL_REORDERED], 0);
}

typedef struct
{
  TvProfile *whole;
  TvProfile *profile;
  TvClock clock; /* of ranks */
  TvProfileColumn column;
  gboolean descending;
  guint32 *by_name;
  guint n_by_name;
  gboolean named;
  guint32 *methods; /* sorted already where they stand by rank */
  guint n_methods;
  TvProfileGrouping grouping;
  TvProfileGroups groups;
  TvProfileOutline *outline;
} SortJob;

static void
sort_job_free (gpointer data)
{
  SortJob *job = data;

  tv_profile_unref (job->whole);
  tv_profile_unref (job->profile);
  g_free (job->by_name);
  g_free (job->methods);
  tv_profile_groups_clear (&job->groups);
  g_clear_object (&job->outline);
  g_free (job);
}

/* Of all methods by name, those that were called in the profile's range. */
static guint32 *
list_called (const SortJob *job, guint *n_called)
{
  guint32 *called = g_new (guint32, job->n_by_name);
  guint n = 0;

  for (guint i = 0; i < job->n_by_name; i++)
    if (tv_profile_get_totals (job->profile, job->by_name[i])->calls > 0)
      called[n++] = job->by_name[i];
  *n_called = n;
  return called;
}

static void
sort_methods (SortJob *job)
{
  g_autofree guint32 *called = NULL;

  if (!job->named)
    tv_profile_sort_by_name (tv_profile_get_trace (job->profile), job->by_name,
                             job->n_by_name);
  job->named = TRUE;
  called = list_called (job, &job->n_methods);
  job->methods = g_new (guint32, job->n_methods);
  tv_profile_sort (job->profile, job->column, job->descending, called, job->methods,
                   job->n_methods);
}

/* Classes have no ranks, but the same order: by inclusive time. */
static void
make_outline (SortJob *job)
{
  const TvProfileColumn rank_column = job->clock == TV_CLOCK_WALL
                                          ? TV_PROFILE_COLUMN_INCL_REAL
                                          : TV_PROFILE_COLUMN_INCL_CPU;
  const gboolean by_rank = job->column == TV_PROFILE_N_COLUMNS;

  job->outline = tv_profile_outline_new (
      &job->groups, job->grouping, by_rank ? rank_column : job->column,
      by_rank || job->descending, job->methods, job->n_methods);
}

static gboolean
run_sort_job (SortJob *job, GCancellable *cancellable)
{
  if (job->methods == NULL)
    sort_methods (job);
  if (job->grouping == TV_PROFILE_GROUPING_NONE)
    return TRUE;
  if (!tv_profile_groups_find (&job->groups, job->whole, job->profile, job->grouping,
                               cancellable))
    return FALSE;
  make_outline (job);
  return TRUE;
}

static void
add_methods_to_sort (TvProfileModel *self, SortJob *job)
{
  const TvRanking *whole = tv_trace_session_get_whole_ranking (self->session);

  job->named = self->by_name != NULL;
  if (job->named)
    {
      job->n_by_name = tv_ranking_get_n (whole);
      job->by_name = g_memdup2 (self->by_name, job->n_by_name * sizeof *job->by_name);
    }
  else
    {
      job->by_name = copy_ranking (whole, &job->n_by_name);
    }
}

static SortJob *
sort_job_new (TvProfileModel *self)
{
  SortJob *job = g_new0 (SortJob, 1);

  job->whole = tv_profile_ref (tv_trace_session_get_whole_profile (self->session));
  job->profile = tv_profile_ref (tv_trace_session_get_profile (self->session));
  job->clock = tv_trace_session_get_primary_clock (self->session);
  job->column = self->column;
  job->descending = self->descending;
  job->grouping = self->grouping;
  tv_profile_groups_copy (&self->groups, &job->groups);
  if (self->column == TV_PROFILE_N_COLUMNS)
    job->methods
        = copy_ranking (tv_trace_session_get_ranking (self->session), &job->n_methods);
  else
    add_methods_to_sort (self, job);
  return job;
}

static void
take_sorted (TvProfileModel *self, SortJob *job)
{
  if (self->by_name == NULL)
    self->by_name = g_steal_pointer (&job->by_name);
  if (job->grouping != TV_PROFILE_GROUPING_NONE)
    {
      tv_profile_groups_clear (&self->groups);
      tv_profile_groups_copy (&job->groups, &self->groups);
    }
  take_order (self, g_steal_pointer (&job->methods), job->n_methods, job->outline);
}

/* What takes a few milliseconds is done at once, lest the old order is seen. */
static gboolean
is_quick (const SortJob *job)
{
  const TvTrace *trace = tv_profile_get_trace (job->profile);

  if (job->grouping == TV_PROFILE_GROUPING_NONE)
    return job->methods != NULL || job->n_by_name <= MAX_METHODS_SORTED_AT_ONCE;
  return tv_trace_get_n_methods (trace) <= MAX_METHODS_SORTED_AT_ONCE
         && (tv_trace_get_n_calls (trace) <= MAX_CALLS_SUMMED_AT_ONCE
             || tv_profile_groups_know (&job->groups, job->profile, job->grouping));
}

static void
sort_in_worker (GTask *task, gpointer source, gpointer task_data,
                GCancellable *cancellable)
{
  if (g_task_return_error_if_cancelled (task))
    return;
  if (run_sort_job (task_data, cancellable))
    g_task_return_boolean (task, TRUE);
  else
    (void) g_task_return_error_if_cancelled (task);
}

static void
take_sorted_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  /* It fails only when a later sort overtook it, or at the end. */
  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;
  take_sorted (TV_PROFILE_MODEL (source), g_task_get_task_data (G_TASK (result)));
}

/**
 * tv_profile_model_sort:
 * @self: a model
 * @column: what to sort by; %TV_PROFILE_N_COLUMNS sorts by rank
 * @descending: whether the greatest comes first
 *
 * Sorts the methods; equal ones stand by name. Very many are sorted in a worker, and
 * the latest request wins. `reordered` is emitted when it is done.
 */
void
tv_profile_model_sort (TvProfileModel *self, TvProfileColumn column,
                       gboolean descending)
{
  SortJob *job;

  g_return_if_fail (TV_IS_PROFILE_MODEL (self));
  g_return_if_fail (column <= TV_PROFILE_N_COLUMNS);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->column = column;
  self->descending = descending;

  job = sort_job_new (self);
  if (is_quick (job))
    {
      (void) run_sort_job (job, NULL);
      take_sorted (self, job);
      sort_job_free (job);
    }
  else
    {
      g_autoptr (GTask) task = NULL;

      self->cancellable = g_cancellable_new ();
      task = g_task_new (self, self->cancellable, take_sorted_of_worker, NULL);
      g_task_set_source_tag (task, tv_profile_model_sort);
      g_task_set_task_data (task, job, sort_job_free);
      g_task_run_in_thread (task, sort_in_worker);
    }
}

/* Rows show their rank and numbers of the range, so that all of them change, be the
 * order another or not. */
static void
follow_ranking (TvProfileModel *self)
{
  tv_profile_model_sort (self, self->column, self->descending);
}

/**
 * tv_profile_model_new:
 * @session: the session to list the methods of; followed when its ranking changes
 *
 * Returns: (transfer full): the methods by rank
 */
TvProfileModel *
tv_profile_model_new (TvTraceSession *session)
{
  TvProfileModel *self;
  guint n_all;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  self = g_object_new (TV_TYPE_PROFILE_MODEL, NULL);
  self->session = g_object_ref (session);
  n_all = tv_trace_get_n_methods (tv_trace_session_get_trace (session));
  self->places = g_new (guint32, n_all);
  memset (self->places, 0xff, n_all * sizeof *self->places);
  self->methods
      = copy_ranking (tv_trace_session_get_ranking (session), &self->n_methods);
  number_places (self);
  g_signal_connect_object (session, "notify::ranking", G_CALLBACK (follow_ranking),
                           self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * tv_profile_model_set_grouping:
 * @self: a model
 * @grouping: how the methods are to be grouped
 *
 * Groups the methods, in the order that they have. Classes and packages of very many
 * calls are summed up in a worker; `reordered` is emitted when it is done.
 */
void
tv_profile_model_set_grouping (TvProfileModel *self, TvProfileGrouping grouping)
{
  g_return_if_fail (TV_IS_PROFILE_MODEL (self));

  if (grouping == self->grouping)
    return;
  self->grouping = grouping;
  tv_profile_model_sort (self, self->column, self->descending);
}

/**
 * tv_profile_model_get_outline:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): the methods under their classes, %NULL while
 * they are not grouped
 */
TvProfileOutline *
tv_profile_model_get_outline (TvProfileModel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_MODEL (self), NULL);

  return self->outline;
}

/**
 * tv_profile_model_get_method:
 * @self: a model
 * @place: a place in the order, less than the number of methods
 *
 * Returns: index of the method that stands there; %TV_METHOD_NONE beyond the end
 */
guint32
tv_profile_model_get_method (TvProfileModel *self, guint place)
{
  g_return_val_if_fail (TV_IS_PROFILE_MODEL (self), TV_METHOD_NONE);

  return place < self->n_methods ? self->methods[place] : TV_METHOD_NONE;
}

/**
 * tv_profile_model_get_position:
 * @self: a model
 * @method: index of a method of the trace
 *
 * Returns: the place of the method in the list, %G_MAXUINT if it was never called in
 * the session's range of time
 */
guint
tv_profile_model_get_position (TvProfileModel *self, guint32 method)
{
  g_return_val_if_fail (TV_IS_PROFILE_MODEL (self), G_MAXUINT);
  g_return_val_if_fail (
      method < tv_trace_get_n_methods (tv_trace_session_get_trace (self->session)),
      G_MAXUINT);

  return self->places[method];
}
