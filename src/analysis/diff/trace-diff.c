/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/diff/trace-diff.h"

#include "analysis/sums/group-profile.h"
#include "trace/mapping/shared-methods.h"
#include "trace/model/trace-samples.h"

#include <math.h>

#define NO_ROW G_MAXUINT32

/* State of the matching of methods. */
typedef struct
{
  TvTraceDiff *diff;
  const TvMethodFilter *filter;
  gboolean exact;
  gboolean with_signatures;
  GHashTable *row_of; /* by key: the row plus one; 0 if the filter left it out */
  GHashTable *seen;   /* by key: how often the trace has had it, if exact */
  GString *key;
} Matching;

static void
clear_row (gpointer row)
{
  g_free (((TvDiffRow *) row)->name);
}

static void
make_key (Matching *matching, const TvMethod *method)
{
  g_string_truncate (matching->key, 0);
  if (matching->exact)
    g_string_append_printf (matching->key, "%s\n%s\n%s", method->class_name,
                            method->name, method->signature);
  else
    tv_method_append_key (matching->key, method, matching->with_signatures);
}

/* A row of overloaded methods has none. */
static void
drop_signature (TvDiffRow *row)
{
  if (*row->signature != '\0' && g_str_has_suffix (row->name, row->signature))
    row->name[strlen (row->name) - strlen (row->signature)] = '\0';
  g_strchomp (row->name);
  row->signature = "";
}

static guint32
add_row (Matching *matching, const TvMethod *method)
{
  GArray *rows = matching->diff->rows;
  TvDiffRow row = { .class_name = method->class_name,
                    .method_name = method->name,
                    .signature = method->signature };

  if (matching->filter != NULL && !tv_method_filter_matches (matching->filter, method))
    return NO_ROW;
  row.name = tv_method_dup_display_name (method);
  if (!matching->with_signatures && !matching->exact)
    drop_signature (&row);
  if (method->proxy_name != NULL && !matching->exact)
    row.method_name = method->proxy_name;
  g_array_append_val (rows, row);
  return rows->len - 1;
}

/* Numbers the methods of a trace with the same key. */
static void
append_number (Matching *matching)
{
  const guint n
      = GPOINTER_TO_UINT (g_hash_table_lookup (matching->seen, matching->key->str));

  g_hash_table_insert (matching->seen, g_strdup (matching->key->str),
                       GUINT_TO_POINTER (n + 1));
  g_string_append_printf (matching->key, "\n%u", n);
}

/* Returns the row of a method. An exact comparison matches methods of the same key in
 * order. */
static guint32
find_row (Matching *matching, const TvMethod *method)
{
  gpointer found;
  guint32 row;

  make_key (matching, method);
  if (matching->exact)
    append_number (matching);
  if (g_hash_table_lookup_extended (matching->row_of, matching->key->str, NULL, &found))
    return GPOINTER_TO_UINT (found) - 1;
  row = add_row (matching, method);
  g_hash_table_insert (matching->row_of, g_strdup (matching->key->str),
                       GUINT_TO_POINTER (row + 1));
  return row;
}

static void
add_totals (TvDiffTotals *totals, const TvMethodTotals *method)
{
  totals->calls += method->calls + method->recursive_calls;
  totals->waiting += method->waiting;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      totals->inclusive[clock] += method->inclusive[clock];
      totals->exclusive[clock] += method->exclusive[clock];
    }
}

/* Puts the times of the old trace on the clocks of the new one, and makes shares. */
static void
convert_side (TvTraceDiff *diff, TvDiffSide side)
{
  const TvComparison *by = &diff->by;

  for (guint i = 0; i < diff->rows->len; i++)
    {
      TvDiffTotals *totals = &g_array_index (diff->rows, TvDiffRow, i).of[side];
      const TvDiffTotals own = *totals;

      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          const TvClock from = side == TV_DIFF_OLD ? by->old_clock[clock] : clock;

          totals->inclusive[clock]
              = tv_comparison_get_number (by, side, clock, own.inclusive[from]);
          totals->exclusive[clock]
              = tv_comparison_get_number (by, side, clock, own.exclusive[from]);
        }
      totals->waiting = tv_comparison_get_number (by, side, TV_CLOCK_WALL, own.waiting);
    }
}

/* Sums up the inclusive times of rows with several methods. If these call each other,
 * their times cannot be added: the stacks must be followed. */
static void
sum_shared_rows (TvTraceDiff *diff, TvDiffSide side, const guint32 *row_of,
                 const gboolean *is_shared)
{
  const TvTrace *trace = tv_profile_get_trace (diff->profiles[side]);
  const guint n_methods = tv_trace_get_n_methods (trace);
  const guint32 others = diff->rows->len;
  g_autofree gint64 (*inclusive)[TV_N_CLOCKS]
      = g_malloc_n (MAX (others, 1), sizeof *inclusive);
  g_autofree guint32 *group_of = g_new (guint32, MAX (n_methods, 1));

  for (guint i = 0; i < n_methods; i++)
    group_of[i] = row_of[i] != NO_ROW && is_shared[row_of[i]] ? row_of[i] : others;
  tv_profile_sum_outermost (diff->profiles[side], group_of, others, inclusive);
  for (guint i = 0; i < others; i++)
    if (is_shared[i])
      memcpy (g_array_index (diff->rows, TvDiffRow, i).of[side].inclusive, inclusive[i],
              sizeof inclusive[i]);
}

static void
match_side (Matching *matching, TvDiffSide side)
{
  TvTraceDiff *diff = matching->diff;
  const TvProfile *profile = diff->profiles[side];
  const TvTrace *trace = tv_profile_get_trace (profile);
  const guint n_methods = tv_trace_get_n_methods (trace);
  g_autofree guint32 *row_of = g_new (guint32, MAX (n_methods, 1));
  g_autofree gboolean *is_shared = g_new0 (gboolean, n_methods + diff->rows->len + 1);
  gboolean any_shared = FALSE;

  g_hash_table_remove_all (matching->seen);
  for (guint i = 0; i < n_methods; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);
      TvDiffTotals *sum;

      row_of[i] = NO_ROW;
      if (totals->calls + totals->recursive_calls == 0)
        continue;
      row_of[i] = find_row (matching, tv_trace_get_method (trace, i));
      if (row_of[i] == NO_ROW)
        continue;
      sum = &g_array_index (diff->rows, TvDiffRow, row_of[i]).of[side];
      if (sum->calls > 0)
        any_shared = is_shared[row_of[i]] = TRUE;
      add_totals (sum, totals);
    }
  if (any_shared)
    sum_shared_rows (diff, side, row_of, is_shared);
}

/* Finds out what both traces have. */
static void
find_common (TvTraceDiff *diff)
{
  const TvTrace *old = tv_profile_get_trace (diff->profiles[TV_DIFF_OLD]);
  const TvTrace *now = tv_profile_get_trace (diff->profiles[TV_DIFF_NEW]);
  TvClock old_clock;

  diff->has_calls = !tv_trace_has_samples (old) && !tv_trace_has_samples (now);
  diff->has_waits = diff->has_calls;
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      diff->has_clock[clock] = tv_traces_find_old_clock (old, now, clock, &old_clock);
      diff->has_waits &= diff->has_clock[clock];
    }
}

/**
 * tv_trace_diff_new:
 * @old_profile: the sums of the old trace, or of a part of it
 * @new_profile: the sums of the new trace
 * @filter: (nullable): the methods that are compared
 * @exact: whether class, name and signature must be as the files write them, and
 *   methods without a name are told apart
 * @by_share: whether shares are compared, as in tv_comparison_init()
 *
 * Compares two traces. Takes time for each method; for each call only if several ids of
 * a trace have the same name.
 *
 * Returns: (transfer full): the comparison, its rows in no particular order
 */
TvTraceDiff *
tv_trace_diff_new (TvProfile *old_profile, TvProfile *new_profile,
                   const TvMethodFilter *filter, gboolean exact, gboolean by_share)
{
  TvTraceDiff *diff;
  g_autoptr (GHashTable) row_of
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) key = g_string_new (NULL);
  Matching matching = {
    .filter = filter, .exact = exact, .row_of = row_of, .seen = seen, .key = key
  };

  g_return_val_if_fail (old_profile != NULL && new_profile != NULL, NULL);

  diff = g_new0 (TvTraceDiff, 1);
  diff->profiles[TV_DIFF_OLD] = tv_profile_ref (old_profile);
  diff->profiles[TV_DIFF_NEW] = tv_profile_ref (new_profile);
  diff->rows = g_array_new (FALSE, FALSE, sizeof (TvDiffRow));
  g_array_set_clear_func (diff->rows, clear_row);
  tv_comparison_init (&diff->by, old_profile, new_profile, by_share);
  find_common (diff);
  matching.diff = diff;
  matching.with_signatures = tv_traces_tell_overloads (
      tv_profile_get_trace (old_profile), tv_profile_get_trace (new_profile));
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    match_side (&matching, side);
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    convert_side (diff, side);
  return diff;
}

void
tv_trace_diff_free (TvTraceDiff *diff)
{
  g_return_if_fail (diff != NULL);

  g_array_unref (diff->rows);
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    tv_profile_unref (diff->profiles[side]);
  g_free (diff);
}

/**
 * tv_trace_diff_get_n_samples:
 * @diff: a comparison
 * @side: one of its traces
 *
 * Returns: as tv_profile_get_n_samples()
 */
double
tv_trace_diff_get_n_samples (const TvTraceDiff *diff, TvDiffSide side)
{
  g_return_val_if_fail (diff != NULL && side < TV_N_DIFF_SIDES, 0);

  return tv_profile_get_n_samples (diff->profiles[side]);
}

/* Returns the standard error of a share, 0 of a measured time. */
static double
find_error (const TvProfile *profile, gint64 share)
{
  const gint64 whole = tv_profile_get_root_inclusive (profile, TV_CLOCK_THREAD_CPU);
  const double part = (double) share / (double) TV_SHARE_WHOLE * (double) whole;

  return MAX (tv_profile_get_share_error (profile, llround (part)), 0);
}

/**
 * tv_trace_diff_get_share_error:
 * @diff: a comparison
 * @old: a share of the old trace, of %TV_SHARE_WHOLE
 * @now: a share of the new one
 *
 * How far the difference of two shares may be off: the root of the sum of the squares
 * of their standard errors, see tv_profile_get_share_error().
 *
 * Returns: the standard error, from 0 to 1
 */
double
tv_trace_diff_get_share_error (const TvTraceDiff *diff, gint64 old, gint64 now)
{
  g_return_val_if_fail (diff != NULL, 0);

  return hypot (find_error (diff->profiles[TV_DIFF_OLD], old),
                find_error (diff->profiles[TV_DIFF_NEW], now));
}

/**
 * tv_trace_diff_get_trace:
 * @diff: a comparison
 * @side: which trace
 *
 * Returns: (transfer none): the trace
 */
TvTrace *
tv_trace_diff_get_trace (const TvTraceDiff *diff, TvDiffSide side)
{
  g_return_val_if_fail (diff != NULL && side < TV_N_DIFF_SIDES, NULL);

  return tv_profile_get_trace (diff->profiles[side]);
}

/* Choice */

/**
 * tv_diff_order_parse:
 * @name: `exclusive`, `inclusive`, `waiting`, `calls` or `name`
 * @order: (out): the order of that name
 *
 * Returns: whether there is an order of that name
 */
gboolean
tv_diff_order_parse (const char *name, TvDiffOrder *order)
{
  static const char *const names[]
      = { "exclusive", "inclusive", "waiting", "calls", "name" };

  g_return_val_if_fail (name != NULL && order != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      {
        *order = (TvDiffOrder) i;
        return TRUE;
      }
  return FALSE;
}

/* Rows */

/**
 * tv_trace_diff_is_unchanged:
 * @diff: a comparison
 * @row: a row of it
 *
 * Returns: whether times are unchanged, on each clock of both traces, and so are calls
 *   and waits if both traces have them. Shares may be those of other numbers of calls
 */
gboolean
tv_trace_diff_is_unchanged (const TvTraceDiff *diff, const TvDiffRow *row)
{
  const TvDiffTotals *old = &row->of[TV_DIFF_OLD];
  const TvDiffTotals *now = &row->of[TV_DIFF_NEW];

  g_return_val_if_fail (diff != NULL && row != NULL, FALSE);

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (diff->has_clock[clock]
        && (old->inclusive[clock] != now->inclusive[clock]
            || old->exclusive[clock] != now->exclusive[clock]))
      return FALSE;
  if ((old->calls > 0) != (now->calls > 0))
    return FALSE;
  return (!diff->has_calls || diff->by.by_share || old->calls == now->calls)
         && (!diff->has_waits || old->waiting == now->waiting);
}

static gint64
get_least (const TvTraceDiff *diff, const TvDiffChoice *choice)
{
  gint64 whole;
  gint64 least;
  double share;

  if (choice->min == NULL)
    return 0;
  if (choice->min->percent < 0)
    return choice->min->nanoseconds;
  whole = diff->by.whole[TV_DIFF_OLD][choice->clock];
  if (whole == 0)
    whole = diff->by.whole[TV_DIFF_NEW][choice->clock];
  if (diff->by.by_share)
    whole = TV_SHARE_WHOLE;
  share = MIN ((double) whole * choice->min->percent / 100, (double) G_MAXINT64 / 2);
  least = (gint64) share;
  return (double) least < share ? least + 1 : least;
}

static gboolean
is_chosen (const TvTraceDiff *diff, const TvDiffChoice *choice, gint64 least,
           const TvDiffRow *row)
{
  const TvDiffTotals *old = &row->of[TV_DIFF_OLD];
  const TvDiffTotals *now = &row->of[TV_DIFF_NEW];
  const TvClock clock = choice->clock;

  if (!choice->unchanged && tv_trace_diff_is_unchanged (diff, row))
    return FALSE;
  return ABS (now->inclusive[clock] - old->inclusive[clock]) >= least
         || ABS (now->exclusive[clock] - old->exclusive[clock]) >= least;
}

/* Order */

typedef struct
{
  guint64 change;
  const char *name;
  guint32 row;
} Entry;

static guint64
get_change (const TvDiffRow *row, const TvDiffChoice *choice)
{
  const TvDiffTotals *old = &row->of[TV_DIFF_OLD];
  const TvDiffTotals *now = &row->of[TV_DIFF_NEW];

  switch (choice->order)
    {
    case TV_DIFF_BY_EXCLUSIVE:
      return (guint64) ABS (now->exclusive[choice->clock]
                            - old->exclusive[choice->clock]);
    case TV_DIFF_BY_INCLUSIVE:
      return (guint64) ABS (now->inclusive[choice->clock]
                            - old->inclusive[choice->clock]);
    case TV_DIFF_BY_WAITING:
      return (guint64) ABS (now->waiting - old->waiting);
    case TV_DIFF_BY_CALLS:
      return MAX (now->calls, old->calls) - MIN (now->calls, old->calls);
    case TV_DIFF_BY_NAME:
    default:
      return 0;
    }
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *first = a;
  const Entry *second = b;
  int order = 0;

  if (first->change != second->change)
    return first->change > second->change ? -1 : 1;
  order = strcmp (first->name, second->name);
  return order != 0 ? order : (first->row > second->row) - (first->row < second->row);
}

/**
 * tv_trace_diff_list:
 * @diff: a comparison
 * @choice: which rows are listed, and how
 * @n: (out): number of rows
 *
 * Chooses and sorts rows.
 *
 * Returns: (transfer full) (array length=n): the rows; free with g_free()
 */
guint32 *
tv_trace_diff_list (const TvTraceDiff *diff, const TvDiffChoice *choice, guint *n)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  guint32 *rows;
  gint64 least;

  g_return_val_if_fail (diff != NULL && choice != NULL && n != NULL, NULL);

  least = get_least (diff, choice);
  for (guint32 i = 0; i < diff->rows->len; i++)
    {
      const TvDiffRow *row = &g_array_index (diff->rows, TvDiffRow, i);
      const Entry entry = { get_change (row, choice), row->name, i };

      if (is_chosen (diff, choice, least, row))
        g_array_append_val (entries, entry);
    }
  g_array_sort (entries, compare_entries);
  *n = entries->len;
  rows = g_new (guint32, MAX (entries->len, 1));
  for (guint i = 0; i < entries->len; i++)
    rows[i] = g_array_index (entries, Entry, i).row;
  return rows;
}

/* Limit */

/* Returns the increase in percent. Any increase from 0 is above every percentage. */
static double
get_percent (const TvDiffIncrease *increase)
{
  return increase->from == 0
             ? (double) G_MAXINT64
             : (double) (increase->to - increase->from) * 100 / (double) increase->from;
}

static gboolean
is_above (const TvDiffIncrease *increase, const TvDiffAmount *limit)
{
  const gint64 by = increase->to - increase->from;

  if (by <= 0)
    return FALSE;
  if (limit->percent < 0)
    return by > limit->nanoseconds;
  return (double) by * 100 > limit->percent * (double) increase->from;
}

static gboolean
is_greater (const TvDiffIncrease *a, const TvDiffIncrease *b, const TvDiffAmount *limit)
{
  const double percent_a = get_percent (a);
  const double percent_b = get_percent (b);

  if (limit->percent >= 0 && (percent_a > percent_b || percent_a < percent_b))
    return percent_a > percent_b;
  return a->to - a->from > b->to - b->from;
}

/* Returns a limit in percentage points as a share. */
static TvDiffAmount
make_points (const TvDiffAmount *limit)
{
  return (TvDiffAmount){
    .percent = -1,
    .nanoseconds = (gint64) MIN (limit->percent / 100 * (double) TV_SHARE_WHOLE + 0.5,
                                 (double) G_MAXINT64 / 2),
  };
}

/* A search for the greatest increase. */
typedef struct
{
  TvDiffAmount limit;
  gint64 least;
  gboolean found;
  TvDiffIncrease greatest;
} Search;

static void
consider (Search *search, const TvDiffIncrease *increase)
{
  if (increase->to - increase->from < search->least
      || !is_above (increase, &search->limit)
      || (search->found && !is_greater (increase, &search->greatest, &search->limit)))
    return;
  search->greatest = *increase;
  search->found = TRUE;
}

/**
 * tv_trace_diff_find_increase:
 * @diff: a comparison
 * @choice: the clock, and the least increase that counts
 * @limit: the most that a time may increase; a percentage is of its own old value, and
 *   a time that was 0 exceeds every percentage. Of shares, it is in percentage points
 * @with_total: whether the time of all methods together counts as well; its share is
 *   always the same
 * @greatest: (out): the greatest increase that is above the limit
 *
 * Finds the method whose inclusive or exclusive time has increased most beyond a limit.
 *
 * Returns: whether there is one
 */
gboolean
tv_trace_diff_find_increase (const TvTraceDiff *diff, const TvDiffChoice *choice,
                             const TvDiffAmount *limit, gboolean with_total,
                             TvDiffIncrease *greatest)
{
  Search search = { 0 };
  TvClock clock;

  g_return_val_if_fail (diff != NULL && choice != NULL, FALSE);
  g_return_val_if_fail (limit != NULL && greatest != NULL, FALSE);

  clock = choice->clock;
  search.limit = *limit;
  if (diff->by.by_share && limit->percent >= 0)
    search.limit = make_points (limit);
  search.least = get_least (diff, choice);
  for (guint32 i = 0; i < diff->rows->len; i++)
    {
      const TvDiffRow *row = &g_array_index (diff->rows, TvDiffRow, i);
      const TvDiffTotals *old = &row->of[TV_DIFF_OLD];
      const TvDiffTotals *now = &row->of[TV_DIFF_NEW];

      consider (&search, &(TvDiffIncrease){ row, TRUE, old->exclusive[clock],
                                            now->exclusive[clock] });
      consider (&search, &(TvDiffIncrease){ row, FALSE, old->inclusive[clock],
                                            now->inclusive[clock] });
    }
  if (with_total && !diff->by.by_share)
    consider (&search,
              &(TvDiffIncrease){ NULL, FALSE, diff->by.whole[TV_DIFF_OLD][clock],
                                 diff->by.whole[TV_DIFF_NEW][clock] });
  if (search.found)
    *greatest = search.greatest;
  return search.found;
}
