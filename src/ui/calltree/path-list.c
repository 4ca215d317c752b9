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

TvRowStep
tv_path_row_get_step (const TvPathRow *row, guint depth)
{
  if (row->kind != TV_PATH_ROW_NODE)
    return (TvRowStep){ depth, TV_PATH_STEP_OF (row->kind), row->sums.method };
  if (row->sums.method == TV_METHOD_NONE)
    return (TvRowStep){ depth, TV_PATH_STEP_THREAD, row->sums.thread };
  return (TvRowStep){ depth, row->tree, row->sums.method };
}

gboolean
tv_path_row_is_of (const TvPathRow *row, const TvRowStep *step)
{
  const TvRowStep own = tv_path_row_get_step (row, step->depth);

  return own.kind == step->kind && own.index == step->index;
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

/* Returns the path of a row, itself at the end. */
GArray *
tv_path_item_list_path (gpointer item)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TvRowStep));
  guint n = 0;

  for (TvPathItem *i = item; i != NULL; i = i->above)
    n++;
  g_array_set_size (steps, n);
  for (TvPathItem *i = item; i != NULL; i = i->above)
    {
      n--;
      g_array_index (steps, TvRowStep, n) = tv_path_row_get_step (&i->row, n);
    }
  return steps;
}

/* Returns the methods of a row and of those above it, NULL without any. What is above a
 * row are its callers, or its callees where callers open below: @from_callers. */
TvCallPath *
tv_path_item_dup_stack (TvPathItem *item, gboolean from_callers)
{
  const TvPathRow *row = &item->row;
  const gboolean callers_below = from_callers && row->tree == TV_PATH_TREE_CALLERS;
  g_autoptr (GArray) methods = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (; item != NULL; item = item->above)
    {
      const guint32 method = item->row.sums.method;

      if (method == TV_METHOD_NONE)
        continue;
      if (callers_below)
        g_array_append_val (methods, method);
      else
        g_array_prepend_val (methods, method);
    }
  return methods->len > 0 ? tv_call_path_new (
             (row->sums.thread & TV_PATH_BASE_THREAD) != 0 ? TV_THREAD_NONE
                                                           : row->sums.thread,
             (const guint32 *) (gconstpointer) methods->data, methods->len)
                          : NULL;
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

/* Returns the rows of a path; each thread may have a root of its own. */
GArray *
tv_path_list_steps (TvCallPath *path, gboolean per_thread)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TvRowStep));
  guint n;
  const guint32 *methods = tv_call_path_get_methods (path, &n);

  if (per_thread)
    g_array_append_val (steps, ((TvRowStep){ 0, TV_PATH_STEP_THREAD, path->thread }));
  for (guint i = 0; i < n; i++)
    {
      const TvRowStep step = { steps->len, 0, methods[i] };

      g_array_append_val (steps, step);
    }
  return steps;
}

/* Translates a step into one of a trace that was read again. */
gboolean
tv_path_step_translate (gpointer match, TvRowStep *step)
{
  step->index = step->kind == TV_PATH_STEP_THREAD
                    ? tv_trace_match_thread (match, step->index)
                    : tv_trace_match_method (match, step->index);
  return TRUE;
}
