/* SPDX-License-Identifier: Apache-2.0 */

/* Methods by name, against qsort(). */

#include "analysis/sums/ranking.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <stdlib.h>
#include <string.h>

/* More than are sorted by one worker at once. */
#define N_MANY 30000

static const char *
get_simple (const TvMethod *method)
{
  const char *dot = strrchr (method->class_name, '.');

  return dot != NULL ? dot + 1 : method->class_name;
}

static int
compare_shown (const TvMethod *a, const TvMethod *b)
{
  int order = strcmp (get_simple (a), get_simple (b));

  if (order == 0)
    order = strcmp (a->name, b->name);
  if (order == 0)
    order = strcmp (a->signature, b->signature);
  return order != 0 ? order : tv_method_compare (a, b);
}

static int
compare_methods (const void *a, const void *b, void *data)
{
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;
  const int order = compare_shown (tv_trace_get_method (data, first),
                                   tv_trace_get_method (data, second));

  return order != 0 ? order : (first > second) - (first < second);
}

static void
assert_in_order (TvTrace *trace)
{
  g_autoptr (TvMethodSequence) order = tv_methods_list_by_name (trace);
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

/* As the names are read: the package counts last, but in the style of the JVM. */
START_TEST (test_packages_come_last)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTrace) styled = NULL;
  g_autoptr (TvMethodSequence) shown = NULL;
  g_autoptr (TvMethodSequence) in_jvm = NULL;
  static const char *const read[] = { "y.A", "a.B", "x/B", "m.C" };
  static const char *const in_file[] = { "a.B", "m.C", "x/B", "y.A" };

  for (guint i = 0; i < G_N_ELEMENTS (in_file); i++)
    tv_trace_writer_add_method (writer, 4 * (i + 1), in_file[i], "run", "()V", "", 0);
  trace = tv_test_load (writer);
  styled = tv_trace_new_styled (trace, TV_NAME_STYLE_JVM);
  shown = tv_methods_list_by_name (trace);
  in_jvm = tv_methods_list_by_name (styled);
  for (guint i = 0; i < G_N_ELEMENTS (read); i++)
    {
      ck_assert_str_eq (
          tv_trace_get_method (trace, tv_method_sequence_get (shown, i))->class_name,
          read[i]);
      ck_assert_str_eq (
          tv_trace_get_method (trace, tv_method_sequence_get (in_jvm, i))->class_name,
          in_file[i]);
    }
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

TV_TESTS (NULL, NULL)
