/* SPDX-License-Identifier: Apache-2.0 */

/* What the flame graph asks: frames below a root, shares of hits, the call of a frame.
 * Worked out by hand, and held against whole trees. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "support/trace-writer.h"
#include "ui/flame/flame-question.h"

#include <string.h>

#define A 0x4
#define B 0x8
#define C 0xc
#define D 0x10

#define US G_GINT64_CONSTANT (1000)

/* a from 0 to 100, in it b from 10 to 60, in that a from 20 to 40, and b again from 25
 * to 30; c from 100 to 150, in it a from 100 to 101; on the second thread c from 0
 * to 70. */
static TvTrace *
load_script (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  static const struct
  {
    guint32 thread;
    guint32 method;
    int enter;
    int leave;
  } calls[]
      = { { 1, A, 0, 100 },   { 1, B, 10, 60 },   { 1, A, 20, 40 }, { 1, B, 25, 30 },
          { 1, C, 100, 150 }, { 1, A, 100, 101 }, { 2, C, 0, 70 } };
  static const int order[][2]
      = { { 0, TRUE },  { 6, TRUE },  { 1, TRUE },  { 2, TRUE },  { 3, TRUE },
          { 3, FALSE }, { 2, FALSE }, { 1, FALSE }, { 6, FALSE }, { 0, FALSE },
          { 4, TRUE },  { 5, TRUE },  { 5, FALSE }, { 4, FALSE } };

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "p.Q", "c", "()V", "Q.java", 1);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (order[i][1])
      tv_trace_writer_enter (writer, calls[order[i][0]].thread,
                             calls[order[i][0]].method, 0,
                             (guint64) calls[order[i][0]].enter);
    else
      tv_trace_writer_exit (writer, calls[order[i][0]].thread,
                            calls[order[i][0]].method, 0,
                            (guint64) calls[order[i][0]].leave);
  return tv_test_load (writer);
}

/* A letter is a method. */
static TvCallPath *
make_path (TvTrace *trace, guint32 thread, const char *letters)
{
  g_autofree guint32 *methods = g_new (guint32, strlen (letters) + 1);

  for (guint i = 0; letters[i] != '\0'; i++)
    {
      const char name[] = { 'p', '.', 'Q', '.', letters[i], '\0' };

      methods[i] = tv_test_find_method (trace, name);
    }
  return tv_call_path_new (thread, methods, (guint) strlen (letters));
}

static void
assert_share (TvTrace *trace, const char *root, const char *hit, int expected)
{
  g_autoptr (TvCallPath) found = make_path (trace, TV_THREAD_NONE, hit);
  g_autoptr (TvCallPath) path = make_path (trace, TV_THREAD_NONE, root);
  guint64 *words = g_new0 (guint64, 1);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvMethodSet) hits = NULL;
  g_autoptr (TvFlameAnswer) answer = NULL;

  words[0] = G_GUINT64_CONSTANT (1) << tv_call_path_get_method (found);
  hits = tv_method_set_new (words, tv_trace_get_n_methods (trace));
  answer = tv_flame_question_answer (
      &(TvFlameQuestion){
          .profile = profile, .clock = TV_CLOCK_WALL, .hits = hits, .root = path },
      NULL, NULL);
  ck_assert_int_eq (answer->matched, expected * US);
}

/* The recursive calls of b are within the first: 50 us. */
START_TEST (recursion_is_shared_once)
{
  g_autoptr (TvTrace) trace = load_script ();

  assert_share (trace, "", "b", 50);
  assert_share (trace, "", "a", 101);
  assert_share (trace, "a", "b", 50);
  assert_share (trace, "aba", "b", 20);
  assert_share (trace, "c", "a", 1);
  assert_share (trace, "c", "b", 0);
}
END_TEST

/* a takes a million us, b within it 100 and c within that 10. */
START_TEST (a_root_shows_what_was_too_narrow)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvCallPath) everything = NULL;
  g_autoptr (TvCallPath) path = NULL;
  g_autoptr (TvFlameAnswer) all = NULL;
  g_autoptr (TvFlameAnswer) part = NULL;
  gboolean found;
  TvFlameQuestion question = { .clock = TV_CLOCK_WALL };

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "p.Q", "c", "()V", "Q.java", 1);
  tv_test_write_calls (writer, "a 0-1000000 { b 100-200 { c 110-120 } }");
  trace = tv_test_load (writer);
  profile = tv_profile_new (trace, NULL, NULL);
  question.profile = profile;
  question.root = everything = tv_call_path_new (TV_THREAD_NONE, NULL, 0);
  all = tv_flame_question_answer (&question, NULL, NULL);
  ck_assert_uint_eq (all->layout->n_frames, 2);
  question.root = path = make_path (trace, TV_THREAD_NONE, "ab");
  part = tv_flame_question_answer (&question, NULL, NULL);
  ck_assert_uint_eq (part->layout->n_frames, 4);
  ck_assert_int_eq (part->layout->whole, 100 * US);
  ck_assert_uint_eq (tv_flame_layout_find_path (part->layout, path, &found), 2);
  ck_assert (found);
}
END_TEST

/* From 60 to 150 us, where the first b has just ended, there is only its caller. */
START_TEST (a_root_may_have_no_part_in_the_range)
{
  g_autoptr (TvTrace) trace = load_script ();
  const TvProfileRange range = { .start = 60 * US, .end = 150 * US };
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, &range, NULL, NULL);
  g_autoptr (TvCallPath) path = make_path (trace, TV_THREAD_NONE, "aba");
  const TvFlameQuestion question
      = { .profile = profile, .clock = TV_CLOCK_WALL, .root = path };
  g_autoptr (TvFlameAnswer) answer = tv_flame_question_answer (&question, NULL, NULL);
  TvFlameLayout *layout = answer->layout;

  ck_assert_int_eq (layout->whole, 40 * US);
  ck_assert_uint_eq (layout->n_levels, 2);
}
END_TEST

/* Each frame says what a whole tree says of its path. */
static void
check_frames (TvTrace *trace, gboolean per_thread, TvClock clock)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvCallPath) everything = tv_call_path_new (TV_THREAD_NONE, NULL, 0);
  const TvFlameQuestion question = { .profile = profile,
                                     .clock = clock,
                                     .per_thread = per_thread,
                                     .by_name = per_thread,
                                     .root = everything };
  g_autoptr (TvFlameAnswer) answer = tv_flame_question_answer (&question, NULL, NULL);
  TvFlameLayout *layout = answer->layout;
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      trace, tv_profile_get_range (profile),
      &(TvCallTreeLimits){ .per_thread = per_thread,
                           .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  g_autoptr (TvFlameLayout) whole = tv_flame_layout_new (
      tree, &(TvFlameSpec){ .clock = clock, .root = TV_NODE_NONE });
  const TvFlameFrame *frames = layout->frames;
  const TvFlameFrame *expected = whole->frames;

  ck_assert_int_eq (layout->whole, tv_profile_get_root_inclusive (profile, clock));
  for (guint32 i = 0; i < layout->n_frames; i++)
    {
      g_autoptr (TvCallPath) path = tv_flame_layout_dup_path (layout, i);
      gboolean found;
      guint32 k;

      if (tv_flame_frame_is_merged (&frames[i]))
        continue;
      k = tv_flame_layout_find_path (whole, path, &found);
      ck_assert (found);
      ck_assert_uint_eq (frames[i].sums.calls, expected[k].sums.calls);
      ck_assert_int_eq (frames[i].sums.waiting, expected[k].sums.waiting);
      for (guint c = 0; c < TV_N_CLOCKS; c++)
        {
          ck_assert_int_eq (frames[i].sums.inclusive[c], expected[k].sums.inclusive[c]);
          ck_assert_int_eq (frames[i].sums.exclusive[c], expected[k].sums.exclusive[c]);
        }
    }
}

START_TEST (frames_are_what_trees_say)
{
  static const char *const names[] = { "real/art-trace-regular.trace",
                                       "real/art-trace-streaming.trace",
                                       "real/basic.trace",
                                       "real/exception.trace",
                                       "gen/v3-recursion.trace",
                                       "gen/v3-broken-stacks.trace",
                                       "gen/v3-art.trace" };
  g_autoptr (TvTrace) script = load_script ();

  check_frames (script, FALSE, TV_CLOCK_WALL);
  check_frames (script, TRUE, TV_CLOCK_WALL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = tv_test_trace_path (names[i]);
      g_autoptr (TvTrace) trace = NULL;

      if (g_str_has_prefix (names[i], "real/") && !tv_test_has_trace (names[i]))
        continue;
      trace = tv_test_load_path (path, NULL);
      ck_assert_ptr_nonnull (trace);
      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        if (tv_trace_has_clock (trace, clock))
          check_frames (trace, clock == TV_CLOCK_WALL, clock);
    }
}
END_TEST

/* Both have the same methods. This: a 0-100 { b 10-50 { c 20-30 } }, b 100-140. The
 * base: a 0-80 { b 10-20, d 30-70 }. */
static TvTrace *
load_side (gboolean is_base)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  for (guint32 i = 0; i < 4; i++)
    {
      const char name[] = { (char) ('a' + (int) i), '\0' };

      tv_trace_writer_add_method (writer, 4 * (i + 1), "p.Q", name, "()V", "Q.java", 1);
    }
  tv_trace_writer_enter (writer, 1, A, 0, 0);
  tv_trace_writer_enter (writer, 1, B, 0, 10);
  if (is_base)
    tv_trace_writer_exit (writer, 1, B, 0, 20);
  tv_trace_writer_enter (writer, 1, is_base ? D : C, 0, is_base ? 30 : 20);
  tv_trace_writer_exit (writer, 1, is_base ? D : C, 0, is_base ? 70 : 30);
  if (!is_base)
    tv_trace_writer_exit (writer, 1, B, 0, 50);
  tv_trace_writer_exit (writer, 1, A, 0, is_base ? 80 : 100);
  if (!is_base)
    {
      tv_trace_writer_enter (writer, 1, B, 0, 100);
      tv_trace_writer_exit (writer, 1, B, 0, 140);
    }
  return tv_test_load (writer);
}

static void
assert_change (const TvFlameAnswer *answer, TvTrace *trace, const char *path, int base,
               int change, int gone)
{
  g_autoptr (TvCallPath) found_path = make_path (trace, TV_THREAD_NONE, path);
  gboolean found;
  const guint32 frame = tv_flame_layout_find_path (answer->layout, found_path, &found);

  ck_assert (found);
  ck_assert_int_eq (tv_flame_answer_get_base_time (answer, frame), base * US);
  ck_assert_double_eq_tol (tv_flame_answer_get_change (answer, frame, FALSE),
                           (double) (change * US), 0.1);
  ck_assert_int_eq (answer->gone[frame], gone * US);
}

START_TEST (frames_are_compared_with_a_base)
{
  g_autoptr (TvTrace) trace = load_side (FALSE);
  g_autoptr (TvTrace) old = load_side (TRUE);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvProfile) base = tv_profile_new (old, NULL, NULL);
  g_autoptr (TvCallPath) everything = tv_call_path_new (TV_THREAD_NONE, NULL, 0);
  g_autoptr (TvCallPath) a = make_path (trace, TV_THREAD_NONE, "a");
  g_autoptr (TvCallPath) ab = make_path (trace, TV_THREAD_NONE, "ab");
  gboolean found;
  guint32 frame;
  TvFlameQuestion question = { .profile = profile,
                               .base = base,
                               .clock = TV_CLOCK_WALL,
                               .base_clock = TV_CLOCK_WALL,
                               .root = everything };
  g_autoptr (TvFlameAnswer) all = tv_flame_question_answer (&question, NULL, NULL);
  g_autoptr (TvFlameAnswer) part = NULL;

  assert_change (all, trace, "", 80, 60, 40);
  assert_change (all, trace, "a", 80, 20, 40);
  assert_change (all, trace, "ab", 10, 30, 0);
  assert_change (all, trace, "abc", 0, 10, 0);
  assert_change (all, trace, "b", 0, 40, 0);
  ck_assert_double_eq_tol (tv_flame_answer_find_greatest_change (all, FALSE),
                           (double) (60 * US), 0.1);
  /* Shares of all: a has 100 of 140, had 80 of 80, which is the greatest change: 2/7;
   * b has as much more. */
  ck_assert_double_eq_tol (tv_flame_answer_find_greatest_change (all, TRUE), 2.0 / 7,
                           1e-9);
  /* Below a root, shares stay those of all: b has 40 of 140, had 10 of 80. */
  question.root = a;
  part = tv_flame_question_answer (&question, NULL, NULL);
  ck_assert_double_eq_tol (tv_flame_answer_find_greatest_change (part, TRUE), 2.0 / 7,
                           1e-9);
  frame = tv_flame_layout_find_path (part->layout, ab, &found);
  ck_assert (found);
  ck_assert_double_eq_tol (tv_flame_answer_get_change (part, frame, TRUE),
                           40.0 / 140 - 10.0 / 80, 1e-9);
}
END_TEST

TV_TESTS (NULL, NULL)
