/* SPDX-License-Identifier: Apache-2.0 */

/* Methods by class and by package, in order of own time. */

#include "analysis/sums/method-groups.h"
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

  ck_assert_uint_eq (groups->n_methods, tv_trace_get_n_methods (trace));
  for (guint group = 0; group < groups->n; group++)
    {
      g_autofree char *name = tv_method_groups_dup_name (groups, group);

      g_string_append_printf (text, "%s:", name);
      for (guint method = 0; method < tv_trace_get_n_methods (trace); method++)
        if (groups->by_method[method] == group)
          g_string_append_printf (text, " %s",
                                  tv_trace_get_method (trace, method)->name);
      g_string_append_c (text, '\n');
    }
  ck_assert_str_eq (text->str, expected);
  ck_assert_uint_eq (
      groups->by_method[tv_test_find_method (trace, "never.Called.go()V")],
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

/* Each class calls nothing and takes 10 less than the one before. */
static TvTrace *
load_classes (const char *const *classes, guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  for (guint i = 0; i < n; i++)
    {
      if (classes[i] != NULL)
        tv_trace_writer_add_method (writer, 4 * i, classes[i], "go", "()V", "F", 1);
      tv_trace_writer_enter (writer, 1, 4 * i, 0, 1000 * i);
      tv_trace_writer_exit (writer, 1, 4 * i, 0, 1000 * i + 10 * (n - i));
    }
  return tv_test_load (writer);
}

/* One line for each class, with its package, in order of own time. */
static void
assert_packages (const char *const *classes, guint n, const char *expected)
{
  g_autoptr (TvTrace) trace = load_classes (classes, n);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvMethodGroups) inner
      = tv_method_groups_new (profile, TV_GROUPING_CLASS, NULL);
  g_autoptr (TvMethodGroups) outer
      = tv_method_groups_new (profile, TV_GROUPING_PACKAGE, NULL);
  g_autofree guint32 *packages = tv_method_groups_list_outer (inner, outer);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < inner->n; i++)
    {
      g_autofree char *name = tv_method_groups_dup_name (inner, i);
      g_autofree char *package = tv_method_groups_dup_name (outer, packages[i]);

      g_string_append_printf (text, "%s in '%s'\n", name, package);
    }
  ck_assert_str_eq (text->str, expected);
}

START_TEST (strange_names_have_a_package)
{
  const char *const classes[] = { "a.b.C$D", "[[La/b/C;", "[I",   "[L",    NULL,
                                  "a.",      ".A",        "a..B", "[a.b.", "$Proxy0" };

  assert_packages (classes, G_N_ELEMENTS (classes),
                   "a.b.C$D in 'a.b'\n"
                   "[[La.b.C; in 'a.b'\n"
                   "[I in ''\n"
                   "[L in ''\n"
                   "(unknown) in '(unknown)'\n"
                   "a. in 'a'\n"
                   ".A in ''\n"
                   "a..B in 'a.'\n"
                   "[a.b. in 'a.b'\n"
                   "$Proxy0 in ''\n");
}
END_TEST

START_TEST (both_ways_to_write_a_class_are_one)
{
  const char *const classes[] = { "a.b.C", "a/b/C", "a/b.C" };

  assert_packages (classes, G_N_ELEMENTS (classes), "a.b.C in 'a.b'\n");
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

TV_TESTS (NULL, NULL)
