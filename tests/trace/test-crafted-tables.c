/* SPDX-License-Identifier: Apache-2.0 */

/* Long tables with ids and names chosen so that a hash table would take
 * time in the square of their number: minutes to hours, where a test may take seconds.
 */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/model/string-pool.h"

#define N_LINES 200000

static TvTraceWriter *
new_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_enter (writer, 1, 0x4, 0, 10);
  tv_trace_writer_exit (writer, 1, 0x4, 0, 20);
  return writer;
}

START_TEST (equal_strings_are_kept_once)
{
  g_autoptr (TvStringPool) pool = tv_string_pool_new ();
  const char *first = tv_string_pool_add (pool, "a.B");

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *other = g_strdup_printf ("a.B%u", i);

      ck_assert_str_eq (tv_string_pool_add (pool, other), other);
    }
  ck_assert_ptr_eq (tv_string_pool_add (pool, "a.B"), first);
  ck_assert_ptr_ne (tv_string_pool_add (pool, ""), first);
  ck_assert_str_eq (tv_string_pool_add (pool, ""), "");
}
END_TEST

START_TEST (strings_outlive_the_sealing_of_their_pool)
{
  g_autoptr (TvStringPool) pool = tv_string_pool_new ();
  const char *before = tv_string_pool_add (pool, "before");

  tv_string_pool_seal (pool);
  ck_assert_str_eq (before, "before");
  ck_assert_str_eq (tv_string_pool_add (pool, "after"), "after");
  ck_assert_str_eq (before, "before");
}
END_TEST

/* "aa" and "b@" are alike to a hash that multiplies by 33 and adds, such as
 * g_str_hash(), and so is every string that is put together from them. */
START_TEST (names_that_collide)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < N_LINES; i++)
    {
      char name[2 * 18 + 1] = "";

      for (guint bit = 0; bit < 18; bit++)
        strcat (name, (i >> bit & 1) != 0 ? "aa" : "b@");
      tv_trace_writer_add_method (writer, 4 * i, name, name, "()V", "A.java", 1);
    }
  trace = tv_test_load (writer);
  tv_assert_no_warning (trace);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), N_LINES);
}
END_TEST

/* Ids that agree in the upper bits of their product with 2^64 divided by the golden
 * ratio, the usual way to spread them. */
START_TEST (ids_that_collide)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  guint n = 0;

  for (guint64 id = 1 << 22; id <= G_MAXUINT32 && n < N_LINES; id += 4)
    if (id * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) >> 54 == 0)
      {
        tv_trace_writer_add_method (writer, (guint32) id, "A", "a", "()V", "A.java", 1);
        n++;
      }
  trace = tv_test_load (writer);
  ck_assert_uint_eq (n, N_LINES);
  /* and the one that the records name */
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), N_LINES + 1);
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
int
main (void)
{
  const TTest *const tests[]
      = { equal_strings_are_kept_once, strings_outlive_the_sealing_of_their_pool,
          names_that_collide, ids_that_collide };

  return tv_test_run ("crafted-tables", tests, G_N_ELEMENTS (tests));
}
