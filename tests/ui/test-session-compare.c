/* SPDX-License-Identifier: Apache-2.0 */

/* Two sessions that are compared: what they have in common, and what each has alone. */

#include "support/test-runner.h"
#include "ui/profile-sample.h"
#include "ui/session/session-colors.h"

#include <check.h>

#define US G_GINT64_CONSTANT (1000)

typedef struct
{
  TvTraceSession *session;
  TvTraceSession *base;
} Pair;

static void
clear_pair (Pair *pair)
{
  g_clear_object (&pair->session);
  g_clear_object (&pair->base);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, clear_pair)

static void
make_pair (Pair *pair)
{
  pair->session = tv_profile_sample_new_pair (&pair->base);
}

static void
wait_for_sums (const Pair *pair)
{
  while (tv_trace_session_is_summing (pair->session)
         || tv_trace_session_is_summing (pair->base))
    g_main_context_iteration (NULL, TRUE);
}

/* Checks the inclusive microseconds of a method in the trace and in the base. */
static void
assert_method (const Pair *pair, const char *name, gint64 inclusive, gint64 in_base)
{
  const guint32 method = tv_profile_sample_find (pair->session, name);
  const TvMethodTotals *totals;

  wait_for_sums (pair);
  totals = tv_profile_get_totals (tv_trace_session_get_profile (pair->session), method);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], inclusive * US);
  totals = tv_profile_get_totals (tv_trace_session_get_base_profile (pair->session),
                                  method);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], in_base * US);
}

static void
count_notify (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  ++*(guint *) user_data;
}

START_TEST (test_methods_have_one_index)
{
  g_auto (Pair) pair = { 0 };
  guint n_bases = 0;
  guint n_rankings = 0;

  make_pair (&pair);
  g_signal_connect (pair.session, "notify::base", G_CALLBACK (count_notify), &n_bases);
  g_signal_connect (pair.session, "notify::ranking", G_CALLBACK (count_notify),
                    &n_rankings);
  ck_assert_ptr_null (tv_trace_session_get_base_profile (pair.session));
  ck_assert (!tv_trace_session_compares_clock (pair.session, TV_CLOCK_WALL));
  tv_trace_session_set_base (pair.session, pair.base);
  ck_assert_ptr_eq (tv_trace_session_get_base (pair.session), pair.base);
  ck_assert_uint_eq (n_bases, 1);
  ck_assert_uint_ge (n_rankings, 1);
  assert_method (&pair, "p.Q.a", 100, 80);
  assert_method (&pair, "q.Q.b", 80, 10);
  assert_method (&pair, "q.R.c", 10, 0);
  assert_method (&pair, "q.R.d", 0, 40);
  ck_assert (tv_trace_session_compares_clock (pair.session, TV_CLOCK_WALL));
  ck_assert (!tv_trace_session_compares_clock (pair.session, TV_CLOCK_THREAD_CPU));

  tv_trace_session_set_base (pair.session, NULL);
  ck_assert_uint_eq (n_bases, 2);
  ck_assert_ptr_null (tv_trace_session_get_base_profile (pair.session));
}
END_TEST

START_TEST (test_each_has_a_range_of_its_own)
{
  g_auto (Pair) pair = { 0 };
  guint n_rankings = 0;
  gint64 start;
  gint64 end;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  wait_for_sums (&pair);
  g_signal_connect (pair.session, "notify::ranking", G_CALLBACK (count_notify),
                    &n_rankings);
  tv_trace_session_set_range (pair.base, 0, 50 * US);
  ck_assert (!tv_trace_session_get_range (pair.session, &start, &end));
  assert_method (&pair, "q.R.d", 0, 20);
  assert_method (&pair, "p.Q.a", 100, 50);
  ck_assert_uint_eq (n_rankings, 1);
  tv_trace_session_set_range (pair.session, 0, 30 * US);
  assert_method (&pair, "p.Q.a", 30, 50);
  ck_assert_uint_eq (n_rankings, 2);
}
END_TEST

START_TEST (test_transforms_are_those_of_both)
{
  g_auto (Pair) pair = { 0 };
  guint32 b;
  g_autoptr (TvTransform) focus = NULL;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  b = tv_profile_sample_find (pair.session, "q.Q.b");
  focus = tv_transform_new (TV_TRANSFORM_DROP, &b, 1);
  tv_trace_session_add_transform (pair.session, focus);
  assert_method (&pair, "p.Q.a", 60, 70);
  assert_method (&pair, "q.Q.b", 0, 0);
  assert_method (&pair, "q.R.c", 0, 0);
  tv_trace_session_keep_transforms (pair.session, 0);
  assert_method (&pair, "p.Q.a", 100, 80);
  assert_method (&pair, "q.R.c", 10, 0);
}
END_TEST

/* The base has no second thread. */
START_TEST (test_a_path_in_a_missing_thread_is_nowhere)
{
  g_auto (Pair) pair = { 0 };
  g_autoptr (GArray) step = g_array_new (FALSE, FALSE, sizeof (guint32));
  const GArray *const steps[] = { step };
  g_autoptr (TvTransform) in_two = NULL;
  g_autoptr (TvTransform) in_one = NULL;
  guint32 method;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  method = tv_profile_sample_find (pair.session, "q.Q.b");
  g_array_append_val (step, method);
  in_two = tv_transform_new_subtree (1, steps, 1);
  tv_trace_session_add_transform (pair.session, in_two);
  assert_method (&pair, "q.Q.b", 40, 0);
  assert_method (&pair, "p.Q.a", 0, 0);

  tv_trace_session_keep_transforms (pair.session, 0);
  g_array_index (step, guint32, 0) = tv_profile_sample_find (pair.session, "p.Q.a");
  in_one = tv_transform_new_subtree (0, steps, 1);
  tv_trace_session_add_transform (pair.session, in_one);
  assert_method (&pair, "p.Q.a", 100, 80);
  assert_method (&pair, "q.Q.b", 40, 10);
}
END_TEST

START_TEST (test_names_and_unit_are_those_of_both)
{
  g_auto (Pair) pair = { 0 };
  g_autoptr (TvTrace) styled = NULL;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  styled = tv_trace_new_styled (tv_trace_session_get_trace (pair.session),
                                TV_NAME_STYLE_JVM);
  tv_trace_session_set_names (pair.session, styled);
  tv_trace_session_set_time_unit (pair.session, TV_TIME_UNIT_S);
  wait_for_sums (&pair);
  ck_assert_ptr_eq (tv_trace_get_method (tv_trace_session_get_trace (pair.base), 3),
                    tv_trace_get_method (tv_trace_session_get_trace (pair.session), 3));
  ck_assert_int_eq (
      tv_trace_get_method (tv_trace_session_get_trace (pair.base), 3)->style,
      TV_NAME_STYLE_JVM);
  ck_assert_int_eq (tv_trace_session_get_time_unit (pair.base), TV_TIME_UNIT_S);
  assert_method (&pair, "p.Q.a", 100, 80);
}
END_TEST

START_TEST (test_a_method_is_selected_in_both)
{
  g_auto (Pair) pair = { 0 };
  guint32 b;
  guint32 d;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  b = tv_profile_sample_find (pair.session, "q.Q.b");
  d = tv_profile_sample_find (pair.session, "q.R.d");
  tv_trace_session_select_call (pair.session, (TvCallRef){ 1, 0 });
  ck_assert_uint_eq (tv_trace_session_get_selected_method (pair.base), b);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (pair.base).thread,
                     TV_THREAD_NONE);
  /* Another call of the same method leaves that of the other trace selected. */
  tv_trace_session_select_call (pair.base, (TvCallRef){ 0, 1 });
  ck_assert_uint_eq (tv_trace_session_get_selected_call (pair.session).thread, 1);
  tv_trace_session_select_call (pair.base, (TvCallRef){ 0, 2 });
  ck_assert_uint_eq (tv_trace_session_get_selected_method (pair.session), d);
  tv_trace_session_set_base (pair.session, NULL);
  tv_trace_session_select_method (pair.session, b);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (pair.base), d);
}
END_TEST

START_TEST (test_a_method_has_one_colour)
{
  g_auto (Pair) pair = { 0 };
  TvSessionColors *colors;
  TvSessionColors *base_colors;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  colors = tv_trace_session_get_colors (pair.session);
  base_colors = tv_trace_session_get_colors (pair.base);
  for (guint mode = 0; mode < TV_N_COLOR_MODES; mode++)
    {
      tv_session_colors_set_mode (colors, (TvColorMode) mode);
      tv_session_colors_set_palette (colors, (TvPalette) (mode % 2));
      for (guint32 i = 0; i < 4; i++)
        {
          const TvColor color = tv_session_colors_get_color (colors, FALSE, i);
          const TvColor other = tv_session_colors_get_color (base_colors, FALSE, i);

          ck_assert_mem_eq (&color, &other, sizeof color);
        }
    }
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
  const TTest *const tests[] = {
    test_methods_have_one_index,           test_each_has_a_range_of_its_own,
    test_transforms_are_those_of_both,     test_a_path_in_a_missing_thread_is_nowhere,
    test_names_and_unit_are_those_of_both, test_a_method_is_selected_in_both,
    test_a_method_has_one_colour,
  };

  return tv_test_run ("session-compare", tests, G_N_ELEMENTS (tests));
}
