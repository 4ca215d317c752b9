/* SPDX-License-Identifier: Apache-2.0 */

/* Methods under their classes and packages: the rows as strings, their order, what is
 * open and selected. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-item.h"
#include "ui/profile/profile-tree.h"
#include "ui/profile/row-values.h"
#include "ui/sample-trace.h"
#include "ui/session/trace-session.h"

#include <check.h>

#define MS (1000 * 1000)

/* In milliseconds of the wall clock: main 0-100 { View.draw 10-60 { List.draw 20-50 {
 * View.lay 30-45 } } put 70-80 { View.lay 72-74 } } View.lay 110-140, Bare.go
 * 140-145. */
static TvTraceSession *
new_session (void)
{
  static const struct
  {
    guint32 id;
    guint time;
    gboolean enters;
  } events[] = {
    { 0x4, 0, TRUE },   { 0x8, 10, TRUE },   { 0x10, 20, TRUE },  { 0xc, 30, TRUE },
    { 0xc, 45, FALSE }, { 0x10, 50, FALSE }, { 0x8, 60, FALSE },  { 0x14, 70, TRUE },
    { 0xc, 72, TRUE },  { 0xc, 74, FALSE },  { 0x14, 80, FALSE }, { 0x4, 100, FALSE },
    { 0xc, 110, TRUE }, { 0xc, 140, FALSE }, { 0x18, 140, TRUE }, { 0x18, 145, FALSE },
  };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 0x4, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "app.ui.View", "draw", "()V", "V.java", 1);
  tv_trace_writer_add_method (writer, 0xc, "app.ui.View", "lay", "()V", "V.java", 2);
  tv_trace_writer_add_method (writer, 0x10, "app/ui/List", "draw", "()V", "L.java", 1);
  tv_trace_writer_add_method (writer, 0x14, "lib.Map", "put", "()V", "P.java", 1);
  tv_trace_writer_add_method (writer, 0x18, "Bare", "go", "()V", "B.java", 1);
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    if (events[i].enters)
      tv_trace_writer_enter (writer, 1, events[i].id, 0, events[i].time * 1000);
    else
      tv_trace_writer_exit (writer, 1, events[i].id, 0, events[i].time * 1000);
  return tv_sample_session_new (tv_test_load (writer));
}

static void
append_rows (GString *text, GListModel *list, TvTraceSession *session, guint depth)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (TvProfileItem) row = g_list_model_get_item (list, i);
      g_autofree char *line = tv_profile_sample_row_to_string (row, session);

      g_string_append_printf (text, "%*s%s\n", (int) (2 * depth), "", line);
      if (row->kind != TV_PROFILE_ITEM_METHOD)
        {
          g_autoptr (TvItemList) under = tv_profile_list_new_under (row);

          append_rows (text, G_LIST_MODEL (under), session, depth + 1);
        }
    }
}

static void
assert_outline (TvProfileModel *model, TvTraceSession *session, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  ck_assert_ptr_nonnull (tv_profile_model_get_outline (model));
  append_rows (text, tv_profile_model_get_rows (model), session, 0);
  ck_assert_str_eq (text->str, expected);
}

/* Names alone. */
static void
assert_names (TvProfileTree *tree, const char *expected)
{
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (tree));
  const guint selected
      = gtk_single_selection_get_selected (tv_profile_tree_get_selection (tree));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (tree, i);
      g_autofree char *name = tv_profile_sample_dup_text (
          row, tv_profile_tree_get_session (tree), TV_PROFILE_COLUMN_NAME);

      g_string_append_printf (text, "%s%s%s", i > 0 ? ", " : "",
                              i == selected ? "*" : "", name);
    }
  ck_assert_str_eq (text->str, expected);
}

START_TEST (classes_have_the_sums_of_their_methods)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  ck_assert_ptr_null (tv_profile_model_get_outline (model));
  tv_profile_model_set_grouping (model, TV_PROFILE_GROUPING_CLASS);
  /* Percent of the 135 of all roots. View: draw 50, lay in put 2, lay alone 30; of its
     own 20 + 15 + 2 + 30. */
  assert_outline (model, session,
                  "app.Main|74.1%|100.000|29.6%|40.000|1+0|100.000\n"
                  "  1 app.Main.main ()V|74.1%|100.000|29.6%|40.000|1+0|100.000\n"
                  "app.ui.View|60.7%|82.000|49.6%|67.000|3+1|20.500\n"
                  "  2 app.ui.View.draw ()V|37.0%|50.000|14.8%|20.000|1+0|50.000\n"
                  "  3 app.ui.View.lay ()V|34.8%|47.000|34.8%|47.000|3+0|15.667\n"
                  "app.ui.List|22.2%|30.000|11.1%|15.000|1+0|30.000\n"
                  "  4 app.ui.List.draw ()V|22.2%|30.000|11.1%|15.000|1+0|30.000\n"
                  "lib.Map|7.4%|10.000|5.9%|8.000|1+0|10.000\n"
                  "  5 lib.Map.put ()V|7.4%|10.000|5.9%|8.000|1+0|10.000\n"
                  "Bare|3.7%|5.000|3.7%|5.000|1+0|5.000\n"
                  "  6 Bare.go ()V|3.7%|5.000|3.7%|5.000|1+0|5.000\n");
}
END_TEST

static TvTraceSession *
new_sampled_session (void)
{
  g_autofree char *path = tv_test_trace_path ("samples/collapsed.txt");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return tv_sample_session_new (tv_trace_load (file, 0, NULL, NULL, NULL, NULL, NULL));
}

/* The weights are in tests/analysis/test-group-profile.c. */
START_TEST (libraries_hold_their_methods)
{
  g_autoptr (TvTraceSession) session = new_sampled_session ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);

  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_LIBRARY);
  assert_names (tree, "(no library), kernel, JIT");
  tv_profile_tree_activate (tree, 1);
  assert_names (tree, "(no library), kernel, 3 read, JIT");
}
END_TEST

START_TEST (packages_hold_their_classes_sorted_alike)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  tv_profile_model_set_grouping (model, TV_PROFILE_GROUPING_PACKAGE);
  tv_profile_model_sort (model, TV_PROFILE_COLUMN_EXCL_REAL, FALSE);
  assert_outline (model, session,
                  "(default package)|3.7%|5.000|3.7%|5.000|1+0|5.000\n"
                  "  Bare|3.7%|5.000|3.7%|5.000|1+0|5.000\n"
                  "    6 Bare.go ()V|3.7%|5.000|3.7%|5.000|1+0|5.000\n"
                  "lib|7.4%|10.000|5.9%|8.000|1+0|10.000\n"
                  "  Map|7.4%|10.000|5.9%|8.000|1+0|10.000\n"
                  "    5 lib.Map.put ()V|7.4%|10.000|5.9%|8.000|1+0|10.000\n"
                  "app|74.1%|100.000|29.6%|40.000|1+0|100.000\n"
                  "  Main|74.1%|100.000|29.6%|40.000|1+0|100.000\n"
                  "    1 app.Main.main ()V|74.1%|100.000|29.6%|40.000|1+0|100.000\n"
                  "app.ui|60.7%|82.000|60.7%|82.000|3+2|16.400\n"
                  "  List|22.2%|30.000|11.1%|15.000|1+0|30.000\n"
                  "    4 app.ui.List.draw ()V|22.2%|30.000|11.1%|15.000|1+0|30.000\n"
                  "  View|60.7%|82.000|49.6%|67.000|3+1|20.500\n"
                  "    2 app.ui.View.draw ()V|37.0%|50.000|14.8%|20.000|1+0|50.000\n"
                  "    3 app.ui.View.lay ()V|34.8%|47.000|34.8%|47.000|3+0|15.667\n");
}
END_TEST

static void
wait_for_sums (TvTraceSession *session)
{
  while (tv_trace_session_is_summing (session))
    g_main_context_iteration (NULL, TRUE);
}

START_TEST (a_range_has_sums_of_its_own)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  tv_profile_model_set_grouping (model, TV_PROFILE_GROUPING_CLASS);
  tv_trace_session_set_range (session, 40 * MS, 48 * MS);
  wait_for_sums (session);
  /* main with draw, List and lay up to 45: of List's own are the last 3. Equal ones
   * are in the order of what is read. */
  assert_outline (model, session,
                  "app.ui.List|100.0%|8.000|37.5%|3.000|1+0|8.000\n"
                  "  3 app.ui.List.draw ()V|100.0%|8.000|37.5%|3.000|1+0|8.000\n"
                  "app.Main|100.0%|8.000|0.0%|0.000|1+0|8.000\n"
                  "  1 app.Main.main ()V|100.0%|8.000|0.0%|0.000|1+0|8.000\n"
                  "app.ui.View|100.0%|8.000|62.5%|5.000|1+1|4.000\n"
                  "  2 app.ui.View.draw ()V|100.0%|8.000|0.0%|0.000|1+0|8.000\n"
                  "  4 app.ui.View.lay ()V|62.5%|5.000|62.5%|5.000|1+0|5.000\n");
}
END_TEST

static void
expand (TvProfileTree *tree, guint position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (
      G_LIST_MODEL (tv_profile_tree_get_selection (tree)), position);

  gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
  tv_profile_tree_record_toggle (tree, row);
}

START_TEST (open_classes_stay_open_in_another_order)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);

  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_CLASS);
  assert_names (tree, "app.Main, app.ui.View, app.ui.List, lib.Map, Bare");
  expand (tree, 1);
  assert_names (tree, "app.Main, app.ui.View, 2 app.ui.View.draw ()V, "
                      "3 app.ui.View.lay ()V, app.ui.List, lib.Map, Bare");
  tv_profile_model_sort (tv_profile_tree_get_methods (tree), TV_PROFILE_COLUMN_NAME,
                         TRUE);
  /* In the order of what is read, whatever the package. */
  assert_names (tree, "app.ui.View, 3 app.ui.View.lay ()V, 2 app.ui.View.draw ()V, "
                      "lib.Map, app.Main, app.ui.List, Bare");
  expand (tree, 0);
  assert_names (tree, "app.ui.View, lib.Map, app.Main, app.ui.List, Bare");
}
END_TEST

START_TEST (a_selected_method_is_shown_in_its_class)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);

  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_PACKAGE);
  tv_trace_session_select_method (session, tv_profile_sample_find (session, "Bare.go"));
  assert_names (tree, "app, app.ui, lib, (default package), Bare, *6 Bare.go ()V, "
                      "Parents, 0 (toplevel)");
  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_CLASS);
  assert_names (tree, "app.Main, app.ui.View, app.ui.List, lib.Map, Bare, "
                      "*6 Bare.go ()V, Parents, 0 (toplevel)");
  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_NONE);
  assert_names (tree, "1 app.Main.main ()V, 2 app.ui.View.draw ()V, "
                      "3 app.ui.View.lay ()V, 4 app.ui.List.draw ()V, "
                      "5 lib.Map.put ()V, *6 Bare.go ()V, Parents, 0 (toplevel)");
}
END_TEST

START_TEST (closing_a_class_selects_it_instead_of_its_method)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);

  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_CLASS);
  tv_trace_session_select_method (session, tv_profile_sample_find (session, "Bare.go"));
  expand (tree, 4);
  assert_names (tree, "app.Main, app.ui.View, app.ui.List, lib.Map, *Bare");
  tv_profile_tree_activate (tree, 4);
  assert_names (tree, "app.Main, app.ui.View, app.ui.List, lib.Map, *Bare, "
                      "6 Bare.go ()V, Parents, 0 (toplevel)");
}
END_TEST

START_TEST (the_same_grouping_again_opens_nothing)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);

  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_CLASS);
  tv_trace_session_select_method (session, tv_profile_sample_find (session, "Bare.go"));
  expand (tree, 4);
  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_CLASS);
  tv_profile_model_sort (tv_profile_tree_get_methods (tree), TV_PROFILE_COLUMN_NAME,
                         TRUE);
  assert_names (tree, "app.ui.View, lib.Map, app.Main, app.ui.List, *Bare");
}
END_TEST

START_TEST (a_selected_class_stays_selected)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);

  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_CLASS);
  tv_profile_tree_select (tree, 1);
  tv_profile_model_sort (tv_profile_tree_get_methods (tree), TV_PROFILE_COLUMN_NAME,
                         FALSE);
  assert_names (tree, "Bare, app.ui.List, app.Main, lib.Map, *app.ui.View");
  tv_trace_session_set_range (session, 0, 105 * MS);
  wait_for_sums (session);
  assert_names (tree, "app.ui.List, app.Main, lib.Map, *app.ui.View");
  /* A class is not visible in a package that is closed. */
  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_PACKAGE);
  assert_names (tree, "app, app.ui, lib");
}
END_TEST

TV_TESTS (NULL, NULL)
