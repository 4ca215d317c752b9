/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/relatives/relatives-private.h"

#include "analysis/sums/ranking.h"

TvRelatives *
tv_relatives_new_empty (TvTrace *trace, const TvProfileRange *range)
{
  TvRelatives *relatives = g_new0 (TvRelatives, 1);

  g_atomic_ref_count_init (&relatives->references);
  relatives->trace = tv_trace_ref (trace);
  relatives->range = *range;
  relatives->range.threads = NULL;
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    relatives->rows[relation] = g_array_new (FALSE, TRUE, sizeof (TvRelative));
  relatives->path.threads = g_array_new (FALSE, FALSE, sizeof (TvPathThread));
  relatives->path.calls = g_array_new (FALSE, FALSE, sizeof (guint32));
  return relatives;
}

/**
 * tv_relatives_ref:
 * @relatives: relatives of a method
 *
 * Returns: (transfer full): @relatives with one more reference
 */
TvRelatives *
tv_relatives_ref (TvRelatives *relatives)
{
  g_return_val_if_fail (relatives != NULL, NULL);

  g_atomic_ref_count_inc (&relatives->references);
  return relatives;
}

/**
 * tv_relatives_unref:
 * @relatives: (nullable): relatives of a method
 *
 * Drops a reference. With the last go the arrays that tv_relatives_get() returned.
 */
void
tv_relatives_unref (TvRelatives *relatives)
{
  if (relatives == NULL || !g_atomic_ref_count_dec (&relatives->references))
    return;
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    g_array_unref (relatives->rows[relation]);
  g_array_unref (relatives->path.threads);
  g_array_unref (relatives->path.calls);
  g_clear_pointer (&relatives->path.ends, g_array_unref);
  tv_trace_unref (relatives->trace);
  g_free (relatives);
}

/**
 * tv_relatives_get:
 * @relatives: relatives of a method
 * @relation: which of them; on a path only that of its first step has any
 * @n_relatives: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_relatives): the rows, in the order of the
 * last tv_relatives_sort(); valid until the next one
 */
const TvRelative *
tv_relatives_get (const TvRelatives *relatives, TvRelation relation, guint *n_relatives)
{
  g_return_val_if_fail (relatives != NULL && n_relatives != NULL, NULL);
  g_return_val_if_fail ((guint) relation < TV_N_RELATIONS, NULL);

  *n_relatives = relatives->rows[relation]->len;
  return (const TvRelative *) (gpointer) relatives->rows[relation]->data;
}

typedef struct
{
  const TvTrace *trace;
  TvRelativesOrder order;
} RelativesSort;

static int
compare_names (const TvTrace *trace, guint32 first, guint32 second)
{
  if (first == second)
    return 0;
  /* No caller at all comes before every named one. */
  if (first == TV_METHOD_NONE || second == TV_METHOD_NONE)
    return first == TV_METHOD_NONE ? -1 : 1;
  return tv_method_compare (tv_trace_get_method (trace, first),
                            tv_trace_get_method (trace, second));
}

static int
compare_relatives (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvRelative *first = a;
  const TvRelative *second = b;
  const RelativesSort *sort = user_data;
  const TvClock clock = sort->order.clock;
  int result = 0;

  switch (sort->order.key)
    {
    case TV_RELATIVES_BY_CALLS:
      result = (first->calls > second->calls) - (first->calls < second->calls);
      break;
    case TV_RELATIVES_BY_NAME:
      result = compare_names (sort->trace, first->method, second->method);
      break;
    case TV_RELATIVES_BY_TIME:
    default:
      result = (first->inclusive[clock] > second->inclusive[clock])
               - (first->inclusive[clock] < second->inclusive[clock]);
      break;
    }
  if (result != 0)
    return sort->order.descending ? -result : result;
  return compare_names (sort->trace, first->method, second->method);
}

/**
 * tv_relatives_sort:
 * @relatives: relatives of a method
 * @order: an order
 *
 * Sorts each relation.
 */
void
tv_relatives_sort (TvRelatives *relatives, const TvRelativesOrder *order)
{
  RelativesSort sort;

  g_return_if_fail (relatives != NULL && order != NULL);
  g_return_if_fail (order->clock < TV_N_CLOCKS);

  sort.trace = relatives->trace;
  sort.order = *order;
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    g_array_sort_with_data (relatives->rows[relation], compare_relatives, &sort);
}

/* Sorts each relation by inclusive time on clock, the longest first, then by name. */
void
tv_relatives_sort_by_time (TvRelatives *relatives, TvClock clock)
{
  tv_relatives_sort (relatives, &(TvRelativesOrder){ TV_RELATIVES_BY_TIME, clock,
                                                     .descending = TRUE });
}

/**
 * tv_relatives_get_self:
 * @relatives: relatives of a method
 * @clock: a clock
 *
 * The method's own time in its calls that are not recursive, waits included. With the
 * inclusive times of %TV_RELATION_CHILDREN it adds up to the method's inclusive time.
 * On a path of children it is the last method's own time in the calls on the path, on
 * one of parents 0.
 *
 * Returns: nanoseconds, 0 on a clock that the file lacks
 */
gint64
tv_relatives_get_self (const TvRelatives *relatives, TvClock clock)
{
  g_return_val_if_fail (relatives != NULL, 0);
  g_return_val_if_fail (clock == TV_CLOCK_THREAD_CPU || clock == TV_CLOCK_WALL, 0);

  return relatives->self[clock];
}

/**
 * tv_relatives_get_waiting:
 * @relatives: relatives of a method
 *
 * Returns: nanoseconds of wall time in tv_relatives_get_self() that were spent off the
 *   CPU
 */
gint64
tv_relatives_get_waiting (const TvRelatives *relatives)
{
  g_return_val_if_fail (relatives != NULL, 0);

  return relatives->waiting;
}

/**
 * tv_relatives_get_n_waits:
 * @relatives: relatives of a method
 *
 * Returns: the number of waits that tv_relatives_get_waiting() is the sum of
 */
guint64
tv_relatives_get_n_waits (const TvRelatives *relatives)
{
  g_return_val_if_fail (relatives != NULL, 0);

  return relatives->n_waits;
}
