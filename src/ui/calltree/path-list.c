/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/path-list.h"

/* Returns what tells a row that opens from others of its tree; -1 for that of the top
 * rows. */
gint64
tv_path_row_get_key (const TvPathRow *row)
{
  return row != NULL ? (gint64) ((guint64) row->nodes.of[TV_PATH_SHOWN] << 32
                                 | row->nodes.of[TV_PATH_BASE])
                     : -1;
}

/* GLib's own hash takes the lower half alone: without a base, all have the same. */
static guint
hash_key (gconstpointer key)
{
  const guint64 nodes = *(const guint64 *) key;

  return (guint) (nodes >> 32) ^ (guint) nodes * 31;
}

/* Returns a table by the keys of rows, each of which it takes over. */
GHashTable *
tv_path_table_new (GDestroyNotify free_value)
{
  return g_hash_table_new_full (hash_key, g_int64_equal, g_free, free_value);
}

/* Rows that are no nodes are found by their kind. */
TvPathStep
tv_path_row_get_step (const TvPathRow *row, guint depth)
{
  return (TvPathStep){ depth,
                       row->kind == TV_PATH_ROW_NODE ? row->tree
                                                     : TV_PATH_N_TREES + row->kind,
                       row->sums.method, row->sums.thread };
}

gboolean
tv_path_row_is_of (const TvPathRow *row, const TvPathStep *step)
{
  const TvPathStep own = tv_path_row_get_step (row, step->depth);

  return own.tree == step->tree && own.method == step->method
         && (own.method != TV_METHOD_NONE || own.thread == step->thread);
}

struct _TvPathItem
{
  GObject parent_instance;

  TvPathRow row;
  TvPathItem *above; /* NULL at the top */
};

G_DEFINE_FINAL_TYPE (TvPathItem, tv_path_item, G_TYPE_OBJECT)

/* A path may have thousands of levels: the items above go one by one. */
static void
tv_path_item_finalize (GObject *object)
{
  TvPathItem *above = g_steal_pointer (&TV_PATH_ITEM (object)->above);

  while (above != NULL && G_OBJECT (above)->ref_count == 1)
    {
      TvPathItem *next = g_steal_pointer (&above->above);

      g_object_unref (above);
      above = next;
    }
  g_clear_object (&above);

  G_OBJECT_CLASS (tv_path_item_parent_class)->finalize (object);
}

static void
tv_path_item_class_init (TvPathItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_path_item_finalize;
}

static void
tv_path_item_init (TvPathItem *self)
{
}

const TvPathRow *
tv_path_item_get_row (TvPathItem *self)
{
  return &self->row;
}

/* Returns (transfer none) the row that it stands under, NULL at the top. */
TvPathItem *
tv_path_item_get_above (TvPathItem *self)
{
  return self->above;
}

struct _TvPathList
{
  GObject parent_instance;

  TvPathItem *above;
  GArray *rows; /* NULL until it is filled */
  gboolean was_wanted;
  gboolean asking; /* who asks for the length learns of rows by the answer */
};

static guint wanted_signal;

static GType
tv_path_list_get_item_type (GListModel *model)
{
  return TV_TYPE_PATH_ITEM;
}

static guint
tv_path_list_get_n_items (GListModel *model)
{
  TvPathList *self = TV_PATH_LIST (model);

  if (self->rows == NULL && !self->was_wanted)
    {
      self->was_wanted = self->asking = TRUE;
      g_signal_emit (self, wanted_signal, 0);
      self->asking = FALSE;
    }
  return self->rows != NULL ? self->rows->len : 0;
}

static gpointer
tv_path_list_get_item (GListModel *model, guint position)
{
  TvPathList *self = TV_PATH_LIST (model);
  TvPathItem *item;

  if (self->rows == NULL || position >= self->rows->len)
    return NULL;
  item = g_object_new (TV_TYPE_PATH_ITEM, NULL);
  item->row = g_array_index (self->rows, TvPathRow, position);
  g_set_object (&item->above, self->above);
  return item;
}

static void
tv_path_list_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_path_list_get_item_type;
  iface->get_n_items = tv_path_list_get_n_items;
  iface->get_item = tv_path_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvPathList, tv_path_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      tv_path_list_init_list_model))

static void
tv_path_list_finalize (GObject *object)
{
  TvPathList *self = TV_PATH_LIST (object);

  g_clear_object (&self->above);
  g_clear_pointer (&self->rows, g_array_unref);

  G_OBJECT_CLASS (tv_path_list_parent_class)->finalize (object);
}

static void
tv_path_list_class_init (TvPathListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_path_list_finalize;
  wanted_signal = g_signal_new ("wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_path_list_init (TvPathList *self)
{
}

/* Returns the empty list of what stands under a row, or at the top. */
TvPathList *
tv_path_list_new (TvPathItem *above)
{
  TvPathList *self = g_object_new (TV_TYPE_PATH_LIST, NULL);

  g_set_object (&self->above, above);
  return self;
}

TvPathItem *
tv_path_list_get_above (TvPathList *self)
{
  return self->above;
}

/* Takes over an array of #TvPathRow. What was there before goes first: GTK does that
 * quickly. */
void
tv_path_list_fill (TvPathList *self, GArray *rows)
{
  const guint n_before = self->rows != NULL ? self->rows->len : 0;

  g_clear_pointer (&self->rows, g_array_unref);
  self->was_wanted = TRUE;
  if (n_before > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, 0);
  self->rows = rows;
  if (rows->len > 0 && !self->asking)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, rows->len);
}

gboolean
tv_path_list_is_filled (TvPathList *self)
{
  return self->rows != NULL;
}

const TvPathRow *
tv_path_list_get_row (TvPathList *self, guint position)
{
  return &g_array_index (self->rows, TvPathRow, position);
}

/* Returns the place of a row, GTK_INVALID_LIST_POSITION if it is not there. */
guint
tv_path_list_find (TvPathList *self, const TvPathStep *step)
{
  for (guint i = 0; i < tv_path_list_get_n_items (G_LIST_MODEL (self)); i++)
    if (tv_path_row_is_of (&g_array_index (self->rows, TvPathRow, i), step))
      return i;
  return G_MAXUINT;
}
