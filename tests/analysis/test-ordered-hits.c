/* SPDX-License-Identifier: Apache-2.0 */

/* Steps from hit to hit in the order of a list. */

#include "analysis/find/ordered-hits.h"
#include "support/test-runner.h"

static TvMethodSequence *
new_sequence (const guint32 *methods, guint n)
{
  return tv_method_sequence_new_listed (g_memdup2 (methods, n * sizeof *methods), n);
}

START_TEST (hits_come_one_after_the_other)
{
  const guint32 order[] = { 5, 2, 0, 3, 1 };
  guint64 *words = g_new0 (guint64, 1);
  g_autoptr (TvMethodSequence) sequence = new_sequence (order, 5);
  g_autoptr (TvMethodSequence) without = new_sequence (order + 3, 2);
  g_autoptr (TvMethodSet) set = NULL;

  words[0] = 1 << 0 | 1 << 2 | 1 << 4;
  set = tv_method_set_new (words, 6);
  ck_assert_uint_eq (tv_method_set_get_n (set), 3);
  ck_assert (tv_method_set_contains (set, 4) && !tv_method_set_contains (set, 5));

  ck_assert_uint_eq (tv_ordered_hits_find_next (sequence, set, 0), 1);
  ck_assert_uint_eq (tv_ordered_hits_find_next (sequence, set, 2), 2);
  ck_assert_uint_eq (tv_ordered_hits_find_next (sequence, set, 3), 1);
  ck_assert_uint_eq (tv_ordered_hits_find_next (sequence, set, 5), 1);
  ck_assert_uint_eq (tv_ordered_hits_find_previous (sequence, set, 1), 2);
  ck_assert_uint_eq (tv_ordered_hits_find_previous (sequence, set, 2), 1);
  ck_assert_uint_eq (tv_ordered_hits_find_previous (sequence, set, 5), 2);
  ck_assert_uint_eq (tv_ordered_hits_find_previous (sequence, set, 0), 2);
  ck_assert_uint_eq (tv_ordered_hits_find_next (without, set, 1), G_MAXUINT);
  ck_assert_uint_eq (tv_ordered_hits_find_previous (without, set, 1), G_MAXUINT);

  ck_assert_uint_eq (tv_ordered_hits_count (sequence, set, 5), 2);
  ck_assert_uint_eq (tv_ordered_hits_count (sequence, set, 2), 1);
  ck_assert_uint_eq (tv_ordered_hits_count (sequence, set, 0), 0);
}
END_TEST

/* Places 3 and 900 of 1000. */
START_TEST (hits_far_apart)
{
  guint32 order[1000];
  guint64 *words = g_new0 (guint64, 16);
  g_autoptr (TvMethodSequence) sequence = NULL;
  g_autoptr (TvMethodSet) set = NULL;

  for (guint32 i = 0; i < 1000; i++)
    order[i] = 999 - i;
  sequence = new_sequence (order, 1000);
  words[996 / 64] |= G_GUINT64_CONSTANT (1) << 996 % 64;
  words[99 / 64] |= G_GUINT64_CONSTANT (1) << 99 % 64;
  set = tv_method_set_new (words, 1000);

  ck_assert_uint_eq (tv_ordered_hits_find_next (sequence, set, 4), 900);
  ck_assert_uint_eq (tv_ordered_hits_find_next (sequence, set, 901), 3);
  ck_assert_uint_eq (tv_ordered_hits_find_previous (sequence, set, 900), 3);
  ck_assert_uint_eq (tv_ordered_hits_find_previous (sequence, set, 3), 900);
  ck_assert_uint_eq (tv_ordered_hits_count (sequence, set, 900), 1);
  ck_assert_uint_eq (tv_ordered_hits_count (sequence, set, 1000), 2);
}
END_TEST

TV_TESTS (NULL, NULL)
