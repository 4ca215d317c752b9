/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/item-list.h"

struct _TvItemList
{
  GObject parent_instance;

  GType type;
  TvItemMaker make;
  gpointer data;
  GDestroyNotify free_data;

  guint n;
  gboolean filled;
  gboolean was_wanted;
  gboolean asking; /* whether the length is being asked for: the answer tells of rows */
};

static guint wanted_signal;

static GType
tv_item_list_get_item_type (GListModel *model)
{
  return TV_ITEM_LIST (model)->type;
}

static guint
tv_item_list_get_n_items (GListModel *model)
{
  TvItemList *self = TV_ITEM_LIST (model);

  if (!self->filled && !self->was_wanted)
    {
      self->was_wanted = self->asking = TRUE;
      g_signal_emit (self, wanted_signal, 0);
      self->asking = FALSE;
    }
  return self->n;
}

static gpointer
tv_item_list_get_item (GListModel *model, guint position)
{
  TvItemList *self = TV_ITEM_LIST (model);

  return position < self->n ? self->make (self->data, position) : NULL;
}

static void
tv_item_list_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_item_list_get_item_type;
  iface->get_n_items = tv_item_list_get_n_items;
  iface->get_item = tv_item_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvItemList, tv_item_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      tv_item_list_init_list_model))

static void
tv_item_list_finalize (GObject *object)
{
  TvItemList *self = TV_ITEM_LIST (object);

  if (self->free_data != NULL)
    self->free_data (self->data);

  G_OBJECT_CLASS (tv_item_list_parent_class)->finalize (object);
}

static void
tv_item_list_class_init (TvItemListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_item_list_finalize;
  wanted_signal = g_signal_new ("wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_item_list_init (TvItemList *self)
{
}

/**
 * tv_item_list_new:
 * @type: the type of its items
 * @make: makes them
 * @data: passed to @make
 * @free_data: (nullable): frees @data with the list
 *
 * Returns: (transfer full): an empty list, to be filled
 */
TvItemList *
tv_item_list_new (GType type, TvItemMaker make, gpointer data, GDestroyNotify free_data)
{
  TvItemList *self;

  g_return_val_if_fail (make != NULL, NULL);

  self = g_object_new (TV_TYPE_ITEM_LIST, NULL);
  self->type = type;
  self->make = make;
  self->data = data;
  self->free_data = free_data;
  return self;
}

/**
 * tv_item_list_get_data:
 * @self: a list
 *
 * Returns: (transfer none): the data of its rows
 */
gpointer
tv_item_list_get_data (TvItemList *self)
{
  g_return_val_if_fail (TV_IS_ITEM_LIST (self), NULL);

  return self->data;
}

/**
 * tv_item_list_fill:
 * @self: a list
 * @n: its new number of rows
 *
 * Replaces all rows. Fill a list that has rows with 0 rows before its data changes,
 * because listeners may still ask for them.
 */
void
tv_item_list_fill (TvItemList *self, guint n)
{
  guint n_before;

  g_return_if_fail (TV_IS_ITEM_LIST (self));

  n_before = self->n;
  self->filled = TRUE;
  self->n = n;
  if (n_before + n > 0 && !self->asking)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, n);
}

/**
 * tv_item_list_is_filled:
 * @self: a list
 *
 * Returns: whether its rows are known
 */
gboolean
tv_item_list_is_filled (TvItemList *self)
{
  g_return_val_if_fail (TV_IS_ITEM_LIST (self), FALSE);

  return self->filled;
}
