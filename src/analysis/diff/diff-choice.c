/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/diff/diff-choice.h"

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
 * Returns: whether calls and times are what they were, on each clock of both traces
 */
gboolean
tv_trace_diff_is_unchanged (const TvTraceDiff *diff, const TvDiffRow *row)
{
  const TvDiffTotals *old = &row->of[TV_DIFF_OLD];
  const TvDiffTotals *now = &row->of[TV_DIFF_NEW];

  g_return_val_if_fail (diff != NULL && row != NULL, FALSE);

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_diff_has_clock (diff, clock)
        && (old->inclusive[clock] != now->inclusive[clock]
            || old->exclusive[clock] != now->exclusive[clock]))
      return FALSE;
  return old->calls == now->calls
         && (!tv_trace_diff_has_waits (diff) || old->waiting == now->waiting);
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
  whole = tv_trace_diff_get_total (diff, TV_DIFF_OLD, choice->clock);
  if (whole == 0)
    whole = tv_trace_diff_get_total (diff, TV_DIFF_NEW, choice->clock);
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
 * @choice: what is to be listed
 * @n: (out): how many rows that is
 *
 * Chooses rows and brings them into an order.
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
  for (guint32 i = 0; i < tv_trace_diff_get_n (diff); i++)
    {
      const TvDiffRow *row = tv_trace_diff_get_row (diff, i);
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

/* Anything is more than every percentage of nothing. */
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

/* What is looked for, and what has been found. */
typedef struct
{
  const TvDiffAmount *limit;
  gint64 least;
  gboolean found;
  TvDiffIncrease greatest;
} Search;

static void
consider (Search *search, const TvDiffIncrease *increase)
{
  if (increase->to - increase->from < search->least
      || !is_above (increase, search->limit)
      || (search->found && !is_greater (increase, &search->greatest, search->limit)))
    return;
  search->greatest = *increase;
  search->found = TRUE;
}

/**
 * tv_trace_diff_find_increase:
 * @diff: a comparison
 * @choice: the clock, and how much an increase must be to count
 * @limit: how much more a time may be; a percentage is one of its own old value, and a
 *   time that was 0 is above each
 * @with_total: whether the time of all methods together counts too
 * @greatest: (out): the greatest increase that is above the limit
 *
 * Finds out whether the inclusive or exclusive time of a method has increased by more
 * than a limit.
 *
 * Returns: whether one has
 */
gboolean
tv_trace_diff_find_increase (const TvTraceDiff *diff, const TvDiffChoice *choice,
                             const TvDiffAmount *limit, gboolean with_total,
                             TvDiffIncrease *greatest)
{
  Search search = { .limit = limit };
  TvClock clock;

  g_return_val_if_fail (diff != NULL && choice != NULL, FALSE);
  g_return_val_if_fail (limit != NULL && greatest != NULL, FALSE);

  clock = choice->clock;
  search.least = get_least (diff, choice);
  for (guint32 i = 0; i < tv_trace_diff_get_n (diff); i++)
    {
      const TvDiffRow *row = tv_trace_diff_get_row (diff, i);
      const TvDiffTotals *old = &row->of[TV_DIFF_OLD];
      const TvDiffTotals *now = &row->of[TV_DIFF_NEW];

      consider (&search, &(TvDiffIncrease){ row, TRUE, old->exclusive[clock],
                                            now->exclusive[clock] });
      consider (&search, &(TvDiffIncrease){ row, FALSE, old->inclusive[clock],
                                            now->inclusive[clock] });
    }
  if (with_total)
    consider (&search,
              &(TvDiffIncrease){ NULL, FALSE,
                                 tv_trace_diff_get_total (diff, TV_DIFF_OLD, clock),
                                 tv_trace_diff_get_total (diff, TV_DIFF_NEW, clock) });
  if (search.found)
    *greatest = search.greatest;
  return search.found;
}
