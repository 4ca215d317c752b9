/* SPDX-License-Identifier: Apache-2.0 */

/* Paths of callers and callees, worked out by hand on small scripts. */

#include "analysis/stacks/relatives.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define US G_GINT64_CONSTANT (1000)

/* The letters of methods: the first is where a path begins, each other a step. */
static TvRelatives *
follow (TvProfile *profile, TvRelation relation, const char *letters)
{
  TvRelatives *relatives = NULL;

  for (const char *letter = letters; *letter != '\0'; letter++)
    {
      g_autofree char *name = g_strdup_printf ("p.Q.%c", *letter);
      const guint32 method = tv_test_find_method (tv_profile_get_trace (profile), name);
      TvRelatives *next
          = relatives == NULL
                ? tv_relatives_new (profile, method, NULL, NULL)
                : tv_relatives_follow (relatives, relation, method, NULL, NULL);

      tv_relatives_unref (relatives);
      relatives = next;
    }
  return relatives;
}

/* Rows as "letter calls wall", with "+" if there is more; then own time and waiting. */
static char *
path_to_string (TvProfile *profile, TvRelation relation, const char *letters)
{
  const TvTrace *trace = tv_profile_get_trace (profile);
  g_autoptr (TvRelatives) relatives = follow (profile, relation, letters);
  GString *text = g_string_new (NULL);
  guint n;
  const TvRelative *rows = tv_relatives_get (relatives, relation, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT "%s, ",
                            rows[i].method == TV_METHOD_NONE
                                ? "-"
                                : tv_trace_get_method (trace, rows[i].method)->name,
                            rows[i].calls, rows[i].inclusive[TV_CLOCK_WALL] / US,
                            rows[i].has_more ? "+" : "");
  g_string_append_printf (text,
                          "self %" G_GINT64_FORMAT " waiting %" G_GINT64_FORMAT
                          " in %" G_GUINT64_FORMAT,
                          tv_relatives_get_own (relatives)->self[TV_CLOCK_WALL] / US,
                          tv_relatives_get_own (relatives)->waiting / US,
                          tv_relatives_get_own (relatives)->n_waits);
  return g_string_free (text, FALSE);
}

static void
assert_path (TvProfile *profile, TvRelation relation, const char *letters,
             const char *expected)
{
  g_autofree char *text = path_to_string (profile, relation, letters);

  ck_assert_str_eq (text, expected);
}

/* a calls c for 5, and b, which calls c for 20 and d for 1. b is called outside of a,
 * too, and calls c for 40 there. */
static TvTrace *
load_two_ways (void)
{
  return tv_test_trace (
      TV_WRITER_CLOCK_WALL,
      "a 0-50 { c 5-10 b 10-40 { c 12-32 d 33-34 } } 2: b 0-45 { c 0-40 }");
}

START_TEST (under_a_child_are_its_calls_on_the_path)
{
  g_autoptr (TvTrace) trace = load_two_ways ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);

  assert_path (profile, TV_RELATION_CHILDREN, "a",
               "b 1 30+, c 1 5, self 15 waiting 0 in 0");
  assert_path (profile, TV_RELATION_CHILDREN, "ab",
               "c 1 20, d 1 1, self 9 waiting 0 in 0");
  assert_path (profile, TV_RELATION_CHILDREN, "abc", "self 20 waiting 0 in 0");
  assert_path (profile, TV_RELATION_CHILDREN, "b",
               "c 2 60, d 1 1, self 14 waiting 0 in 0");
}
END_TEST

START_TEST (under_a_parent_is_who_called_it_on_the_path)
{
  g_autoptr (TvTrace) trace = load_two_ways ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);

  assert_path (profile, TV_RELATION_PARENTS, "c",
               "b 2 60+, a 1 5+, self 65 waiting 0 in 0");
  assert_path (profile, TV_RELATION_PARENTS, "cb",
               "- 1 40, a 1 20+, self 0 waiting 0 in 0");
  assert_path (profile, TV_RELATION_PARENTS, "cba", "- 1 20, self 0 waiting 0 in 0");
  assert_path (profile, TV_RELATION_PARENTS, "ca", "- 1 5, self 0 waiting 0 in 0");
}
END_TEST

/* a(0-100) b(10-80) a(20-70) b(30-60) a(40-50), one in the other. */
START_TEST (recursion_is_a_path_like_any_other)
{
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_WALL, "a 0-100 { b 10-80 { a 20-70 { b 30-60 { a 40-50 } } } }");
  g_autoptr (TvProfile) profile = NULL;

  profile = tv_profile_new (trace, NULL, NULL);

  assert_path (profile, TV_RELATION_CHILDREN, "a", "b 1 70+, self 30 waiting 0 in 0");
  assert_path (profile, TV_RELATION_CHILDREN, "ab", "a 1 50+, self 20 waiting 0 in 0");
  assert_path (profile, TV_RELATION_CHILDREN, "aba", "b 1 30+, self 20 waiting 0 in 0");
  assert_path (profile, TV_RELATION_CHILDREN, "ababa", "self 10 waiting 0 in 0");
  /* From both recursive calls of a, that of 50 and that of 10 in it. */
  assert_path (profile, TV_RELATION_CHILDREN_WHILE_RECURSIVE, "a",
               "b 1 30+, self 30 waiting 0 in 0");
  assert_path (profile, TV_RELATION_CHILDREN_WHILE_RECURSIVE, "ab",
               "a 1 10, self 20 waiting 0 in 0");
  assert_path (profile, TV_RELATION_PARENTS_WHILE_RECURSIVE, "a",
               "b 2 60+, self 30 waiting 0 in 0");
  assert_path (profile, TV_RELATION_PARENTS_WHILE_RECURSIVE, "ab",
               "a 2 60+, self 0 waiting 0 in 0");
  assert_path (profile, TV_RELATION_PARENTS_WHILE_RECURSIVE, "aba",
               "- 1 50, b 1 10+, self 0 waiting 0 in 0");
}
END_TEST

/* a(0-100) calls itself (10-90), and that itself (20-40) and (50-60). */
START_TEST (calls_inside_of_each_other_on_one_path)
{
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_WALL, "a 0-100 { a 10-90 { a 20-40 { a 25-30 } a 50-60 } }");
  g_autoptr (TvProfile) profile = NULL;

  profile = tv_profile_new (trace, NULL, NULL);

  assert_path (profile, TV_RELATION_CHILDREN_WHILE_RECURSIVE, "a",
               "a 3 35+, self 20 waiting 0 in 0");
  /* Those of 20, 10 and 5 have 5 inside: own times are 15, 10 and 5. */
  assert_path (profile, TV_RELATION_CHILDREN_WHILE_RECURSIVE, "aa",
               "a 1 5, self 30 waiting 0 in 0");
}
END_TEST

/* Between 1000 and 4000, and 4500 and 7500, b is off the CPU but for 10 µs. */
START_TEST (waits_are_those_of_the_calls_on_the_path)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL,
                       "a 0/990-20/4000 { b 10/1000-20/4000 } b 520/4500-530/7500");
  g_autoptr (TvProfile) profile = NULL;

  profile = tv_profile_new (trace, NULL, NULL);

  assert_path (profile, TV_RELATION_CHILDREN, "a", "b 1 3000+, self 10 waiting 0 in 0");
  assert_path (profile, TV_RELATION_CHILDREN, "ab", "self 3000 waiting 2990 in 1");
  assert_path (profile, TV_RELATION_CHILDREN, "b", "self 6000 waiting 5980 in 2");
}
END_TEST

/* From 15 to 33: a is open, b for 18, c in it for 17, and d is entered at the end. */
START_TEST (paths_are_cut_at_both_ends)
{
  g_autoptr (TvTrace) trace = load_two_ways ();
  const TvProfileRange range = { .start = 15 * US, .end = 33 * US };
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, &range, NULL, NULL);

  assert_path (profile, TV_RELATION_CHILDREN, "a", "b 1 18+, self 0 waiting 0 in 0");
  assert_path (profile, TV_RELATION_CHILDREN, "ab", "c 1 17, self 1 waiting 0 in 0");
  assert_path (profile, TV_RELATION_PARENTS, "cb",
               "- 1 18, a 1 17+, self 0 waiting 0 in 0");
}
END_TEST

START_TEST (a_step_can_be_cancelled)
{
  g_autoptr (TvTrace) trace = load_two_ways ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvRelatives) relatives = follow (profile, TV_RELATION_CHILDREN, "a");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_relatives_follow (relatives, TV_RELATION_CHILDREN,
                                           tv_test_find_method (trace, "p.Q.b"),
                                           cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

START_TEST (the_order_is_by_time_and_name)
{
  g_autoptr (TvTrace) trace = load_two_ways ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvRelatives) relatives = follow (profile, TV_RELATION_PARENTS, "c");
  const guint32 a = tv_test_find_method (trace, "p.Q.a");
  const guint32 b = tv_test_find_method (trace, "p.Q.b");
  guint n;

  tv_relatives_sort_by_time (relatives, TV_CLOCK_WALL);
  ck_assert_uint_eq (tv_relatives_get (relatives, TV_RELATION_PARENTS, &n)->method, b);
  /* All are equal on a clock that is not there: by name. */
  tv_relatives_sort_by_time (relatives, TV_CLOCK_THREAD_CPU);
  ck_assert_uint_eq (tv_relatives_get (relatives, TV_RELATION_PARENTS, &n)->method, a);
}
END_TEST

TV_TESTS (NULL, NULL)
