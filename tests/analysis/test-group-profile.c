/* SPDX-License-Identifier: Apache-2.0 */

/* Sums of classes and packages: worked out by hand on a small script, and held against
 * a slow program on random traces. */

#include "analysis/columns/method-columns.h"
#include "analysis/sums/group-profile.h"
#include "profile-reference.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace.h"
#include "trace/transform/transform.h"

#include <string.h>

#define MAIN 0x4
#define VIEW_DRAW 0x8
#define VIEW_LAY 0xc
#define LIST_DRAW 0x10
#define MAP_PUT 0x14

#define US G_GINT64_CONSTANT (1000)

static TvTraceWriter *
new_writer (TvWriterClock clock)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, clock);

  tv_trace_writer_add_method (writer, MAIN, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, VIEW_DRAW, "app.ui.View", "draw", "()V", "V", 1);
  tv_trace_writer_add_method (writer, VIEW_LAY, "app.ui.View", "lay", "()V", "V", 2);
  tv_trace_writer_add_method (writer, LIST_DRAW, "app.ui.List", "draw", "()V", "L", 1);
  tv_trace_writer_add_method (writer, MAP_PUT, "lib.Map", "put", "()V", "P", 1);
  return writer;
}

/* Thread 1: main 0-100 { View.draw 10-60 { List.draw 20-50 { View.lay 30-45 } } put
 * 70-80 { View.lay 72-74 } } View.lay 110-140. Thread 2: View.draw 5-35 { View.draw
 * 10-30 }. */
static TvTrace *
load_sample (void)
{
  g_autoptr (TvTraceWriter) writer = new_writer (TV_WRITER_CLOCK_WALL);

  tv_trace_writer_enter (writer, 1, MAIN, 0, 0);
  tv_trace_writer_enter (writer, 2, VIEW_DRAW, 0, 5);
  tv_trace_writer_enter (writer, 1, VIEW_DRAW, 0, 10);
  tv_trace_writer_enter (writer, 2, VIEW_DRAW, 0, 10);
  tv_trace_writer_enter (writer, 1, LIST_DRAW, 0, 20);
  tv_trace_writer_enter (writer, 1, VIEW_LAY, 0, 30);
  tv_trace_writer_exit (writer, 2, VIEW_DRAW, 0, 30);
  tv_trace_writer_exit (writer, 2, VIEW_DRAW, 0, 35);
  tv_trace_writer_exit (writer, 1, VIEW_LAY, 0, 45);
  tv_trace_writer_exit (writer, 1, LIST_DRAW, 0, 50);
  tv_trace_writer_exit (writer, 1, VIEW_DRAW, 0, 60);
  tv_trace_writer_enter (writer, 1, MAP_PUT, 0, 70);
  tv_trace_writer_enter (writer, 1, VIEW_LAY, 0, 72);
  tv_trace_writer_exit (writer, 1, VIEW_LAY, 0, 74);
  tv_trace_writer_exit (writer, 1, MAP_PUT, 0, 80);
  tv_trace_writer_exit (writer, 1, MAIN, 0, 100);
  tv_trace_writer_enter (writer, 1, VIEW_LAY, 0, 110);
  tv_trace_writer_exit (writer, 1, VIEW_LAY, 0, 140);
  return tv_test_load (writer);
}

static TvGroupProfile *
sum_groups (TvTrace *trace, const TvProfileRange *range, TvGrouping grouping)
{
  g_autoptr (TvProfile) whole = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, range, NULL, NULL);
  g_autoptr (TvMethodGroups) groups = tv_method_groups_new (whole, grouping, NULL);
  TvGroupProfile *sums = tv_group_profile_new (profile, groups, NULL, NULL);

  ck_assert_ptr_nonnull (sums);
  ck_assert_ptr_eq (sums->profile, profile);
  ck_assert_ptr_eq (sums->groups, groups);
  return sums;
}

/* A line for each group: calls with recursive ones, inclusive and exclusive wall time
 * in microseconds, first and longest call as THREAD.CALL. */
static void
assert_sums (const TvProfileRange *range, TvGrouping grouping, const char *expected)
{
  g_autoptr (TvTrace) trace = load_sample ();
  g_autoptr (TvGroupProfile) sums = sum_groups (trace, range, grouping);
  TvMethodGroups *groups = sums->groups;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < groups->n; i++)
    {
      g_autofree char *name = tv_method_groups_dup_name (groups, i);
      const TvMethodTotals *totals = &sums->totals[i];

      g_string_append_printf (text, "%s %u+%u %d %d", name, (guint) totals->calls,
                              (guint) totals->recursive_calls,
                              (int) (totals->inclusive[TV_CLOCK_WALL] / US),
                              (int) (totals->exclusive[TV_CLOCK_WALL] / US));
      ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL] % US, 0);
      if (totals->first_call.thread != TV_THREAD_NONE)
        g_string_append_printf (text, " %u.%u %u.%u", totals->first_call.thread,
                                totals->first_call.call, totals->longest_call.thread,
                                totals->longest_call.call);
      g_string_append_c (text, '\n');
    }
  ck_assert_str_eq (text->str, expected);
}

static const TvProfileRange whole_trace = { .start = G_MININT64, .end = G_MAXINT64 };

/* The frames of tests/traces/samples/collapsed.txt: 10.5 samples begin with main, 2 are
 * in idle, without a library. read is in the kernel, call_ was compiled while it ran.
 */
START_TEST (frames_are_grouped_by_library_and_kind)
{
  static const struct
  {
    TvGrouping grouping;
    const char *expected;
  } cases[] = {
    { TV_GROUPING_LIBRARY, "kernel 5500 5500, 4000 12500, JIT 3000 3000" },
    { TV_GROUPING_KIND, "kernel 5500 5500, unknown 4000 12500, JIT 3000 3000" },
  };
  g_autofree char *path = tv_test_trace_path ("samples/collapsed.txt");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (TvTrace) trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, NULL);
  g_autoptr (TvTrace) calls = load_sample ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvGroupProfile) sums
          = sum_groups (trace, &whole_trace, cases[i].grouping);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint group = 0; group < sums->groups->n; group++)
        {
          g_autofree char *name = tv_method_groups_dup_name (sums->groups, group);
          const gint64 own = tv_method_groups_get_own (sums->groups, group);

          ck_assert_int_eq (own, sums->totals[group].exclusive[TV_CLOCK_THREAD_CPU]);
          g_string_append_printf (
              text, "%s%s%s%d %d", group > 0 ? ", " : "", name,
              *name != '\0' ? " " : "", (int) own,
              (int) sums->totals[group].inclusive[TV_CLOCK_THREAD_CPU]);
        }
      ck_assert_str_eq (text->str, cases[i].expected);
      ck_assert (!tv_grouping_exists (cases[i].grouping, calls));
      ck_assert (tv_grouping_exists (cases[i].grouping, trace));
    }
}
END_TEST

/* Of 12.5 samples, 0.44 are in read: sqrt (0.44 * 0.56 / 12.5) = 0.1404. */
START_TEST (shares_of_samples_have_an_error)
{
  g_autofree char *path = tv_test_trace_path ("samples/collapsed.txt");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (TvTrace) trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, NULL);
  g_autoptr (TvTrace) calls = load_sample ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvProfile) of_calls = tv_profile_new (calls, NULL, NULL);
  g_autofree char *share = tv_profile_dup_share (profile, TV_CLOCK_THREAD_CPU, 5500);
  g_autofree char *whole = tv_profile_dup_share (profile, TV_CLOCK_THREAD_CPU, 12500);
  g_autofree char *of_time = tv_profile_dup_share (of_calls, TV_CLOCK_WALL, 65 * US);

  ck_assert_double_eq_tol (tv_profile_get_share_error (profile, 5500), 0.14040, 1e-5);
  ck_assert_double_lt (tv_profile_get_share_error (of_calls, 5500), 0);
  ck_assert_str_eq (share, "44.0% ± 14.0");
  ck_assert_str_eq (whole, "100.0%");
  ck_assert_str_eq (of_time, "40.6%");
}
END_TEST

static void
assert_samples (TvTrace *trace, const TvProfileRange *range, const char *expected)
{
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, range, NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      g_autofree char *name
          = tv_method_dup_display_name (tv_trace_get_method (trace, i));

      if (tv_profile_get_totals (profile, i)->samples > 0)
        g_string_append_printf (text, "%s %d ", name,
                                (int) tv_profile_get_totals (profile, i)->samples);
    }
  ck_assert_str_eq (text->str, expected);
}

/* Samples at 1 to 4 ms: b in a, b in b in a, a, c in a. */
START_TEST (methods_know_their_samples)
{
  static const char text[] = "prog 7 0.001: 9 cycles:\n\t 2 b (/p)\n\t 1 a (/p)\n\n"
                             "prog 7 0.002: 9 cycles:\n\t 2 b (/p)\n\t 2 b (/p)\n"
                             "\t 1 a (/p)\n\nprog 7 0.003: 9 cycles:\n\t 1 a (/p)\n\n"
                             "prog 7 0.004: 9 cycles:\n\t 3 c (/p)\n\t 1 a (/p)\n\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (TvTrace) trace = tv_trace_load_bytes (bytes, NULL, NULL);
  const TvProfileRange end = { .start = 2 * 1000 * US, .end = 4 * 1000 * US };
  const guint32 b = tv_test_find_method (trace, ".b");
  g_autoptr (TvTransform) merge = tv_transform_new (TV_TRANSFORM_MERGE, &b, 1);
  g_autoptr (TvTransform) focus = tv_transform_new (TV_TRANSFORM_FOCUS, &b, 1);
  g_autoptr (TvTransform) drop = tv_transform_new (TV_TRANSFORM_DROP, &b, 1);
  g_autoptr (TvTrace) merged = tv_trace_new_transformed (trace, merge, 0, NULL, NULL);
  g_autoptr (TvTrace) focused = tv_trace_new_transformed (trace, focus, 0, NULL, NULL);
  g_autoptr (TvTrace) dropped = tv_trace_new_transformed (trace, drop, 0, NULL, NULL);

  assert_samples (trace, &whole_trace, "b 2 a 4 c 1 ");
  assert_samples (trace, &end, "a 2 c 1 ");
  assert_samples (merged, &whole_trace, "a 4 c 1 ");
  assert_samples (focused, &whole_trace, "b 2 ");
  assert_samples (dropped, &whole_trace, "");
}
END_TEST

/* Weights of 10, 20 and 5 milliseconds of CPU time, of which the last two are in run:
 * 35² / 525 = 2.333 samples; sqrt (25/35 * 10/35 / 2.333) = 0.2957. */
START_TEST (unequal_weights_count_as_fewer_samples)
{
  static const char text[]
      = "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
        "\"shared\":{\"frames\":[{\"name\":\"main\"},{\"name\":\"run\"}]},"
        "\"profiles\":[{\"type\":\"sampled\",\"name\":\"t\",\"unit\":"
        "\"milliseconds\",\"startValue\":0,\"endValue\":35,\"samples\":[[0],[0,1],"
        "[0,1]],\"weights\":[10,20,5]}]}";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (TvTrace) trace = tv_trace_load_bytes (bytes, NULL, NULL);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);

  ck_assert_double_eq_tol (tv_profile_get_share_error (profile, 25 * 1000 * US),
                           0.29574, 1e-5);
}
END_TEST

START_TEST (a_class_counts_nested_calls_once)
{
  /* View on thread 1: draw 10-60 with lay inside it counts once, lay inside put, lay
     alone; on thread 2 draw 5-35. Its own time: 20 + 15 + 2 + 30 + 30. */
  assert_sums (&whole_trace, TV_GROUPING_CLASS,
               "app.ui.View 4+2 112 97 1.0 0.1\n"
               "app.Main 1+0 100 40 0.0 0.0\n"
               "app.ui.List 1+0 30 15 0.2 0.2\n"
               "lib.Map 1+0 10 8 0.4 0.4\n");
}
END_TEST

START_TEST (a_package_counts_calls_through_other_classes_once)
{
  assert_sums (&whole_trace, TV_GROUPING_PACKAGE,
               "app.ui 4+3 112 112 1.0 0.1\n"
               "app 1+0 100 40 0.0 0.0\n"
               "lib 1+0 10 8 0.4 0.4\n");
}
END_TEST

START_TEST (a_range_cuts_the_outermost_call)
{
  const TvProfileRange range = { .start = 32 * US, .end = 73 * US };
  const TvProfileRange nothing = { .start = 32 * US, .end = 32 * US };

  /* Thread 1: View.draw 32-60, in it List 32-50 and View.lay 32-45; put 70-73 with
     View.lay 72-73. Thread 2: the outer View.draw 32-35, the inner was left. */
  assert_sums (&range, TV_GROUPING_CLASS,
               "app.ui.View 3+1 32 27 1.0 0.1\n"
               "app.Main 1+0 41 10 0.0 0.0\n"
               "app.ui.List 1+0 18 5 0.2 0.2\n"
               "lib.Map 1+0 3 2 0.4 0.4\n");
  assert_sums (&range, TV_GROUPING_PACKAGE,
               "app.ui 3+2 32 32 1.0 0.1\n"
               "app 1+0 41 10 0.0 0.0\n"
               "lib 1+0 3 2 0.4 0.4\n");
  assert_sums (&nothing, TV_GROUPING_PACKAGE,
               "app.ui 0+0 0 0\n"
               "app 0+0 0 0\n"
               "lib 0+0 0 0\n");
}
END_TEST

START_TEST (one_thread_is_summed_alone)
{
  const guint32 second = 1;
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&second, 1);
  const TvProfileRange range
      = { .start = G_MININT64, .end = G_MAXINT64, .threads = threads };

  assert_sums (&range, TV_GROUPING_CLASS,
               "app.ui.View 1+1 30 30 1.0 1.0\n"
               "app.Main 0+0 0 0\n"
               "app.ui.List 0+0 0 0\n"
               "lib.Map 0+0 0 0\n");
}
END_TEST

START_TEST (waits_and_both_clocks_are_added)
{
  g_autoptr (TvTraceWriter) writer = new_writer (TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvGroupProfile) sums = NULL;
  const TvMethodTotals *totals;

  /* View.draw { List.draw }: 1000 µs off the CPU in draw, 500 in List.draw. */
  tv_trace_writer_enter (writer, 1, VIEW_DRAW, 0, 0);
  tv_trace_writer_enter (writer, 1, LIST_DRAW, 10, 1010);
  tv_trace_writer_exit (writer, 1, LIST_DRAW, 30, 1530);
  tv_trace_writer_exit (writer, 1, VIEW_DRAW, 40, 1540);
  trace = tv_test_load (writer);
  sums = sum_groups (trace, &whole_trace, TV_GROUPING_PACKAGE);
  totals = &sums->totals[0];

  ck_assert_uint_eq (sums->groups->n, 1);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_THREAD_CPU], 40 * US);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], 1540 * US);
  ck_assert_int_eq (totals->exclusive[TV_CLOCK_THREAD_CPU], 40 * US);
  ck_assert_int_eq (totals->exclusive[TV_CLOCK_WALL], 1540 * US);
  ck_assert_int_eq (totals->waiting, 1500 * US);
  ck_assert_uint_eq (totals->n_waits, 2);
}
END_TEST

typedef struct
{
  const TvTrace *trace;
  const TvMethodGroups *groups;
  TvMethodTotals *totals;
} Reference;

/* Looks all the way up the stack. */
static gboolean
is_recursive (const Reference *reference, const TvCalls *calls, guint32 call)
{
  guint32 group = reference->groups->by_method[tv_calls_method (calls, call)];

  for (guint32 up = calls->parent[call]; up != TV_CALL_NONE; up = calls->parent[up])
    if (reference->groups->by_method[tv_calls_method (calls, up)] == group)
      return TRUE;
  return FALSE;
}

static void
add_exclusive (Reference *reference, const TvCalls *calls, guint32 call, gint64 sign,
               const TvReferenceCut *cut)
{
  guint32 group = reference->groups->by_method[tv_calls_method (calls, call)];

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    reference->totals[group].exclusive[clock] += sign * cut->inclusive[clock];
}

static void
add_to_reference (const TvReferenceCut *cut, gpointer user_data)
{
  Reference *reference = user_data;
  TvCalls calls = tv_trace_get_calls (reference->trace, cut->thread);
  guint32 group = reference->groups->by_method[tv_calls_method (&calls, cut->call)];
  TvMethodTotals *totals = &reference->totals[group];
  gint64 length = cut->inclusive[tv_trace_get_primary_clock (reference->trace)];
  gint64 start = tv_times_get (&calls.axis_start, cut->call);
  gboolean recursive = is_recursive (reference, &calls, cut->call);

  add_exclusive (reference, &calls, cut->call, 1, cut);
  if (calls.parent[cut->call] != TV_CALL_NONE)
    add_exclusive (reference, &calls, calls.parent[cut->call], -1, cut);
  for (guint clock = 0; clock < TV_N_CLOCKS && !recursive; clock++)
    totals->inclusive[clock] += cut->inclusive[clock];
  totals->waiting += cut->waiting;
  totals->n_waits += cut->n_waits;
  if (!cut->counts)
    return;
  if (totals->calls + totals->recursive_calls == 0 || start < totals->first_start)
    {
      totals->first_call = (TvCallRef){ cut->thread, cut->call };
      totals->first_start = start;
    }
  if (totals->calls + totals->recursive_calls == 0 || length > totals->longest)
    {
      totals->longest_call = (TvCallRef){ cut->thread, cut->call };
      totals->longest = length;
    }
  totals->calls += !recursive;
  totals->recursive_calls += recursive;
}

static void
check_against_reference (const TvGroupProfile *sums)
{
  TvProfile *profile = sums->profile;
  TvMethodGroups *groups = sums->groups;
  guint n = groups->n;
  g_autofree TvMethodTotals *totals = g_new0 (TvMethodTotals, MAX (n, 1));
  Reference reference = { tv_profile_get_trace (profile), groups, totals };

  for (guint i = 0; i < n; i++)
    totals[i] = (TvMethodTotals){ .first_start = G_MAXINT64,
                                  .longest = G_MININT64,
                                  .first_call.thread = TV_THREAD_NONE,
                                  .longest_call.thread = TV_THREAD_NONE };
  tv_reference_foreach_call (reference.trace, tv_profile_get_range (profile),
                             add_to_reference, &reference);
  for (guint i = 0; i < n; i++)
    ck_assert_mem_eq (&sums->totals[i], &totals[i], sizeof (TvMethodTotals));
}

/* Some methods in few classes of fewer packages, so that they call each other in all
 * ways. */
static TvTrace *
make_random_trace (guint32 seed, TvWriterClock clock, guint64 n_events,
                   guint broken_percent)
{
  static const char *const classes[]
      = { "a.A", "a.B", "a.b.C", "a/b/D", "E", "[La.b.C;", "(unknown)" };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clock);
  const TvRandomTrace spec = { .seed = seed,
                               .n_events = n_events,
                               .n_threads = 1 + seed % 4,
                               .n_methods = 2 + seed % 30,
                               .max_depth = 1 + seed % 14,
                               .batch = seed % 3 == 0 ? 40 : 0,
                               .recursion_percent = seed % 30,
                               .wait_percent = 5,
                               .unwind_percent = 3,
                               .before_percent = 10,
                               .lost_percent = broken_percent,
                               .stray_percent = broken_percent };

  /* The last one is not in the table. */
  for (guint i = 0; i + 1 < spec.n_methods; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, 4 * i,
                                  classes[(i + seed) % G_N_ELEMENTS (classes)], name,
                                  "()V", "F.java", 1);
    }
  tv_random_trace_write (&spec, writer);
  return tv_test_load (writer);
}

static TvProfileRange
make_random_range (GRand *random, const TvTrace *trace)
{
  gint64 a = tv_reference_random_time (random, trace),
         b = tv_reference_random_time (random, trace);
  TvProfileRange range = { .start = MIN (a, b), .end = MAX (a, b) };

  if (g_rand_int_range (random, 0, 4) == 0)
    range.threads = tv_reference_random_threads (random, trace);
  return range;
}

START_TEST (random_ranges_are_as_a_slow_program_says)
{
  const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 60; seed++)
    {
      g_autoptr (TvTrace) trace = make_random_trace (seed, clocks[seed % 3], 800, 0);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      for (guint i = 0; i < 30; i++)
        {
          TvProfileRange range
              = i == 0 ? whole_trace : make_random_range (random, trace);
          TvGrouping grouping = i % 2 == 0 ? TV_GROUPING_CLASS : TV_GROUPING_PACKAGE;
          g_autoptr (TvThreadSet) threads = range.threads;
          g_autoptr (TvGroupProfile) sums = sum_groups (trace, &range, grouping);

          check_against_reference (sums);
        }
    }
}
END_TEST

START_TEST (broken_stacks_are_as_a_slow_program_says)
{
  const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 60; seed++)
    {
      g_autoptr (TvTrace) trace
          = make_random_trace (seed, clocks[seed % 3], 800, seed % 9);
      g_autoptr (TvGroupProfile) classes
          = sum_groups (trace, &whole_trace, TV_GROUPING_CLASS);
      g_autoptr (TvGroupProfile) packages
          = sum_groups (trace, &whole_trace, TV_GROUPING_PACKAGE);

      check_against_reference (classes);
      check_against_reference (packages);
    }
}
END_TEST

/* Big enough that there are parts for all of them. Without waits, through which the
 * slow program goes again and again. */
START_TEST (any_number_of_workers_gives_the_same)
{
  g_autoptr (TvTrace) trace
      = make_random_trace (29 * 14 + 13, TV_WRITER_CLOCK_WALL, 1500 * 1000, 1);
  gint64 start, end;

  tv_trace_get_axis_range (trace, &start, &end);
  for (guint n_workers = 1; n_workers <= 7; n_workers += 3)
    {
      const TvProfileRange range = { .start = start + (end - start) / 10,
                                     .end = end - (end - start) / 17,
                                     .n_workers = n_workers };
      g_autoptr (TvGroupProfile) sums = sum_groups (trace, &range, TV_GROUPING_CLASS);

      check_against_reference (sums);
    }
}
END_TEST

static TvProfile *
new_for_thread (TvTrace *trace, guint32 thread)
{
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&thread, 1);
  const TvProfileRange range
      = { .start = G_MININT64, .end = G_MAXINT64, .threads = threads };

  return tv_profile_new_for_range (trace, &range, NULL, NULL);
}

START_TEST (methods_of_no_group_are_left_out)
{
  g_autoptr (TvTrace) trace = load_sample ();
  g_autoptr (TvProfile) whole = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvProfile) second = new_for_thread (trace, 1);
  g_autoptr (TvMethodGroups) groups
      = tv_method_groups_new (second, TV_GROUPING_CLASS, NULL);
  g_autoptr (TvGroupProfile) sums = tv_group_profile_new (whole, groups, NULL, NULL);

  /* The second thread called only View.draw: 10-60 and 5-35. */
  ck_assert_uint_eq (groups->n, 1);
  ck_assert_int_eq (sums->totals[0].inclusive[TV_CLOCK_WALL], 80 * US);
  ck_assert_uint_eq (sums->totals[0].recursive_calls, 1);
}
END_TEST

START_TEST (summing_can_be_cancelled)
{
  g_autoptr (TvTrace) trace = load_sample ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvMethodGroups) groups
      = tv_method_groups_new (profile, TV_GROUPING_CLASS, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_group_profile_new (profile, groups, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

TV_TESTS (NULL, NULL)
