/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/relatives/relatives-private.h"

#include "analysis/sums/ranking.h"

/* Calls between two checks for cancellation: well under a millisecond. */
#define CALLS_PER_CHECK (1 << 18)

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

/* Filling: rows by method, and the calls behind them */

/* Begins to fill relatives. */
void
tv_relative_tally_init (TvRelativeTally *tally, TvRelatives *relatives)
{
  *tally = (TvRelativeTally){ .relatives = relatives };
  tally->n_methods = tv_trace_get_n_methods (relatives->trace);
}

void
tv_relative_tally_clear (TvRelativeTally *tally)
{
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    g_clear_pointer (&tally->places[relation], g_free);
}

/* Returns its row, valid until another is added; NULL if it has none. */
static TvRelative *
find_row (TvRelativeTally *tally, TvRelation relation, guint32 method)
{
  const guint32 *places = tally->places[relation];
  const guint32 place = places != NULL ? places[MIN (method, tally->n_methods)] : 0;

  return place != 0
             ? &g_array_index (tally->relatives->rows[relation], TvRelative, place - 1)
             : NULL;
}

/* Adds a call to a row, which is created for the first one. */
TvRelative *
tv_relative_tally_add (TvRelativeTally *tally, TvRelation relation, guint32 method,
                       const gint64 inclusive[TV_N_CLOCKS])
{
  GArray *rows = tally->relatives->rows[relation];
  TvRelative *row = find_row (tally, relation, method);

  if (row == NULL)
    {
      if (tally->places[relation] == NULL)
        tally->places[relation] = g_new0 (guint32, (gsize) tally->n_methods + 1);
      g_array_set_size (rows, rows->len + 1);
      tally->places[relation][MIN (method, tally->n_methods)] = rows->len;
      row = &g_array_index (rows, TvRelative, rows->len - 1);
      row->method = method;
    }
  row->calls++;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    row->inclusive[clock] += inclusive[clock];
  return row;
}

/* Starts the calls of a thread. */
void
tv_path_calls_begin_thread (TvPathCalls *path, guint32 thread)
{
  const TvPathThread row = { .thread = thread };
  const guint last = path->threads->len;

  if (last > 0 && g_array_index (path->threads, TvPathThread, last - 1).n == 0)
    g_array_set_size (path->threads, last - 1);
  g_array_append_val (path->threads, row);
}

void
tv_path_calls_append (TvPathCalls *path, guint32 call)
{
  g_array_append_val (path->calls, call);
  g_array_index (path->threads, TvPathThread, path->threads->len - 1).n++;
}

/* One scan over all calls */

typedef struct
{
  TvRelatives *relatives;
  guint32 method;
  TvRelativeTally tally;
  TvThreadRange range; /* of the present thread */
} RelativesScan;

static void
add_own_call (RelativesScan *scan, guint32 call, const gint64 inclusive[TV_N_CLOCKS])
{
  const TvCalls *calls = &scan->range.calls;
  const guint32 parent = calls->parent[call];
  const gboolean recursive = (calls->flags[call] & TV_CALL_RECURSIVE) != 0;
  const guint32 caller
      = parent == TV_CALL_NONE ? TV_METHOD_NONE : tv_calls_method (calls, parent);

  tv_relative_tally_add (&scan->tally,
                         recursive ? TV_RELATION_PARENTS_WHILE_RECURSIVE
                                   : TV_RELATION_PARENTS,
                         caller, inclusive)
      ->has_more
      = caller != TV_METHOD_NONE;
  for (guint clock = 0; !recursive && clock < TV_N_CLOCKS; clock++)
    scan->relatives->own.self[clock] += inclusive[clock];
}

static TvRelation
relation_to_callee (const RelativesScan *scan, guint32 call)
{
  const TvCalls *calls = &scan->range.calls;
  const guint32 parent = calls->parent[call];

  return parent != TV_CALL_NONE && calls->flags[parent] & TV_CALL_RECURSIVE
             ? TV_RELATION_CHILDREN_WHILE_RECURSIVE
             : TV_RELATION_CHILDREN;
}

static void
add_callee (RelativesScan *scan, guint32 call, const gint64 inclusive[TV_N_CLOCKS])
{
  const TvRelation relation = relation_to_callee (scan, call);
  TvRelative *row = tv_relative_tally_add (
      &scan->tally, relation, tv_calls_method (&scan->range.calls, call), inclusive);

  row->has_more = row->has_more || tv_range_has_child (&scan->range, call);
  if (relation != TV_RELATION_CHILDREN || scan->method == TV_METHOD_NONE)
    return;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    scan->relatives->own.self[clock] -= inclusive[clock];
}

static gboolean
is_own_call (const RelativesScan *scan, gsize call)
{
  return tv_calls_method (&scan->range.calls, call) == scan->method;
}

static gboolean
is_callee (const RelativesScan *scan, gsize call)
{
  const guint32 parent = scan->range.calls.parent[call];

  return parent != TV_CALL_NONE ? is_own_call (scan, parent)
                                : scan->method == TV_METHOD_NONE;
}

static void
scan_call (RelativesScan *scan, guint32 call)
{
  const gboolean own = is_own_call (scan, call);
  const gboolean callee = is_callee (scan, call);
  gint64 inclusive[TV_N_CLOCKS];

  if (!own && !callee)
    return;
  /* A call that doesn't count may still have called one that does. */
  if (own)
    tv_path_calls_append (&scan->relatives->path, call);
  if (!tv_thread_range_clip_call (&scan->range, call, inclusive))
    return;
  if (own)
    add_own_call (scan, call, inclusive);
  if (callee)
    add_callee (scan, call, inclusive);
}

static void
add_wait (RelativesScan *scan, guint32 call, gint64 length)
{
  const TvCalls *calls = &scan->range.calls;
  TvRelative *row = NULL;

  if (is_own_call (scan, call) && !(calls->flags[call] & TV_CALL_RECURSIVE))
    {
      scan->relatives->own.waiting += length;
      scan->relatives->own.n_waits++;
    }
  if (is_callee (scan, call))
    row = find_row (&scan->tally, relation_to_callee (scan, call),
                    tv_calls_method (calls, call));
  if (row != NULL)
    row->has_more = TRUE;
}

static gboolean
scan_thread (RelativesScan *scan, guint thread, GCancellable *cancellable)
{
  TvRelatives *relatives = scan->relatives;
  TvThreadRange *range = &scan->range;
  guint32 n;

  tv_path_calls_begin_thread (&relatives->path, thread);
  if (scan->method == TV_METHOD_NONE)
    tv_path_calls_append (&relatives->path, TV_CALL_NONE);
  tv_thread_range_init (range, relatives->trace, &relatives->range, thread);
  n = tv_thread_range_get_n (range);
  for (guint32 i = 0; i < n; i++)
    {
      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      scan_call (scan, tv_thread_range_get_call (range, i));
    }
  for (gsize wait = range->first_wait; wait < range->end_wait; wait++)
    if (range->waits.call[wait] != TV_CALL_NONE)
      add_wait (scan, range->waits.call[wait], tv_thread_range_clip_wait (range, wait));
  tv_thread_range_clear (range);
  return !g_cancellable_is_cancelled (cancellable);
}

/* An empty range has no calls, not even open ones. */
static gboolean
scan_range (RelativesScan *scan, const TvProfileRange *range, GCancellable *cancellable)
{
  const guint n = tv_thread_set_count (range->threads, scan->relatives->trace);

  if (range->start >= range->end)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (!scan_thread (scan, tv_thread_set_get_nth (range->threads, i), cancellable))
      return FALSE;
  return !g_cancellable_is_cancelled (cancellable);
}

/**
 * tv_relatives_new:
 * @profile: a profile, whose range is scanned
 * @method: index of a method of its trace; %TV_METHOD_NONE for what calls the roots of
 *   all threads and takes no time of its own
 * @cancellable: (nullable): a #GCancellable, asked several hundred times a second
 * @error: return location for a #GError
 *
 * Collects the callers and callees of @method in one scan over all calls in the
 * profile's range: call it in a worker. Calls are clipped and counted as
 * #TvProfileRange says. The rows are sorted on the trace's primary clock.
 *
 * Returns: (transfer full): the relatives, or %NULL with %G_IO_ERROR_CANCELLED
 */
TvRelatives *
tv_relatives_new (const TvProfile *profile, guint32 method, GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (TvRelatives) relatives = NULL;
  RelativesScan scan = { .method = method };
  TvTrace *trace;
  gboolean done;

  g_return_val_if_fail (profile != NULL, NULL);
  trace = tv_profile_get_trace (profile);
  g_return_val_if_fail (
      method < tv_trace_get_n_methods (trace) || method == TV_METHOD_NONE, NULL);

  relatives = tv_relatives_new_empty (trace, tv_profile_get_range (profile));
  scan.relatives = relatives;
  tv_relative_tally_init (&scan.tally, relatives);
  done = scan_range (&scan, tv_profile_get_range (profile), cancellable);
  tv_relative_tally_clear (&scan.tally);
  if (!done)
    {
      (void) g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  tv_relatives_sort_by_time (relatives, tv_trace_get_primary_clock (trace));
  return g_steal_pointer (&relatives);
}

/* The door */

TvRelatives *
tv_relatives_ref (TvRelatives *relatives)
{
  g_return_val_if_fail (relatives != NULL, NULL);

  g_atomic_ref_count_inc (&relatives->references);
  return relatives;
}

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
 * @relation: which of them; on a path only the relation of its first step has rows
 * @n_relatives: (out): number of rows
 *
 * Returns: (transfer none) (array length=n_relatives): the rows, in the order of the
 * last tv_relatives_sort_by_time(); valid until the next one
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
  TvClock clock;
} RelativesSort;

/* The lack of a caller comes before every name. */
static int
compare_names (const TvTrace *trace, guint32 first, guint32 second)
{
  if (first == TV_METHOD_NONE || second == TV_METHOD_NONE)
    return (second == TV_METHOD_NONE) - (first == TV_METHOD_NONE);
  return tv_method_compare (tv_trace_get_method (trace, first),
                            tv_trace_get_method (trace, second));
}

static int
compare_relatives (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvRelative *first = a;
  const TvRelative *second = b;
  const RelativesSort *sort = user_data;
  const gint64 x = first->inclusive[sort->clock];
  const gint64 y = second->inclusive[sort->clock];

  return x != y ? (x < y) - (x > y)
                : compare_names (sort->trace, first->method, second->method);
}

/**
 * tv_relatives_sort_by_time:
 * @relatives: relatives of a method
 * @clock: a clock
 *
 * Sorts each relation by inclusive time, the longest first, then by name.
 */
void
tv_relatives_sort_by_time (TvRelatives *relatives, TvClock clock)
{
  RelativesSort sort;

  g_return_if_fail (relatives != NULL && clock < TV_N_CLOCKS);

  sort = (RelativesSort){ relatives->trace, clock };
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    g_array_sort_with_data (relatives->rows[relation], compare_relatives, &sort);
}

/**
 * tv_relatives_get_own:
 * @relatives: relatives of a method
 *
 * Returns: (transfer none): what the method itself took
 */
const TvRelativesOwn *
tv_relatives_get_own (const TvRelatives *relatives)
{
  g_return_val_if_fail (relatives != NULL, NULL);

  return &relatives->own;
}
