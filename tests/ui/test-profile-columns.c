/* SPDX-License-Identifier: Apache-2.0 */

/* The columns of the profile: their numbers, worked out by hand, what they sort by, and
 * what is remembered of how the user wants them. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "ui/columns/profile-values.h"
#include "ui/profile-sample.h"
#include "ui/profile/row-values.h"
#include "ui/sample-trace.h"
#include "ui/session/trace-session.h"
#include "ui/table/column-layout.h"

#include <check.h>

#define MS 1000000

static const TvProfileColumn added[]
    = { TV_PROFILE_COLUMN_REAL_MINUS_CPU, TV_PROFILE_COLUMN_FIRST_CALL,
        TV_PROFILE_COLUMN_LONGEST_CALL, TV_PROFILE_COLUMN_SHORTEST_CALL,
        TV_PROFILE_COLUMN_AVERAGE_CALL };

static char *
row_to_string (TvProfileItem *row, TvTraceSession *session)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    {
      g_autofree char *cell = tv_profile_sample_dup_text (row, session, added[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                              cell != NULL ? cell : "-");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_method (TvTraceSession *session, const char *name, const char *expected)
{
  g_autoptr (TvProfileItem) row
      = tv_profile_item_new_method (tv_profile_sample_find (session, name));
  g_autofree char *text = row_to_string (row, session);

  ck_assert_str_eq (text, expected);
}

/* See tv_profile_sample_new(). By CPU, which ranks are by: main 10, walk 6 and 3, end 1
 * and 1. */
START_TEST (numbers_of_methods)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();

  assert_method (session, "a.Leaf.end", "10.000 3.000 - - -");
  tv_trace_session_set_needs_lengths (session, TRUE);
  assert_method (session, "a.Main.main", "10.000 0.000 10.000 10.000 10.000");
  assert_method (session, "a.Main.walk", "0.000 1.000 6.000 3.000 4.500");
  assert_method (session, "a.Leaf.end", "10.000 3.000 1.000 1.000 1.000");
  assert_method (session, "a.Unused.no", "- - - - -");
  /* By wall, the second call of the leaf takes 11. */
  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  assert_method (session, "a.Main.main", "10.000 0.000 20.000 20.000 20.000");
  assert_method (session, "a.Leaf.end", "10.000 3.000 11.000 1.000 6.000");
  tv_trace_session_set_needs_lengths (session, FALSE);
  ck_assert_ptr_null (tv_trace_session_get_lengths (session));
}
END_TEST

static TvTraceSession *
new_sampled_session (const char *name)
{
  g_autofree char *path = tv_test_trace_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return tv_sample_session_new (tv_trace_load (file, 0, NULL, NULL, NULL, NULL, NULL));
}

static void
assert_samples (TvTraceSession *session, const char *name, const char *expected)
{
  g_autoptr (TvProfileItem) row
      = tv_profile_item_new_method (tv_profile_sample_find (session, name));
  g_autofree char *text
      = tv_profile_sample_dup_text (row, session, TV_PROFILE_COLUMN_SAMPLES);

  ck_assert_str_eq (text, expected);
}

/* The stacks of the file: b in (anonymous) twice, (anonymous) alone, and (idle). */
START_TEST (numbers_of_samples)
{
  g_autoptr (TvTraceSession) session = new_sampled_session ("samples/node.cpuprofile");
  g_autoptr (TvTraceSession) weighed = new_sampled_session ("samples/collapsed.txt");
  g_autoptr (TvTraceSession) calls = tv_profile_sample_new ();
  g_autofree char *widest = NULL;

  ck_assert (tv_profile_column_exists (TV_PROFILE_COLUMN_SAMPLES, session));
  assert_samples (session, ".b", "2");
  assert_samples (session, ".(anonymous)", "3");
  assert_samples (session, ".(idle)", "1");
  widest = tv_profile_column_dup_widest_text (TV_PROFILE_COLUMN_SAMPLES, session);
  ck_assert_str_eq (widest, "4");
  /* Their weights are the numbers. */
  ck_assert (!tv_profile_column_exists (TV_PROFILE_COLUMN_SAMPLES, weighed));
  ck_assert (!tv_profile_column_exists (TV_PROFILE_COLUMN_SAMPLES, calls));
}
END_TEST

static void
wait_for_profile (TvTraceSession *session)
{
  while (tv_trace_session_is_summing (session))
    g_main_context_iteration (NULL, TRUE);
}

/* Parts of calls in the range, but the first call is told as it was. */
START_TEST (numbers_of_a_range)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();

  tv_trace_session_set_needs_lengths (session, TRUE);
  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  tv_trace_session_set_range (session, 4 * MS, 10 * MS);
  wait_for_profile (session);
  /* Main 4-10, walk 4-7 and 4-5, end 8-10. */
  assert_method (session, "a.Main.walk", "0.000 1.000 3.000 1.000 2.000");
  tv_trace_session_clear_range (session);
  wait_for_profile (session);
  assert_method (session, "a.Main.walk", "0.000 1.000 6.000 3.000 4.500");
}
END_TEST

static TvProfileItem *
find_row (TvProfileTree *tree, const char *name)
{
  GListModel *model = G_LIST_MODEL (tv_profile_tree_get_selection (tree));

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (tree, i);
      g_autofree char *text = tv_profile_sample_dup_text (
          row, tv_profile_tree_get_session (tree), TV_PROFILE_COLUMN_NAME);

      if (g_str_equal (text, name))
        return g_steal_pointer (&row);
    }
  ck_abort_msg ("no row %s", name);
  return NULL;
}

/* Of the calls of each pair the difference and the average are known. */
START_TEST (numbers_below_a_method)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);
  const char *const rows[][2] = {
    { "Parents", "- - - - -" },
    { "1 a.Main.main ()V", "10.000 - - - 11.000" },
    { "self", "0.000 - - - -" },
    { "(context switch)", "10.000 - - - -" },
  };

  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  tv_trace_session_set_needs_lengths (session, TRUE);
  tv_trace_session_select_method (session,
                                  tv_profile_sample_find (session, "a.Leaf.end"));
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TvProfileItem) row = NULL;
      g_autofree char *text = NULL;

      if (i == 1)
        {
          /* The method itself has that name, too, and stands before it. */
          row = tv_profile_tree_dup_row (tree, 3);
        }
      else
        row = find_row (tree, rows[i][0]);
      text = row_to_string (row, session);
      ck_assert_str_eq (text, rows[i][1]);
    }
}
END_TEST

START_TEST (numbers_of_classes)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);
  g_autoptr (TvProfileItem) row = NULL;
  g_autofree char *text = NULL;

  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_CLASS);
  tv_trace_session_set_needs_lengths (session, TRUE);
  row = find_row (tree, "a.Main");
  text = row_to_string (row, session);
  /* Calls of 10, 6 and 3 on the CPU. */
  ck_assert_str_eq (text, "10.000 0.000 10.000 3.000 6.333");
}
END_TEST

static void
assert_order (TvTraceSession *session, TvProfileModel *model, TvProfileColumn column,
              gboolean descending, const char *expected)
{
  g_autofree char *names = NULL;

  tv_profile_model_sort (model, column, descending);
  names
      = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model), session);
  ck_assert_str_eq (names, expected);
}

#define MAIN "1 a.Main.main ()V"
#define WALK "2 a.Main.walk ()V"
#define LEAF "3 a.Leaf.end ()V"

START_TEST (added_columns_sort)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  tv_trace_session_set_needs_lengths (session, TRUE);
  /* Main and the leaf wait as long: by name, either way. */
  assert_order (session, model, TV_PROFILE_COLUMN_REAL_MINUS_CPU, TRUE,
                LEAF ", " MAIN ", " WALK);
  assert_order (session, model, TV_PROFILE_COLUMN_REAL_MINUS_CPU, FALSE,
                WALK ", " LEAF ", " MAIN);
  assert_order (session, model, TV_PROFILE_COLUMN_FIRST_CALL, TRUE,
                LEAF ", " WALK ", " MAIN);
  assert_order (session, model, TV_PROFILE_COLUMN_FIRST_CALL, FALSE,
                MAIN ", " WALK ", " LEAF);
  for (TvProfileColumn i = TV_PROFILE_COLUMN_LONGEST_CALL;
       i <= TV_PROFILE_COLUMN_AVERAGE_CALL; i++)
    {
      assert_order (session, model, i, TRUE, MAIN ", " WALK ", " LEAF);
      assert_order (session, model, i, FALSE, LEAF ", " WALK ", " MAIN);
    }
}
END_TEST

START_TEST (titles_name_the_unit)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autofree char *title = tv_profile_column_dup_title (
      TV_PROFILE_COLUMN_WAITING, tv_trace_session_get_trace (session), TV_TIME_UNIT_S);
  g_autofree char *percent = tv_profile_column_dup_title (
      TV_PROFILE_COLUMN_WAITING_PERCENT, tv_trace_session_get_trace (session),
      TV_TIME_UNIT_S);
  g_autofree char *usual = tv_profile_column_dup_title (
      TV_PROFILE_COLUMN_WAITING, tv_trace_session_get_trace (session), TV_TIME_UNIT_MS);

  ck_assert_str_eq (title, "Waiting (s)");
  ck_assert_str_eq (percent, "Waiting %");
  ck_assert_str_eq (usual, "Waiting (ms)");
  tv_trace_session_set_time_unit (session, TV_TIME_UNIT_US);
  assert_method (session, "a.Leaf.end", "10000 3000 - - -");
}
END_TEST

/* Of a method that calls itself 12 times deep: "1+11", and "12/12" below a caller. */
START_TEST (counts_have_room)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_recursive (12);
  g_autofree char *widest
      = tv_profile_column_dup_widest_text (TV_PROFILE_COLUMN_CALLS, session);

  ck_assert_str_eq (widest, "12+12");
}
END_TEST

/* What is remembered */

static char *
layout_to_string (TvColumnLayout *layout)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      const TvProfileColumn column = tv_column_layout_get (layout, i);

      if (tv_column_layout_is_shown (layout, column))
        g_string_append_printf (text, "%s%s:%d", text->len > 0 ? " " : "",
                                tv_profile_columns_get ()[column].nick,
                                tv_column_layout_get_width (layout, column));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_layout (TvColumnLayout *layout, const char *expected)
{
  g_autofree char *text = layout_to_string (layout);

  ck_assert_str_eq (text, expected);
}

static void
restore (TvColumnLayout *layout, const char *state)
{
  g_autoptr (GVariant) variant = g_variant_parse (
      G_VARIANT_TYPE (TV_COLUMN_LAYOUT_TYPE), state, NULL, NULL, NULL);

  ck_assert_ptr_nonnull (variant);
  tv_column_layout_restore (layout, variant);
}

static void
count (guint *n)
{
  (*n)++;
}

#define REST                                                                           \
  " incl-cpu:0 excl-cpu-percent:0 excl-cpu:0 incl-real-percent:0 incl-real:0"          \
  " excl-real-percent:0 excl-real:0 waiting-percent:0 waiting:0 calls:0"               \
  " cpu-per-call:0 real-per-call:0"

static TvColumnLayout *
new_layout (void)
{
  TvColumnLayout *layout
      = tv_column_layout_new (tv_profile_columns_get (), TV_PROFILE_N_COLUMNS);

  tv_column_layout_set_view (layout, TV_PROFILE_VIEW_BOTH);
  return layout;
}

/* What is added to the columns of one clock is not added to those of the other. */
START_TEST (each_clock_has_columns_of_its_own)
{
  static const char *const views[] = {
    "name:0 samples:0"
    " incl-cpu-percent:0 incl-cpu:0 excl-cpu-percent:0 excl-cpu:0 incl-real:0"
    " calls:0 cpu-per-call:0",
    "name:0"
    " incl-real-percent:0 incl-real:0 excl-real-percent:0 excl-real:0"
    " waiting-percent:0 waiting:0 real-per-call:0",
  };
  g_autoptr (TvColumnLayout) layout = new_layout ();
  g_autoptr (TvColumnLayout) other = new_layout ();
  g_autoptr (GVariant) state = NULL;

  tv_column_layout_set_view (layout, TV_PROFILE_VIEW_CPU);
  tv_column_layout_set_shown (layout, TV_PROFILE_COLUMN_INCL_REAL, TRUE);
  tv_column_layout_set_view (layout, TV_PROFILE_VIEW_REAL);
  tv_column_layout_set_shown (layout, TV_PROFILE_COLUMN_CALLS, FALSE);
  state = g_variant_ref_sink (tv_column_layout_save (layout));
  tv_column_layout_restore (other, state);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      tv_column_layout_set_view (layout, i);
      assert_layout (layout, views[i]);
      tv_column_layout_set_view (other, i);
      assert_layout (other, views[i]);
    }
  tv_column_layout_set_view (layout, TV_PROFILE_VIEW_BOTH);
  assert_layout (layout, "name:0"
                         " samples:0 incl-cpu-percent:0" REST);
}
END_TEST

/* The old number, the new one and the difference; inclusive times alone on both clocks.
 */
START_TEST (a_comparison_has_columns_of_its_own)
{
  g_autoptr (TvColumnLayout) layout = new_layout ();

  tv_column_layout_set_view (layout, TV_PROFILE_VIEW_COMPARED + TV_PROFILE_VIEW_CPU);
  assert_layout (layout, "name:0 base-incl-cpu:0 incl-cpu:0 diff-incl-cpu:0"
                         " diff-incl-cpu-percent:0 base-excl-cpu:0 excl-cpu:0"
                         " diff-excl-cpu:0 diff-calls:0");
  tv_column_layout_set_view (layout, TV_PROFILE_VIEW_COMPARED + TV_PROFILE_VIEW_REAL);
  assert_layout (layout, "name:0 base-incl-real:0 incl-real:0 diff-incl-real:0"
                         " diff-incl-real-percent:0 base-excl-real:0 excl-real:0"
                         " diff-excl-real:0 diff-calls:0");
  tv_column_layout_set_view (layout, TV_PROFILE_VIEW_COMPARED + TV_PROFILE_VIEW_BOTH);
  assert_layout (layout, "name:0 base-incl-cpu:0 incl-cpu:0 diff-incl-cpu:0"
                         " base-incl-real:0 incl-real:0 diff-incl-real:0 diff-calls:0");
  /* A layout of a version without these views. */
  restore (layout, "[('name', 7, 0), ('incl-cpu', 5, 0), ('incl-real', 2, 0)]");
  tv_column_layout_set_view (layout, TV_PROFILE_VIEW_COMPARED + TV_PROFILE_VIEW_BOTH);
  assert_layout (layout, "name:0 base-incl-cpu:0 incl-cpu:0 diff-incl-cpu:0"
                         " base-incl-real:0 incl-real:0 diff-incl-real:0 diff-calls:0");
}
END_TEST

START_TEST (a_layout_is_kept)
{
  const TvProfileColumn swapped[]
      = { TV_PROFILE_COLUMN_AVERAGE_CALL, TV_PROFILE_COLUMN_NAME };
  g_autoptr (TvColumnLayout) layout = new_layout ();
  g_autoptr (TvColumnLayout) other = new_layout ();
  g_autoptr (GVariant) state = NULL;
  g_autofree char *before = NULL;
  guint n_changes = 0;

  assert_layout (layout, "name:0"
                         " samples:0 incl-cpu-percent:0" REST);
  g_signal_connect_swapped (layout, "changed", G_CALLBACK (count), &n_changes);
  tv_column_layout_set_shown (layout, TV_PROFILE_COLUMN_INCL_CPU_PERCENT, FALSE);
  tv_column_layout_set_shown (layout, TV_PROFILE_COLUMN_INCL_CPU_PERCENT, FALSE);
  tv_column_layout_set_shown (layout, TV_PROFILE_COLUMN_AVERAGE_CALL, TRUE);
  tv_column_layout_set_width (layout, TV_PROFILE_COLUMN_NAME, 77);
  tv_column_layout_arrange (layout, swapped, 2);
  ck_assert_uint_eq (n_changes, 4);
  assert_layout (layout, "average-call:0 samples:0" REST " name:77");
  /* Nobody would know whose numbers they are. */
  tv_column_layout_set_shown (layout, TV_PROFILE_COLUMN_NAME, FALSE);
  ck_assert_uint_eq (n_changes, 4);

  state = g_variant_ref_sink (tv_column_layout_save (layout));
  tv_column_layout_restore (other, state);
  before = layout_to_string (layout);
  assert_layout (other, before);
  tv_column_layout_reset (layout);
  assert_layout (layout, "name:0"
                         " samples:0 incl-cpu-percent:0" REST);
  g_clear_pointer (&state, g_variant_unref);
  state = g_variant_ref_sink (tv_column_layout_save (layout));
  ck_assert_uint_eq (g_variant_n_children (state), 0);
}
END_TEST

START_TEST (a_layout_of_another_version_is_understood)
{
  g_autoptr (TvColumnLayout) layout = new_layout ();

  /* Unknown, doubled, absurd and missing ones. */
  restore (layout, "[('waiting', 4, -5), ('gone', 4, 9), ('name', 0, 99999),"
                   " ('waiting', 0, 3), ('incl-cpu-percent', 0, 50)]");
  assert_layout (
      layout, "waiting:0 calls:0 cpu-per-call:0 real-per-call:0 name:4000"
              " samples:0 incl-cpu:0 excl-cpu-percent:0 excl-cpu:0 incl-real-percent:0"
              " incl-real:0 excl-real-percent:0 excl-real:0 waiting-percent:0");
  restore (layout, "[]");
  assert_layout (layout, "name:0"
                         " samples:0 incl-cpu-percent:0" REST);
}
END_TEST

TV_TESTS (NULL, NULL)
