/* SPDX-License-Identifier: Apache-2.0 */

/* The rows of the call tree and of callers and callees, without a widget. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "support/trace-writer.h"
#include "ui/calltree/path-tree.h"
#include "ui/display.h"
#include "ui/profile-sample.h"
#include "ui/sample-trace.h"

#include <check.h>

typedef struct
{
  TvTraceSession *session;
  TvPathTree *tree;
  guint32 main;
  guint32 walk;
  guint32 leaf;
} Fixture;

static Fixture *
fixture_new (TvPathKind kind)
{
  Fixture *fixture = g_new0 (Fixture, 1);

  fixture->session = tv_profile_sample_new ();
  fixture->main = tv_profile_sample_find (fixture->session, "a.Main.main");
  fixture->walk = tv_profile_sample_find (fixture->session, "a.Main.walk");
  fixture->leaf = tv_profile_sample_find (fixture->session, "a.Leaf.end");
  fixture->tree = tv_path_tree_new (fixture->session, kind);
  tv_path_tree_set_active (fixture->tree, TRUE);
  return fixture;
}

static void
fixture_free (Fixture *fixture)
{
  tv_path_tree_set_active (fixture->tree, FALSE);
  g_assert_finalize_object (fixture->tree);
  g_assert_finalize_object (fixture->session);
  g_free (fixture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

/* A row a line: its level in dots, an asterisk if it is selected, its name without the
 * package, and some columns. */
static char *
tree_to_string (TvPathTree *tree, const TvProfileColumn *columns, guint n_columns)
{
  TvTableModelInterface *iface = TV_TABLE_MODEL_GET_IFACE (tree);
  TvTableModel *model = TV_TABLE_MODEL (tree);
  GtkSingleSelection *selection = tv_path_tree_get_selection (tree);
  GString *text = g_string_new ("\n");

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (selection)); i++)
    {
      g_autoptr (GtkTreeListRow) row
          = g_list_model_get_item (G_LIST_MODEL (selection), i);
      g_autoptr (TvPathItem) item = gtk_tree_list_row_get_item (row);
      g_autoptr (TvNameText) name = iface->dup_name (model, item);

      for (guint j = 0; j < gtk_tree_list_row_get_depth (row); j++)
        g_string_append_c (text, '.');
      if (gtk_single_selection_get_selected (selection) == i)
        g_string_append_c (text, '*');
      g_string_append_len (text, name->text, (gssize) name->method_end);
      for (guint j = 0; j < n_columns; j++)
        {
          g_autofree char *cell = iface->dup_text (model, item, columns[j]);

          g_string_append_printf (text, " %s", cell != NULL ? cell : "-");
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
assert_names (Fixture *fixture, const char *expected)
{
  g_autofree char *text = tree_to_string (fixture->tree, NULL, 0);

  ck_assert_str_eq (text, expected);
}

/* Inclusive CPU time, exclusive CPU time, calls. */
static void
assert_tree (Fixture *fixture, const char *expected)
{
  const TvProfileColumn columns[]
      = { TV_PROFILE_COLUMN_INCL_CPU, TV_PROFILE_COLUMN_EXCL_CPU,
          TV_PROFILE_COLUMN_CALLS };
  g_autofree char *text
      = tree_to_string (fixture->tree, columns, G_N_ELEMENTS (columns));

  ck_assert_str_eq (text, expected);
}

static void
toggle (Fixture *fixture, guint position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (
      G_LIST_MODEL (tv_path_tree_get_selection (fixture->tree)), position);

  gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
  TV_TABLE_MODEL_GET_IFACE (fixture->tree)
      ->record_toggle (TV_TABLE_MODEL (fixture->tree), row);
}

static void
sort_by (Fixture *fixture, guint column, gboolean descending)
{
  TV_TABLE_MODEL_GET_IFACE (fixture->tree)
      ->sort (TV_TABLE_MODEL (fixture->tree), column, descending);
}

START_TEST (test_opens_along_the_heaviest_path)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);

  assert_tree (fixture, "\nMain.main 10.000 3.000 1\n"
                        ".Main.walk 6.000 3.000 1\n"
                        "..Main.walk 3.000 2.000 1\n"
                        "...Leaf.end 1.000 1.000 1\n"
                        ".Leaf.end 1.000 1.000 1\n");
}
END_TEST

START_TEST (test_asks_for_nothing_while_it_is_not_shown)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);

  tv_path_tree_set_active (fixture->tree, FALSE);
  tv_path_tree_set_shape (fixture->tree, TV_PATHS_BOTTOM_UP, FALSE);
  assert_names (fixture, "\nMain.main\n.Main.walk\n..Main.walk\n...Leaf.end\n"
                         ".Leaf.end\n");
  tv_path_tree_set_active (fixture->tree, TRUE);
  assert_names (fixture, "\nMain.walk\nMain.main\nLeaf.end\n");
}
END_TEST

START_TEST (test_bottom_up)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_BOTTOM_UP);

  /* A nested call is not counted twice. */
  assert_tree (fixture, "\nMain.walk 6.000 5.000 2\nMain.main 10.000 3.000 1\n"
                        "Leaf.end 2.000 2.000 2\n");
  toggle (fixture, 2);
  assert_tree (fixture, "\nMain.walk 6.000 5.000 2\nMain.main 10.000 3.000 1\n"
                        "Leaf.end 2.000 2.000 2\n"
                        ".Main.main 1.000 1.000 1\n.Main.walk 1.000 1.000 1\n");
}
END_TEST

START_TEST (test_threads_have_roots_of_their_own)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);

  tv_path_tree_set_shape (fixture->tree, TV_PATHS_TOP_DOWN, TRUE);
  assert_tree (fixture, "\n[1] main 10.000 0.000 -\n"
                        ".Main.main 10.000 3.000 1\n"
                        "..Main.walk 6.000 3.000 1\n"
                        "...Main.walk 3.000 2.000 1\n"
                        "....Leaf.end 1.000 1.000 1\n"
                        "..Leaf.end 1.000 1.000 1\n");
}
END_TEST

START_TEST (test_callers_and_callees_add_up_to_the_method)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_AROUND);

  assert_tree (fixture, "\n");
  tv_trace_session_select_method (fixture->session, fixture->walk);
  assert_tree (fixture,
               "\nCallers - - -\nMain.main 6.000 3.000 1\nMain.walk 0.000 2.000 1\n"
               "*Main.walk 6.000 5.000 2\nCallees - - -\nself 5.000 5.000 -\n"
               "Leaf.end 1.000 1.000 1\nMain.walk 0.000 0.000 1\n");
}
END_TEST

START_TEST (test_a_root_is_called_by_the_top_level)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_AROUND);

  tv_trace_session_select_method (fixture->session, fixture->main);
  assert_names (fixture, "\nCallers\n(toplevel)\n*Main.main\nCallees\nMain.walk\nself\n"
                         "Leaf.end\n");
}
END_TEST

START_TEST (test_a_caller_becomes_the_method)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_AROUND);

  tv_trace_session_select_method (fixture->session, fixture->leaf);
  assert_names (fixture, "\nCallers\nMain.main\nMain.walk\n*Leaf.end\nCallees\nself\n");
  tv_path_tree_select (fixture->tree, 2);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     fixture->leaf);
  tv_path_tree_activate (fixture->tree, 2);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     fixture->walk);
  assert_names (fixture,
                "\nCallers\nMain.main\nMain.walk\n*Main.walk\nCallees\nself\nLeaf.end"
                "\nMain.walk\n");
}
END_TEST

START_TEST (test_sorts_children_within_their_parents)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);

  tv_path_tree_select (fixture->tree, 2);
  sort_by (fixture, TV_PROFILE_COLUMN_INCL_CPU, FALSE);
  assert_names (fixture, "\nMain.main\n.Leaf.end\n.Main.walk\n..*Main.walk\n"
                         "...Leaf.end\n");
  sort_by (fixture, TV_PROFILE_COLUMN_NAME, TRUE);
  assert_names (fixture, "\nMain.main\n.Main.walk\n..*Main.walk\n...Leaf.end\n"
                         ".Leaf.end\n");
  sort_by (fixture, TV_PROFILE_COLUMN_WAITING, TRUE);
  assert_names (fixture, "\nMain.main\n.Leaf.end\n.Main.walk\n..*Main.walk\n"
                         "...Leaf.end\n");
}
END_TEST

/* A root that calls @n methods, each once and longer than the one before it. */
static TvTraceSession *
new_wide_session (guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  guint time = 0;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0, "Q", "root", "()V", "Q.java", 1);
  tv_trace_writer_enter (writer, 1, 0, 0, time);
  for (guint i = 1; i <= n; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%06u", i);

      tv_trace_writer_add_method (writer, 4 * i, "Q", name, "()V", "Q.java", 1);
      tv_trace_writer_enter (writer, 1, 4 * i, 0, time);
      time += i / 1000 + 1;
      tv_trace_writer_exit (writer, 1, 4 * i, 0, time);
    }
  tv_trace_writer_exit (writer, 1, 0, 0, time);
  return tv_sample_session_new (tv_test_load (writer));
}

static void
wait_for_answer (TvPathTree *tree)
{
  while (tv_path_tree_is_busy (tree))
    g_main_context_iteration (NULL, TRUE);
}

static void
assert_first (TvPathTree *tree, const char *expected)
{
  TvTableModel *model = TV_TABLE_MODEL (tree);
  g_autoptr (TvPathItem) item = tv_table_model_dup_item (TV_TABLE_MODEL (tree), 1);
  g_autoptr (TvNameText) name
      = TV_TABLE_MODEL_GET_IFACE (model)->dup_name (model, item);

  ck_assert_str_eq (name->text, expected);
}

/* A worker orders so many rows: until it has, they are as they were. What is closed and
 * opened again is listed by a worker, too. */
START_TEST (test_a_worker_sorts_many_rows)
{
  const guint n = 100001;
  g_autoptr (TvTraceSession) session = new_wide_session (n);
  g_autoptr (TvPathTree) tree = tv_path_tree_new (session, TV_PATHS_TOP_DOWN);
  GListModel *rows = G_LIST_MODEL (tv_path_tree_get_selection (tree));
  g_autoptr (GtkTreeListRow) root = NULL;

  tv_path_tree_set_active (tree, TRUE);
  wait_for_answer (tree);
  ck_assert_uint_eq (g_list_model_get_n_items (rows), n + 1);
  assert_first (tree, "Q.m100000()");
  TV_TABLE_MODEL_GET_IFACE (tree)->sort (TV_TABLE_MODEL (tree), TV_TABLE_NAME_COLUMN,
                                         FALSE);
  ck_assert (tv_path_tree_is_busy (tree));
  assert_first (tree, "Q.m100000()");
  wait_for_answer (tree);
  ck_assert_uint_eq (g_list_model_get_n_items (rows), n + 1);
  assert_first (tree, "Q.m000001()");
  root = g_list_model_get_item (rows, 0);
  gtk_tree_list_row_set_expanded (root, FALSE);
  gtk_tree_list_row_set_expanded (root, TRUE);
  ck_assert (tv_path_tree_is_busy (tree));
  wait_for_answer (tree);
  ck_assert_uint_eq (g_list_model_get_n_items (rows), n + 1);
  assert_first (tree, "Q.m000001()");
}
END_TEST

START_TEST (test_stays_open_in_another_range)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);

  toggle (fixture, 2);
  tv_path_tree_select (fixture->tree, 1);
  assert_names (fixture, "\nMain.main\n.*Main.walk\n..Main.walk\n.Leaf.end\n");
  /* The second half of the outer walk, and half of what comes after it. */
  tv_trace_session_set_range (fixture->session, 4500000, 7500000);
  while (tv_trace_session_is_summing (fixture->session))
    g_main_context_iteration (NULL, TRUE);
  assert_tree (fixture, "\nMain.main 3.000 0.500 1\n"
                        ".*Main.walk 2.500 2.000 1\n..Main.walk 0.500 0.500 1\n");
}
END_TEST

/* Neither walk is in the last millisecond. */
START_TEST (test_opens_again_what_a_range_had_not)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);
  const gint64 starts[] = { 9000000, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      tv_trace_session_set_range (fixture->session, starts[i], 10000000);
      while (tv_trace_session_is_summing (fixture->session))
        g_main_context_iteration (NULL, TRUE);
      assert_names (fixture, i == 0 ? "\nMain.main\n.Leaf.end\n"
                                    : "\nMain.main\n.Main.walk\n..Main.walk\n"
                                      "...Leaf.end\n.Leaf.end\n");
    }
}
END_TEST

START_TEST (test_a_row_selects_its_path)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);
  const TvCallPath *path;
  const guint32 *methods;
  guint n;

  tv_path_tree_select (fixture->tree, 3);
  path = tv_trace_session_get_selected_path (fixture->session);
  ck_assert_ptr_nonnull (path);
  methods = tv_call_path_get_methods (path, &n);
  ck_assert_uint_eq (n, 4);
  ck_assert_uint_eq (methods[0], fixture->main);
  ck_assert_uint_eq (methods[3], fixture->leaf);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     fixture->leaf);
}
END_TEST

START_TEST (test_a_call_elsewhere_selects_its_row)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);

  toggle (fixture, 0);
  tv_trace_session_select_call (fixture->session, (TvCallRef){ 0, 3 });
  assert_names (fixture, "\nMain.main\n.Main.walk\n..Main.walk\n...*Leaf.end\n"
                         ".Leaf.end\n");
  tv_trace_session_select_call (fixture->session, (TvCallRef){ 0, 4 });
  assert_names (fixture, "\nMain.main\n.Main.walk\n..Main.walk\n...Leaf.end\n"
                         ".*Leaf.end\n");
  tv_trace_session_clear_selection (fixture->session);
  assert_names (fixture, "\nMain.main\n.Main.walk\n..Main.walk\n...Leaf.end\n"
                         ".Leaf.end\n");
}
END_TEST

static void
count_run (guint *n)
{
  (*n)++;
}

/* It is announced when it is answered, and when no more is to be asked. */
START_TEST (test_one_click_elsewhere_is_followed_once)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);
  guint n = 0;

  toggle (fixture, 0);
  g_signal_connect_swapped (fixture->tree, "changed", G_CALLBACK (count_run), &n);
  /* Another method and another call at once. */
  tv_trace_session_select_call (fixture->session, (TvCallRef){ 0, 4 });
  ck_assert_uint_eq (n, 2);
  /* No call any more, and a method whose heaviest path is looked for. */
  n = 0;
  tv_trace_session_select_method (fixture->session, fixture->walk);
  ck_assert_uint_eq (n, 2);
}
END_TEST

START_TEST (test_a_method_elsewhere_selects_its_first_row)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);

  toggle (fixture, 0);
  tv_trace_session_select_method (fixture->session, fixture->leaf);
  assert_names (fixture, "\nMain.main\n.Main.walk\n..Main.walk\n...*Leaf.end\n"
                         ".Leaf.end\n");
  /* The session's selection is what it was. */
  ck_assert_ptr_null (tv_trace_session_get_selected_path (fixture->session));
}
END_TEST

START_TEST (test_find_steps_from_row_to_row)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);
  g_autoptr (TvMethodSet) hits = tv_method_set_new_single (
      tv_trace_session_get_trace (fixture->session), fixture->leaf);

  toggle (fixture, 0);
  tv_path_tree_find (fixture->tree, hits, TRUE);
  assert_names (fixture, "\nMain.main\n.Main.walk\n..Main.walk\n...*Leaf.end\n"
                         ".Leaf.end\n");
  tv_path_tree_find (fixture->tree, hits, TRUE);
  assert_names (fixture, "\nMain.main\n.Main.walk\n..Main.walk\n...Leaf.end\n"
                         ".*Leaf.end\n");
  tv_path_tree_find (fixture->tree, hits, TRUE);
  tv_path_tree_find (fixture->tree, hits, FALSE);
  assert_names (fixture, "\nMain.main\n.Main.walk\n..Main.walk\n...Leaf.end\n"
                         ".*Leaf.end\n");
  tv_path_tree_find (fixture->tree, hits, FALSE);
  assert_names (fixture, "\nMain.main\n.Main.walk\n..Main.walk\n...*Leaf.end\n"
                         ".Leaf.end\n");
}
END_TEST

START_TEST (test_find_steps_in_the_order_shown)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);
  g_autoptr (TvMethodSet) hits = tv_method_set_new_single (
      tv_trace_session_get_trace (fixture->session), fixture->leaf);
  const char *above = "\nMain.main\n.*Leaf.end\n.Main.walk\n..Main.walk\n...Leaf.end\n";
  const char *below = "\nMain.main\n.Leaf.end\n.Main.walk\n..Main.walk\n...*Leaf.end\n";

  sort_by (fixture, TV_PROFILE_COLUMN_INCL_CPU, FALSE);
  tv_path_tree_find (fixture->tree, hits, TRUE);
  assert_names (fixture, above);
  tv_path_tree_find (fixture->tree, hits, TRUE);
  assert_names (fixture, below);
  tv_path_tree_find (fixture->tree, hits, FALSE);
  assert_names (fixture, above);
  sort_by (fixture, TV_PROFILE_COLUMN_NAME, TRUE);
  tv_path_tree_find (fixture->tree, hits, FALSE);
  assert_names (fixture, "\nMain.main\n.Main.walk\n..Main.walk\n...*Leaf.end\n"
                         ".Leaf.end\n");
}
END_TEST

static void
assert_stack (Fixture *fixture, guint position, const char *expected)
{
  g_autoptr (TvPathItem) item
      = tv_table_model_dup_item (TV_TABLE_MODEL (fixture->tree), position);
  g_autoptr (TvCallPath) path = tv_path_tree_dup_stack (fixture->tree, item);
  g_autofree char *text
      = tv_call_path_dup_text (path, tv_trace_session_get_trace (fixture->session));

  ck_assert_str_eq (text, expected);
}

/* The innermost method first, from either end. */
START_TEST (test_stacks)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);

  assert_stack (fixture, 2,
                "void a.Main.walk()\nvoid a.Main.walk()\nvoid a.Main.main()\n");
  tv_path_tree_set_shape (fixture->tree, TV_PATHS_BOTTOM_UP, FALSE);
  tv_path_tree_open_all (fixture->tree, 2);
  assert_names (fixture, "\nMain.walk\nMain.main\nLeaf.end\n.Main.main\n.Main.walk\n"
                         "..Main.walk\n...Main.main\n");
  assert_stack (fixture, 4, "void a.Leaf.end()\nvoid a.Main.walk()\n");
}
END_TEST

/* Without the outer walk and what it calls only main and a leaf are left. */
START_TEST (test_a_dropped_call_has_no_row)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_TOP_DOWN);
  g_autoptr (TvTransform) drop
      = tv_transform_new (TV_TRANSFORM_DROP, &fixture->walk, 1);

  tv_trace_session_add_transform (fixture->session, drop);
  while (tv_trace_session_is_summing (fixture->session))
    g_main_context_iteration (NULL, TRUE);
  toggle (fixture, 0);
  assert_names (fixture, "\nMain.main\n");
  /* The leaf below main, which was the fifth call. */
  tv_trace_session_select_call (fixture->session, (TvCallRef){ 0, 4 });
  assert_names (fixture, "\nMain.main\n.*Leaf.end\n");
  tv_trace_session_select_call (fixture->session, (TvCallRef){ 0, 2 });
  assert_names (fixture, "\nMain.main\n.Leaf.end\n");
}
END_TEST

START_TEST (test_opens_all_below)
{
  g_autoptr (Fixture) fixture = fixture_new (TV_PATHS_BOTTOM_UP);

  tv_path_tree_open_all (fixture->tree, 2);
  assert_names (fixture, "\nMain.walk\nMain.main\nLeaf.end\n.Main.main\n.Main.walk\n"
                         "..Main.walk\n...Main.main\n");
}
END_TEST

/* What the rows of a whole tree say of each method. */
static void
assert_sums (TvTraceSession *session)
{
  TvTrace *trace = tv_trace_session_get_trace (session);
  TvProfile *profile = tv_trace_session_get_profile (session);
  const guint n_methods = tv_trace_get_n_methods (trace);
  g_autoptr (TvPathTree) tree = tv_path_tree_new (session, TV_PATHS_TOP_DOWN);
  GListModel *rows = G_LIST_MODEL (tv_path_tree_get_selection (tree));
  g_autofree gint64 *exclusive = g_new0 (gint64, n_methods + 1);
  g_autofree guint64 *calls = g_new0 (guint64, n_methods + 1);
  TvClock clock = tv_trace_session_get_primary_clock (session);

  tv_path_tree_set_active (tree, TRUE);
  while (tv_path_tree_is_busy (tree))
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      g_autoptr (TvPathItem) item = gtk_tree_list_row_get_item (row);
      const TvCallTreeNode *node = &tv_path_item_get_row (item)->sums;

      gtk_tree_list_row_set_expanded (row, TRUE);
      exclusive[node->method] += node->exclusive[clock];
      calls[node->method] += node->calls;
    }
  for (guint32 i = 0; i < n_methods; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

      ck_assert_int_eq (exclusive[i], totals->exclusive[clock]);
      ck_assert_uint_eq (calls[i], totals->calls + totals->recursive_calls);
    }
}

START_TEST (test_adds_up_to_the_methods)
{
  static const char *const names[]
      = { "gen/v3-art.trace",    "gen/f5-B.trace",         "regress/recursion.trace",
          "regress/sleep.trace", "bad/23-3000-deep.trace", "bad/50-header-only.trace" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = tv_test_trace_path (names[i]);
      g_autoptr (TvTraceSession) session
          = tv_sample_session_new (tv_test_load_path (path, NULL));

      assert_sums (session);
    }
}
END_TEST

static guint
count_rows (TvPathTree *tree)
{
  return g_list_model_get_n_items (G_LIST_MODEL (tv_path_tree_get_selection (tree)));
}

/* Opens all below the first row of a trace that goes 3,000 calls deep. */
static TvPathTree *
open_deep_tree (guint *n)
{
  g_autofree char *path = tv_test_trace_path ("bad/23-3000-deep.trace");
  g_autoptr (TvTraceSession) session
      = tv_sample_session_new (tv_test_load_path (path, NULL));
  TvPathTree *tree = tv_path_tree_new (session, TV_PATHS_TOP_DOWN);

  tv_path_tree_set_active (tree, TRUE);
  tv_path_tree_open_all (tree, 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  *n = count_rows (tree);
  ck_assert_uint_ge (*n, 3000);
  return tree;
}

static void
sort_tree (TvPathTree *tree, TvProfileColumn column)
{
  TV_TABLE_MODEL_GET_IFACE (tree)->sort (TV_TABLE_MODEL (tree), column, FALSE);
}

static char *
dup_row_name (TvPathTree *tree, guint position)
{
  GListModel *rows = G_LIST_MODEL (tv_path_tree_get_selection (tree));
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, position);
  g_autoptr (TvPathItem) item = gtk_tree_list_row_get_item (row);
  g_autoptr (TvNameText) name
      = TV_TABLE_MODEL_GET_IFACE (tree)->dup_name (TV_TABLE_MODEL (tree), item);

  return g_strdup (name->text);
}

/* Without names. The first calls each once, and the last for the longest time. */
START_TEST (test_a_million_methods)
{
  const guint n = 1000000;
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTraceSession) session = NULL;
  g_autoptr (TvPathTree) tree = NULL;
  g_autoptr (TvPathTree) callers = NULL;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autofree char *last = NULL;
  g_autofree char *first = NULL;

  tv_trace_writer_enter (writer, 1, 0, 0, 0);
  for (guint i = 1; i < n; i++)
    {
      tv_trace_writer_enter (writer, 1, 4 * i, 0, 10 * i);
      tv_trace_writer_exit (writer, 1, 4 * i, 0, 10 * i + (i == n - 1 ? 6 : 5));
    }
  tv_trace_writer_exit (writer, 1, 0, 0, 10 * n);
  session = tv_sample_session_new (tv_test_load (writer));
  tree = tv_path_tree_new (session, TV_PATHS_TOP_DOWN);
  tv_path_tree_set_active (tree, TRUE);
  while (count_rows (tree) != n)
    g_main_context_iteration (NULL, TRUE);
  last = dup_row_name (tree, 1);
  ck_assert_str_eq (last, "(0x3d08fc)");
  g_signal_connect_swapped (tree, "settled", G_CALLBACK (g_main_loop_quit), loop);
  sort_tree (tree, TV_PROFILE_COLUMN_NAME);
  g_main_loop_run (loop);
  first = dup_row_name (tree, 1);
  ck_assert_str_eq (first, "(0x10)");
  callers = tv_path_tree_new (session, TV_PATHS_BOTTOM_UP);
  tv_path_tree_set_active (callers, TRUE);
  while (count_rows (callers) != n)
    g_main_context_iteration (NULL, TRUE);
}
END_TEST

static void
log_name (GString *log)
{
  g_string_append (log, "settled; ");
}

/* GTK takes long for so many levels: the window is not to stand still meanwhile. What
 * is open and selected is so again in the end, also if another order comes before. */
START_TEST (test_a_deep_tree_opens_again_in_steps)
{
  guint n;
  g_autoptr (TvPathTree) tree = open_deep_tree (&n);
  g_autoptr (GString) log = g_string_new (NULL);

  g_signal_connect_swapped (tree, "settled", G_CALLBACK (log_name), log);
  tv_path_tree_select (tree, n - 1);
  tv_gui_set_hurry (TRUE);
  sort_tree (tree, TV_PROFILE_COLUMN_NAME);
  for (guint i = 0; i < 10; i++)
    {
      ck_assert_uint_lt (count_rows (tree), n);
      g_main_context_iteration (NULL, TRUE);
    }
  tv_gui_set_hurry (FALSE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  ck_assert_uint_eq (count_rows (tree), n);
  ck_assert_str_eq (log->str, "settled; ");
  ck_assert_uint_eq (
      gtk_single_selection_get_selected (tv_path_tree_get_selection (tree)), n - 1);

  tv_gui_set_hurry (TRUE);
  sort_tree (tree, TV_PROFILE_COLUMN_CALLS);
  sort_tree (tree, TV_PROFILE_COLUMN_NAME);
  ck_assert_uint_lt (count_rows (tree), n);
  tv_gui_set_hurry (FALSE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  ck_assert_uint_eq (count_rows (tree), n);
  ck_assert_str_eq (log->str, "settled; settled; ");
  ck_assert_uint_eq (
      gtk_single_selection_get_selected (tv_path_tree_get_selection (tree)), n - 1);
}
END_TEST

/* Compared with another trace */

typedef struct
{
  TvTraceSession *session;
  TvTraceSession *base;
  TvPathTree *tree;
} Pair;

static void
pair_init (Pair *pair, TvPathKind kind, gboolean swapped)
{
  if (swapped)
    pair->base = tv_profile_sample_new_pair (&pair->session);
  else
    pair->session = tv_profile_sample_new_pair (&pair->base);
  tv_trace_session_set_base (pair->session, pair->base);
  while (tv_trace_session_is_summing (pair->session)
         || tv_trace_session_is_summing (pair->base))
    g_main_context_iteration (NULL, TRUE);
  pair->tree = tv_path_tree_new (pair->session, kind);
  tv_path_tree_set_active (pair->tree, TRUE);
}

static void
pair_clear (Pair *pair)
{
  tv_path_tree_set_active (pair->tree, FALSE);
  g_assert_finalize_object (pair->tree);
  tv_trace_session_set_base (pair->session, NULL);
  g_clear_object (&pair->session);
  g_clear_object (&pair->base);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

/* A row a line: its level in dots, its name, its inclusive microseconds in this trace
 * and in the base. */
static void
assert_pair (const Pair *pair, const char *expected)
{
  TvTableModel *model = TV_TABLE_MODEL (pair->tree);
  GListModel *rows = G_LIST_MODEL (tv_path_tree_get_selection (pair->tree));
  g_autoptr (GString) text = g_string_new ("\n");

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      g_autoptr (TvPathItem) item = gtk_tree_list_row_get_item (row);
      g_autoptr (TvNameText) name
          = TV_TABLE_MODEL_GET_IFACE (model)->dup_name (model, item);
      const TvPathRow *of = tv_path_item_get_row (item);

      for (guint j = 0; j < gtk_tree_list_row_get_depth (row); j++)
        g_string_append_c (text, '.');
      g_string_append_len (text, name->text, (gssize) name->method_end);
      g_string_append_printf (text, " %d/%d\n",
                              (int) (of->sums.inclusive[TV_CLOCK_WALL] / 1000),
                              (int) (of->base.inclusive[TV_CLOCK_WALL] / 1000));
    }
  ck_assert_str_eq (text->str, expected);
}

/* By the difference: what is new or gone is among what is in both. */
START_TEST (test_compares_paths)
{
  g_auto (Pair) pair = { 0 };
  GListModel *rows;

  pair_init (&pair, TV_PATHS_TOP_DOWN, FALSE);
  rows = G_LIST_MODEL (tv_path_tree_get_selection (pair.tree));
  assert_pair (&pair, "\nQ.b 40/0\nQ.a 100/80\n");
  {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, 1);

    gtk_tree_list_row_set_expanded (row, TRUE);
  }
  assert_pair (&pair, "\nQ.b 40/0\nQ.a 100/80\n.R.d 0/40\n.Q.b 40/10\n");
  tv_path_tree_open_all (pair.tree, 1);
  assert_pair (&pair, "\nQ.b 40/0\nQ.a 100/80\n.R.d 0/40\n.Q.b 40/10\n"
                      "..R.c 10/0\n");
  tv_trace_session_set_base (pair.session, NULL);
  assert_pair (&pair, "\nQ.a 100/0\n.Q.b 40/0\n..R.c 10/0\nQ.b 40/0\n");
}
END_TEST

/* The columns of differences; by one of them the greatest change comes first, be it
 * more or less. */
START_TEST (test_compares_columns)
{
  const TvProfileColumn columns[]
      = { TV_PROFILE_COLUMN_DIFF_INCL_REAL, TV_PROFILE_COLUMN_DIFF_INCL_REAL_PERCENT,
          TV_PROFILE_COLUMN_DIFF_CALLS, TV_PROFILE_COLUMN_BASE_INCL_REAL };
  g_auto (Pair) pair = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *sorted = NULL;

  pair_init (&pair, TV_PATHS_TOP_DOWN, FALSE);
  tv_path_tree_open_all (pair.tree, 1);
  text = tree_to_string (pair.tree, columns, G_N_ELEMENTS (columns));
  ck_assert_str_eq (text, "\nQ.b +0.040 new +1 -\nQ.a +0.020 +25.0% 0 0.080\n"
                          ".R.d \u22120.040 gone \u22121 0.040\n"
                          ".Q.b +0.030 +300.0% 0 0.010\n..R.c +0.010 new +1 -\n");
  TV_TABLE_MODEL_GET_IFACE (pair.tree)->sort (TV_TABLE_MODEL (pair.tree),
                                              TV_PROFILE_COLUMN_DIFF_EXCL_REAL, TRUE);
  sorted = tree_to_string (pair.tree, NULL, 0);
  ck_assert_str_eq (sorted, "\nQ.b\nQ.a\n.R.d\n.Q.b\n..R.c\n");
}
END_TEST

/* By the difference, d comes first below a: it is in the base alone. */
START_TEST (test_find_steps_through_both_traces)
{
  static const guint order[] = { 0, 2, 3, 0 };
  g_auto (Pair) pair = { 0 };
  guint64 *words = g_new0 (guint64, 1);
  TvTrace *trace;
  g_autoptr (TvMethodSet) hits = NULL;

  pair_init (&pair, TV_PATHS_TOP_DOWN, FALSE);
  trace = tv_trace_session_get_trace (pair.session);
  words[0] = 1 << tv_profile_sample_find (pair.session, "q.Q.b")
             | 1 << tv_profile_sample_find (pair.session, "q.R.d");
  hits = tv_method_set_new (words, tv_trace_get_n_methods (trace));
  for (guint i = 0; i < 2 * G_N_ELEMENTS (order); i++)
    {
      const gboolean forward = i < G_N_ELEMENTS (order);
      const guint at = forward ? i : 2 * G_N_ELEMENTS (order) - 1 - i;

      if (i != G_N_ELEMENTS (order))
        tv_path_tree_find (pair.tree, hits, forward);
      ck_assert_uint_eq (
          gtk_single_selection_get_selected (tv_path_tree_get_selection (pair.tree)),
          order[at]);
    }
  assert_pair (&pair, "\nQ.b 40/0\nQ.a 100/80\n.R.d 0/40\n.Q.b 40/10\n");
}
END_TEST

START_TEST (test_compares_threads)
{
  g_auto (Pair) pair = { 0 };

  pair_init (&pair, TV_PATHS_TOP_DOWN, TRUE);
  assert_pair (&pair, "\nQ.b 0/40\nQ.a 80/100\n");
  tv_path_tree_set_shape (pair.tree, TV_PATHS_TOP_DOWN, TRUE);
  assert_pair (&pair, "\n[2] two 0/40\n.Q.b 0/40\n[1] one 80/100\n");
}
END_TEST

/* Own times: a 60 and 30, b 70 and 10, c 10, and d 40 in the base. */
START_TEST (test_compares_methods_and_their_callers)
{
  g_auto (Pair) pair = { 0 };

  pair_init (&pair, TV_PATHS_BOTTOM_UP, FALSE);
  assert_pair (&pair, "\nQ.b 80/10\nR.d 0/40\nQ.a 100/80\nR.c 10/0\n");
  tv_path_tree_open_all (pair.tree, 1);
  assert_pair (&pair, "\nQ.b 80/10\nR.d 0/40\n.Q.a 0/40\nQ.a 100/80\nR.c 10/0\n");
}
END_TEST

START_TEST (test_compares_callers_and_callees)
{
  g_auto (Pair) pair = { 0 };

  pair_init (&pair, TV_PATHS_AROUND, FALSE);
  tv_trace_session_select_method (pair.session,
                                  tv_profile_sample_find (pair.session, "q.Q.b"));
  assert_pair (&pair, "\nCallers 0/0\n(toplevel) 40/0\nQ.a 40/10\nQ.b 80/10\n"
                      "Callees 0/0\nself 70/10\n"
                      "R.c 10/0\n");
  /* It is in the base alone. */
  tv_trace_session_select_method (pair.session,
                                  tv_profile_sample_find (pair.session, "q.R.d"));
  assert_pair (&pair, "\nCallers 0/0\nQ.a 0/40\nR.d 0/40\nCallees 0/0\nself 0/40\n");
}
END_TEST

TV_TESTS (NULL, NULL)
