/* SPDX-License-Identifier: Apache-2.0 */

/* Packages that are hidden, or shown alone, where methods are of several: the list, the
 * groups, and both with a filter and in another order. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/profile-sample.h"
#include "ui/sample-trace.h"

#include <check.h>

/* By CPU time: Main.main 10, a.b.Deep.dive 4, a.Top.up 3, c.Other.go 2. */
static TvTraceSession *
new_session (void)
{
  static const struct
  {
    const char *class_name;
    const char *name;
    guint64 ms;
  } methods[]
      = { { "a.Top", "up", 3 }, { "a.b.Deep", "dive", 4 }, { "c.Other", "go", 2 } };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  guint64 time = 0;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "Main", "main", "()V", "M.java", 1);
  tv_trace_writer_enter (writer, 1, 4, 0, 0);
  for (guint32 i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      tv_trace_writer_add_method (writer, 8 + 4 * i, methods[i].class_name,
                                  methods[i].name, "()V", "M.java", 1);
      tv_trace_writer_enter (writer, 1, 8 + 4 * i, time, time);
      time += methods[i].ms * 1000;
      tv_trace_writer_exit (writer, 1, 8 + 4 * i, time, time);
    }
  tv_trace_writer_exit (writer, 1, 4, 10000, 10000);
  return tv_sample_session_new (tv_test_load (writer));
}

static TvPackageFilter *
new_filter (gboolean only, const char *packages)
{
  g_auto (GStrv) names = g_strsplit (packages, "|", -1);

  return tv_package_filter_new ((const char *const *) names, only);
}

START_TEST (the_list_has_what_is_not_hidden)
{
  static const struct
  {
    gboolean only;
    const char *packages;
    const char *list;
  } cases[] = {
    { FALSE, "a", "1 Main.main ()V, 2 a.b.Deep.dive ()V, 4 c.Other.go ()V" },
    { FALSE, "a.b", "1 Main.main ()V, 3 a.Top.up ()V, 4 c.Other.go ()V" },
    { FALSE, "a|c", "1 Main.main ()V, 2 a.b.Deep.dive ()V" },
    { FALSE, "a|a.b|c", "1 Main.main ()V" },
    { FALSE, "nowhere",
      "1 Main.main ()V, 2 a.b.Deep.dive ()V, 3 a.Top.up ()V, 4 c.Other.go ()V" },
    { TRUE, "a", "3 a.Top.up ()V" },
    { TRUE, "a.b", "2 a.b.Deep.dive ()V" },
    { TRUE, "nowhere", "" },
  };
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvPackageFilter) filter
          = new_filter (cases[i].only, cases[i].packages);
      g_autofree char *list = NULL;

      tv_trace_session_set_packages (session, filter);
      list = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model),
                                                session);
      ck_assert_str_eq (list, cases[i].list);
    }
}
END_TEST

/* That without a name cannot be written between bars. */
START_TEST (the_package_without_a_name)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);
  g_autoptr (TvPackageFilter) hidden
      = tv_package_filter_new ((const char *[]){ "", NULL }, FALSE);
  g_autoptr (TvPackageFilter) only
      = tv_package_filter_new ((const char *[]){ "", NULL }, TRUE);
  g_autofree char *without = NULL;
  g_autofree char *alone = NULL;

  tv_trace_session_set_packages (session, hidden);
  without
      = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model), session);
  ck_assert_str_eq (without, "2 a.b.Deep.dive ()V, 3 a.Top.up ()V, 4 c.Other.go ()V");
  tv_trace_session_set_packages (session, only);
  alone
      = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model), session);
  ck_assert_str_eq (alone, "1 Main.main ()V");
}
END_TEST

START_TEST (the_order_and_the_filter_hold)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);
  g_autoptr (TvPackageFilter) filter = new_filter (FALSE, "c");
  const guint32 found[] = { tv_profile_sample_find (session, "a.Top.up"),
                            tv_profile_sample_find (session, "c.Other.go") };
  guint64 *words = g_new0 (guint64, 1);
  g_autoptr (TvMethodSet) hits = NULL;
  g_autofree char *sorted = NULL;
  g_autofree char *filtered = NULL;
  g_autofree char *all = NULL;

  tv_trace_session_set_packages (session, filter);
  tv_profile_model_sort (model, TV_PROFILE_COLUMN_NAME, TRUE);
  sorted
      = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model), session);
  ck_assert_str_eq (sorted, "3 a.Top.up ()V, 1 Main.main ()V, 2 a.b.Deep.dive ()V");
  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    words[0] |= G_GUINT64_CONSTANT (1) << found[i];
  hits = tv_method_set_new (words, 4);
  tv_trace_session_set_method_filter (session, hits);
  filtered
      = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model), session);
  ck_assert_str_eq (filtered, "3 a.Top.up ()V");
  tv_trace_session_set_packages (session, NULL);
  all = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model), session);
  ck_assert_str_eq (all, "3 a.Top.up ()V, 4 c.Other.go ()V");
}
END_TEST

START_TEST (groups_of_hidden_packages_are_not_listed)
{
  g_autoptr (TvTraceSession) session = new_session ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);
  g_autoptr (TvPackageFilter) filter = new_filter (FALSE, "a|c");
  g_autofree char *text = NULL;

  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_PACKAGE);
  tv_trace_session_set_packages (session, filter);
  text = tv_profile_sample_tree_to_string (tree);
  ck_assert_str_eq (g_strstrip (text), "(default package)\n"
                                       "a.b");
}
END_TEST

TV_TESTS (NULL, NULL)
