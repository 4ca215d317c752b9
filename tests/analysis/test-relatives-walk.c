/* SPDX-License-Identifier: Apache-2.0 */

/* Paths of callers and callees, held against a program that looks at every call of a
 * random trace and climbs from it. */

#include "analysis/stacks/relatives.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace.h"

#define MAX_STEPS 5

/* What must be on a path. */
typedef struct
{
  TvTrace *trace;
  const TvProfileRange *range;
  GHashTable *cuts; /* TvReferenceCut by thread << 32 | call */
  TvRelation relation;
  guint32 methods[MAX_STEPS + 1];
  guint n_methods;
  GHashTable *rows; /* TvRelative by its method */
  gint64 self[TV_N_CLOCKS];
  gint64 waiting;
  guint64 n_waits;
} Slow;

static gboolean
is_upward (const Slow *slow)
{
  return slow->relation == TV_RELATION_PARENTS
         || slow->relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;
}

static gboolean
is_of_recursive (const Slow *slow)
{
  return slow->relation == TV_RELATION_PARENTS_WHILE_RECURSIVE
         || slow->relation == TV_RELATION_CHILDREN_WHILE_RECURSIVE;
}

/* Whether the methods around @call, itself among them, are those of the path; @end is
 * the outermost of these calls. */
static gboolean
is_on_path (const Slow *slow, const TvCalls *calls, guint32 call, guint32 *end)
{
  guint32 first = call;

  for (guint i = 0; i < slow->n_methods; i++)
    {
      const guint expected
          = slow->methods[is_upward (slow) ? i : slow->n_methods - 1 - i];

      if (i > 0)
        call = calls->parent[call];
      if (call == TV_CALL_NONE || tv_calls_method (calls, call) != expected)
        return FALSE;
    }
  *end = call;
  if (!is_upward (slow))
    first = call;
  return ((calls->flags[first] & TV_CALL_RECURSIVE) != 0) == is_of_recursive (slow);
}

static const TvReferenceCut *
get_cut (const Slow *slow, guint thread, guint32 call)
{
  gint64 key = (gint64) thread << 32 | call;

  return g_hash_table_lookup (slow->cuts, &key);
}

static void
add_row (Slow *slow, guint32 method, const TvReferenceCut *cut, gboolean has_more)
{
  TvRelative *row = g_hash_table_lookup (slow->rows, GUINT_TO_POINTER (method));

  if (row == NULL)
    {
      row = g_new0 (TvRelative, 1);
      g_hash_table_insert (slow->rows, GUINT_TO_POINTER (method), row);
    }
  row->calls++;
  row->has_more = row->has_more || has_more;
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    row->inclusive[clock] += cut->inclusive[clock];
}

static gboolean
calls_or_waits (const Slow *slow, const TvCalls *calls, const TvReferenceCut *cut)
{
  if (cut->n_waits > 0)
    return TRUE;
  for (guint32 call = cut->call + 1; call < calls->n; call++)
    if (calls->parent[call] == cut->call && get_cut (slow, cut->thread, call)->counts)
      return TRUE;
  return FALSE;
}

static void
look_at_call (Slow *slow, const TvReferenceCut *cut)
{
  const TvCalls calls = tv_trace_get_calls (slow->trace, cut->thread);
  const guint32 parent = calls.parent[cut->call];
  guint32 end;

  if (!cut->counts)
    return;
  if (is_upward (slow))
    {
      if (is_on_path (slow, &calls, cut->call, &end))
        {
          const guint32 caller = calls.parent[end];

          add_row (slow,
                   caller == TV_CALL_NONE ? TV_METHOD_NONE
                                          : tv_calls_method (&calls, caller),
                   cut, caller != TV_CALL_NONE);
        }
      return;
    }
  if (is_on_path (slow, &calls, cut->call, &end))
    {
      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        slow->self[clock] += cut->inclusive[clock];
      slow->waiting += cut->waiting;
      slow->n_waits += cut->n_waits;
    }
  if (parent != TV_CALL_NONE && is_on_path (slow, &calls, parent, &end))
    {
      add_row (slow, tv_calls_method (&calls, cut->call), cut,
               calls_or_waits (slow, &calls, cut));
      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        slow->self[clock] -= cut->inclusive[clock];
    }
}

static void
look_at_all (Slow *slow)
{
  GHashTableIter iter;
  gpointer cut;

  g_hash_table_remove_all (slow->rows);
  memset (slow->self, 0, sizeof slow->self);
  slow->waiting = 0;
  slow->n_waits = 0;
  g_hash_table_iter_init (&iter, slow->cuts);
  while (g_hash_table_iter_next (&iter, NULL, &cut))
    look_at_call (slow, cut);
}

static void
assert_rows (const Slow *slow, const TvRelatives *relatives)
{
  guint n;
  const TvRelative *rows = tv_relatives_get (relatives, slow->relation, &n);

  ck_assert_uint_eq (n, g_hash_table_size (slow->rows));
  for (guint i = 0; i < n; i++)
    {
      const TvRelative *row
          = g_hash_table_lookup (slow->rows, GUINT_TO_POINTER (rows[i].method));

      ck_assert_ptr_nonnull (row);
      ck_assert_uint_eq (rows[i].calls, row->calls);
      ck_assert_int_eq (rows[i].has_more, row->has_more);
      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        ck_assert_int_eq (rows[i].inclusive[clock], row->inclusive[clock]);
    }
}

/* Other relations' own time is that of the calls that are not recursive. */
static void
assert_own (const Slow *slow, const TvRelatives *relatives)
{
  if (slow->n_methods == 1 && slow->relation != TV_RELATION_CHILDREN)
    return;
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    ck_assert_int_eq (tv_relatives_get_own (relatives)->self[clock], slow->self[clock]);
  ck_assert_int_eq (tv_relatives_get_own (relatives)->waiting, slow->waiting);
  ck_assert_uint_eq (tv_relatives_get_own (relatives)->n_waits, slow->n_waits);
}

/* Goes on along one row after the other, by chance, until there is none. */
static guint
check_some_path (Slow *slow, TvProfile *profile, GRand *random)
{
  g_autoptr (TvRelatives) relatives
      = tv_relatives_new (profile, slow->methods[0], NULL, NULL);

  for (slow->n_methods = 1;; slow->n_methods++)
    {
      guint n;
      const TvRelative *rows = tv_relatives_get (relatives, slow->relation, &n);
      TvRelatives *next;
      guint32 method;

      look_at_all (slow);
      assert_rows (slow, relatives);
      assert_own (slow, relatives);
      if (n == 0 || slow->n_methods > MAX_STEPS)
        return slow->n_methods;
      method = rows[g_rand_int_range (random, 0, (gint32) n)].method;
      if (method == TV_METHOD_NONE)
        return slow->n_methods;
      next = tv_relatives_follow (relatives, slow->relation, method, NULL, NULL);
      tv_relatives_unref (g_steal_pointer (&relatives));
      relatives = next;
      slow->methods[slow->n_methods] = method;
    }
}

static void
note_cut (const TvReferenceCut *cut, gpointer user_data)
{
  gint64 key = (gint64) cut->thread << 32 | cut->call;

  g_hash_table_insert (user_data, g_memdup2 (&key, sizeof key),
                       g_memdup2 (cut, sizeof *cut));
}

static guint
check_range (TvTrace *trace, const TvProfileRange *range, GRand *random)
{
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, range, NULL, NULL);
  g_autoptr (GHashTable) cuts
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (GHashTable) rows
      = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
  Slow slow = { .trace = trace, .range = range, .cuts = cuts, .rows = rows };
  guint longest = 0;

  tv_reference_foreach_call (trace, tv_profile_get_range (profile), note_cut, cuts);
  for (guint32 method = 0; method < tv_trace_get_n_methods (trace); method++)
    for (slow.relation = 0; slow.relation < TV_N_RELATIONS; slow.relation++)
      {
        slow.methods[0] = method;
        longest = MAX (longest, check_some_path (&slow, profile, random));
      }
  return longest;
}

START_TEST (paths_in_random_traces)
{
  const TvWriterClock clocks[] = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_DUAL,
                                   TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };
  guint longest = 0;

  for (guint32 seed = 1; seed <= 24; seed++)
    {
      g_autoptr (TvTrace) trace = tv_reference_random_trace (seed, clocks[seed % 4], 0);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      gint64 start, end;

      tv_trace_get_axis_range (trace, &start, &end);
      for (guint i = 0; i < 5; i++)
        {
          g_autoptr (TvThreadSet) threads = tv_reference_random_threads (random, trace);
          const gint64 a = i == 0 ? start : tv_reference_random_time (random, trace);
          const gint64 b = i == 0 ? end : tv_reference_random_time (random, trace);
          const TvProfileRange range = { .start = MIN (a, b),
                                         .end = MAX (a, b),
                                         .threads = i % 2 == 0 ? NULL : threads };

          longest = MAX (longest, check_range (trace, &range, random));
        }
    }
  ck_assert_uint_gt (longest, MAX_STEPS);
}
END_TEST

TV_TESTS (NULL, NULL)
