/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/shown-rows.h"

/* Items of @list one after the other, all closed but perhaps the last. */
typedef struct
{
  GListModel *list;
  guint first;
  guint n;
  guint level;
} Run;

struct _TvShownRows
{
  GArray *runs;
  guint n;

  guint run;
  guint place; /* in the run, from 1; 0 before the first row */
  TvProfileItem *row;
};

static void
clear_run (gpointer data)
{
  Run *run = data;

  g_clear_object (&run->list);
}

static TvShownRows *
shown_rows_new_empty (void)
{
  TvShownRows *self = g_new0 (TvShownRows, 1);

  self->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_array_set_clear_func (self->runs, clear_run);
  return self;
}

static void
add_run (TvShownRows *self, GListModel *list, guint first, guint n, guint level)
{
  Run run = { g_object_ref (list), first, n, level };

  if (n == 0)
    {
      clear_run (&run);
      return;
    }
  g_array_append_val (self->runs, run);
  self->n += n;
}

/* Rows that have the same parent, or none. */
typedef struct
{
  GtkTreeListModel *tree;
  GtkTreeListRow *parent;
  GListModel *list;
  guint n;
  guint level;
} Siblings;

static GtkTreeListRow *
dup_sibling (const Siblings *siblings, guint place)
{
  return siblings->parent != NULL
             ? gtk_tree_list_row_get_child_row (siblings->parent, place)
             : gtk_tree_list_model_get_child_row (siblings->tree, place);
}

static guint
get_position (const Siblings *siblings, guint place)
{
  g_autoptr (GtkTreeListRow) row = dup_sibling (siblings, place);

  return gtk_tree_list_row_get_position (row);
}

/* The first from @from on that is open, or else the last: a million rows of which few
 * are open must not be gone through, but their positions tell. */
static guint
find_open (const Siblings *siblings, guint from)
{
  const guint base = get_position (siblings, from) - from;
  guint closed = from; /* all before it are */
  guint step = 1;
  guint beyond;

  while (closed + step < siblings->n
         && get_position (siblings, closed + step) - (closed + step) == base)
    {
      closed += step;
      step *= 2;
    }
  beyond = MIN (closed + step, siblings->n);
  while (closed + 1 < beyond)
    {
      const guint middle = closed + (beyond - closed) / 2;

      if (get_position (siblings, middle) - middle == base)
        closed = middle;
      else
        beyond = middle;
    }
  return closed;
}

static void add_siblings (TvShownRows *self, const Siblings *siblings);

/* As deep as a person has opened rows, whatever the file holds. */
static void
add_under (TvShownRows *self, const Siblings *siblings, guint place)
{
  g_autoptr (GtkTreeListRow) row = dup_sibling (siblings, place);
  GListModel *children = gtk_tree_list_row_get_expanded (row)
                             ? gtk_tree_list_row_get_children (row)
                             : NULL;
  Siblings under = { siblings->tree, row, children, 0, siblings->level + 1 };

  if (children == NULL)
    return;
  under.n = g_list_model_get_n_items (children);
  add_siblings (self, &under);
}

static void
add_siblings (TvShownRows *self, const Siblings *siblings)
{
  guint from = 0;

  while (from < siblings->n)
    {
      const guint open = find_open (siblings, from);

      add_run (self, siblings->list, from, open + 1 - from, siblings->level);
      add_under (self, siblings, open);
      from = open + 1;
    }
}

TvShownRows *
tv_shown_rows_new (TvProfileTree *tree)
{
  TvShownRows *self;
  TvProfileModel *methods;
  Siblings top = { .level = 0 };

  g_return_val_if_fail (TV_IS_PROFILE_TREE (tree), NULL);

  self = shown_rows_new_empty ();
  methods = tv_profile_tree_get_methods (tree);
  top.tree = tv_profile_tree_get_rows (tree);
  top.list = tv_profile_model_get_top (methods);
  top.n = g_list_model_get_n_items (top.list);
  add_siblings (self, &top);
  return self;
}

static void
add_item (TvShownRows *self, GtkTreeListRow *row)
{
  g_autoptr (TvProfileItem) item = gtk_tree_list_row_get_item (row);
  g_autoptr (GListStore) store = g_list_store_new (TV_TYPE_PROFILE_ITEM);

  g_list_store_append (store, item);
  add_run (self, G_LIST_MODEL (store), 0, 1, 0);
}

/* Returns the row as one of the top level, and what stands under it. */
TvShownRows *
tv_shown_rows_new_at (TvProfileTree *tree, guint position, gboolean with_open)
{
  TvShownRows *self;
  g_autoptr (GtkTreeListRow) row = NULL;
  Siblings under = { .level = 1 };

  g_return_val_if_fail (TV_IS_PROFILE_TREE (tree), NULL);

  self = shown_rows_new_empty ();
  under.tree = tv_profile_tree_get_rows (tree);
  row = gtk_tree_list_model_get_row (under.tree, position);
  if (row == NULL)
    return self;
  add_item (self, row);
  if (with_open && gtk_tree_list_row_get_expanded (row))
    {
      under.parent = row;
      under.list = gtk_tree_list_row_get_children (row);
      under.n = g_list_model_get_n_items (under.list);
      add_siblings (self, &under);
    }
  return self;
}

void
tv_shown_rows_free (TvShownRows *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->row);
  g_array_unref (self->runs);
  g_free (self);
}

guint
tv_shown_rows_get_n (const TvShownRows *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n;
}

/* Goes to the first row, and from each to the next. */
gboolean
tv_shown_rows_next (TvShownRows *self)
{
  const Run *run;

  g_return_val_if_fail (self != NULL, FALSE);

  g_clear_object (&self->row);
  if (self->run >= self->runs->len)
    return FALSE;
  if (self->place == g_array_index (self->runs, Run, self->run).n)
    {
      self->run++;
      self->place = 0;
      if (self->run == self->runs->len)
        return FALSE;
    }
  run = &g_array_index (self->runs, Run, self->run);
  self->row = g_list_model_get_item (run->list, run->first + self->place);
  self->place++;
  return TRUE;
}

TvProfileItem *
tv_shown_rows_get_row (TvShownRows *self)
{
  g_return_val_if_fail (self != NULL && self->row != NULL, NULL);

  return self->row;
}

/* Returns under how many others the present row stands, one under the other. */
guint
tv_shown_rows_get_level (const TvShownRows *self)
{
  g_return_val_if_fail (self != NULL && self->row != NULL, 0);

  return g_array_index (self->runs, Run, self->run).level;
}
