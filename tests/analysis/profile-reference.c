/* SPDX-License-Identifier: Apache-2.0 */

/* Profiles of ranges, added up literally: the events of a thread are listed in the
 * order in which they happened, the ends of the range are looked up among them, and
 * every call is cut to the range, one by one. */

#include "profile-reference.h"

#include "support/random-trace.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace.h"

#include <check.h>

#define WAIT_OVER (100 * 1000)

/* An entry or exit, on the axis and on both clocks. */
typedef struct
{
  gint64 axis;
  gint64 time[TV_N_CLOCKS];
} Event;

typedef struct
{
  const TvTrace *trace;
  guint thread;
  TvCalls calls;
  GArray *events;
  gint64 from[TV_N_CLOCKS];
  gint64 to[TV_N_CLOCKS];
} Cut;

static void
append_event (const Cut *cut, guint32 call, gboolean exit)
{
  const TvCalls *calls = &cut->calls;
  Event event
      = { .axis = tv_times_get (exit ? &calls->axis_end : &calls->axis_start, call) };

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (cut->trace, clock))
      event.time[clock]
          = tv_times_get (exit ? &calls->end[clock] : &calls->start[clock], call);
  g_array_append_val (cut->events, event);
}

static void
list_events (const Cut *cut)
{
  guint32 open = TV_CALL_NONE;

  for (guint32 call = 0; call < cut->calls.n; call++)
    {
      for (; open != cut->calls.parent[call]; open = cut->calls.parent[open])
        append_event (cut, open, TRUE);
      append_event (cut, call, FALSE);
      open = call;
    }
  for (; open != TV_CALL_NONE; open = cut->calls.parent[open])
    append_event (cut, open, TRUE);
}

/* The thread's CPU time between two events of a dual trace: with a wait, half of it is
 * before and half after. */
static gint64
cpu_between (const Event *before, const Event *after, gint64 now)
{
  gint64 cpu = after->time[TV_CLOCK_THREAD_CPU] - before->time[TV_CLOCK_THREAD_CPU];
  gint64 wall = after->axis - before->axis;
  gint64 half = cpu / 1000 / 2 * 1000;
  gint64 passed = now - before->axis;

  if (wall - cpu <= WAIT_OVER)
    return before->time[TV_CLOCK_THREAD_CPU] + cpu * passed / wall;
  if (passed <= half)
    return before->time[TV_CLOCK_THREAD_CPU] + passed;
  if (after->axis - now <= cpu - half)
    return after->time[TV_CLOCK_THREAD_CPU] - (after->axis - now);
  return before->time[TV_CLOCK_THREAD_CPU] + half;
}

/* On the virtual axis, a thread runs for as long as its step before each event. */
static gint64
cpu_on_virtual_axis (const GArray *events, gint64 now)
{
  gint64 cpu = g_array_index (events, Event, 0).time[TV_CLOCK_THREAD_CPU];

  for (guint i = 1; i < events->len; i++)
    {
      const Event *before = &g_array_index (events, Event, i - 1);
      const Event *after = &g_array_index (events, Event, i);
      gint64 step
          = after->time[TV_CLOCK_THREAD_CPU] - before->time[TV_CLOCK_THREAD_CPU];

      cpu += CLAMP (now - (after->axis - step), 0, step);
    }
  return cpu;
}

static gint64
cpu_at (const Cut *cut, gint64 now)
{
  const GArray *events = cut->events;
  gint64 end;
  guint after = 0;

  tv_trace_get_axis_range (cut->trace, NULL, &end);
  while (after < events->len && g_array_index (events, Event, after).axis < now)
    after++;
  if (now >= end || after == events->len)
    return G_MAXINT64;
  if (after == 0)
    return G_MININT64;
  if (tv_trace_get_axis (cut->trace) == TV_AXIS_CPU_ALL_THREADS)
    return cpu_on_virtual_axis (events, now);
  return cpu_between (&g_array_index (events, Event, after - 1),
                      &g_array_index (events, Event, after), now);
}

static void
find_ends (Cut *cut, const TvProfileRange *range)
{
  TvAxis axis = tv_trace_get_axis (cut->trace);

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gboolean is_axis = clock == TV_CLOCK_WALL ? axis == TV_AXIS_WALL
                                                : axis == TV_AXIS_CPU_PER_THREAD;

      cut->from[clock] = is_axis ? range->start : cpu_at (cut, range->start);
      cut->to[clock] = is_axis ? range->end : cpu_at (cut, range->end);
    }
}

static gint64
cut_length (const Cut *cut, TvClock clock, gint64 start, gint64 end)
{
  return CLAMP (end, cut->from[clock], cut->to[clock])
         - CLAMP (start, cut->from[clock], cut->to[clock]);
}

static gboolean
call_counts (const Cut *cut, const TvProfileRange *range, guint32 call,
             const gint64 length[TV_N_CLOCKS])
{
  gint64 start = tv_times_get (&cut->calls.axis_start, call);
  gint64 end = tv_times_get (&cut->calls.axis_end, call);
  gint64 last;

  tv_trace_get_axis_range (cut->trace, NULL, &last);
  if (range->start >= range->end || (range->start >= last && start >= last))
    return FALSE;
  if (start >= range->start)
    return start < range->end || range->end >= last;
  return end > range->start || length[TV_CLOCK_THREAD_CPU] > 0;
}

static void
note_call (TvMethodTotals *totals, TvCallRef ref, gint64 start, gint64 length)
{
  if (start < totals->first_start)
    {
      totals->first_call = ref;
      totals->first_start = start;
    }
  if (length > totals->longest)
    {
      totals->longest_call = ref;
      totals->longest = length;
    }
}

static void
add_call (const Cut *cut, const TvProfileRange *range, guint32 call,
          TvReferenceSums *sums)
{
  const TvCalls *calls = &cut->calls;
  TvMethodTotals *totals = &sums->totals[tv_calls_method (calls, call)];
  guint32 parent = calls->parent[call];
  gboolean recursive = (calls->flags[call] & TV_CALL_RECURSIVE) != 0;
  gint64 length[TV_N_CLOCKS] = { 0 };

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      if (!tv_trace_has_clock (cut->trace, clock))
        continue;
      length[clock] = cut_length (cut, clock, tv_times_get (&calls->start[clock], call),
                                  tv_times_get (&calls->end[clock], call));
      totals->exclusive[clock] += length[clock];
      if (!recursive)
        totals->inclusive[clock] += length[clock];
      if (parent == TV_CALL_NONE)
        sums->root_inclusive[clock] += length[clock];
      else
        sums->totals[tv_calls_method (calls, parent)].exclusive[clock] -= length[clock];
    }
  if (!call_counts (cut, range, call, length))
    return;
  totals->calls += !recursive;
  totals->recursive_calls += recursive;
  note_call (totals, (TvCallRef){ cut->thread, call },
             tv_times_get (&calls->axis_start, call),
             length[tv_trace_get_primary_clock (cut->trace)]);
}

static void
add_waits (const Cut *cut, TvReferenceSums *sums)
{
  TvWaits waits = tv_trace_get_waits (cut->trace, cut->thread);

  for (gsize i = 0; i < waits.n; i++)
    {
      gint64 length = cut_length (cut, TV_CLOCK_WALL, tv_times_get (&waits.start, i),
                                  tv_times_get (&waits.end, i));

      if (length == 0)
        continue;
      sums->n_waits++;
      if (waits.call[i] == TV_CALL_NONE)
        continue;
      sums->totals[tv_calls_method (&cut->calls, waits.call[i])].waiting += length;
      sums->totals[tv_calls_method (&cut->calls, waits.call[i])].n_waits++;
    }
}

static void
add_thread (TvReferenceSums *sums, const TvTrace *trace, guint thread,
            const TvProfileRange *range)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (Event));
  Cut cut = { .trace = trace, .thread = thread, .events = events };

  cut.calls = tv_trace_get_calls (trace, thread);
  list_events (&cut);
  find_ends (&cut, range);
  for (guint32 call = 0; call < cut.calls.n; call++)
    add_call (&cut, range, call, sums);
  add_waits (&cut, sums);
}

static gboolean
is_meant (const TvProfileRange *range, guint thread)
{
  return range->threads == NULL || tv_thread_set_contains (range->threads, thread);
}

/**
 * tv_reference_sums_new:
 * @trace: a trace, every event of which is the entry or exit of a call
 * @range: what of it
 *
 * Adds up a range, slowly.
 *
 * Returns: (transfer full): the sums
 */
TvReferenceSums *
tv_reference_sums_new (const TvTrace *trace, const TvProfileRange *range)
{
  TvReferenceSums *sums = g_new0 (TvReferenceSums, 1);
  guint n_methods = tv_trace_get_n_methods (trace);

  sums->totals = g_new0 (TvMethodTotals, MAX (n_methods, 1));
  for (guint i = 0; i < n_methods; i++)
    sums->totals[i] = (TvMethodTotals){ .first_start = G_MAXINT64,
                                        .longest = G_MININT64,
                                        .first_call.thread = TV_THREAD_NONE,
                                        .longest_call.thread = TV_THREAD_NONE };
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    if (is_meant (range, i))
      add_thread (sums, trace, i, range);
  return sums;
}

static void
visit_call (const Cut *cut, const TvProfileRange *range, guint32 call,
            TvReferenceCutFunc func, gpointer user_data)
{
  TvWaits waits = tv_trace_get_waits (cut->trace, cut->thread);
  TvReferenceCut found = { .thread = cut->thread, .call = call };

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (cut->trace, clock))
      found.inclusive[clock]
          = cut_length (cut, clock, tv_times_get (&cut->calls.start[clock], call),
                        tv_times_get (&cut->calls.end[clock], call));
  found.counts = call_counts (cut, range, call, found.inclusive);
  for (gsize i = 0; i < waits.n; i++)
    if (waits.call[i] == call)
      {
        gint64 length = cut_length (cut, TV_CLOCK_WALL, tv_times_get (&waits.start, i),
                                    tv_times_get (&waits.end, i));

        found.waiting += length;
        found.n_waits += length > 0;
      }
  func (&found, user_data);
}

/**
 * tv_reference_foreach_call:
 * @trace: a trace, every event of which is the entry or exit of a call
 * @range: what of it
 * @func: called for every call of its threads, be it in the range or not
 * @user_data: given to @func
 *
 * Cuts all calls to a range, slowly.
 */
void
tv_reference_foreach_call (const TvTrace *trace, const TvProfileRange *range,
                           TvReferenceCutFunc func, gpointer user_data)
{
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (Event));
      Cut cut = { .trace = trace, .thread = i, .events = events };

      if (!is_meant (range, i))
        continue;
      cut.calls = tv_trace_get_calls (trace, cut.thread);
      list_events (&cut);
      find_ends (&cut, range);
      for (guint32 call = 0; call < cut.calls.n; call++)
        visit_call (&cut, range, call, func, user_data);
    }
}

/**
 * tv_reference_sums_free:
 * @sums: (transfer full): sums
 *
 * Frees them.
 */
void
tv_reference_sums_free (TvReferenceSums *sums)
{
  g_free (sums->totals);
  g_free (sums);
}

static void
assert_same_call (TvCallRef found, TvCallRef expected)
{
  ck_assert_uint_eq (found.thread, expected.thread);
  if (expected.thread != TV_THREAD_NONE)
    ck_assert_uint_eq (found.call, expected.call);
}

/**
 * tv_reference_sums_assert:
 * @sums: what is right
 * @profile: what is held against it
 *
 * Fails the test if there is a difference.
 */
void
tv_reference_sums_assert (const TvReferenceSums *sums, const TvProfile *profile)
{
  guint n_methods = tv_trace_get_n_methods (tv_profile_get_trace (profile));

  ck_assert_uint_eq (tv_profile_get_n_waits (profile), sums->n_waits);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    ck_assert_int_eq (tv_profile_get_root_inclusive (profile, clock),
                      sums->root_inclusive[clock]);
  for (guint i = 0; i < n_methods; i++)
    {
      const TvMethodTotals *found = tv_profile_get_totals (profile, i);
      const TvMethodTotals *expected = &sums->totals[i];

      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          ck_assert_int_eq (found->inclusive[clock], expected->inclusive[clock]);
          ck_assert_int_eq (found->exclusive[clock], expected->exclusive[clock]);
          ck_assert_int_ge (found->exclusive[clock], 0);
        }
      ck_assert_uint_eq (found->calls, expected->calls);
      ck_assert_uint_eq (found->recursive_calls, expected->recursive_calls);
      ck_assert_int_eq (found->waiting, expected->waiting);
      ck_assert_uint_eq (found->n_waits, expected->n_waits);
      assert_same_call (found->first_call, expected->first_call);
      assert_same_call (found->longest_call, expected->longest_call);
      ck_assert_int_eq (found->first_start, expected->first_start);
      ck_assert_int_eq (found->longest, expected->longest);
    }
}

/**
 * tv_reference_random_trace:
 * @seed: the same seed gives the same trace
 * @clock: its clocks
 * @broken_percent: how often an exit is lost, or one too many
 *
 * Returns: (transfer full): a trace with some of everything
 */
TvTrace *
tv_reference_random_trace (guint32 seed, TvWriterClock clock, guint broken_percent)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clock);
  const TvRandomTrace spec = { .seed = seed,
                               .n_events = 800,
                               .n_threads = 1 + seed % 4,
                               .n_methods = 1 + seed % 9,
                               .max_depth = 1 + seed % 12,
                               .batch = seed % 3 == 0 ? 40 : 0,
                               .recursion_percent = seed % 30,
                               .wait_percent = 5,
                               .unwind_percent = 3,
                               .before_percent = 10,
                               .lost_percent = broken_percent,
                               .stray_percent = broken_percent };

  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  return tv_test_load (writer);
}

/**
 * tv_reference_random_threads:
 * @random: where chance comes from
 * @trace: a trace
 *
 * Returns: (transfer full): some threads of it, or all, or none
 */
TvThreadSet *
tv_reference_random_threads (GRand *random, const TvTrace *trace)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    if (g_rand_boolean (random))
      g_array_append_val (threads, i);
  return tv_thread_set_new ((const guint32 *) (gpointer) threads->data, threads->len);
}

/**
 * tv_reference_random_time:
 * @random: where to take it from
 * @trace: a trace
 *
 * Returns: nanoseconds in the trace or just outside of it
 */
gint64
tv_reference_random_time (GRand *random, const TvTrace *trace)
{
  gint64 start, end;
  gint64 time;

  tv_trace_get_axis_range (trace, &start, &end);
  time
      = start
        + (gint64) (g_rand_double_range (random, -0.05, 1.05) * (double) (end - start));
  /* Half of them where events are. */
  return g_rand_boolean (random) ? time / 1000 * 1000 : time;
}
