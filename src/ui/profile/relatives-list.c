/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/relatives-list.h"

typedef struct
{
  TvProfileItemKind kind;
  TvRelation relation;
  guint index; /* of a relative: see tv_relatives_get() */
} Row;

struct _TvRelativesList
{
  GObject parent_instance;

  TvRelativesQuery *query;
  gboolean of_groups;
  TvRelation relation; /* of the members */
  gboolean asked;
  gboolean filled;
  GArray *rows; /* of Row */
};

static void fill (TvRelativesList *self);

static GType
tv_relatives_list_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ITEM;
}

static guint
tv_relatives_list_get_n_items (GListModel *model)
{
  TvRelativesList *self = TV_RELATIVES_LIST (model);

  /* Once somebody was told that it is empty, it fills with a signal alone. */
  if (!self->asked)
    {
      self->asked = TRUE;
      tv_relatives_query_start (self->query);
      fill (self);
    }
  return self->rows->len;
}

static gpointer
tv_relatives_list_get_item (GListModel *model, guint position)
{
  TvRelativesList *self = TV_RELATIVES_LIST (model);
  const Row *row;

  if (position >= self->rows->len)
    return NULL;
  row = &g_array_index (self->rows, Row, position);
  return tv_profile_item_new_sub (row->kind,
                                  tv_relatives_query_get_method (self->query),
                                  row->relation, row->index, self->query);
}

static void
tv_relatives_list_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_relatives_list_get_item_type;
  iface->get_n_items = tv_relatives_list_get_n_items;
  iface->get_item = tv_relatives_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (
    TvRelativesList, tv_relatives_list, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, tv_relatives_list_init_list_model))

static void
tv_relatives_list_finalize (GObject *object)
{
  TvRelativesList *self = TV_RELATIVES_LIST (object);

  g_array_unref (self->rows);
  g_clear_object (&self->query);

  G_OBJECT_CLASS (tv_relatives_list_parent_class)->finalize (object);
}

static void
tv_relatives_list_class_init (TvRelativesListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_relatives_list_finalize;
}

static void
tv_relatives_list_init (TvRelativesList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
}

static void
append (TvRelativesList *self, TvProfileItemKind kind, TvRelation relation, guint index)
{
  const Row row = { kind, relation, index };

  g_array_append_val (self->rows, row);
}

/* A method that calls nothing and never waits has no group of children, as in
 * Traceview: "self" alone would say nothing. */
static void
append_groups (TvRelativesList *self, const TvRelatives *relatives)
{
  for (TvRelation relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      guint n;

      (void) tv_relatives_get (relatives, relation, &n);
      if (n > 0
          || (relation == TV_RELATION_CHILDREN
              && tv_relatives_get_n_waits (relatives) > 0))
        append (self, TV_PROFILE_ITEM_GROUP, relation, 0);
    }
}

static gboolean
has_own_time (TvRelativesList *self)
{
  return self->relation == TV_RELATION_CHILDREN
         || (self->relation == TV_RELATION_CHILDREN_WHILE_RECURSIVE
             && tv_relatives_query_get_depth (self->query) > 0);
}

static void
append_members (TvRelativesList *self, const TvRelatives *relatives)
{
  guint n;

  (void) tv_relatives_get (relatives, self->relation, &n);
  if (has_own_time (self))
    append (self, TV_PROFILE_ITEM_SELF, self->relation, 0);
  for (guint i = 0; i < n; i++)
    append (self, TV_PROFILE_ITEM_RELATIVE, self->relation, i);
  if (has_own_time (self) && tv_relatives_get_n_waits (relatives) > 0)
    append (self, TV_PROFILE_ITEM_WAIT, self->relation, 0);
}

static void
fill (TvRelativesList *self)
{
  const TvRelatives *relatives = tv_relatives_query_get_relatives (self->query);

  if (self->filled || relatives == NULL)
    return;
  self->filled = TRUE;
  if (self->of_groups)
    append_groups (self, relatives);
  else
    append_members (self, relatives);
}

static void
on_query_ready (TvRelativesList *self)
{
  if (!self->asked || self->filled)
    return;
  fill (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, self->rows->len);
}

static TvRelativesList *
list_new (TvRelativesQuery *query, gboolean of_groups, TvRelation relation)
{
  TvRelativesList *self = g_object_new (TV_TYPE_RELATIVES_LIST, NULL);

  self->query = g_object_ref (query);
  self->of_groups = of_groups;
  self->relation = relation;
  g_signal_connect_object (query, "ready", G_CALLBACK (on_query_ready), self,
                           G_CONNECT_SWAPPED);
  self->asked = tv_relatives_query_get_relatives (query) != NULL;
  fill (self);
  return self;
}

TvRelativesList *
tv_relatives_list_new_groups (TvRelativesQuery *query)
{
  g_return_val_if_fail (TV_IS_RELATIVES_QUERY (query), NULL);

  return list_new (query, TRUE, TV_RELATION_PARENTS);
}

TvRelativesList *
tv_relatives_list_new_members (TvRelativesQuery *query, TvRelation relation)
{
  g_return_val_if_fail (TV_IS_RELATIVES_QUERY (query), NULL);

  return list_new (query, FALSE, relation);
}

TvRelativesQuery *
tv_relatives_list_get_query (TvRelativesList *self)
{
  g_return_val_if_fail (TV_IS_RELATIVES_LIST (self), NULL);

  return self->query;
}

/* Returns the position of a heading by its relation, of a relative by its method, or of
 * the own time or waiting; %G_MAXUINT if there is none, or none yet. */
guint
tv_relatives_list_find (TvRelativesList *self, TvProfileItemKind kind,
                        TvRelation relation, guint32 method)
{
  const TvRelative *relatives = NULL;
  guint n;

  g_return_val_if_fail (TV_IS_RELATIVES_LIST (self), G_MAXUINT);

  if (kind == TV_PROFILE_ITEM_RELATIVE && self->filled)
    relatives = tv_relatives_get (tv_relatives_query_get_relatives (self->query),
                                  self->relation, &n);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      if (row->kind == kind && row->relation == relation
          && (relatives == NULL || relatives[row->index].method == method))
        return i;
    }
  return G_MAXUINT;
}
