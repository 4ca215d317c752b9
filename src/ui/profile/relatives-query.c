/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/relatives-query.h"

#include <gio/gio.h>

/* Going through that many calls takes a few milliseconds at most. */
#define MAX_CALLS_AT_ONCE 200000

struct _TvRelativesQuery
{
  GObject parent_instance;

  TvProfile *profile;
  TvRelativesOrder order;
  guint32 method;      /* where the path begins */
  guint32 last_method; /* and where it has come to */
  guint depth;
  TvRelation relation;
  TvRelativesQuery *parent; /* a step before, %NULL for the method itself */

  gboolean started;
  GCancellable *cancellable;
  TvRelatives *relatives;
};

G_DEFINE_FINAL_TYPE (TvRelativesQuery, tv_relatives_query, G_TYPE_OBJECT)

static guint ready_signal;

static void
tv_relatives_query_dispose (GObject *object)
{
  TvRelativesQuery *self = TV_RELATIVES_QUERY (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->parent);

  G_OBJECT_CLASS (tv_relatives_query_parent_class)->dispose (object);
}

static void
tv_relatives_query_finalize (GObject *object)
{
  TvRelativesQuery *self = TV_RELATIVES_QUERY (object);

  g_clear_pointer (&self->relatives, tv_relatives_unref);
  g_clear_pointer (&self->profile, tv_profile_unref);

  G_OBJECT_CLASS (tv_relatives_query_parent_class)->finalize (object);
}

static void
tv_relatives_query_class_init (TvRelativesQueryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = tv_relatives_query_dispose;
  object_class->finalize = tv_relatives_query_finalize;
  ready_signal = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                               NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_relatives_query_init (TvRelativesQuery *self)
{
}

typedef struct
{
  TvProfile *profile;
  TvRelatives *before; /* a step before, %NULL for the method itself */
  TvRelation relation;
  guint32 method;
  TvRelativesOrder order;
} RelativesJob;

static RelativesJob *
job_new (TvRelativesQuery *self)
{
  RelativesJob *job = g_new0 (RelativesJob, 1);

  job->profile = tv_profile_ref (self->profile);
  if (self->parent != NULL)
    job->before = tv_relatives_ref (self->parent->relatives);
  job->relation = self->relation;
  job->method = self->last_method;
  job->order = self->order;
  return job;
}

static void
job_free (gpointer data)
{
  RelativesJob *job = data;

  tv_profile_unref (job->profile);
  tv_relatives_unref (job->before);
  g_free (job);
}

static TvRelatives *
do_job (const RelativesJob *job, GCancellable *cancellable, GError **error)
{
  TvRelatives *relatives
      = job->before != NULL
            ? tv_relatives_follow (job->before, job->relation, job->method, cancellable,
                                   error)
            : tv_relatives_new (job->profile, job->method, cancellable, error);

  if (relatives != NULL)
    tv_relatives_sort (relatives, &job->order);
  return relatives;
}

static void
relate_in_worker (GTask *task, gpointer source, gpointer task_data,
                  GCancellable *cancellable)
{
  GError *error = NULL;
  TvRelatives *relatives = do_job (task_data, cancellable, &error);

  if (relatives != NULL)
    g_task_return_pointer (task, relatives, (GDestroyNotify) tv_relatives_unref);
  else
    g_task_return_error (task, error);
}

static void
take_relatives (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *weak_self = user_data;
  g_autoptr (TvRelativesQuery) self = g_weak_ref_get (weak_self);
  g_autoptr (TvRelatives) relatives = g_task_propagate_pointer (G_TASK (result), NULL);
  const RelativesJob *job = g_task_get_task_data (G_TASK (result));

  g_weak_ref_clear (weak_self);
  g_free (weak_self);
  /* Nothing but cancelling fails, and that is what the end of the query does. */
  if (self == NULL || relatives == NULL)
    return;
  self->relatives = g_steal_pointer (&relatives);
  /* Another order may have been asked for in the meantime. */
  if (memcmp (&job->order, &self->order, sizeof self->order) != 0)
    tv_relatives_sort (self->relatives, &self->order);
  g_signal_emit (self, ready_signal, 0);
}

/* The task must not keep the query alive: a row that is closed again ends it. */
static void
start_worker (TvRelativesQuery *self)
{
  g_autoptr (GTask) task = NULL;
  GWeakRef *weak_self = g_new0 (GWeakRef, 1);

  g_weak_ref_init (weak_self, self);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, take_relatives, weak_self);
  g_task_set_source_tag (task, start_worker);
  g_task_set_task_data (task, job_new (self), job_free);
  g_task_run_in_thread (task, relate_in_worker);
}

static void
relate_at_once (TvRelativesQuery *self)
{
  RelativesJob *job = job_new (self);

  self->relatives = do_job (job, NULL, NULL);
  job_free (job);
}

/* Begins to work out the relatives, unless that was begun before. */
void
tv_relatives_query_start (TvRelativesQuery *self)
{
  g_return_if_fail (TV_IS_RELATIVES_QUERY (self));

  if (self->started)
    return;
  self->started = TRUE;
  if (tv_trace_get_n_calls (tv_profile_get_trace (self->profile)) <= MAX_CALLS_AT_ONCE)
    relate_at_once (self);
  else
    start_worker (self);
}

/* Returns a query for the relatives of method, not yet started. */
TvRelativesQuery *
tv_relatives_query_new (TvTraceSession *session, guint32 method,
                        const TvRelativesOrder *order)
{
  TvRelativesQuery *self;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);
  g_return_val_if_fail (order != NULL, NULL);

  self = g_object_new (TV_TYPE_RELATIVES_QUERY, NULL);
  self->profile = tv_profile_ref (tv_trace_session_get_profile (session));
  self->order = *order;
  self->method = self->last_method = method;
  return self;
}

/* Returns a query for the relatives of that relative, one step further, not yet
 * started. */
static TvRelativesQuery *
query_new_under (TvRelativesQuery *parent, TvRelation relation, guint32 method)
{
  TvRelativesQuery *self;

  g_return_val_if_fail (TV_IS_RELATIVES_QUERY (parent), NULL);
  g_return_val_if_fail (parent->relatives != NULL, NULL);

  self = g_object_new (TV_TYPE_RELATIVES_QUERY, NULL);
  self->profile = tv_profile_ref (parent->profile);
  self->order = parent->order;
  self->method = parent->method;
  self->last_method = method;
  self->depth = parent->depth + 1;
  self->relation = relation;
  self->parent = g_object_ref (parent);
  return self;
}

/* Sorts them otherwise. Lists over them must not be in use. */
static void
query_set_order (TvRelativesQuery *self, const TvRelativesOrder *order)
{
  g_return_if_fail (TV_IS_RELATIVES_QUERY (self));

  self->order = *order;
  if (self->relatives != NULL)
    tv_relatives_sort (self->relatives, order);
}

/* Returns the callers and callees, NULL as long as they are not worked out. */
const TvRelatives *
tv_relatives_query_get_relatives (TvRelativesQuery *self)
{
  g_return_val_if_fail (TV_IS_RELATIVES_QUERY (self), NULL);

  return self->relatives;
}

/* Returns index of the method that the path begins with. */
guint32
tv_relatives_query_get_method (TvRelativesQuery *self)
{
  g_return_val_if_fail (TV_IS_RELATIVES_QUERY (self), TV_METHOD_NONE);

  return self->method;
}

/* Returns index of the method that the path ends with, whose relatives are asked for.
 */
guint32
tv_relatives_query_get_last_method (TvRelativesQuery *self)
{
  g_return_val_if_fail (TV_IS_RELATIVES_QUERY (self), TV_METHOD_NONE);

  return self->last_method;
}

/* Returns how many steps the path has: 0 for the method itself. */
guint
tv_relatives_query_get_depth (TvRelativesQuery *self)
{
  g_return_val_if_fail (TV_IS_RELATIVES_QUERY (self), 0);

  return self->depth;
}

/* Returns that of a step before, NULL for the method itself. */
TvRelativesQuery *
tv_relatives_query_get_parent (TvRelativesQuery *self)
{
  g_return_val_if_fail (TV_IS_RELATIVES_QUERY (self), NULL);

  return self->parent;
}

struct _TvRelativesStore
{
  GObject parent_instance;

  TvTraceSession *session;
  TvProfileModel *methods;
  GPtrArray *kept; /* few: what is open at once */
};

G_DEFINE_FINAL_TYPE (TvRelativesStore, tv_relatives_store, G_TYPE_OBJECT)

static void
tv_relatives_store_dispose (GObject *object)
{
  TvRelativesStore *self = TV_RELATIVES_STORE (object);

  g_ptr_array_set_size (self->kept, 0);
  g_clear_object (&self->methods);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (tv_relatives_store_parent_class)->dispose (object);
}

static void
tv_relatives_store_finalize (GObject *object)
{
  TvRelativesStore *self = TV_RELATIVES_STORE (object);

  g_ptr_array_unref (self->kept);

  G_OBJECT_CLASS (tv_relatives_store_parent_class)->finalize (object);
}

static void
tv_relatives_store_class_init (TvRelativesStoreClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = tv_relatives_store_dispose;
  object_class->finalize = tv_relatives_store_finalize;
}

static void
tv_relatives_store_init (TvRelativesStore *self)
{
  self->kept = g_ptr_array_new_with_free_func (g_object_unref);
}

/* By what the table is sorted by, where rows below a method have a number for it. */
static TvRelativesOrder
get_order (TvRelativesStore *self)
{
  TvRelativesOrder order
      = { .key = TV_RELATIVES_BY_TIME,
          .clock = tv_trace_session_get_primary_clock (self->session),
          .descending = TRUE };
  gboolean descending;
  const TvProfileColumn column = tv_profile_model_get_sort (self->methods, &descending);

  if (column == TV_PROFILE_N_COLUMNS)
    return order;
  if (column == TV_PROFILE_COLUMN_NAME)
    order.key = TV_RELATIVES_BY_NAME;
  else if (column == TV_PROFILE_COLUMN_CALLS)
    order.key = TV_RELATIVES_BY_CALLS;
  else if (tv_profile_column_get_measure (column) == TV_PROFILE_MEASURE_INCLUSIVE)
    order.clock = tv_profile_column_get_clock (column);
  else
    return order;
  order.descending = descending;
  return order;
}

static TvRelativesQuery *
find_kept (TvRelativesStore *self, TvRelativesQuery *parent, TvRelation relation,
           guint32 method)
{
  TvProfile *profile = tv_trace_session_get_profile (self->session);

  for (guint i = 0; i < self->kept->len; i++)
    {
      TvRelativesQuery *query = g_ptr_array_index (self->kept, i);

      if (query->parent == parent && query->last_method == method
          && (parent == NULL || query->relation == relation)
          && query->profile == profile)
        return g_object_ref (query);
    }
  return NULL;
}

TvRelativesStore *
tv_relatives_store_new (TvTraceSession *session, TvProfileModel *methods)
{
  TvRelativesStore *self;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);
  g_return_val_if_fail (TV_IS_PROFILE_MODEL (methods), NULL);

  self = g_object_new (TV_TYPE_RELATIVES_STORE, NULL);
  self->session = g_object_ref (session);
  self->methods = g_object_ref (methods);
  return self;
}

/* Returns a query for the relatives of the method, answered or not. */
TvRelativesQuery *
tv_relatives_store_get (TvRelativesStore *self, guint32 method)
{
  TvRelativesQuery *query;
  TvRelativesOrder order;

  g_return_val_if_fail (TV_IS_RELATIVES_STORE (self), NULL);

  order = get_order (self);
  query = find_kept (self, NULL, TV_RELATION_PARENTS, method);
  if (query == NULL)
    return tv_relatives_query_new (self->session, method, &order);
  query_set_order (query, &order);
  return query;
}

/* Returns a query for the relatives of that relative, answered or not. */
TvRelativesQuery *
tv_relatives_store_get_under (TvRelativesStore *self, TvRelativesQuery *parent,
                              TvRelation relation, guint32 method)
{
  TvRelativesQuery *query;
  TvRelativesOrder order;

  g_return_val_if_fail (TV_IS_RELATIVES_STORE (self), NULL);

  query = find_kept (self, parent, relation, method);
  if (query == NULL)
    return query_new_under (parent, relation, method);
  order = get_order (self);
  query_set_order (query, &order);
  return query;
}

/* Keeps a query, and gives it again when its rows are opened again. */
void
tv_relatives_store_keep (TvRelativesStore *self, TvRelativesQuery *query)
{
  g_return_if_fail (TV_IS_RELATIVES_STORE (self));
  g_return_if_fail (TV_IS_RELATIVES_QUERY (query));

  g_ptr_array_add (self->kept, g_object_ref (query));
}

/* Keeps none of them any longer. */
void
tv_relatives_store_forget (TvRelativesStore *self)
{
  g_return_if_fail (TV_IS_RELATIVES_STORE (self));

  g_ptr_array_set_size (self->kept, 0);
}
