/* SPDX-License-Identifier: Apache-2.0 */

/* Sets of threads. */

#include "analysis/sums/thread-range.h"
#include "support/test-runner.h"

START_TEST (threads_stand_in_order_and_once)
{
  const guint32 threads[] = { 7, 2, 7, 0, G_MAXUINT32 - 1, 2 };
  const guint32 expected[] = { 0, 2, 7, G_MAXUINT32 - 1 };
  g_autoptr (TvThreadSet) set = tv_thread_set_new (threads, G_N_ELEMENTS (threads));
  const guint32 *found;
  guint n;

  found = tv_thread_set_get (set, &n);
  ck_assert_uint_eq (n, G_N_ELEMENTS (expected));
  ck_assert_mem_eq (found, expected, sizeof expected);
}
END_TEST

START_TEST (it_is_known_who_is_in)
{
  const guint32 threads[] = { 3, 1, 9 };
  g_autoptr (TvThreadSet) set = tv_thread_set_new (threads, G_N_ELEMENTS (threads));

  for (guint32 i = 0; i < 12; i++)
    ck_assert_int_eq (tv_thread_set_contains (set, i), i == 1 || i == 3 || i == 9);
}
END_TEST

START_TEST (nobody_is_in_the_empty_set)
{
  g_autoptr (TvThreadSet) set = tv_thread_set_new (NULL, 0);
  g_autoptr (TvThreadSet) other = tv_thread_set_new (NULL, 0);
  guint n;

  (void) tv_thread_set_get (set, &n);
  ck_assert_uint_eq (n, 0);
  ck_assert (!tv_thread_set_contains (set, 0));
  ck_assert (tv_thread_set_equal (set, other));
  ck_assert (!tv_thread_set_equal (set, NULL));
}
END_TEST

START_TEST (sets_are_equal_by_their_threads)
{
  const guint32 threads[] = { 4, 5, 5 };
  const guint32 same[] = { 5, 4 };
  const guint32 other[] = { 4, 6 };
  g_autoptr (TvThreadSet) a = tv_thread_set_new (threads, 3);
  g_autoptr (TvThreadSet) b = tv_thread_set_new (same, 2);
  g_autoptr (TvThreadSet) c = tv_thread_set_new (other, 2);
  g_autoptr (TvThreadSet) d = tv_thread_set_new (other, 1);

  ck_assert (tv_thread_set_equal (a, b));
  ck_assert (!tv_thread_set_equal (a, c));
  ck_assert (!tv_thread_set_equal (c, d));
  ck_assert (tv_thread_set_equal (NULL, NULL));
  ck_assert (!tv_thread_set_equal (NULL, a));
}
END_TEST

TV_TESTS (NULL, NULL)
