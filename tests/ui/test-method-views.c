/* SPDX-License-Identifier: Apache-2.0 */

/* What views and commands say of one method: the same of a recursive one, and of one
 * with several paths the heaviest. Worked out by hand. */

#include "cli/tracedump-run.h"
#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/calls/calls-data.h"
#include "ui/calltree/path-tree.h"
#include "ui/flame/flame-parts.h"
#include "ui/flame/flame-question.h"
#include "ui/profile-sample.h"
#include "ui/sample-trace.h"
#include "ui/sidebar/call-survey.h"

#include <check.h>
#include <stdlib.h>

/* b is called four times: by a, by itself and, in that, by c, and as a root. It takes
 * 100 and 10 in all, and itself 17, 40, 20 and 10. Of the c that leads to the third b,
 * 20 are its own, and the other c takes 3. */
#define RECURSIVE                                                                      \
  "a 0-200 { b 0-100 { b 10-90 { c 20-60 { b 30-50 } } c 92-95 } } b 210-220"

static char *folder;
static TvTraceSession *session;

static void
load (const char *script)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autofree char *path = g_build_filename (folder, "test.trace", NULL);

  tv_test_write_calls (writer, script);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  g_clear_object (&session);
  session = tv_sample_session_new (tv_test_load_path (path, NULL));
}

static guint32
find_b (void)
{
  return tv_profile_sample_find (session, "p.Q.b");
}

static void
set_up (void)
{
  folder = tv_test_folder_new ();
}

static void
tear_down (void)
{
  g_clear_object (&session);
  g_clear_pointer (&folder, tv_test_folder_remove);
}

/* Returns the nodes of a level: method, calls, inclusive and exclusive microseconds. */
static char *
run_tree (const char *command, const char *level)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, command, "b", "test.trace",
                                         "--format=tsv", "--min=0", NULL);
  g_auto (GStrv) lines = g_strsplit (run.out, "\n", -1);
  GString *text = g_string_new (NULL);

  ck_assert_msg (run.status == 0, "%s", run.err);
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], "\t", -1);

      if (g_str_equal (fields[2], level))
        g_string_append_printf (text, "%s %s %s %s\n", fields[4], fields[8], fields[11],
                                fields[12]);
    }
  return g_string_free (text, FALSE);
}

static void
assert_tree (const char *command, const char *level, const char *expected)
{
  g_autofree char *text = run_tree (command, level);

  ck_assert_str_eq (text, expected);
}

static gint64
to_us (gint64 time)
{
  return time / 1000;
}

/* Writes the rows of a tree likewise, with their levels in dots and an asterisk at the
 * selected one. */
static char *
dup_rows (TvPathTree *tree)
{
  GtkSingleSelection *selection = tv_path_tree_get_selection (tree);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (selection)); i++)
    {
      g_autoptr (GtkTreeListRow) row
          = g_list_model_get_item (G_LIST_MODEL (selection), i);
      g_autoptr (TvPathItem) item = gtk_tree_list_row_get_item (row);
      const TvPathRow *of = tv_path_item_get_row (item);
      const char *name = of->kind == TV_PATH_ROW_SELF       ? "self"
                         : of->kind == TV_PATH_ROW_TOPLEVEL ? "toplevel"
                         : of->kind == TV_PATH_ROW_CALLERS  ? "callers"
                         : of->kind == TV_PATH_ROW_CALLEES  ? "callees"
                                                            : NULL;

      for (guint j = 0; j < gtk_tree_list_row_get_depth (row); j++)
        g_string_append_c (text, '.');
      if (gtk_single_selection_get_selected (selection) == i)
        g_string_append_c (text, '*');
      if (name == NULL)
        name = tv_trace_get_method (tv_trace_session_get_trace (session),
                                    of->sums.method)
                   ->name;
      g_string_append_printf (text, "%s %u %d %d\n", name, (guint) of->sums.calls,
                              (int) to_us (of->sums.inclusive[TV_CLOCK_WALL]),
                              (int) to_us (of->sums.exclusive[TV_CLOCK_WALL]));
    }
  return g_string_free (text, FALSE);
}

START_TEST (callers_and_callees_count_alike)
{
  g_autoptr (TvPathTree) tree = NULL;
  g_autofree char *rows = NULL;

  load (RECURSIVE);
  assert_tree ("callers", "1", "b 4 110 87\n");
  assert_tree ("callees", "1", "b 4 110 87\n");
  assert_tree ("callers", "2", "a 1 100 17\nb 1 0 40\nc 1 0 20\n");
  assert_tree ("callees", "2", "c 2 23 23\nb 1 0 0\n");
  assert_tree ("callees", "3", "b 1 0 0\n");
  tree = tv_path_tree_new (session, TV_PATHS_AROUND);
  tv_path_tree_set_active (tree, TRUE);
  tv_trace_session_select_method (session, find_b ());
  rows = dup_rows (tree);
  ck_assert_str_eq (rows,
                    "callers 0 0 0\na 1 100 17\ntoplevel 1 10 10\nb 1 0 40\nc 1 0 20\n"
                    "*b 4 110 87\ncallees 0 0 0\n"
                    "self 0 87 87\nc 2 23 23\nb 1 0 0\n");
  tv_path_tree_set_active (tree, FALSE);
}
END_TEST

START_TEST (the_mean_is_the_total_by_the_count)
{
  g_auto (TvRun) run = { 0 };
  TvCallSpread spread;

  load (RECURSIVE);
  {
    const TvCallsQuestion question
        = { .profile = tv_trace_session_get_profile (session),
            .method = find_b (),
            .number = TV_CALL_NUMBER_INCLUSIVE,
            .clock = TV_CLOCK_WALL,
            .grouping = TV_CALL_GROUPING_CALLER };
    g_autoptr (TvCallsData) data = tv_calls_data_new (&question, NULL, NULL);
    g_autoptr (TvCallsOrder) order
        = tv_calls_order_new (data, &TV_CALLS_ALL, TV_CALLS_MEAN, TRUE, NULL);

    tv_calls_data_measure (data, TV_CALLS_NO_GROUP, &TV_CALLS_ALL, &spread);
    /* By caller: a, none, b and c. */
    ck_assert_uint_eq (order->groups->len, 4);
    for (guint i = 0; i < 4; i++)
      {
        const double means[] = { 100000, 10000, 0, 0 };
        const TvCallsGroup *group = &g_array_index (order->groups, TvCallsGroup, i);

        ck_assert_uint_eq (group->n, 1);
        ck_assert_double_eq (group->numbers[TV_CALLS_MEAN], means[i]);
        ck_assert_double_eq (group->numbers[TV_CALLS_INCLUSIVE], means[i]);
      }
  }
  ck_assert_uint_eq (spread.n, 4);
  ck_assert_int_eq (spread.total, 110000);
  ck_assert_double_eq_tol (spread.mean, 27500, 1e-6);
  ck_assert_double_eq_tol (spread.mean_length, 52500, 1e-6);
  run = tv_run_tracedump (folder, "calls", "b", "test.trace", "--top=1", NULL);
  ck_assert_ptr_nonnull (strstr (run.out, "Calls: 4, of which recursive: 2\n"));
  ck_assert_ptr_nonnull (strstr (run.out, "\nIncl Wall  0.110  0.028        0.053  "));
  ck_assert_ptr_nonnull (strstr (run.out, "\nExcl Wall  0.087  0.022        0.022  "));
}
END_TEST

static char *
dup_relatives (const GArray *relatives)
{
  const TvTrace *trace = tv_trace_session_get_trace (session);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < relatives->len; i++)
    {
      const TvCallTreeNode *node = &g_array_index (relatives, TvCallTreeNode, i);

      g_string_append_printf (text, "%s %u %d\n",
                              node->method != TV_METHOD_NONE
                                  ? tv_trace_get_method (trace, node->method)->name
                                  : "toplevel",
                              (guint) node->calls,
                              (int) to_us (node->inclusive[TV_CLOCK_WALL]));
    }
  return g_string_free (text, FALSE);
}

START_TEST (the_side_bar_says_the_same)
{
  TvProfile *profile;
  TvSurveyQuestion *question;
  g_autoptr (TvSurvey) survey = NULL;
  g_autofree char *callers = NULL;
  g_autofree char *callees = NULL;
  const TvMethodTotals *totals;

  load (RECURSIVE);
  profile = tv_trace_session_get_profile (session);
  question = tv_survey_question_new (
      profile, find_b (), (TvCallRef){ TV_THREAD_NONE, 0 }, NULL, TV_CLOCK_WALL);
  survey = tv_survey_new (question, NULL, NULL);
  tv_survey_question_free (question);
  callers = dup_relatives (survey->callers);
  callees = dup_relatives (survey->callees);
  ck_assert_str_eq (callers, "a 1 100\ntoplevel 1 10\nb 1 0\nc 1 0\n");
  ck_assert_str_eq (callees, "c 2 23\nb 1 0\n");
  totals = tv_profile_get_totals (profile, find_b ());
  ck_assert_uint_eq (totals->calls + totals->recursive_calls, 4);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], 110000);
  ck_assert_int_eq (totals->exclusive[TV_CLOCK_WALL], 87000);
}
END_TEST

static TvFlameAnswer *
answer_flame (void)
{
  g_autoptr (TvCallPath) root = tv_call_path_new (TV_THREAD_NONE, NULL, 0);
  const TvFlameQuestion question = { .profile = tv_trace_session_get_profile (session),
                                     .clock = TV_CLOCK_WALL,
                                     .root = root };

  return tv_flame_question_answer (&question, NULL, NULL);
}

/* The first b in the tree is the longest, but that below c has more time in two. */
START_TEST (a_method_is_shown_at_its_heaviest_path)
{
  g_autoptr (TvPathTree) tree = NULL;
  g_autoptr (TvFlameAnswer) flame = NULL;
  g_autoptr (TvCallPath) path = NULL;
  g_autofree char *top_down = NULL;
  g_autofree char *bottom_up = NULL;

  load ("a 0-100 { b 10-30 } c 100-190 { b 110-125 b 140-155 } "
        "d 200-260 { b 200-215 b 230-245 }");
  tree = tv_path_tree_new (session, TV_PATHS_TOP_DOWN);
  tv_path_tree_set_active (tree, TRUE);
  tv_trace_session_select_method (session, find_b ());
  top_down = dup_rows (tree);
  ck_assert_str_eq (top_down, "a 1 100 80\n.b 1 20 20\nc 1 90 60\n.*b 2 30 30\n"
                              "d 1 60 30\n");
  flame = answer_flame ();
  path = tv_flame_layout_dup_path (flame->layout,
                                   tv_flame_find_selected (flame->layout, session));
  ck_assert_uint_eq (path->n_methods, 2);
  ck_assert_uint_eq (path->methods[0], tv_profile_sample_find (session, "p.Q.c"));
  ck_assert (tv_trace_session_get_selected_path (session) == NULL);
  tv_path_tree_set_shape (tree, TV_PATHS_BOTTOM_UP, FALSE);
  bottom_up = dup_rows (tree);
  ck_assert_str_eq (bottom_up, "a 1 100 80\n*b 5 80 80\nc 1 90 60\nd 1 60 30\n");
  tv_path_tree_set_active (tree, FALSE);
}
END_TEST

TV_TESTS (set_up, tear_down)
