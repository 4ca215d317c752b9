/* SPDX-License-Identifier: Apache-2.0 */

/* Calls of a method, one after the other and in a range of time: on a script, and held
 * against a look at every call on random traces. */

#include "analysis/lookup/call-query.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define A 0x4
#define B 0x8
#define C 0xc

#define US G_GINT64_CONSTANT (1000)

static const TvCallRef no_call = { TV_THREAD_NONE, TV_CALL_NONE };

/* In one thread, or in all. */
static gboolean
find (const TvTrace *trace, guint32 method, guint32 thread, TvCallRef from, gint64 time,
      gboolean forwards, TvCallRef *ref)
{
  g_autoptr (TvThreadSet) threads
      = thread != TV_THREAD_NONE ? tv_thread_set_new (&thread, 1) : NULL;

  return tv_call_find_of_method (trace, method, threads, from, time, forwards, ref);
}

static gboolean
find_next (const TvTrace *trace, guint32 method, guint32 thread, TvCallRef after,
           TvCallRef *ref)
{
  return find (trace, method, thread, after, 0, TRUE, ref);
}

static gboolean
find_previous (const TvTrace *trace, guint32 method, guint32 thread, TvCallRef before,
               TvCallRef *ref)
{
  return find (trace, method, thread, before, 0, FALSE, ref);
}

static gboolean
find_from (const TvTrace *trace, guint32 method, guint32 thread, gint64 time,
           TvCallRef *ref)
{
  return find (trace, method, thread, no_call, time, TRUE, ref);
}

static gboolean
find_before (const TvTrace *trace, guint32 method, guint32 thread, gint64 time,
             TvCallRef *ref)
{
  return find (trace, method, thread, no_call, time, FALSE, ref);
}

/* Thread 1: A 0-100 { A 10-20, B 30-40 } A 100-100; thread 2: A 10-50; thread 3: C 0-9
 */
static TvTrace *
load_small_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "p.Q", "c", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 0x10, "p.Q", "never", "()V", "Q.java", 1);
  tv_test_write_calls (writer, "a 0-100 { a 10-20 b 30-40 } a 100-100 3: c 0-9 2: a "
                               "10-50");
  return tv_test_load (writer);
}

static void
assert_ref (gboolean found, TvCallRef ref, TvCallRef expected)
{
  ck_assert_int_eq (found, expected.thread != TV_THREAD_NONE);
  if (!found)
    return;
  ck_assert_uint_eq (ref.thread, expected.thread);
  ck_assert_uint_eq (ref.call, expected.call);
}

START_TEST (from_call_to_call)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  guint32 a = tv_test_find_method (trace, "p.Q.a()V");
  const TvCallRef all[] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 0, 3 } };
  TvCallRef ref;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      TvCallRef next = i + 1 < G_N_ELEMENTS (all) ? all[i + 1] : no_call;
      TvCallRef previous = i > 0 ? all[i - 1] : no_call;

      assert_ref (find_next (trace, a, TV_THREAD_NONE, all[i], &ref), ref, next);
      assert_ref (find_previous (trace, a, TV_THREAD_NONE, all[i], &ref), ref,
                  previous);
    }
  /* From a call of another method, in another thread. */
  assert_ref (find_next (trace, a, 0, (TvCallRef){ 2, 0 }, &ref), ref, all[1]);
  assert_ref (find_next (trace, a, TV_THREAD_NONE, (TvCallRef){ 0, 2 }, &ref), ref,
              all[3]);
  assert_ref (find_previous (trace, a, TV_THREAD_NONE, (TvCallRef){ 0, 2 }, &ref), ref,
              all[2]);
}
END_TEST

START_TEST (from_a_time)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  guint32 a = tv_test_find_method (trace, "p.Q.a()V");
  guint32 never = tv_test_find_method (trace, "p.Q.never()V");
  const guint32 all = TV_THREAD_NONE;
  TvCallRef ref;

  assert_ref (find_from (trace, a, all, -1, &ref), ref, (TvCallRef){ 0, 0 });
  assert_ref (find_from (trace, a, all, 1, &ref), ref, (TvCallRef){ 0, 1 });
  assert_ref (find_from (trace, a, 1, 1, &ref), ref, (TvCallRef){ 1, 0 });
  assert_ref (find_from (trace, a, all, 10 * US + 1, &ref), ref, (TvCallRef){ 0, 3 });
  assert_ref (find_from (trace, a, all, 101 * US, &ref), ref, no_call);
  assert_ref (find_before (trace, a, all, 100 * US, &ref), ref, (TvCallRef){ 1, 0 });
  assert_ref (find_before (trace, a, 0, 100 * US, &ref), ref, (TvCallRef){ 0, 1 });
  assert_ref (find_before (trace, a, all, 0, &ref), ref, no_call);
  assert_ref (find_from (trace, never, all, 0, &ref), ref, no_call);
  assert_ref (find_before (trace, never, 1, G_MAXINT64, &ref), ref, no_call);
}
END_TEST

/* The calls of a method over all threads, in the order in which they are found. */
static gint
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvTrace *trace = data;
  const TvCallRef *first = a, *second = b;
  TvCalls calls_a = tv_trace_get_calls (trace, first->thread);
  TvCalls calls_b = tv_trace_get_calls (trace, second->thread);
  gint64 time_a = tv_times_get (&calls_a.axis_start, first->call);
  gint64 time_b = tv_times_get (&calls_b.axis_start, second->call);

  if (time_a != time_b)
    return time_a < time_b ? -1 : 1;
  if (first->thread != second->thread)
    return first->thread < second->thread ? -1 : 1;
  return (first->call > second->call) - (first->call < second->call);
}

static GArray *
list_all (const TvTrace *trace, guint32 method, guint32 only_thread)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (TvCallRef));

  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      TvCalls calls = tv_trace_get_calls (trace, thread);

      if (only_thread != TV_THREAD_NONE && thread != only_thread)
        continue;
      for (guint32 call = 0; call < calls.n; call++)
        {
          TvCallRef ref = { thread, call };

          if (tv_calls_method (&calls, call) == method)
            g_array_append_val (list, ref);
        }
    }
  g_array_sort_with_data (list, compare_places, (gpointer) trace);
  return list;
}

/* Holds finding next to, and previous to, any call against the sorted list. */
static void
check_steps (TvTrace *trace, guint32 method, guint32 thread, TvCallRef from)
{
  g_autoptr (GArray) list = list_all (trace, method, thread);
  TvCallRef next = no_call, previous = no_call, ref;

  for (guint i = 0; i < list->len; i++)
    {
      TvCallRef item = g_array_index (list, TvCallRef, i);
      gint order = compare_places (&item, &from, trace);

      if (order < 0)
        previous = item;
      if (order > 0 && next.thread == TV_THREAD_NONE)
        next = item;
    }
  assert_ref (find_next (trace, method, thread, from, &ref), ref, next);
  assert_ref (find_previous (trace, method, thread, from, &ref), ref, previous);
}

static void
check_times (TvTrace *trace, guint32 method, guint32 thread, gint64 time)
{
  g_autoptr (GArray) list = list_all (trace, method, thread);
  TvCallRef from = no_call, before = no_call, ref;

  for (guint i = 0; i < list->len; i++)
    {
      TvCallRef item = g_array_index (list, TvCallRef, i);
      TvCalls calls = tv_trace_get_calls (trace, item.thread);

      if (tv_times_get (&calls.axis_start, item.call) < time)
        before = item;
      else if (from.thread == TV_THREAD_NONE)
        from = item;
    }
  assert_ref (find_from (trace, method, thread, time, &ref), ref, from);
  assert_ref (find_before (trace, method, thread, time, &ref), ref, before);
}

static gint64
random_time (GRand *random, gint64 start, gint64 end)
{
  return start
         + (gint64) (g_rand_double_range (random, -0.02, 1.02)
                     * (double) (end - start));
}

static void
check_trace (TvTrace *trace, GRand *random, guint n_questions)
{
  gint32 n_methods = (gint32) tv_trace_get_n_methods (trace);
  gint32 n_threads = (gint32) tv_trace_get_n_threads (trace);
  gint64 start, end;

  tv_trace_get_axis_range (trace, &start, &end);
  for (guint i = 0; i < n_questions; i++)
    {
      guint32 method = (guint32) g_rand_int_range (random, 0, n_methods);
      guint32 thread = (guint32) g_rand_int_range (random, 0, n_threads);
      guint32 in = g_rand_boolean (random) ? thread : TV_THREAD_NONE;
      gint64 a = random_time (random, start, end);
      gsize n = tv_trace_get_calls (trace, thread).n;

      if (g_rand_boolean (random))
        a = a / US * US;
      if (n > 0)
        check_steps (
            trace, method, in,
            (TvCallRef){ thread, (guint32) g_rand_int_range (random, 0, (gint32) n) });
      check_times (trace, method, in, a);
    }
}

static TvTrace *
load_random_trace (const TvRandomTrace *spec, TvWriterClock clock)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clock);

  tv_random_trace_add_tables (spec, writer);
  tv_random_trace_write (spec, writer);
  return tv_test_load (writer);
}

START_TEST (random_traces)
{
  for (guint32 seed = 1; seed <= 20; seed++)
    {
      const TvRandomTrace spec = { .seed = seed,
                                   .n_events = seed % 5 == 0 ? 40000 : 1000,
                                   .n_threads = 1 + seed % 7,
                                   .n_methods = 1 + 3 * seed,
                                   .max_depth = 1 + seed,
                                   .batch = seed % 2 * 50,
                                   .recursion_percent = 10,
                                   .wait_percent = 3,
                                   .before_percent = 10,
                                   .lost_percent = 1,
                                   .stray_percent = 1 };
      g_autoptr (TvTrace) trace = load_random_trace (
          &spec, seed % 3 == 0 ? TV_WRITER_CLOCK_THREAD_CPU : TV_WRITER_CLOCK_DUAL);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      check_trace (trace, random, 100);
    }
}
END_TEST

/* More methods than 16 bits hold, called once each, and many threads with few calls. */
static TvTrace *
load_scattered_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  const guint n = 70 * 1000;

  for (guint i = 0; i < n; i++)
    {
      tv_trace_writer_enter (writer, 1 + i % 5000, 4 * i, 0, i);
      tv_trace_writer_exit (writer, 1 + i % 5000, 4 * i, 0, i + 1);
    }
  tv_trace_writer_enter (writer, 5000, 0, 0, n + 1);
  tv_trace_writer_enter (writer, 1, 0, 0, n + 2);
  return tv_test_load (writer);
}

START_TEST (many_methods_and_threads)
{
  g_autoptr (TvTrace) trace = load_scattered_trace ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  TvCalls calls = tv_trace_get_calls (trace, 0);
  guint32 method = tv_calls_method (&calls, 0);
  TvCallRef ref = { 0, 0 };

  ck_assert_ptr_nonnull (tv_calls_get_wide_methods (&calls));
  ck_assert (find_next (trace, method, TV_THREAD_NONE, ref, &ref));
  assert_ref (TRUE, ref, (TvCallRef){ tv_test_find_thread (trace, 5000), 14 });
  ck_assert (find_next (trace, method, TV_THREAD_NONE, ref, &ref));
  assert_ref (TRUE, ref, (TvCallRef){ tv_test_find_thread (trace, 1), 14 });
  ck_assert (!find_next (trace, method, TV_THREAD_NONE, ref, &ref));
  check_trace (trace, random, 20);
}
END_TEST

START_TEST (in_some_threads)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  guint32 a = tv_test_find_method (trace, "p.Q.a()V");
  const guint32 some[] = { 1, 2 };
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (some, G_N_ELEMENTS (some));
  g_autoptr (TvThreadSet) none = tv_thread_set_new (NULL, 0);
  TvCallRef ref;

  assert_ref (
      tv_call_find_of_method (trace, a, threads, (TvCallRef){ 0, 0 }, 0, TRUE, &ref),
      ref, (TvCallRef){ 1, 0 });
  assert_ref (
      tv_call_find_of_method (trace, a, threads, (TvCallRef){ 0, 1 }, 0, FALSE, &ref),
      ref, no_call);
  assert_ref (
      tv_call_find_of_method (trace, a, none, (TvCallRef){ 0, 0 }, 0, TRUE, &ref), ref,
      no_call);
}
END_TEST

START_TEST (in_an_empty_trace)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) empty = NULL;
  TvCallRef ref;

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  empty = tv_test_load (writer);
  assert_ref (find_from (empty, 0, TV_THREAD_NONE, 0, &ref), ref, no_call);
}
END_TEST

TV_TESTS (NULL, NULL)
