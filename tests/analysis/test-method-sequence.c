/* SPDX-License-Identifier: Apache-2.0 */

/* Where methods stand in an order, of all of them and of what a filter leaves. */

#include "analysis/sums/method-set.h"
#include "support/test-runner.h"

static TvMethodSequence *
new_sequence (const guint32 *methods, guint n)
{
  return tv_method_sequence_new_take (g_memdup2 (methods, n * sizeof *methods), n, 10);
}

/* Of the methods whose digits @members has. */
static TvMethodSet *
new_set (const char *members, guint n_methods)
{
  guint64 *words = g_new0 (guint64, 1);

  for (guint i = 0; members[i] != '\0'; i++)
    words[0] |= G_GUINT64_CONSTANT (1) << (members[i] - '0');
  return tv_method_set_new (words, n_methods);
}

/* @expected has a place for each of ten methods, or a dash. */
static void
assert_places (const TvMethodSequence *sequence, const char *expected)
{
  char places[11] = { 0 };

  for (guint32 method = 0; method < 10; method++)
    {
      const guint place = tv_method_sequence_find (sequence, method);

      places[method] = (char) (place == G_MAXUINT ? '-' : '0' + place);
    }
  ck_assert_str_eq (places, expected);
}

START_TEST (test_a_sequence_of_some)
{
  const guint32 methods[] = { 7, 2, 9, 0 };
  g_autoptr (TvMethodSequence) sequence = new_sequence (methods, 4);

  assert_places (sequence, "3-1----0-2");
}
END_TEST

START_TEST (test_a_sequence_of_none)
{
  g_autoptr (TvMethodSequence) sequence = tv_method_sequence_new_take (NULL, 0, 10);
  g_autoptr (TvMethodSet) set = new_set ("0123456789", 10);
  g_autoptr (TvMethodSequence) filtered
      = tv_method_sequence_new_filtered (sequence, sequence, set);

  assert_places (sequence, "----------");
  assert_places (filtered, "----------");
  ck_assert_uint_eq (tv_method_sequence_get (filtered, 0), TV_METHOD_NONE);
}
END_TEST

START_TEST (test_filtered_of_one)
{
  const guint32 methods[] = { 7, 2, 9, 0, 4 };
  g_autoptr (TvMethodSequence) sequence = new_sequence (methods, 5);
  g_autoptr (TvMethodSet) set = new_set ("12349", 10);
  g_autoptr (TvMethodSequence) filtered
      = tv_method_sequence_new_filtered (sequence, NULL, set);

  assert_places (filtered, "--0-2----1");
}
END_TEST

/* The others are all methods: those of the first stand where they stand there. */
START_TEST (test_filtered_of_two)
{
  const guint32 methods[] = { 7, 2, 9, 0, 4 };
  const guint32 all[] = { 8, 9, 7, 6, 5, 4, 1, 3, 2, 0 };
  g_autoptr (TvMethodSequence) first = new_sequence (methods, 5);
  g_autoptr (TvMethodSequence) others
      = tv_method_sequence_new_listed (g_memdup2 (all, sizeof all), 10);
  g_autoptr (TvMethodSet) set = new_set ("03789", 10);
  g_autoptr (TvMethodSequence) filtered
      = tv_method_sequence_new_filtered (first, others, set);

  g_clear_pointer (&first, tv_method_sequence_unref);
  g_clear_pointer (&others, tv_method_sequence_unref);
  assert_places (filtered, "2--4---031");
  ck_assert_uint_eq (tv_method_sequence_get_n (filtered), 5);
  ck_assert_uint_eq (tv_method_sequence_get (filtered, 3), 8);
  ck_assert_uint_eq (tv_method_sequence_get (filtered, 5), TV_METHOD_NONE);
}
END_TEST

static void
shuffle (GRand *random, guint32 *methods, guint n)
{
  for (guint32 i = 0; i < n; i++)
    methods[i] = i;
  for (guint i = n; i > 1; i--)
    {
      const guint other = (guint) g_rand_int_range (random, 0, (gint32) i);
      const guint32 swapped = methods[i - 1];

      methods[i - 1] = methods[other];
      methods[other] = swapped;
    }
}

/* The same by going through both, one by one. */
static guint
filter_slowly (const guint32 *first, guint n_first, const guint32 *others, guint n,
               const TvMethodSet *set, guint32 *filtered)
{
  g_autofree gboolean *done = g_new0 (gboolean, n);
  guint n_filtered = 0;

  for (guint i = 0; i < n_first; i++)
    {
      done[first[i]] = TRUE;
      if (tv_method_set_contains (set, first[i]))
        filtered[n_filtered++] = first[i];
    }
  for (guint i = 0; i < n; i++)
    if (!done[others[i]] && tv_method_set_contains (set, others[i]))
      filtered[n_filtered++] = others[i];
  return n_filtered;
}

static void
assert_filtered (const TvMethodSequence *filtered, const guint32 *expected,
                 guint n_expected, GRand *random)
{
  g_autofree guint32 *copy = g_new (guint32, n_expected + 1);

  ck_assert_uint_eq (tv_method_sequence_get_n (filtered), n_expected);
  for (guint i = 0; i < n_expected; i++)
    {
      ck_assert_uint_eq (tv_method_sequence_get (filtered, i), expected[i]);
      ck_assert_uint_eq (tv_method_sequence_find (filtered, expected[i]), i);
    }
  for (guint i = 0; i < 20; i++)
    {
      const guint from = g_rand_int (random) % (n_expected + 1);
      const guint n = g_rand_int (random) % (n_expected - from + 1);

      tv_method_sequence_copy (filtered, from, n, copy);
      ck_assert_mem_eq (copy, expected + from, n * sizeof *copy);
    }
}

static TvMethodSet *
new_random_set (GRand *random, guint n, double share)
{
  guint64 *words = g_new0 (guint64, n / 64 + 1);

  for (guint i = 0; i < n; i++)
    if (g_rand_double (random) < share)
      words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  return tv_method_set_new (words, n);
}

static void
check_random (GRand *random, guint n, guint n_first, double share)
{
  guint32 *first = g_new (guint32, n);
  guint32 *others = g_new (guint32, n);
  g_autofree guint32 *expected = g_new (guint32, n);
  g_autoptr (TvMethodSet) set = new_random_set (random, n, share);
  g_autoptr (TvMethodSequence) a = NULL;
  g_autoptr (TvMethodSequence) b = NULL;
  g_autoptr (TvMethodSequence) filtered = NULL;
  guint n_expected;

  shuffle (random, first, n);
  shuffle (random, others, n);
  n_expected = filter_slowly (first, n_first, others, n, set, expected);
  a = tv_method_sequence_new_take (first, n_first, n);
  b = tv_method_sequence_new_listed (others, n);
  filtered = tv_method_sequence_new_filtered (a, b, set);
  assert_filtered (filtered, expected, n_expected, random);
  for (guint32 i = 0; i < n; i++)
    if (!tv_method_set_contains (set, i))
      ck_assert_uint_eq (tv_method_sequence_find (filtered, i), G_MAXUINT);
}

/* Around the ends of words and blocks; few, which are looked up, and many. */
START_TEST (test_filters_of_all_sizes)
{
  static const guint sizes[] = { 1, 63, 64, 65, 511, 512, 513, 2000 };
  static const double shares[] = { 0, 0.01, 0.1, 0.5, 0.95, 1 };
  GRand *random = g_rand_new_with_seed (6);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (shares); j++)
      {
        check_random (random, sizes[i], sizes[i], shares[j]);
        check_random (random, sizes[i], sizes[i] / 2, shares[j]);
        check_random (random, sizes[i], 0, shares[j]);
      }
  g_rand_free (random);
}
END_TEST

TV_TESTS (NULL, NULL)
