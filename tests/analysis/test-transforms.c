/* SPDX-License-Identifier: Apache-2.0 */

/* Transforms: worked out by hand on a small script, and held against stacks that are
 * rewritten one by one on random traces. */

#include "analysis/sums/profile.h"
#include "profile-reference.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace-error.h"
#include "trace/transform/transform.h"

#define A 0x4
#define B 0x8
#define C 0xc
#define D 0x10
#define E 0x14

#define US G_GINT64_CONSTANT (1000)

/* The wall clock; CPU time is a tenth, but for 200 µs of E. A wait of 180 µs is in E:
 *
 * a 0-1000 { q.b 100-400 { q.c 150-350 { q.b 200-300 { d 220-240 } } }
 *            e 500-700, q.c 800-900 { q.c 820-840 } } d 1000-1100 */
static TvTrace *
load_script (void)
{
  static const struct
  {
    guint32 method;
    gboolean leaves;
    guint64 wall;
  } script[]
      = { { A, FALSE, 0 },    { B, FALSE, 100 }, { C, FALSE, 150 }, { B, FALSE, 200 },
          { D, FALSE, 220 },  { D, TRUE, 240 },  { B, TRUE, 300 },  { C, TRUE, 350 },
          { B, TRUE, 400 },   { E, FALSE, 500 }, { E, TRUE, 700 },  { C, FALSE, 800 },
          { C, FALSE, 820 },  { C, TRUE, 840 },  { C, TRUE, 900 },  { A, TRUE, 1000 },
          { D, FALSE, 1000 }, { D, TRUE, 1100 } };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_method (writer, A, "p.P", "a", "()V", "P.java", 1);
  tv_trace_writer_add_method (writer, B, "q.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "q.R", "c", "()V", "R.java", 1);
  tv_trace_writer_add_method (writer, D, "p.P", "d", "()V", "P.java", 1);
  tv_trace_writer_add_method (writer, E, "p.P", "e", "()V", "P.java", 1);
  for (guint i = 0; i < G_N_ELEMENTS (script); i++)
    tv_trace_writer_event (
        writer,
        &(TvWriterEvent){ .thread = 1,
                          .method = script[i].method,
                          .action = script[i].leaves ? TV_WRITER_EXIT : TV_WRITER_ENTER,
                          .cpu = script[i].wall / 10,
                          .wall = script[i].wall });
  return tv_test_load (writer);
}

static TvTrace *
apply (TvTrace *trace, TvTransform *transform)
{
  g_autoptr (TvTransform) owned = transform;
  g_autoptr (GError) error = NULL;
  TvTrace *result = tv_trace_new_transformed (trace, owned, 0, NULL, &error);

  ck_assert_msg (result != NULL, "%s", error != NULL ? error->message : "");
  return result;
}

static TvTrace *
apply_to_method (TvTrace *trace, TvTransformKind kind, const char *name)
{
  const guint32 method = tv_test_find_method (trace, name);

  ck_assert_uint_ne (method, TV_METHOD_NONE);
  return apply (trace, tv_transform_new (kind, &method, 1));
}

static TvTransform *
new_path (guint32 thread, const guint32 *methods, guint n)
{
  g_autoptr (GPtrArray) steps
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < n; i++)
    {
      GArray *step = g_array_new (FALSE, FALSE, sizeof (guint32));

      g_array_append_val (step, methods[i]);
      g_ptr_array_add (steps, step);
    }
  return tv_transform_new_subtree (thread, (const GArray *const *) steps->pdata, n);
}

/* The calls of the first thread as `level name start-end origin`, in wall
 * microseconds, `R` for recursive ones, and its waits as `level start-end`. */
static char *
describe (TvTrace *trace)
{
  const TvCalls calls = tv_trace_get_calls (trace, 0);
  const TvWaits waits = tv_trace_get_waits (trace, 0);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < calls.n; i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, tv_calls_method (&calls, i));
      guint level = 0;

      for (guint32 up = calls.parent[i]; up != TV_CALL_NONE; up = calls.parent[up])
        level++;
      g_string_append_printf (
          text, "%u %s%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " #%u, ", level,
          *method->name != '\0' ? method->name : method->class_name,
          calls.flags[i] & TV_CALL_RECURSIVE ? " R" : "",
          tv_times_get (&calls.start[TV_CLOCK_WALL], i) / US,
          tv_times_get (&calls.end[TV_CLOCK_WALL], i) / US,
          tv_trace_get_original_call (trace, 0, i));
    }
  for (gsize i = 0; i < waits.n; i++)
    g_string_append_printf (
        text, "wait of %d after %u %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT ", ",
        (int) waits.call[i], waits.calls_before[i], tv_times_get (&waits.start, i) / US,
        tv_times_get (&waits.end, i) / US);
  if (text->len > 0)
    g_string_truncate (text, text->len - 2);
  return g_string_free (text, FALSE);
}

static void
assert_calls (TvTrace *trace, const char *expected)
{
  g_autofree char *found = describe (trace);

  ck_assert_str_eq (found, expected);
}

static void
assert_sums (TvTrace *trace, gint64 from, gint64 to, const char *name, guint64 calls,
             gint64 inclusive, gint64 exclusive)
{
  const TvProfileRange range = { .start = from * US, .end = to * US };
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, &range, NULL, NULL);
  const TvMethodTotals *totals
      = tv_profile_get_totals (profile, tv_test_find_method (trace, name));

  ck_assert_uint_eq (totals->calls + totals->recursive_calls, calls);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], inclusive * US);
  ck_assert_int_eq (totals->exclusive[TV_CLOCK_WALL], exclusive * US);
}

#define WHOLE                                                                          \
  "0 a 0-1000 #0, 1 b 100-400 #1, 2 c 150-350 #2, 3 b R 200-300 #3, "                  \
  "4 d 220-240 #4, 1 e 500-700 #5, 1 c 800-900 #6, 2 c R 820-840 #7, "                 \
  "0 d 1000-1100 #8, wait of 5 after 6 510-690"

START_TEST (merge_gives_time_to_callers)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvTrace) no_b = apply_to_method (trace, TV_TRANSFORM_MERGE, "q.Q.b");
  g_autoptr (TvTrace) no_a = apply_to_method (trace, TV_TRANSFORM_MERGE, "p.P.a");
  g_autoptr (TvTrace) no_e = apply_to_method (trace, TV_TRANSFORM_MERGE, "p.P.e");

  assert_calls (trace, WHOLE);
  assert_calls (no_b, "0 a 0-1000 #0, 1 c 150-350 #2, 2 d 220-240 #4, 1 e 500-700 #5, "
                      "1 c 800-900 #6, 2 c R 820-840 #7, 0 d 1000-1100 #8, "
                      "wait of 3 after 4 510-690");
  assert_sums (no_b, 0, 1100, "p.P.a", 1, 1000, 1000 - 200 - 200 - 100);
  assert_calls (no_a, "0 b 100-400 #1, 1 c 150-350 #2, 2 b R 200-300 #3, "
                      "3 d 220-240 #4, 0 e 500-700 #5, 0 c 800-900 #6, "
                      "1 c R 820-840 #7, 0 d 1000-1100 #8, wait of 4 after 5 510-690");
  ck_assert_int_eq (tv_trace_get_thread (no_a, 0)->root_inclusive[TV_CLOCK_WALL],
                    (300 + 200 + 100 + 100) * US);
  ck_assert_int_eq (tv_trace_get_thread (no_a, 0)->root_inclusive[TV_CLOCK_THREAD_CPU],
                    (30 + 20 + 10 + 10) * US);
  /* A range that begins in a call that is gone. */
  assert_sums (no_b, 170, 210, "p.P.a", 1, 40, 0);
  assert_sums (no_b, 120, 210, "p.P.a", 1, 90, 30);
  /* Its wait is the caller's. */
  assert_calls (no_e, "0 a 0-1000 #0, 1 b 100-400 #1, 2 c 150-350 #2, "
                      "3 b R 200-300 #3, 4 d 220-240 #4, 1 c 800-900 #6, "
                      "2 c R 820-840 #7, 0 d 1000-1100 #8, wait of 0 after 5 510-690");
}
END_TEST

START_TEST (focus_keeps_what_is_below)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvTrace) c = apply_to_method (trace, TV_TRANSFORM_FOCUS, "q.R.c");

  assert_calls (c, "0 c 150-350 #2, 1 b 200-300 #3, 2 d 220-240 #4, 0 c 800-900 #6, "
                   "1 c R 820-840 #7");
  assert_sums (c, 0, 1100, "q.R.c", 3, 300, 100 + 80 + 20);
  assert_sums (c, 0, 1100, "p.P.a", 0, 0, 0);
  assert_sums (c, 230, 810, "q.R.c", 2, 120 + 10, 50 + 10);
  assert_sums (c, 360, 810, "q.R.c", 1, 10, 10);
}
END_TEST

START_TEST (subtree_is_a_path_from_the_root)
{
  g_autoptr (TvTrace) trace = load_script ();
  const guint32 a = tv_test_find_method (trace, "p.P.a");
  const guint32 c = tv_test_find_method (trace, "q.R.c");
  const guint32 path[] = { a, c };
  const guint32 deeper[] = { a, c, c };
  const guint32 wrong[] = { c };
  g_autoptr (TvTrace) at_c = apply (trace, new_path (TV_THREAD_NONE, path, 2));
  g_autoptr (TvTrace) at_second = apply (trace, new_path (0, deeper, 3));
  g_autoptr (TvTrace) nowhere = apply (trace, new_path (TV_THREAD_NONE, wrong, 1));
  g_autoptr (TvTrace) elsewhere = apply (trace, new_path (7, path, 2));

  assert_calls (at_c, "0 c 800-900 #6, 1 c R 820-840 #7");
  assert_calls (at_second, "0 c 820-840 #7");
  assert_calls (nowhere, "");
  assert_calls (elsewhere, "");
}
END_TEST

START_TEST (packages_become_one_call)
{
  g_autoptr (TvTrace) trace = load_script ();
  const guint32 methods[]
      = { tv_test_find_method (trace, "q.Q.b"), tv_test_find_method (trace, "q.R.c") };
  g_autoptr (TvTrace) result
      = apply (trace, tv_transform_new_package ("q", methods, 2));
  g_autoptr (TvTrace) merged = NULL;

  assert_calls (result, "0 a 0-1000 #0, 1 q.* 100-400 #1, 2 d 220-240 #4, "
                        "1 e 500-700 #5, 1 q.* 800-900 #6, 0 d 1000-1100 #8, "
                        "wait of 3 after 4 510-690");
  ck_assert_uint_eq (tv_trace_get_n_methods (result), tv_trace_get_n_methods (trace));
  assert_sums (result, 0, 1100, "q.*.", 2, 400, 380);
  /* It is a method for the next transform, which keeps its name. */
  merged = apply_to_method (result, TV_TRANSFORM_FOCUS, "q.*.");
  g_clear_pointer (&result, tv_trace_unref);
  assert_calls (merged, "0 q.* 100-400 #1, 1 d 220-240 #4, 0 q.* 800-900 #6");
}
END_TEST

/* The call has the name of the library without its folder, also after another
 * transform. */
START_TEST (libraries_become_one_call)
{
  g_autoptr (TvTrace) trace = load_script ();
  const guint32 methods[]
      = { tv_test_find_method (trace, "q.Q.b"), tv_test_find_method (trace, "q.R.c") };
  g_autoptr (TvTrace) result
      = apply (trace, tv_transform_new_library ("/lib/x.so", methods, 2));
  g_autoptr (TvTrace) merged = apply_to_method (result, TV_TRANSFORM_FOCUS, ".x.so");

  assert_calls (result, "0 a 0-1000 #0, 1 x.so 100-400 #1, 2 d 220-240 #4, "
                        "1 e 500-700 #5, 1 x.so 800-900 #6, 0 d 1000-1100 #8, "
                        "wait of 3 after 4 510-690");
  g_clear_pointer (&result, tv_trace_unref);
  assert_calls (merged, "0 x.so 100-400 #1, 1 d 220-240 #4, 0 x.so 800-900 #6");
}
END_TEST

START_TEST (recursion_becomes_part_of_the_outer_call)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvTrace) of_b
      = apply_to_method (trace, TV_TRANSFORM_COLLAPSE_RECURSION, "q.Q.b");
  g_autoptr (TvTrace) of_all
      = apply (trace, tv_transform_new (TV_TRANSFORM_COLLAPSE_RECURSION, NULL, 0));

  /* The call of c between both goes too, another stays. */
  assert_calls (of_b, "0 a 0-1000 #0, 1 b 100-400 #1, 2 d 220-240 #4, 1 e 500-700 #5, "
                      "1 c 800-900 #6, 2 c R 820-840 #7, 0 d 1000-1100 #8, "
                      "wait of 3 after 4 510-690");
  assert_calls (of_all, "0 a 0-1000 #0, 1 b 100-400 #1, 2 d 220-240 #4, "
                        "1 e 500-700 #5, 1 c 800-900 #6, 0 d 1000-1100 #8, "
                        "wait of 3 after 4 510-690");
  assert_sums (of_b, 0, 1100, "q.Q.b", 1, 300, 280);
}
END_TEST

START_TEST (drops_take_their_time_along)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvTrace) no_d = apply_to_method (trace, TV_TRANSFORM_DROP, "p.P.d");
  g_autoptr (TvTrace) no_c = apply_to_method (trace, TV_TRANSFORM_DROP, "q.R.c");
  g_autoptr (TvTrace) neither = apply_to_method (no_d, TV_TRANSFORM_DROP, "q.R.c");
  g_autoptr (TvTrace) other = apply_to_method (no_c, TV_TRANSFORM_DROP, "p.P.d");
  TvCalls calls;

  assert_calls (no_d, "0 a 0-980 #0, 1 b 100-380 #1, 2 c 150-330 #2, "
                      "3 b R 200-280 #3, 1 e 480-680 #5, 1 c 780-880 #6, "
                      "2 c R 800-820 #7, wait of 4 after 5 490-670");
  assert_calls (no_c, "0 a 0-700 #0, 1 b 100-200 #1, 1 e 300-500 #5, 0 d 700-800 #8, "
                      "wait of 2 after 3 310-490");
  assert_calls (neither, "0 a 0-700 #0, 1 b 100-200 #1, 1 e 300-500 #5, "
                         "wait of 2 after 3 310-490");
  assert_calls (other, "0 a 0-700 #0, 1 b 100-200 #1, 1 e 300-500 #5, "
                       "wait of 2 after 3 310-490");
  /* The axis is that of the original. */
  calls = tv_trace_get_calls (no_c, 0);
  ck_assert_int_eq (tv_times_get (&calls.axis_start, 2), 500 * US);
  /* Ranges that cut a dropped call at either end, at both, and lie within it. */
  assert_sums (no_c, 0, 1100, "p.P.a", 1, 700, 400);
  assert_sums (no_c, 120, 250, "q.Q.b", 1, 30, 30);
  assert_sums (no_c, 250, 375, "q.Q.b", 1, 25, 25);
  assert_sums (no_c, 120, 375, "p.P.a", 1, 55, 0);
  assert_sums (no_c, 200, 300, "p.P.a", 0, 0, 0);
  assert_sums (neither, 120, 375, "p.P.a", 1, 55, 0);
  assert_sums (neither, 230, 360, "q.Q.b", 1, 10, 10);
  assert_sums (no_d, 230, 360, "q.Q.b", 2, 120, 60 + 10);
}
END_TEST

START_TEST (names_and_originals_outlive_their_traces)
{
  g_autoptr (TvTrace) trace = load_script ();
  const TvTrace *original = trace;
  g_autoptr (TvTrace) dropped = apply_to_method (trace, TV_TRANSFORM_DROP, "p.P.d");
  g_autoptr (TvTrace) styled = tv_trace_new_styled (dropped, TV_NAME_STYLE_JVM);

  ck_assert_ptr_eq (tv_trace_get_original (trace), trace);
  ck_assert_ptr_eq (tv_trace_get_original (styled), original);
  ck_assert_uint_eq (tv_trace_find_transformed_call (styled, 0, 3), 3);
  ck_assert_uint_eq (tv_trace_find_transformed_call (styled, 0, 4), 4);
  ck_assert_uint_eq (tv_trace_find_transformed_call (styled, 0, 9), 7);
  ck_assert_uint_eq (tv_trace_find_transformed_call (trace, 0, 4), 4);
  ck_assert_int_eq (tv_trace_subtract_drops (styled, 0, TV_CLOCK_WALL, 9, 1050 * US),
                    980 * US);
  ck_assert_uint_eq (tv_trace_get_n_properties (styled),
                     tv_trace_get_n_properties (trace));
}
END_TEST

START_TEST (too_little_memory_and_cancelling_are_errors)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvTransform) transform = tv_transform_new (TV_TRANSFORM_DROP, NULL, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (tv_trace_new_transformed (trace, transform, 1, NULL, &error));
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE));
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (
      tv_trace_new_transformed (trace, transform, 0, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

/* Random traces */

/* What a transform makes of a trace, call by call. */
typedef struct
{
  TvTrace *trace;
  const TvTransform *transform;
} Naive;

static gboolean
is_in (const Naive *naive, guint step, guint32 method)
{
  guint n;
  const guint32 *methods;

  if (naive->transform->steps->len == 0)
    return TRUE;
  methods = tv_transform_get_step (naive->transform, step, &n);
  for (guint i = 0; i < n; i++)
    if (methods[i] == method)
      return TRUE;
  return FALSE;
}

static gboolean
is_above (const TvCalls *calls, guint32 above, guint32 call)
{
  while (call != TV_CALL_NONE && call > above)
    call = calls->parent[call];
  return call == above;
}

/* Whether a call is in a method that is called again within the call, or is that call.
 */
static gboolean
recurses (const Naive *naive, const TvCalls *calls, guint32 call)
{
  for (guint32 inner = call; inner < calls->n; inner++)
    {
      const guint32 method = tv_calls_method (calls, inner);

      if (!is_above (calls, call, inner) || !is_in (naive, 0, method))
        continue;
      for (guint32 up = calls->parent[call]; up != TV_CALL_NONE; up = calls->parent[up])
        if (tv_calls_method (calls, up) == method)
          return TRUE;
    }
  return FALSE;
}

static void
append_frame (GString *path, guint32 method)
{
  g_string_append_printf (path, "%u;", method);
}

static gboolean
collapses_group (TvTransformKind kind)
{
  return kind == TV_TRANSFORM_COLLAPSE_PACKAGE || kind == TV_TRANSFORM_COLLAPSE_LIBRARY;
}

/* Rewrites the stack of a call, outermost first. Returns whether anything is left. */
static gboolean
rewrite (const Naive *naive, guint thread, const TvCalls *calls, const GArray *stack,
         GString *path)
{
  const TvTransformKind kind = naive->transform->kind;
  const guint n_steps = naive->transform->steps->len;
  const guint32 only = naive->transform->thread;
  gboolean inside = FALSE, was_in = FALSE;

  g_string_truncate (path, 0);
  for (guint i = 0; i < stack->len; i++)
    {
      const guint32 call = g_array_index (stack, guint32, i);
      const guint32 method = tv_calls_method (calls, call);
      const gboolean in
          = kind != TV_TRANSFORM_FOCUS_SUBTREE && is_in (naive, 0, method);
      guint n;

      inside |= in;
      if (kind == TV_TRANSFORM_DROP && in)
        return FALSE;
      if (kind == TV_TRANSFORM_FOCUS_SUBTREE && i < n_steps
          && (!is_in (naive, i, method) || (only != TV_THREAD_NONE && only != thread)))
        return FALSE;
      if ((kind == TV_TRANSFORM_FOCUS && !inside)
          || (kind == TV_TRANSFORM_FOCUS_SUBTREE && i + 1 < n_steps)
          || (kind == TV_TRANSFORM_MERGE && in)
          || (kind == TV_TRANSFORM_COLLAPSE_RECURSION && recurses (naive, calls, call))
          || (collapses_group (kind) && in && was_in))
        continue;
      was_in = in;
      append_frame (path, collapses_group (kind) && in
                              ? *tv_transform_get_step (naive->transform, 0, &n)
                              : method);
    }
  return path->len > 0;
}

/* Adds the exclusive times of a call and its waits to a path. */
static void
add_to_path (GHashTable *sums, const char *path, const TvThreadRange *range,
             guint32 call, const gint64 *inclusive, const gint64 *below)
{
  gint64 *times = g_hash_table_lookup (sums, path);

  if (times == NULL)
    {
      times = g_new0 (gint64, TV_N_CLOCKS + 1);
      g_hash_table_insert (sums, g_strdup (path), times);
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    times[clock] += inclusive[clock] - below[clock];
  for (gsize i = range->first_wait; i < range->end_wait; i++)
    if (range->waits.call[i] == call)
      times[TV_N_CLOCKS] += tv_thread_range_clip_wait (range, i);
}

/* Adds up exclusive times and waits by path, of the stacks that @naive makes. */
static void
add_thread (const Naive *naive, const TvProfileRange *part, guint thread,
            GHashTable *sums)
{
  g_auto (TvThreadRange) range = { 0 };
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) path = g_string_new (NULL);
  guint32 n;

  tv_thread_range_init (&range, naive->trace, part, thread);
  n = tv_thread_range_get_n (&range);
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 call = tv_thread_range_get_call (&range, i);
      gint64 inclusive[TV_N_CLOCKS], of_child[TV_N_CLOCKS], below[TV_N_CLOCKS] = { 0 };

      (void) tv_thread_range_clip_call (&range, call, inclusive);
      for (guint32 j = i + 1; j < n; j++)
        if (tv_thread_range_find_parent (&range, j) == i)
          {
            (void) tv_thread_range_clip_call (
                &range, tv_thread_range_get_call (&range, j), of_child);
            for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
              below[clock] += of_child[clock];
          }
      g_array_set_size (stack, 0);
      for (guint32 up = call; up != TV_CALL_NONE; up = range.calls.parent[up])
        g_array_prepend_val (stack, up);
      if (naive->transform == NULL)
        {
          g_string_truncate (path, 0);
          for (guint level = 0; level < stack->len; level++)
            append_frame (
                path,
                tv_calls_method (&range.calls, g_array_index (stack, guint32, level)));
        }
      else if (!rewrite (naive, thread, &range.calls, stack, path))
        continue;
      add_to_path (sums, path->str, &range, call, inclusive, below);
    }
}

static char *
add_up (TvTrace *trace, const TvTransform *transform, const TvProfileRange *part)
{
  const Naive naive = { trace, transform };
  g_autoptr (GHashTable) sums
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GList) paths = NULL;
  GString *text = g_string_new (NULL);

  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    add_thread (&naive, part, thread, sums);
  paths = g_list_sort (g_hash_table_get_keys (sums), (GCompareFunc) g_strcmp0);
  for (GList *i = paths; i != NULL; i = i->next)
    {
      const gint64 *times = g_hash_table_lookup (sums, i->data);

      if (times[0] != 0 || times[1] != 0 || times[2] != 0)
        g_string_append_printf (
            text, "%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
            (const char *) i->data, times[0], times[1], times[2]);
    }
  return g_string_free (text, FALSE);
}

static void
assert_same (TvTrace *trace, const TvTransform *transform, TvTrace *result,
             GRand *random)
{
  for (guint i = 0; i < 6; i++)
    {
      const gint64 a = tv_reference_random_time (random, trace);
      const gint64 b = tv_reference_random_time (random, trace);
      const TvProfileRange part = { .start = i == 0 ? G_MININT64 : MIN (a, b),
                                    .end = i == 0 ? G_MAXINT64 : MAX (a, b) };
      g_autofree char *expected = add_up (trace, transform, &part);
      g_autofree char *found = add_up (result, NULL, &part);

      ck_assert_str_eq (found, expected);
    }
}

/* The flag says that a call further out has the same method. */
static void
assert_flags (TvTrace *trace)
{
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      const TvCalls calls = tv_trace_get_calls (trace, thread);

      ck_assert_uint_eq (tv_trace_get_thread (trace, thread)->n_calls, calls.n);
      for (guint32 call = 0; call < calls.n; call++)
        {
          gboolean is_recursive = FALSE;

          for (guint32 up = calls.parent[call]; up != TV_CALL_NONE;
               up = calls.parent[up])
            is_recursive
                |= tv_calls_method (&calls, up) == tv_calls_method (&calls, call);
          ck_assert_int_eq ((calls.flags[call] & TV_CALL_RECURSIVE) != 0, is_recursive);
        }
    }
}

static TvTransform *
make_random (TvTrace *trace, TvTransformKind kind, GRand *random)
{
  const guint n_methods = tv_trace_get_n_methods (trace);
  guint32 methods[3];

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    methods[i] = (guint32) g_rand_int_range (random, 0, (gint32) n_methods);
  if (kind == TV_TRANSFORM_FOCUS_SUBTREE)
    {
      const TvCalls calls = tv_trace_get_calls (trace, 0);
      guint32 call
          = calls.n > 0 ? (guint32) g_rand_int_range (random, 0, (gint32) calls.n) : 0;
      g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));

      if (calls.n == 0)
        return new_path (TV_THREAD_NONE, methods, 1);
      for (; call != TV_CALL_NONE; call = calls.parent[call])
        {
          const guint32 method = tv_calls_method (&calls, call);

          g_array_prepend_val (path, method);
        }
      return new_path (g_rand_boolean (random) ? 0 : TV_THREAD_NONE,
                       (const guint32 *) (gpointer) path->data, path->len);
    }
  if (kind == TV_TRANSFORM_COLLAPSE_PACKAGE)
    return tv_transform_new_package ("x", methods, 3);
  if (kind == TV_TRANSFORM_COLLAPSE_LIBRARY)
    return tv_transform_new_library ("/lib/x.so", methods, 3);
  if (kind == TV_TRANSFORM_COLLAPSE_RECURSION && g_rand_boolean (random))
    return tv_transform_new (kind, NULL, 0);
  return tv_transform_new (kind, methods, (guint) g_rand_int_range (random, 0, 4));
}

static void
check_random_trace (guint seed)
{
  static const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  const TvRandomTrace spec = { .seed = seed,
                               .n_events = 120,
                               .n_threads = 2,
                               .n_methods = 6,
                               .max_depth = 9,
                               .batch = seed % 2 == 0 ? 0 : 20,
                               .recursion_percent = 20,
                               .wait_percent = 20,
                               .before_percent = 20,
                               .lost_percent = 4,
                               .stray_percent = 4 };
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (3, clocks[seed % G_N_ELEMENTS (clocks)]);
  g_autoptr (TvTrace) trace = NULL;

  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  trace = tv_test_load (writer);
  /* A chain: each step is held against the trace before. */
  for (guint i = 0; i < 6; i++)
    {
      const TvTransformKind kind = (TvTransformKind) ((seed + i) % 6);
      g_autoptr (TvTransform) transform = make_random (trace, kind, random);
      g_autoptr (TvTrace) result
          = tv_trace_new_transformed (trace, transform, 0, NULL, NULL);

      assert_same (trace, transform, result, random);
      assert_flags (result);
      if (i % 2 == 1 || kind == TV_TRANSFORM_DROP || kind == TV_TRANSFORM_MERGE)
        {
          tv_trace_unref (trace);
          trace = tv_trace_ref (result);
        }
    }
}

START_TEST (random_traces_agree_with_stacks)
{
  for (guint seed = 1; seed <= 60; seed++)
    check_random_trace (seed);
}
END_TEST

TV_TESTS (NULL, NULL)
