/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/relatives-model.h"

#include "ui/profile-row.h"

/* Going through that many calls takes a few milliseconds at most. */
#define MAX_CALLS_AT_ONCE 200000

struct _TvRelativesModel
{
  GObject parent_instance;

  TvProfile *profile;
  TvClock primary_clock;
  guint32 method;

  gboolean started;
  GCancellable *cancellable;
  TvRelatives *relatives;
  TvRelation groups[TV_N_RELATIONS];
  guint n_groups;
};

static void start_loading (TvRelativesModel *self);

static GType
tv_relatives_model_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ROW;
}

static guint
tv_relatives_model_get_n_items (GListModel *model)
{
  TvRelativesModel *self = TV_RELATIVES_MODEL (model);

  start_loading (self);
  return self->n_groups;
}

static gpointer
tv_relatives_model_get_item (GListModel *model, guint position)
{
  TvRelativesModel *self = TV_RELATIVES_MODEL (model);

  if (position >= self->n_groups)
    return NULL;
  return tv_profile_row_new_sub (TV_PROFILE_ROW_GROUP, self->method,
                                 self->groups[position], 0, self);
}

static void
tv_relatives_model_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_relatives_model_get_item_type;
  iface->get_n_items = tv_relatives_model_get_n_items;
  iface->get_item = tv_relatives_model_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (
    TvRelativesModel, tv_relatives_model, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, tv_relatives_model_init_list_model))

static void
tv_relatives_model_dispose (GObject *object)
{
  TvRelativesModel *self = TV_RELATIVES_MODEL (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (tv_relatives_model_parent_class)->dispose (object);
}

static void
tv_relatives_model_finalize (GObject *object)
{
  TvRelativesModel *self = TV_RELATIVES_MODEL (object);

  g_clear_pointer (&self->relatives, tv_relatives_unref);
  g_clear_pointer (&self->profile, tv_profile_unref);

  G_OBJECT_CLASS (tv_relatives_model_parent_class)->finalize (object);
}

static void
tv_relatives_model_class_init (TvRelativesModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = tv_relatives_model_dispose;
  object_class->finalize = tv_relatives_model_finalize;
}

static void
tv_relatives_model_init (TvRelativesModel *self)
{
}

/* A method that calls nothing and never waits has no group of children, as in
 * Traceview: "self" alone would say nothing. */
static gboolean
has_members (const TvRelatives *relatives, TvRelation relation)
{
  guint n;

  (void) tv_relatives_get (relatives, relation, &n);
  return n > 0
         || (relation == TV_RELATION_CHILDREN
             && tv_relatives_get_n_waits (relatives) > 0);
}

static void
take_relatives (TvRelativesModel *self, TvRelatives *relatives)
{
  int relation;

  self->relatives = relatives;
  tv_relatives_sort_by_time (relatives, self->primary_clock);
  for (relation = 0; relation < TV_N_RELATIONS; relation++)
    if (has_members (relatives, (TvRelation) relation))
      self->groups[self->n_groups++] = (TvRelation) relation;
}

typedef struct
{
  TvProfile *profile;
  guint32 method;
} RelativesJob;

static void
relatives_job_free (gpointer data)
{
  RelativesJob *job = data;

  tv_profile_unref (job->profile);
  g_free (job);
}

static void
relate_in_worker (GTask *task, gpointer source, gpointer task_data,
                  GCancellable *cancellable)
{
  const RelativesJob *job = task_data;
  GError *error = NULL;
  TvRelatives *relatives
      = tv_relatives_new (job->profile, job->method, cancellable, &error);

  if (relatives != NULL)
    g_task_return_pointer (task, relatives, (GDestroyNotify) tv_relatives_unref);
  else
    g_task_return_error (task, error);
}

static void
take_relatives_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *weak_self = user_data;
  g_autoptr (TvRelativesModel) self = g_weak_ref_get (weak_self);
  g_autoptr (TvRelatives) relatives = g_task_propagate_pointer (G_TASK (result), NULL);

  g_weak_ref_clear (weak_self);
  g_free (weak_self);
  /* Nothing but cancelling fails, and that is what the end of the row does. */
  if (self == NULL || relatives == NULL)
    return;
  take_relatives (self, g_steal_pointer (&relatives));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, self->n_groups);
}

/* The task must not keep the model alive: a row that is closed again ends it. */
static void
start_worker (TvRelativesModel *self)
{
  g_autoptr (GTask) task = NULL;
  GWeakRef *weak_self = g_new0 (GWeakRef, 1);
  RelativesJob *job = g_new0 (RelativesJob, 1);

  g_weak_ref_init (weak_self, self);
  job->profile = tv_profile_ref (self->profile);
  job->method = self->method;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, take_relatives_of_worker, weak_self);
  g_task_set_source_tag (task, start_worker);
  g_task_set_task_data (task, job, relatives_job_free);
  g_task_run_in_thread (task, relate_in_worker);
}

static void
start_loading (TvRelativesModel *self)
{
  if (self->started)
    return;
  self->started = TRUE;
  if (tv_trace_get_n_calls (tv_profile_get_trace (self->profile)) <= MAX_CALLS_AT_ONCE)
    take_relatives (self, tv_relatives_new (self->profile, self->method, NULL, NULL));
  else
    start_worker (self);
}

/**
 * tv_relatives_model_new:
 * @session: whose profile to read and whose primary clock to sort the groups by
 * @method: index of a method
 *
 * Returns: (transfer full): the groups under @method; nothing is worked out yet
 */
TvRelativesModel *
tv_relatives_model_new (TvTraceSession *session, guint32 method)
{
  TvRelativesModel *self;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  self = g_object_new (TV_TYPE_RELATIVES_MODEL, NULL);
  self->profile = tv_profile_ref (tv_trace_session_get_profile (session));
  self->primary_clock = tv_trace_session_get_primary_clock (session);
  self->method = method;
  return self;
}

/**
 * tv_relatives_model_get_method:
 * @self: a model
 *
 * Returns: index of the method that the groups stand under
 */
guint32
tv_relatives_model_get_method (TvRelativesModel *self)
{
  g_return_val_if_fail (TV_IS_RELATIVES_MODEL (self), TV_METHOD_NONE);

  return self->method;
}

/**
 * tv_relatives_model_get_relatives:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): the callers and callees, %NULL as long as they
 * are being worked out
 */
const TvRelatives *
tv_relatives_model_get_relatives (TvRelativesModel *self)
{
  g_return_val_if_fail (TV_IS_RELATIVES_MODEL (self), NULL);

  return self->relatives;
}
