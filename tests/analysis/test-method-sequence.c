/* SPDX-License-Identifier: Apache-2.0 */

/* Where methods stand in an order, of all of them and of some. */

#include "analysis/method-sequence.h"
#include "support/test-runner.h"

static TvMethodSequence *
new_sequence (const guint32 *methods, guint n)
{
  return tv_method_sequence_new_take (g_memdup2 (methods, n * sizeof *methods), n, 10);
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
  g_autoptr (TvMethodSequence) picked
      = tv_method_sequence_new_picked (NULL, 0, sequence, sequence);

  assert_places (sequence, "----------");
  assert_places (picked, "----------");
}
END_TEST

START_TEST (test_picked_of_one)
{
  const guint32 methods[] = { 7, 2, 9, 0, 4 };
  const guint32 some[] = { 2, 9, 4 };
  g_autoptr (TvMethodSequence) sequence = new_sequence (methods, 5);
  g_autoptr (TvMethodSequence) picked = tv_method_sequence_new_picked (
      g_memdup2 (some, sizeof some), 3, sequence, NULL);

  assert_places (picked, "--0-2----1");
}
END_TEST

START_TEST (test_picked_of_two)
{
  const guint32 methods[] = { 7, 2, 9, 0, 4 };
  const guint32 others[] = { 8, 1, 3 };
  const guint32 some[] = { 7, 0, 8, 3 };
  g_autoptr (TvMethodSequence) first = new_sequence (methods, 5);
  g_autoptr (TvMethodSequence) second = new_sequence (others, 3);
  g_autoptr (TvMethodSequence) picked
      = tv_method_sequence_new_picked (g_memdup2 (some, sizeof some), 4, first, second);
  guint n;

  g_clear_pointer (&first, tv_method_sequence_unref);
  g_clear_pointer (&second, tv_method_sequence_unref);
  assert_places (picked, "1--3---02-");
  ck_assert_uint_eq (tv_method_sequence_get_methods (picked, &n)[2], 8);
  ck_assert_uint_eq (n, 4);
}
END_TEST

int
main (void)
{
  const TTest *const tests[] = {
    test_a_sequence_of_some,
    test_a_sequence_of_none,
    test_picked_of_one,
    test_picked_of_two,
  };

  return tv_test_run ("method-sequence", tests, G_N_ELEMENTS (tests));
}
