/* SPDX-License-Identifier: Apache-2.0 */

/* The rows of the profile panel as strings, their order, and how changes are told. */

#include "support/test-runner.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-model.h"
#include "ui/profile/relatives-list.h"
#include "ui/profile/row-values.h"

#include <check.h>

static void
assert_rows (GListModel *model, TvTraceSession *session, const char *const *expected)
{
  ck_assert_uint_eq (g_list_model_get_n_items (model),
                     g_strv_length ((char **) expected));
  for (guint i = 0; expected[i] != NULL; i++)
    {
      g_autoptr (TvProfileItem) row = g_list_model_get_item (model, i);
      g_autofree char *text = tv_profile_sample_row_to_string (row, session);

      ck_assert_str_eq (text, expected[i]);
    }
}

static void
assert_names (TvProfileModel *model, TvTraceSession *session, const char *expected)
{
  g_autofree char *names
      = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model), session);

  ck_assert_str_eq (names, expected);
}

START_TEST (test_methods_stand_by_rank)
{
  static const char *const expected[] = {
    "1 a.Main.main ()V|100.0%|10.000|30.0%|3.000|100.0%|20.000|15.0%|3.000"
    "|0.0%|0.000|1+0|10.000|20.000",
    "2 a.Main.walk ()V|60.0%|6.000|50.0%|5.000|30.0%|6.000|25.0%|5.000"
    "|0.0%|0.000|1+1|3.000|3.000",
    "3 a.Leaf.end ()V|20.0%|2.000|20.0%|2.000|60.0%|12.000|60.0%|12.000"
    "|50.0%|10.000|2+0|1.000|6.000",
    NULL,
  };
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  assert_rows (tv_profile_model_get_rows (model), session, expected);
  ck_assert_ptr_null (g_list_model_get_item (tv_profile_model_get_rows (model), 3));
}
END_TEST

START_TEST (test_positions)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);
  const guint32 leaf = tv_profile_sample_find (session, "a.Leaf.end");
  const guint32 unused = tv_profile_sample_find (session, "a.Unused.no");

  ck_assert_uint_eq (tv_profile_model_get_position (model, leaf), 2);
  tv_profile_model_sort (model, TV_PROFILE_COLUMN_NAME, FALSE);
  ck_assert_uint_eq (tv_profile_model_get_position (model, leaf), 0);
  ck_assert_uint_eq (tv_profile_model_get_position (model, unused), G_MAXUINT);
}
END_TEST

START_TEST (test_sort)
{
  static const struct
  {
    TvProfileColumn column;
    gboolean descending;
    const char *names;
  } cases[] = {
    { TV_PROFILE_COLUMN_NAME, FALSE,
      "3 a.Leaf.end ()V, 1 a.Main.main ()V, 2 a.Main.walk ()V" },
    { TV_PROFILE_COLUMN_NAME, TRUE,
      "2 a.Main.walk ()V, 1 a.Main.main ()V, 3 a.Leaf.end ()V" },
    { TV_PROFILE_COLUMN_EXCL_CPU, TRUE,
      "2 a.Main.walk ()V, 1 a.Main.main ()V, 3 a.Leaf.end ()V" },
    { TV_PROFILE_COLUMN_EXCL_CPU_PERCENT, FALSE,
      "3 a.Leaf.end ()V, 1 a.Main.main ()V, 2 a.Main.walk ()V" },
    { TV_PROFILE_COLUMN_INCL_REAL, TRUE,
      "1 a.Main.main ()V, 3 a.Leaf.end ()V, 2 a.Main.walk ()V" },
    { TV_PROFILE_COLUMN_WAITING, TRUE,
      "3 a.Leaf.end ()V, 1 a.Main.main ()V, 2 a.Main.walk ()V" },
    { TV_PROFILE_COLUMN_CALLS, TRUE,
      "3 a.Leaf.end ()V, 2 a.Main.walk ()V, 1 a.Main.main ()V" },
    { TV_PROFILE_COLUMN_REAL_PER_CALL, TRUE,
      "1 a.Main.main ()V, 3 a.Leaf.end ()V, 2 a.Main.walk ()V" },
    { TV_PROFILE_N_COLUMNS, FALSE,
      "1 a.Main.main ()V, 2 a.Main.walk ()V, 3 a.Leaf.end ()V" },
  };
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      tv_profile_model_sort (model, cases[i].column, cases[i].descending);
      assert_names (model, session, cases[i].names);
    }
}
END_TEST

/* It stands first by rank, before those that are equal, and takes 10 ms of CPU and 20
 * ms of real time in a call by the one thread, none of it on its own. */
START_TEST (test_toplevel_takes_part_in_each_order)
{
  static const struct
  {
    TvProfileColumn column;
    gboolean descending;
    const char *names;
  } cases[] = {
    { TV_PROFILE_COLUMN_NAME, FALSE,
      "0 (toplevel), 3 a.Leaf.end ()V, 1 a.Main.main ()V, 2 a.Main.walk ()V" },
    { TV_PROFILE_COLUMN_NAME, TRUE,
      "2 a.Main.walk ()V, 1 a.Main.main ()V, 3 a.Leaf.end ()V, 0 (toplevel)" },
    { TV_PROFILE_COLUMN_INCL_REAL, TRUE,
      "0 (toplevel), 1 a.Main.main ()V, 3 a.Leaf.end ()V, 2 a.Main.walk ()V" },
    { TV_PROFILE_COLUMN_INCL_REAL, FALSE,
      "2 a.Main.walk ()V, 3 a.Leaf.end ()V, 0 (toplevel), 1 a.Main.main ()V" },
    { TV_PROFILE_COLUMN_EXCL_CPU, TRUE,
      "2 a.Main.walk ()V, 1 a.Main.main ()V, 3 a.Leaf.end ()V, 0 (toplevel)" },
    { TV_PROFILE_COLUMN_CALLS, TRUE,
      "3 a.Leaf.end ()V, 2 a.Main.walk ()V, 0 (toplevel), 1 a.Main.main ()V" },
    { TV_PROFILE_N_COLUMNS, FALSE,
      "0 (toplevel), 1 a.Main.main ()V, 2 a.Main.walk ()V, 3 a.Leaf.end ()V" },
  };
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  tv_profile_model_set_toplevel (model, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      tv_profile_model_sort (model, cases[i].column, cases[i].descending);
      assert_names (model, session, cases[i].names);
    }
}
END_TEST

START_TEST (test_equal_methods_stand_by_name_in_both_directions)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_ties ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  tv_profile_model_sort (model, TV_PROFILE_COLUMN_INCL_REAL, TRUE);
  assert_names (model, session, "1 a.Z.x ()V, 2 a.A.x ()V, 3 a.B.x ()V, 4 a.C.x ()V");
  tv_profile_model_sort (model, TV_PROFILE_COLUMN_INCL_REAL, FALSE);
  assert_names (model, session, "2 a.A.x ()V, 3 a.B.x ()V, 4 a.C.x ()V, 1 a.Z.x ()V");
}
END_TEST

static void
log_change (GListModel *model, guint position, guint removed, guint added,
            gpointer user_data)
{
  g_string_append_printf (user_data, "%u-%u+%u of %u; ", position, removed, added,
                          g_list_model_get_n_items (model));
}

static void
log_order (TvProfileModel *model, gpointer user_data)
{
  g_string_append (user_data, "reordered; ");
}

START_TEST (test_paused_rows_are_brought_up_to_date_at_once)
{
  const char *still_by_cpu = "1 a.Main.main ()V, 3 a.Main.walk ()V, 2 a.Leaf.end ()V";
  const char *by_wall = "1 a.Main.main ()V, 2 a.Leaf.end ()V, 3 a.Main.walk ()V";
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);
  GString *log = g_string_new (NULL);

  g_signal_connect (model, "reordered", G_CALLBACK (log_order), log);
  tv_profile_model_set_paused (model, TRUE);
  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  tv_trace_session_set_primary_clock (session, TV_CLOCK_THREAD_CPU);
  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  ck_assert_str_eq (log->str, "");
  assert_names (model, session, still_by_cpu);

  tv_profile_model_set_paused (model, FALSE);
  ck_assert_str_eq (log->str, "reordered; ");
  assert_names (model, session, by_wall);
  tv_profile_model_set_paused (model, TRUE);
  tv_profile_model_set_paused (model, FALSE);
  ck_assert_str_eq (log->str, "reordered; ");
  g_string_free (log, TRUE);
}
END_TEST

START_TEST (test_a_new_order_is_told_in_two_steps)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);
  GString *log = g_string_new (NULL);

  g_signal_connect (tv_profile_model_get_rows (model), "items-changed",
                    G_CALLBACK (log_change), log);
  g_signal_connect (model, "reordered", G_CALLBACK (log_order), log);
  tv_profile_model_sort (model, TV_PROFILE_COLUMN_NAME, FALSE);
  ck_assert_str_eq (log->str, "0-3+0 of 0; 0-0+3 of 3; reordered; ");
  g_string_free (log, TRUE);
}
END_TEST

START_TEST (test_ranks_follow_the_primary_clock)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  assert_names (model, session,
                "1 a.Main.main ()V, 2 a.Leaf.end ()V, 3 a.Main.walk ()V");
  tv_profile_model_sort (model, TV_PROFILE_COLUMN_NAME, FALSE);
  tv_trace_session_set_primary_clock (session, TV_CLOCK_THREAD_CPU);
  assert_names (model, session,
                "3 a.Leaf.end ()V, 1 a.Main.main ()V, 2 a.Main.walk ()V");
}
END_TEST

START_TEST (test_clocks_that_a_trace_lacks_have_no_columns)
{
  static const char *const expected[] = {
    "1 a.Z.x ()V|40.0%|0.020|40.0%|0.020|1+0|0.020",
    "2 a.A.x ()V|20.0%|0.010|20.0%|0.010|1+0|0.010",
    "3 a.B.x ()V|20.0%|0.010|20.0%|0.010|1+0|0.010",
    "4 a.C.x ()V|20.0%|0.010|20.0%|0.010|1+0|0.010",
    NULL,
  };
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_ties ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  assert_rows (tv_profile_model_get_rows (model), session, expected);
}
END_TEST

static void
assert_first (TvProfileModel *model, TvTraceSession *session, const char *expected)
{
  g_autoptr (TvProfileItem) row
      = g_list_model_get_item (tv_profile_model_get_rows (model), 0);
  g_autofree char *name
      = tv_profile_sample_dup_text (row, session, TV_PROFILE_COLUMN_NAME);

  ck_assert_str_eq (name, expected);
}

START_TEST (test_very_many_methods_are_sorted_in_a_worker)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_many (20001);
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);
  GString *log = g_string_new (NULL);

  g_signal_connect (model, "reordered", G_CALLBACK (log_order), log);
  tv_profile_model_sort (model, TV_PROFILE_COLUMN_NAME, FALSE);
  tv_profile_model_sort (model, TV_PROFILE_COLUMN_INCL_REAL, FALSE);
  assert_first (model, session, "1 m.C0.x ()V");
  while (log->len == 0)
    g_main_context_iteration (NULL, TRUE);
  assert_first (model, session, "20001 m.C20000.x ()V");
  /* The first request was overtaken and must not come late. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  ck_assert_str_eq (log->str, "reordered; ");
  tv_profile_model_sort (model, TV_PROFILE_COLUMN_NAME, TRUE);
  while (g_str_equal (log->str, "reordered; "))
    g_main_context_iteration (NULL, TRUE);
  assert_first (model, session, "10000 m.C9999.x ()V");
  g_string_free (log, TRUE);
}
END_TEST

static TvItemList *
new_relatives (TvTraceSession *session, guint32 method)
{
  g_autoptr (TvRelativesQuery) query = tv_relatives_query_new (session, method);

  return tv_relatives_list_new_groups (query);
}

static GListModel *
open_group (TvItemList *relatives, guint position)
{
  g_autoptr (TvProfileItem) row
      = g_list_model_get_item (G_LIST_MODEL (relatives), position);

  ck_assert_int_eq (row->kind, TV_PROFILE_ITEM_GROUP);
  return G_LIST_MODEL (tv_relatives_list_new_members (
      tv_relatives_list_get_query (relatives), row->relation,
      (TvRelativesOrder){ .column = TV_PROFILE_COLUMN_INCL_REAL, .descending = TRUE }));
}

START_TEST (test_relatives_of_a_recursive_method)
{
  static const char *const groups[] = {
    "Parents|||||||||||||",
    "Children|||||||||||||",
    "Parents while recursive|||||||||||||",
    "Children while recursive|||||||||||||",
    NULL,
  };
  static const char *const members[][3] = {
    { "1 a.Main.main ()V|100.0%|6.000|||100.0%|6.000|||||1/2||", NULL },
    { "self|50.0%|3.000|||50.0%|3.000|||||||",
      "2 a.Main.walk ()V|50.0%|3.000|||50.0%|3.000|||||1/2||", NULL },
    { "2 a.Main.walk ()V|50.0%|3.000|||50.0%|3.000|||||1/2||", NULL },
    { "3 a.Leaf.end ()V|16.7%|1.000|||16.7%|1.000|||||1/2||", NULL },
  };
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvItemList) relatives
      = new_relatives (session, tv_profile_sample_find (session, "a.Main.walk"));

  assert_rows (G_LIST_MODEL (relatives), session, groups);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autoptr (GListModel) group = open_group (relatives, i);

      assert_rows (group, session, members[i]);
    }
}
END_TEST

START_TEST (test_waiting_is_the_last_child)
{
  static const char *const parents[] = {
    "1 a.Main.main ()V|50.0%|1.000|||91.7%|11.000|||||1/2||",
    "2 a.Main.walk ()V|50.0%|1.000|||8.3%|1.000|||||1/2||",
    NULL,
  };
  static const char *const children[] = {
    "self|100.0%|2.000|||16.7%|2.000|||||||",
    "(context switch)|0.0%|0.000|||83.3%|10.000|||||1/1||",
    NULL,
  };
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvItemList) relatives
      = new_relatives (session, tv_profile_sample_find (session, "a.Leaf.end"));
  g_autoptr (GListModel) parents_group = NULL;
  g_autoptr (GListModel) children_group = NULL;

  ck_assert_uint_eq (g_list_model_get_n_items (G_LIST_MODEL (relatives)), 2);
  parents_group = open_group (relatives, 0);
  assert_rows (parents_group, session, parents);
  children_group = open_group (relatives, 1);
  assert_rows (children_group, session, children);
}
END_TEST

START_TEST (test_a_leaf_without_waits_has_no_children)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_ties ();
  g_autoptr (TvItemList) relatives
      = new_relatives (session, tv_profile_sample_find (session, "a.A.x"));
  g_autoptr (GListModel) parents = NULL;
  g_autoptr (TvProfileItem) row = NULL;
  g_autofree char *name = NULL;

  ck_assert_uint_eq (g_list_model_get_n_items (G_LIST_MODEL (relatives)), 1);
  parents = open_group (relatives, 0);
  row = g_list_model_get_item (parents, 0);
  name = tv_profile_sample_dup_text (row, session, TV_PROFILE_COLUMN_NAME);
  ck_assert_str_eq (name, "0 (toplevel)");
  ck_assert_uint_eq (tv_profile_item_get_target (row), TV_METHOD_NONE);
}
END_TEST

START_TEST (test_relatives_in_a_long_trace_come_later)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_long (200001);
  g_autoptr (TvItemList) relatives
      = new_relatives (session, tv_profile_sample_find (session, "l.Step.take"));
  GString *log = g_string_new (NULL);

  g_signal_connect (relatives, "items-changed", G_CALLBACK (log_change), log);
  ck_assert_uint_eq (g_list_model_get_n_items (G_LIST_MODEL (relatives)), 0);
  ck_assert_ptr_null (
      tv_relatives_list_get_query (relatives)->relatives[TV_SIDE_SHOWN]);
  while (log->len == 0)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_str_eq (log->str, "0-0+1 of 1; ");
  g_string_free (log, TRUE);
}
END_TEST

START_TEST (test_relatives_that_nobody_waits_for_are_given_up)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_long (200001);
  TvItemList *relatives
      = new_relatives (session, tv_profile_sample_find (session, "l.Step.take"));

  ck_assert_uint_eq (g_list_model_get_n_items (G_LIST_MODEL (relatives)), 0);
  g_assert_finalize_object (relatives);
}
END_TEST

START_TEST (test_tooltip_tells_all_about_a_method)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileItem) main_row
      = tv_profile_item_new_method (tv_profile_sample_find (session, "a.Main.main"));
  g_autofree char *text
      = tv_profile_item_dup_tooltip (main_row, tv_trace_session_get_trace (session));

  ck_assert_str_eq (text, "void a.Main.main()\nSignature ()V\nMain.java:7\nID 0x10");
}
END_TEST

TV_TESTS (NULL, NULL)
