/* SPDX-License-Identifier: Apache-2.0 */

/* Ranks of methods, and the other orders that a list of methods can have. */

#include "analysis/sums/ranking.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

typedef struct
{
  TvTrace *trace;
  TvProfile *profile;
} Fixture;

static void
add_leaf_call (TvTraceWriter *writer, guint32 method, guint64 *cpu, guint64 *wall,
               guint64 cpu_step, guint64 wall_step)
{
  tv_trace_writer_enter (writer, 1, method, *cpu, *wall);
  *cpu += cpu_step;
  *wall += wall_step;
  tv_trace_writer_exit (writer, 1, method, *cpu, *wall);
}

/* Six methods, of which 0x14 is never called. Two differ in the id alone, and the ids
 * are in no order that could be mistaken for that of the names. */
static Fixture
make_fixture (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  guint64 cpu = 0;
  guint64 wall = 0;
  Fixture fixture;

  tv_trace_writer_add_method (writer, 0x18, "p.B", "slow", "()V", "B.java", 1);
  tv_trace_writer_add_method (writer, 0x14, "p.A", "never", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, 0x10, "p.A", "twin", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, 0xc, "p.A", "twin", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p.A", "twin", "()I", "A.java", 1);
  tv_trace_writer_add_method (writer, 0x4, "p.A", "busy", "()V", "A.java", 1);
  add_leaf_call (writer, 0x18, &cpu, &wall, 1, 90);
  add_leaf_call (writer, 0x10, &cpu, &wall, 5, 20);
  add_leaf_call (writer, 0xc, &cpu, &wall, 5, 20);
  add_leaf_call (writer, 0x8, &cpu, &wall, 5, 20);
  add_leaf_call (writer, 0x4, &cpu, &wall, 40, 40);
  add_leaf_call (writer, 0x8, &cpu, &wall, 0, 0);
  fixture.trace = tv_test_load (writer);
  fixture.profile = tv_profile_new (fixture.trace, NULL, NULL);
  return fixture;
}

static void
clear_fixture (Fixture *fixture)
{
  tv_profile_unref (fixture->profile);
  tv_trace_unref (fixture->trace);
}

static void
append_id (GString *text, const TvTrace *trace, guint32 method)
{
  g_string_append_printf (text, "%s%x", text->len > 0 ? " " : "",
                          (guint) tv_trace_get_method (trace, method)->id);
}

static void
assert_ranking (const Fixture *fixture, TvClock clock, const char *expected)
{
  g_autoptr (TvRanking) ranking = tv_ranking_new (fixture->profile, clock);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint rank = 0; rank < tv_method_sequence_get_n (ranking->sequence); rank++)
    {
      guint32 method = tv_method_sequence_get (ranking->sequence, rank);

      ck_assert_uint_eq (tv_ranking_get_rank (ranking, method), rank + 1);
      append_id (text, fixture->trace, method);
    }
  ck_assert_str_eq (text->str, expected);
}

START_TEST (the_longest_come_first_then_names_then_ids)
{
  Fixture fixture = make_fixture ();

  assert_ranking (&fixture, TV_CLOCK_THREAD_CPU, "4 8 c 10 18");
  clear_fixture (&fixture);
}
END_TEST

START_TEST (each_clock_has_ranks_of_its_own)
{
  Fixture fixture = make_fixture ();

  assert_ranking (&fixture, TV_CLOCK_WALL, "18 4 8 c 10");
  clear_fixture (&fixture);
}
END_TEST

START_TEST (a_method_never_called_has_no_rank)
{
  Fixture fixture = make_fixture ();
  g_autoptr (TvRanking) ranking = tv_ranking_new (fixture.profile, TV_CLOCK_THREAD_CPU);
  guint32 never = tv_test_find_method (fixture.trace, "p.A.never");

  ck_assert_uint_eq (tv_method_sequence_get_n (ranking->sequence), 5);
  ck_assert_uint_ne (never, TV_METHOD_NONE);
  ck_assert_uint_eq (tv_ranking_get_rank (ranking, never), TV_METHOD_NONE);
  clear_fixture (&fixture);
}
END_TEST

START_TEST (a_trace_without_records_has_no_ranks)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvRanking) ranking = NULL;

  tv_trace_writer_add_method (writer, 0x4, "p.A", "a", "()V", "A.java", 1);
  trace = tv_test_load (writer);
  profile = tv_profile_new (trace, NULL, NULL);
  ranking = tv_ranking_new (profile, TV_CLOCK_WALL);
  ck_assert_uint_eq (tv_method_sequence_get_n (ranking->sequence), 0);
}
END_TEST

static void
assert_sorted (const Fixture *fixture, const char *name, const char *expected)
{
  g_autoptr (TvRanking) ranking
      = tv_ranking_new (fixture->profile, TV_CLOCK_THREAD_CPU);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree guint32 *methods = NULL;
  TvMethodSort sort = TV_METHOD_SORT_RANK;

  ck_assert (tv_method_sort_parse (name, &sort));
  methods = tv_method_sort_list (fixture->profile, ranking, sort);
  for (guint at = 0; at < tv_method_sequence_get_n (ranking->sequence); at++)
    append_id (text, fixture->trace, methods[at]);
  ck_assert_str_eq (text->str, expected);
}

START_TEST (a_list_can_be_sorted_by_any_column)
{
  Fixture fixture = make_fixture ();

  assert_sorted (&fixture, "rank", "4 8 c 10 18");
  assert_sorted (&fixture, "inclusive-cpu", "4 8 c 10 18");
  assert_sorted (&fixture, "exclusive-cpu", "4 8 c 10 18");
  assert_sorted (&fixture, "inclusive-wall", "18 4 8 c 10");
  assert_sorted (&fixture, "exclusive-wall", "18 4 8 c 10");
  assert_sorted (&fixture, "calls", "8 4 c 10 18");
  assert_sorted (&fixture, "waiting", "4 8 c 10 18");
  assert_sorted (&fixture, "name", "4 8 c 10 18");
  clear_fixture (&fixture);
}
END_TEST

START_TEST (an_unknown_order_is_refused)
{
  TvMethodSort sort = TV_METHOD_SORT_CALLS;

  ck_assert (!tv_method_sort_parse ("colour", &sort));
  ck_assert (!tv_method_sort_parse ("", &sort));
  ck_assert_int_eq (sort, TV_METHOD_SORT_CALLS);
}
END_TEST

TV_TESTS (NULL, NULL)
