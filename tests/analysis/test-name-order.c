/* SPDX-License-Identifier: Apache-2.0 */

/* Methods by name, and sorting by keys, against qsort(). */

#include "analysis/sums/key-sort.h"
#include "analysis/sums/method-order.h"
#include "analysis/sums/name-order.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <stdlib.h>

/* More than are sorted by one worker at once. */
#define N_MANY 30000

static int
compare_methods (const void *a, const void *b, void *data)
{
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;
  const int order = tv_method_compare (tv_trace_get_method (data, first),
                                       tv_trace_get_method (data, second));

  return order != 0 ? order : (first > second) - (first < second);
}

static void
assert_in_order (TvTrace *trace)
{
  g_autoptr (TvMethodSequence) order = tv_name_order_new (trace, NULL);
  const guint n = tv_trace_get_n_methods (trace);
  g_autofree guint32 *expected = g_new (guint32, n);
  guint n_sorted;
  const guint32 *sorted = tv_method_sequence_get_methods (order, &n_sorted);

  for (guint32 i = 0; i < n; i++)
    expected[i] = i;
  qsort_r (expected, n, sizeof *expected, compare_methods, trace);
  ck_assert_uint_eq (n_sorted, n);
  for (guint i = 0; i < n; i++)
    ck_assert_uint_eq (sorted[i], expected[i]);
}

/* Texts that end in the middle of eight letters, at their end, and alike but for that;
 * letters beyond ASCII; names that only a signature or an id tells apart. */
START_TEST (test_names_of_all_lengths)
{
  static const char *const classes[]
      = { "a", "a.b", "abcdefgh", "abcdefghi", "abcdefghijklmnop", "abcdefg", "é.Ü" };
  static const char *const names[] = { "run", "runFaster", "runFastA", "r" };
  static const char *const signatures[] = { "()V", "(Ljava/lang/String;)V" };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  guint32 id = 4000;

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      for (guint k = 0; k < 2 * G_N_ELEMENTS (signatures); k++)
        tv_trace_writer_add_method (writer, id -= 4, classes[i], names[j],
                                    signatures[k / 2], "A.java", 1);
  trace = tv_test_load (writer);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), 7 * 4 * 4);
  assert_in_order (trace);
}
END_TEST

START_TEST (test_very_many_names)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (TvTrace) trace = NULL;

  for (guint32 i = 0; i < N_MANY; i++)
    {
      g_autofree char *class_name = g_strdup_printf ("com.example.app.part%d.Thing%d",
                                                     g_rand_int_range (random, 0, 30),
                                                     g_rand_int_range (random, 0, 300));
      g_autofree char *name
          = g_strdup_printf ("get%d", g_rand_int_range (random, 0, 20));

      tv_trace_writer_add_method (writer, 4 * (N_MANY - i), class_name, name, "()V",
                                  "A.java", 1);
    }
  trace = tv_test_load (writer);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), N_MANY);
  assert_in_order (trace);
}
END_TEST

START_TEST (test_stopped)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_method (writer, 4, "a.B", "run", "()V", "A.java", 1);
  trace = tv_test_load (writer);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_name_order_new (trace, cancellable));
}
END_TEST

START_TEST (test_numbers_and_their_keys)
{
  static const double numbers[] = { -1e300, -2.5, -1, -0.001, 0, 1e-9, 1, 1.5, 7e18 };

  for (guint i = 1; i < G_N_ELEMENTS (numbers); i++)
    ck_assert (tv_key_from_double (numbers[i - 1]) < tv_key_from_double (numbers[i]));
  ck_assert (tv_key_from_double (-0.0) == tv_key_from_double (0.0));
}
END_TEST

static int
compare_items (const void *a, const void *b)
{
  const TvKeyItem *first = a;
  const TvKeyItem *second = b;

  if (first->key != second->key)
    return first->key < second->key ? -1 : 1;
  return (first->index > second->index) - (first->index < second->index);
}

/* With few different keys, so that many are equal, or with keys of all sizes. */
static void
assert_sorted (gsize n, gboolean few_keys)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) n);
  g_autofree TvKeyItem *items = g_new0 (TvKeyItem, n + 1);
  g_autofree TvKeyItem *scratch = g_new0 (TvKeyItem, n + 1);
  g_autofree TvKeyItem *expected = NULL;

  for (guint32 i = 0; i < n; i++)
    {
      guint64 key = (guint64) g_rand_int (random) << 32 | g_rand_int (random);

      items[i].index = i;
      items[i].key = few_keys ? key % 5 << 40 : key >> (i % 64);
    }
  expected = g_memdup2 (items, (n + 1) * sizeof *items);
  qsort (expected, n, sizeof *expected, compare_items);
  tv_key_sort (items, scratch, n);
  for (gsize i = 0; i < n; i++)
    {
      ck_assert (items[i].key == expected[i].key);
      ck_assert_uint_eq (items[i].index, expected[i].index);
    }
}

START_TEST (test_keys)
{
  static const gsize sizes[]
      = { 0, 1, 2, 15, 16, 17, 33, 64, 500, 4095, 4096, 5000, 40000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      assert_sorted (sizes[i], FALSE);
      assert_sorted (sizes[i], TRUE);
    }
}
END_TEST

int
main (void)
{
  const TTest *const tests[] = {
    test_names_of_all_lengths,
    test_very_many_names,
    test_stopped,
    test_numbers_and_their_keys,
    test_keys,
  };

  return tv_test_run ("name-order", tests, G_N_ELEMENTS (tests));
}
