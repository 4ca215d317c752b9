/* SPDX-License-Identifier: Apache-2.0 */

/* A tree of rows as a list: what stands where, what it tells of changes, and that it is
 * the same as GTK's own, which makes a node for every item. */

#include "support/test-runner.h"
#include "ui/profile/row-tree.h"

/* Items are strings. What is under them is in a table of lists by their text, which
 * both trees share. */
typedef struct
{
  GListStore *top;
  GHashTable *under; /* from text to GListStore */
  GObject *context;
  TvRowTree *tree;
  GString *log; /* what the tree told */
} Fixture;

static void
append (GListStore *list, const char *text)
{
  g_autoptr (GtkStringObject) item = gtk_string_object_new (text);

  g_list_store_append (list, item);
}

static GListStore *
new_list (const char *words)
{
  GListStore *list = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  g_auto (GStrv) all = g_strsplit (words, " ", -1);

  for (guint i = 0; all[i] != NULL; i++)
    if (*all[i] != '\0')
      append (list, all[i]);
  return list;
}

static GListModel *
create_children (gpointer item, gpointer user_data)
{
  GHashTable *under = g_object_get_data (user_data, "under");
  GListModel *list = g_hash_table_lookup (under, gtk_string_object_get_string (item));

  return list != NULL ? g_object_ref (list) : NULL;
}

static void
note_change (GListModel *model, guint position, guint removed, guint added,
             gpointer user_data)
{
  g_string_append_printf (user_data, "%u-%u+%u ", position, removed, added);
}

static void
fixture_init (Fixture *self, const char *top)
{
  self->top = new_list (top);
  self->under = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->context = g_object_new (G_TYPE_OBJECT, NULL);
  g_object_set_data (self->context, "under", self->under);
  self->tree
      = tv_row_tree_new (G_LIST_MODEL (self->top), create_children, self->context);
  self->log = g_string_new (NULL);
  g_signal_connect (self->tree, "items-changed", G_CALLBACK (note_change), self->log);
}

static void
fixture_clear (Fixture *self)
{
  g_clear_object (&self->tree);
  g_clear_object (&self->top);
  g_clear_object (&self->context);
  g_clear_pointer (&self->under, g_hash_table_unref);
  g_string_free (self->log, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static void
put_under (Fixture *self, const char *text, const char *words)
{
  g_hash_table_insert (self->under, g_strdup (text), new_list (words));
}

/* a b c, with ba and bb under b and bax under ba; a has an empty list under it. */
static void
fixture_init_small (Fixture *self)
{
  fixture_init (self, "a b c");
  put_under (self, "a", "");
  put_under (self, "b", "ba bb");
  put_under (self, "ba", "bax");
}

static const char *
get_text (GtkTreeListRow *row)
{
  g_autoptr (GtkStringObject) item = gtk_tree_list_row_get_item (row);

  return item != NULL ? gtk_string_object_get_string (item) : "";
}

/* A dot for each level and a star behind what is open. */
static char *
write_rows (GListModel *rows)
{
  GString *text = g_string_new (NULL);
  const guint n = g_list_model_get_n_items (rows);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);

      for (guint depth = gtk_tree_list_row_get_depth (row); depth > 0; depth--)
        g_string_append_c (text, '.');
      g_string_append_printf (text, "%s%s ", get_text (row),
                              gtk_tree_list_row_get_expanded (row) ? "*" : "");
    }
  return g_string_free (text, FALSE);
}

static void
assert_rows (Fixture *self, const char *expected)
{
  g_autofree char *rows = write_rows (G_LIST_MODEL (self->tree));

  ck_assert_str_eq (rows, expected);
}

static void
assert_log (Fixture *self, const char *expected)
{
  ck_assert_str_eq (self->log->str, expected);
  g_string_truncate (self->log, 0);
}

static void
set_expanded (Fixture *self, guint position, gboolean expanded)
{
  g_autoptr (GtkTreeListRow) row = tv_row_tree_get_row (self->tree, position);

  gtk_tree_list_row_set_expanded (row, expanded);
}

START_TEST (test_rows_open_and_close)
{
  g_auto (Fixture) fixture = { 0 };

  fixture_init_small (&fixture);
  assert_rows (&fixture, "a b c ");
  set_expanded (&fixture, 1, TRUE);
  assert_log (&fixture, "2-0+2 ");
  assert_rows (&fixture, "a b* .ba .bb c ");
  set_expanded (&fixture, 2, TRUE);
  assert_log (&fixture, "3-0+1 ");
  assert_rows (&fixture, "a b* .ba* ..bax .bb c ");
  set_expanded (&fixture, 1, FALSE);
  assert_log (&fixture, "2-3+0 ");
  assert_rows (&fixture, "a b c ");
  ck_assert_ptr_null (tv_row_tree_get_row (fixture.tree, 3));
}
END_TEST

START_TEST (test_what_is_open_stays_though_nobody_holds_it)
{
  g_auto (Fixture) fixture = { 0 };

  fixture_init_small (&fixture);
  /* Nothing is under a yet. */
  set_expanded (&fixture, 0, TRUE);
  assert_log (&fixture, "");
  assert_rows (&fixture, "a* b c ");
  append (g_hash_table_lookup (fixture.under, "a"), "late");
  assert_log (&fixture, "1-0+1 ");
  assert_rows (&fixture, "a* .late b c ");
  g_list_store_remove_all (g_hash_table_lookup (fixture.under, "a"));
  assert_log (&fixture, "1-1+0 ");
  assert_rows (&fixture, "a* b c ");
  set_expanded (&fixture, 0, FALSE);
  assert_rows (&fixture, "a b c ");
}
END_TEST

START_TEST (test_a_row_is_the_same_as_long_as_it_is_held)
{
  g_auto (Fixture) fixture = { 0 };
  g_autoptr (GtkTreeListRow) row = NULL;
  g_autoptr (GtkTreeListRow) again = NULL;
  g_autoptr (GtkTreeListRow) moved = NULL;
  g_autoptr (GtkTreeListRow) by_place = NULL;

  fixture_init_small (&fixture);
  row = tv_row_tree_get_row (fixture.tree, 2);
  again = tv_row_tree_get_row (fixture.tree, 2);
  ck_assert_ptr_eq (row, again);
  set_expanded (&fixture, 1, TRUE);
  moved = tv_row_tree_get_row (fixture.tree, 4);
  ck_assert_ptr_eq (row, moved);
  by_place = tv_row_tree_get_top_row (fixture.tree, 2);
  ck_assert_ptr_eq (row, by_place);
}
END_TEST

START_TEST (test_positions)
{
  g_auto (Fixture) fixture = { 0 };
  g_autoptr (GtkTreeListRow) inner = NULL;
  g_autoptr (GtkTreeListRow) last = NULL;

  fixture_init_small (&fixture);
  last = tv_row_tree_get_top_row (fixture.tree, 2);
  ck_assert_uint_eq (tv_row_tree_get_position (fixture.tree, last), 2);
  set_expanded (&fixture, 1, TRUE);
  set_expanded (&fixture, 2, TRUE);
  inner = tv_row_tree_get_row (fixture.tree, 3);
  ck_assert_str_eq (get_text (inner), "bax");
  ck_assert_uint_eq (tv_row_tree_get_position (fixture.tree, inner), 3);
  ck_assert_uint_eq (tv_row_tree_get_position (fixture.tree, last), 5);
  set_expanded (&fixture, 2, FALSE);
  ck_assert_str_eq (get_text (inner), "");
  ck_assert_uint_eq (tv_row_tree_get_position (fixture.tree, inner),
                     GTK_INVALID_LIST_POSITION);
  ck_assert_uint_eq (tv_row_tree_get_position (fixture.tree, last), 4);
}
END_TEST

START_TEST (test_items_at_the_top_come_and_go)
{
  g_auto (Fixture) fixture = { 0 };
  g_autoptr (GtkTreeListRow) opened = NULL;
  g_autoptr (GtkTreeListRow) under = NULL;
  g_autoptr (GtkTreeListRow) last = NULL;
  g_autoptr (GtkStringObject) new_item = gtk_string_object_new ("new");

  fixture_init_small (&fixture);
  set_expanded (&fixture, 1, TRUE);
  opened = tv_row_tree_get_row (fixture.tree, 1);
  under = tv_row_tree_get_row (fixture.tree, 3);
  last = tv_row_tree_get_row (fixture.tree, 4);
  assert_log (&fixture, "2-0+2 ");

  g_list_store_insert (fixture.top, 0, new_item);
  assert_log (&fixture, "0-0+1 ");
  assert_rows (&fixture, "new a b* .ba .bb c ");
  ck_assert_uint_eq (tv_row_tree_get_position (fixture.tree, under), 4);
  ck_assert_uint_eq (tv_row_tree_get_position (fixture.tree, last), 5);

  g_list_store_remove (fixture.top, 2);
  assert_log (&fixture, "2-3+0 ");
  assert_rows (&fixture, "new a c ");
  ck_assert_str_eq (get_text (opened), "");
  ck_assert_uint_eq (tv_row_tree_get_position (fixture.tree, opened),
                     GTK_INVALID_LIST_POSITION);
  ck_assert_uint_eq (tv_row_tree_get_position (fixture.tree, under),
                     GTK_INVALID_LIST_POSITION);
  ck_assert_uint_eq (tv_row_tree_get_position (fixture.tree, last), 2);
  ck_assert_str_eq (get_text (last), "c");
}
END_TEST

START_TEST (test_rows_end_with_the_tree)
{
  g_auto (Fixture) fixture = { 0 };
  g_autoptr (GtkTreeListRow) under = NULL;
  gpointer held = NULL;
  GtkTreeListRow *opened;

  fixture_init_small (&fixture);
  set_expanded (&fixture, 1, TRUE);
  opened = tv_row_tree_get_row (fixture.tree, 1);
  g_set_weak_pointer (&held, opened);
  g_object_unref (opened);
  /* It holds itself while it is open. */
  ck_assert_ptr_nonnull (held);
  under = tv_row_tree_get_row (fixture.tree, 2);
  g_clear_object (&fixture.tree);
  ck_assert_ptr_null (held);
  ck_assert_str_eq (get_text (under), "");
}
END_TEST

static gpointer
count_item (gpointer item, gpointer user_data)
{
  (*(guint *) user_data)++;
  return item;
}

START_TEST (test_only_rows_that_are_asked_for_are_made)
{
  g_autoptr (GListStore) top = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  g_autoptr (GObject) context = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (GHashTable) under = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GtkMapListModel) counted = NULL;
  g_autoptr (TvRowTree) tree = NULL;
  guint n_made = 0;

  for (guint i = 0; i < 1000; i++)
    append (top, "a");
  g_object_set_data (context, "under", under);
  counted = gtk_map_list_model_new (g_object_ref (G_LIST_MODEL (top)), count_item,
                                    &n_made, NULL);
  tree = tv_row_tree_new (G_LIST_MODEL (counted), create_children, context);
  for (guint i = 500; i < 510; i++)
    {
      g_autoptr (GtkTreeListRow) row = tv_row_tree_get_row (tree, i);

      ck_assert_uint_eq (tv_row_tree_get_position (tree, row), i);
    }
  ck_assert_uint_eq (g_list_model_get_n_items (G_LIST_MODEL (tree)), 1000);
  ck_assert_uint_eq (n_made, 10);
}
END_TEST

/* Does to a list of rows what a tree tells, as a list widget would. */
static void
follow_change (GListModel *model, guint position, guint removed, guint added,
               gpointer user_data)
{
  GPtrArray *shadow = user_data;

  ck_assert_uint_le (position + removed, shadow->len);
  if (removed > 0)
    g_ptr_array_remove_range (shadow, position, removed);
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (shadow, (int) (position + i),
                        g_list_model_get_item (model, position + i));
  ck_assert_uint_eq (shadow->len, g_list_model_get_n_items (model));
}

static void
assert_shadow (GPtrArray *shadow, TvRowTree *tree)
{
  for (guint i = 0; i < shadow->len; i++)
    {
      g_autoptr (GtkTreeListRow) row = tv_row_tree_get_row (tree, i);

      ck_assert_ptr_eq (g_ptr_array_index (shadow, i), row);
      ck_assert_uint_eq (tv_row_tree_get_position (tree, row), i);
    }
}

static GListStore *
pick_list (Fixture *self, GRand *random, GListModel *rows)
{
  const guint n = g_list_model_get_n_items (rows);
  g_autoptr (GtkTreeListRow) row = NULL;
  GListStore *under;

  if (n == 0 || g_rand_boolean (random))
    return self->top;
  row = g_list_model_get_item (rows, (guint) g_rand_int_range (random, 0, (int) n));
  under = g_hash_table_lookup (self->under, get_text (row));
  return under != NULL ? under : self->top;
}

/* New items at a place, of which most have a list under them, in place of some. */
static void
splice (Fixture *self, GRand *random, GListStore *list, guint *n_made)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  const guint position = (guint) g_rand_int_range (random, 0, (int) n + 1);
  const guint wanted = (guint) g_rand_int_range (random, 0, 4);
  const guint removed = MIN (wanted, n - position);
  const guint added = (guint) g_rand_int_range (random, 0, n < 12 ? 4 : 2);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < added; i++)
    {
      g_autofree char *text = g_strdup_printf ("i%u", (*n_made)++);

      if (*n_made % 4 != 0)
        put_under (self, text, "");
      g_ptr_array_add (items, gtk_string_object_new (text));
    }
  g_list_store_splice (list, position, removed, items->pdata, items->len);
}

static void
toggle_both (Fixture *self, GRand *random, GListModel *oracle)
{
  const guint n = g_list_model_get_n_items (oracle);
  guint position;
  g_autoptr (GtkTreeListRow) mine = NULL;
  g_autoptr (GtkTreeListRow) other = NULL;

  if (n == 0)
    return;
  position = (guint) g_rand_int_range (random, 0, (int) n);
  mine = tv_row_tree_get_row (self->tree, position);
  other = g_list_model_get_item (oracle, position);
  gtk_tree_list_row_set_expanded (mine, !gtk_tree_list_row_get_expanded (mine));
  gtk_tree_list_row_set_expanded (other, !gtk_tree_list_row_get_expanded (other));
}

static void
assert_same_rows (TvRowTree *tree, GtkTreeListModel *oracle)
{
  g_autofree char *mine = write_rows (G_LIST_MODEL (tree));
  g_autofree char *others = write_rows (G_LIST_MODEL (oracle));

  ck_assert_str_eq (mine, others);
}

/* With every row held, or with none but those that are open. */
static void
compare_with_gtk (guint32 seed, gboolean held)
{
  g_auto (Fixture) fixture = { 0 };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GPtrArray) shadow = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GtkTreeListModel) oracle = NULL;
  guint n_made = 0;

  fixture_init (&fixture, "");
  oracle = gtk_tree_list_model_new (g_object_ref (G_LIST_MODEL (fixture.top)), FALSE,
                                    FALSE, create_children, fixture.context, NULL);
  if (held)
    g_signal_connect (fixture.tree, "items-changed", G_CALLBACK (follow_change),
                      shadow);
  for (guint step = 0; step < 300; step++)
    {
      if (g_rand_int_range (random, 0, 3) == 0)
        splice (&fixture, random, pick_list (&fixture, random, G_LIST_MODEL (oracle)),
                &n_made);
      else
        toggle_both (&fixture, random, G_LIST_MODEL (oracle));
      assert_same_rows (fixture.tree, oracle);
      assert_shadow (shadow, fixture.tree);
    }
  ck_assert_uint_gt (n_made, 20);
}

START_TEST (test_it_is_as_the_tree_of_gtk)
{
  for (guint32 seed = 1; seed <= 10; seed++)
    {
      compare_with_gtk (seed, TRUE);
      compare_with_gtk (seed, FALSE);
    }
}
END_TEST

int
main (void)
{
  const TTest *const tests[] = {
    test_rows_open_and_close,
    test_what_is_open_stays_though_nobody_holds_it,
    test_a_row_is_the_same_as_long_as_it_is_held,
    test_positions,
    test_items_at_the_top_come_and_go,
    test_rows_end_with_the_tree,
    test_only_rows_that_are_asked_for_are_made,
    test_it_is_as_the_tree_of_gtk,
  };

  return tv_test_run ("row-tree", tests, G_N_ELEMENTS (tests));
}
