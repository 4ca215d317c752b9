/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/path-list.h"

/* Returns what tells a row that opens from others of its tree; -1 for that of the top
 * rows. */
gint64
tv_path_row_get_key (const TvPathRow *row)
{
  return row != NULL ? (gint64) ((guint64) row->nodes.of[TV_SIDE_SHOWN] << 32
                                 | row->nodes.of[TV_SIDE_BASE])
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

/* What the items of a list are made of. */
typedef struct
{
  TvPathItem *above;
  GArray *rows; /* NULL until it is filled */
} Level;

static void
level_free (gpointer data)
{
  Level *level = data;

  g_clear_object (&level->above);
  g_clear_pointer (&level->rows, g_array_unref);
  g_free (level);
}

static gpointer
make_item (gpointer data, guint position)
{
  const Level *level = data;
  TvPathItem *item = g_object_new (TV_TYPE_PATH_ITEM, NULL);

  item->row = g_array_index (level->rows, TvPathRow, position);
  g_set_object (&item->above, level->above);
  return item;
}

/* Returns the list of what stands under a row, or at the top, as #TvPathItem. */
TvItemList *
tv_path_list_new (TvPathItem *above)
{
  Level *level = g_new0 (Level, 1);

  g_set_object (&level->above, above);
  return tv_item_list_new (TV_TYPE_PATH_ITEM, make_item, level, level_free);
}

TvPathItem *
tv_path_list_get_above (TvItemList *list)
{
  return ((Level *) tv_item_list_get_data (list))->above;
}

/* Takes over an array of #TvPathRow. What was there before goes first: GTK does that
 * quickly. */
void
tv_path_list_fill (TvItemList *list, GArray *rows)
{
  Level *level = tv_item_list_get_data (list);

  tv_item_list_fill (list, 0);
  g_clear_pointer (&level->rows, g_array_unref);
  level->rows = rows;
  tv_item_list_fill (list, rows->len);
}

const TvPathRow *
tv_path_list_get_row (TvItemList *list, guint position)
{
  const Level *level = tv_item_list_get_data (list);

  return &g_array_index (level->rows, TvPathRow, position);
}

/* Returns a list of the rows that are there now, which is never filled again. */
GListModel *
tv_path_list_dup_whole (GListModel *list)
{
  const Level *level = tv_item_list_get_data (TV_ITEM_LIST (list));
  TvItemList *whole = tv_path_list_new (level->above);

  tv_path_list_fill (whole, level->rows != NULL
                                ? g_array_ref (level->rows)
                                : g_array_new (FALSE, FALSE, sizeof (TvPathRow)));
  return G_LIST_MODEL (whole);
}

/* Returns the place of a row, GTK_INVALID_LIST_POSITION if it is not there. */
guint
tv_path_list_find (TvItemList *list, const TvPathStep *step)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    if (tv_path_row_is_of (tv_path_list_get_row (list, i), step))
      return i;
  return G_MAXUINT;
}
