/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/relatives-store.h"

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

      if (tv_relatives_query_get_parent (query) == parent
          && tv_relatives_query_get_last_method (query) == method
          && (parent == NULL || tv_relatives_query_get_relation (query) == relation)
          && tv_relatives_query_get_profile (query) == profile)
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
  tv_relatives_query_set_order (query, &order);
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
    return tv_relatives_query_new_under (parent, relation, method);
  order = get_order (self);
  tv_relatives_query_set_order (query, &order);
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
