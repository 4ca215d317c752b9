/* SPDX-License-Identifier: Apache-2.0 */

/* Random runs in random order, against a reference that looks for the parent of each
 * run among all that come before it. */

#include "support/test-runner.h"
#include "trace/build/run-builder.h"
#include "trace/model/trace-storage.h"

#define MAX_RUNS 40

typedef struct
{
  gint64 start;
  gint64 end;
  guint32 row;
  gint parent;       /* in the list, or -1 */
  guint32 row_index; /* in its row */
} Expected;

typedef struct
{
  TvTrace *trace;
  TvRunBuilder *builder;
  guint32 track;
  guint32 names[MAX_RUNS];
} Fixture;

static const TvLoadOptions no_options;

static void
set_up (Fixture *fixture, TvOverlap overlap)
{
  const TvTrackSpec spec
      = { .process = TV_PROCESS_NONE, .number = 1, .overlap = overlap };

  fixture->trace = tv_trace_new_empty ();
  fixture->builder = tv_run_builder_new (fixture->trace, &no_options);
  fixture->track = tv_run_builder_add_track (fixture->builder, &spec);
  for (guint i = 0; i < MAX_RUNS; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);
      const TvMethod method = { .class_name = "", .name = name, .signature = "" };

      fixture->names[i] = tv_run_builder_add_name (fixture->builder, &method);
    }
}

static void
finish (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  tv_run_builder_finish (fixture->builder, &error);
  g_assert_no_error (error);
  tv_run_builder_free (fixture->builder);
}

/* Whole runs */

static gint
compare_expected (gconstpointer a, gconstpointer b)
{
  const Expected *first = a;
  const Expected *second = b;

  if (first->start != second->start)
    return first->start < second->start ? -1 : 1;
  return (first->end < second->end) - (first->end > second->end);
}

static gint
find_parent (const Expected *runs, guint at, guint32 row)
{
  for (guint i = at; i-- > 0;)
    if (runs[i].row == row && runs[i].end > runs[at].start)
      return (gint) i;
  return -1;
}

static void
work_out (Expected *runs, guint n, TvOverlap overlap)
{
  guint32 n_in_row[MAX_RUNS] = { 0 };

  for (guint i = 0; i < n; i++)
    {
      Expected *run = &runs[i];

      for (guint32 row = 0;; row++)
        {
          run->parent = find_parent (runs, i, row);
          run->row = row;
          if (overlap == TV_OVERLAP_CUT || run->parent < 0
              || (overlap == TV_OVERLAP_SPILL && run->end <= runs[run->parent].end))
            break;
        }
      if (run->parent >= 0)
        run->end = MIN (run->end, runs[run->parent].end);
      run->row_index = n_in_row[run->row]++;
    }
}

static void
assert_call (const TvTrace *trace, const Expected *runs, guint at, guint32 seed)
{
  const Expected *run = &runs[at];
  const guint32 parent = run->parent >= 0 ? runs[run->parent].row_index : TV_CALL_NONE;
  const TvCalls calls = tv_trace_get_calls (trace, run->row);
  const gint64 origin = tv_trace_get_info (trace)->origin;

  ck_assert_uint_lt (run->row_index, calls.n);
  ck_assert_msg (calls.parent[run->row_index] == parent
                     && tv_times_get (&calls.start[TV_CLOCK_WALL], run->row_index)
                            == run->start - origin
                     && tv_times_get (&calls.end[TV_CLOCK_WALL], run->row_index)
                            == run->end - origin,
                 "seed %u: run %u in %u differs", seed, at, run->row);
}

static void
check_whole_runs (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  const guint n = (guint) g_rand_int_range (rand, 1, MAX_RUNS);
  const gint span = g_rand_int_range (rand, 2, 60);
  const TvOverlap overlap = (TvOverlap) (seed % 3);
  g_autoptr (GArray) runs = g_array_new (FALSE, TRUE, sizeof (Expected));
  Fixture fixture;

  set_up (&fixture, overlap);
  for (guint i = 0; i < n; i++)
    {
      Expected run = { .start = g_rand_int_range (rand, 0, span) };
      TvRun added = { .name = fixture.names[i] };

      run.end = run.start + g_rand_int_range (rand, 0, span / 2 + 1);
      added.start = run.start;
      added.end = run.end;
      g_array_append_val (runs, run);
      tv_run_builder_add_run (fixture.builder, fixture.track, &added);
    }
  finish (&fixture);
  g_array_sort (runs, compare_expected);
  work_out ((Expected *) (gpointer) runs->data, n, overlap);
  ck_assert_uint_eq (tv_trace_get_n_calls (fixture.trace), n);
  for (guint i = 0; i < n; i++)
    assert_call (fixture.trace, (const Expected *) (gpointer) runs->data, i, seed);
  tv_trace_unref (fixture.trace);
}

START_TEST (whole_runs)
{
  for (guint32 seed = 1; seed <= 3000; seed++)
    check_whole_runs (seed);
}
END_TEST

/* Beginnings and ends: a walk over a random tree, in which time often stands still,
 * says what is in what. */

typedef struct
{
  gint64 time;
  gint run; /* or -1 for the end of the innermost */
} Event;

static guint
walk_tree (GRand *rand, GArray *events, Expected *runs)
{
  const gint most = g_rand_int_range (rand, 1, MAX_RUNS);
  gint open = -1;
  gint n = 0;
  gint64 now = 0;

  while (n < most || open >= 0)
    {
      const gboolean begins = n < most && (open < 0 || g_rand_boolean (rand));
      const Event event = { now, begins ? n : -1 };

      if (begins)
        {
          runs[n] = (Expected){ .start = now, .parent = open, .row_index = (guint) n };
          open = n++;
        }
      else
        {
          runs[open].end = now;
          open = runs[open].parent;
        }
      g_array_append_val (events, event);
      now += g_rand_int_range (rand, 0, 3);
    }
  return (guint) n;
}

/* Adds the events moment by moment, in a random order of these. */
static void
add_moments (Fixture *fixture, GRand *rand, const GArray *events)
{
  const gint64 last = g_array_index (events, Event, events->len - 1).time;
  g_autoptr (GArray) moments = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gint64 moment = 0; moment <= last; moment++)
    g_array_insert_val (moments, (guint) g_rand_int_range (rand, 0, (gint) moment + 1),
                        moment);
  for (guint i = 0; i < moments->len; i++)
    for (guint j = 0; j < events->len; j++)
      {
        const Event *event = &g_array_index (events, Event, j);
        TvRun run
            = { .name = TV_METHOD_NONE, .start = event->time, .end = event->time };

        if (event->time != g_array_index (moments, gint64, i))
          continue;
        if (event->run >= 0)
          {
            run.name = fixture->names[event->run];
            tv_run_builder_begin_run (fixture->builder, fixture->track, &run);
          }
        else
          tv_run_builder_end_run (fixture->builder, fixture->track, &run);
      }
}

START_TEST (beginnings_and_ends)
{
  for (guint32 seed = 1; seed <= 2000; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (Event));
      Expected runs[MAX_RUNS];
      const guint n = walk_tree (rand, events, runs);
      Fixture fixture;

      set_up (&fixture, TV_OVERLAP_CUT);
      add_moments (&fixture, rand, events);
      finish (&fixture);
      ck_assert_uint_eq (tv_trace_get_n_calls (fixture.trace), n);
      ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (fixture.trace)), 0);
      for (guint i = 0; i < n; i++)
        {
          runs[i].row = 0;
          assert_call (fixture.trace, runs, i, seed);
          ck_assert_uint_eq (tv_trace_get_call_method (fixture.trace, 0, i),
                             fixture.names[i]);
        }
      tv_trace_unref (fixture.trace);
    }
}
END_TEST

/* Many rows: the order of entries is that of times, then of rows. */
START_TEST (entries_of_many_rows)
{
  for (guint32 seed = 1; seed <= 300; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      gint64 previous_start = -1;
      guint32 previous_row = 0;
      gsize n_entries = 0;
      gsize next[8] = { 0 };
      const TvEntryRun *entries;
      gsize n;
      Fixture fixture;

      set_up (&fixture, TV_OVERLAP_CUT);
      for (guint i = 0; i < 100; i++)
        {
          const TvTrackSpec spec
              = { .process = TV_PROCESS_NONE, .number = g_rand_int_range (rand, 1, 9) };
          TvRun run = { .name = fixture.names[0] };

          run.start = run.end = g_rand_int_range (rand, 0, 60);
          tv_run_builder_add_run (
              fixture.builder, tv_run_builder_add_track (fixture.builder, &spec), &run);
        }
      finish (&fixture);
      entries = tv_trace_get_entry_runs (fixture.trace, &n);
      for (gsize i = 0; i < n; i++)
        for (guint32 j = 0; j < entries[i].count; j++, n_entries++)
          {
            const guint32 row = entries[i].thread;
            const gint64 start = tv_trace_get_call_start (fixture.trace, row,
                                                          next[row]++, TV_CLOCK_WALL);

            ck_assert (start > previous_start
                       || (start == previous_start && row >= previous_row));
            previous_start = start;
            previous_row = row;
          }
      ck_assert_uint_eq (n_entries, 100);
      tv_trace_unref (fixture.trace);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
