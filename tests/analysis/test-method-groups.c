/* SPDX-License-Identifier: Apache-2.0 */

/* Methods by class and by package, in order of own time. */

#include "analysis/method-groups.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

static TvTrace *
load_sample (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 0x4, "com.app.ui.View", "draw", "()V", "V.java",
                              1);
  tv_trace_writer_add_method (writer, 0x8, "com.app.ui.View", "lay", "()V", "V.java",
                              2);
  tv_trace_writer_add_method (writer, 0xc, "com.app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, 0x10, "com/app/ui/List", "draw", "()V", "L", 1);
  tv_trace_writer_add_method (writer, 0x14, "Bare", "go", "()V", "B.java", 1);
  tv_trace_writer_add_method (writer, 0x18, "never.Called", "go", "()V", "C.java", 1);
  /* Own times: main 10 + 10, draw 20, lay 20, List.draw 5, Bare 30. */
  tv_trace_writer_enter (writer, 1, 0xc, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 10);
  tv_trace_writer_exit (writer, 1, 0x4, 0, 30);
  tv_trace_writer_enter (writer, 1, 0x8, 0, 30);
  tv_trace_writer_exit (writer, 1, 0x8, 0, 50);
  tv_trace_writer_enter (writer, 1, 0x10, 0, 50);
  tv_trace_writer_exit (writer, 1, 0x10, 0, 55);
  tv_trace_writer_exit (writer, 1, 0xc, 0, 65);
  tv_trace_writer_enter (writer, 1, 0x14, 0, 65);
  tv_trace_writer_exit (writer, 1, 0x14, 0, 95);
  return tv_test_load (writer);
}

static void
assert_groups (TvGrouping grouping, const char *expected)
{
  g_autoptr (TvTrace) trace = load_sample ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvMethodGroups) groups = tv_method_groups_new (profile, grouping, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  ck_assert_uint_eq (tv_method_groups_get_n_methods (groups),
                     tv_trace_get_n_methods (trace));
  for (guint group = 0; group < tv_method_groups_get_n (groups); group++)
    {
      g_autofree char *name = tv_method_groups_dup_name (groups, group);

      g_string_append_printf (text, "%s:", name);
      for (guint method = 0; method < tv_trace_get_n_methods (trace); method++)
        if (tv_method_groups_get_group (groups, method) == group)
          g_string_append_printf (text, " %s",
                                  tv_trace_get_method (trace, method)->name);
      g_string_append_c (text, '\n');
    }
  ck_assert_str_eq (text->str, expected);
  ck_assert_uint_eq (tv_method_groups_get_group (
                         groups, tv_test_find_method (trace, "never.Called.go()V")),
                     TV_METHOD_GROUP_NONE);
}

START_TEST (classes_stand_in_order_of_own_time)
{
  assert_groups (TV_GROUPING_CLASS, "com.app.ui.View: draw lay\n"
                                    "Bare: go\n"
                                    "com.app.Main: main\n"
                                    "com.app.ui.List: draw\n");
}
END_TEST

START_TEST (packages_are_what_is_before_the_class)
{
  assert_groups (TV_GROUPING_PACKAGE, "com.app.ui: draw lay draw\n"
                                      ": go\n"
                                      "com.app: main\n");
}
END_TEST

START_TEST (the_hash_is_that_of_the_name_alone)
{
  g_autoptr (TvTrace) trace = load_sample ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvMethodGroups) groups
      = tv_method_groups_new (profile, TV_GROUPING_PACKAGE, NULL);

  /* FNV-1a of 32 bits, of `com.app.ui`, of nothing and of `com.app`, by another
     program. */
  ck_assert_uint_eq (tv_method_groups_get_hash (groups, 0), 2926002309u);
  ck_assert_uint_eq (tv_method_groups_get_hash (groups, 1), 2166136261u);
  ck_assert_uint_eq (tv_method_groups_get_hash (groups, 2), 3843791643u);
}
END_TEST

START_TEST (grouping_can_be_cancelled)
{
  g_autoptr (TvTrace) trace = load_sample ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_method_groups_new (profile, TV_GROUPING_CLASS, cancellable));
}
END_TEST

int
main (void)
{
  const TTest *const tests[] = {
    classes_stand_in_order_of_own_time,
    packages_are_what_is_before_the_class,
    the_hash_is_that_of_the_name_alone,
    grouping_can_be_cancelled,
  };

  return tv_test_run ("method-groups", tests, G_N_ELEMENTS (tests));
}
