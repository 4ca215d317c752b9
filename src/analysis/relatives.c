/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/relatives.h"

#include "analysis/clock-reader-private.h"
#include "analysis/method-order.h"
#include "analysis/thread-piece-private.h"

/* How many calls are looked at between two questions whether to go on: well under a
 * millisecond. */
#define CALLS_PER_CHECK (1 << 18)

struct _TvRelatives
{
  TvTrace *trace;
  GArray *rows[TV_N_RELATIONS];
  gint64 self[TV_N_CLOCKS];
  gint64 waiting;
  guint64 n_waits;
};

/* One scan over the calls. A relative's row in each relation is found through a table
 * with a place per method, the last one for %TV_METHOD_NONE; places hold row + 1. */
typedef struct
{
  TvRelatives *relatives;
  guint32 method;
  guint n_methods;
  guint32 *places[TV_N_RELATIONS];
  TvCalls calls; /* of the thread that is looked at */
} RelativesScan;

static TvRelative *
ensure_row (RelativesScan *scan, TvRelation relation, guint32 method)
{
  GArray *rows = scan->relatives->rows[relation];
  guint32 place = MIN (method, scan->n_methods);

  if (scan->places[relation] == NULL)
    scan->places[relation] = g_new0 (guint32, (gsize) scan->n_methods + 1);
  if (scan->places[relation][place] == 0)
    {
      TvRelative row = { .method = method };

      g_array_append_val (rows, row);
      scan->places[relation][place] = rows->len;
    }
  return &g_array_index (rows, TvRelative, scan->places[relation][place] - 1);
}

static void
add_to_relation (RelativesScan *scan, TvRelation relation, guint32 method,
                 const gint64 inclusive[TV_N_CLOCKS])
{
  TvRelative *row = ensure_row (scan, relation, method);

  row->calls++;
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    row->inclusive[clock] += inclusive[clock];
}

static void
add_own_call (RelativesScan *scan, gsize call, const gint64 inclusive[TV_N_CLOCKS])
{
  const TvCalls *calls = &scan->calls;
  guint32 parent = calls->parent[call];
  guint32 caller
      = parent == TV_CALL_NONE ? TV_METHOD_NONE : tv_calls_method (calls, parent);

  if (calls->flags[call] & TV_CALL_RECURSIVE)
    {
      add_to_relation (scan, TV_RELATION_PARENTS_WHILE_RECURSIVE, caller, inclusive);
      return;
    }
  add_to_relation (scan, TV_RELATION_PARENTS, caller, inclusive);
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    scan->relatives->self[clock] += inclusive[clock];
}

static void
add_callee (RelativesScan *scan, gsize call, const gint64 inclusive[TV_N_CLOCKS])
{
  const TvCalls *calls = &scan->calls;
  guint32 callee = tv_calls_method (calls, call);

  if (calls->flags[calls->parent[call]] & TV_CALL_RECURSIVE)
    {
      add_to_relation (scan, TV_RELATION_CHILDREN_WHILE_RECURSIVE, callee, inclusive);
      return;
    }
  add_to_relation (scan, TV_RELATION_CHILDREN, callee, inclusive);
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    scan->relatives->self[clock] -= inclusive[clock];
}

static gboolean
is_own_call (const RelativesScan *scan, gsize call)
{
  return tv_calls_method (&scan->calls, call) == scan->method;
}

static gboolean
is_callee (const RelativesScan *scan, gsize call)
{
  guint32 parent = scan->calls.parent[call];

  return parent != TV_CALL_NONE
         && tv_calls_method (&scan->calls, parent) == scan->method;
}

static void
scan_open_calls (RelativesScan *scan, const TvThreadPiece *piece)
{
  for (guint32 call = piece->open; call != TV_CALL_NONE;
       call = scan->calls.parent[call])
    {
      gint64 inclusive[TV_N_CLOCKS];

      if (!is_own_call (scan, call) && !is_callee (scan, call))
        continue;
      if (!tv_thread_piece_cut_open_call (piece, &scan->calls, call, inclusive))
        continue;
      if (is_own_call (scan, call))
        add_own_call (scan, call, inclusive);
      if (is_callee (scan, call))
        add_callee (scan, call, inclusive);
    }
}

/* The part in the range of a call that was entered in it. */
static void
cut_call (const TvThreadPiece *piece, TvClockReader readers[TV_N_CLOCKS], gsize call,
          gint64 inclusive[TV_N_CLOCKS])
{
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gint64 start, end;

      inclusive[clock] = 0;
      if (!tv_times_exist (&readers[clock].start))
        continue;
      tv_clock_reader_get (&readers[clock], call, &start, &end);
      inclusive[clock] = MIN (end, piece->to[clock]) - start;
    }
}

static void
scan_calls (RelativesScan *scan, const TvThreadPiece *piece, gsize from, gsize to)
{
  TvClockReader readers[TV_N_CLOCKS];

  tv_clock_readers_init (readers, &scan->calls);
  for (gsize call = from; call < to; call++)
    {
      const gboolean own = is_own_call (scan, call);
      const gboolean callee = is_callee (scan, call);
      gint64 inclusive[TV_N_CLOCKS];

      if (!own && !callee)
        continue;
      cut_call (piece, readers, call, inclusive);
      if (own)
        add_own_call (scan, call, inclusive);
      if (callee)
        add_callee (scan, call, inclusive);
    }
}

static void
scan_waits (RelativesScan *scan, const TvThreadPiece *piece, const TvWaits *waits)
{
  const gint64 from = piece->from[TV_CLOCK_WALL];
  const gint64 to = piece->to[TV_CLOCK_WALL];

  for (gsize wait = piece->first_wait; wait < piece->end_wait; wait++)
    {
      guint32 call = waits->call[wait];

      if (call == TV_CALL_NONE || !is_own_call (scan, call)
          || scan->calls.flags[call] & TV_CALL_RECURSIVE)
        continue;
      scan->relatives->waiting += MIN (tv_times_get (&waits->end, wait), to)
                                  - MAX (tv_times_get (&waits->start, wait), from);
      scan->relatives->n_waits++;
    }
}

static gboolean
scan_thread (RelativesScan *scan, const TvProfileRange *range, guint thread,
             GCancellable *cancellable, GError **error)
{
  const TvTrace *trace = scan->relatives->trace;
  TvWaits waits = tv_trace_get_waits (trace, thread);
  TvThreadPiece piece;

  scan->calls = tv_trace_get_calls (trace, thread);
  tv_thread_piece_find (&piece, trace, range, thread);
  scan_open_calls (scan, &piece);
  for (gsize from = piece.first_call; from < piece.end_call; from += CALLS_PER_CHECK)
    {
      scan_calls (scan, &piece, from, MIN (piece.end_call, from + CALLS_PER_CHECK));
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  scan_waits (scan, &piece, &waits);
  return TRUE;
}

/* A range with nothing in it has no calls, not even those that are open there. */
static gboolean
scan_range (RelativesScan *scan, const TvProfileRange *range, GCancellable *cancellable,
            GError **error)
{
  const guint n_threads = range->start < range->end ? range->n_threads : 0;

  for (guint i = 0; i < n_threads; i++)
    if (!scan_thread (scan, range, range->first_thread + i, cancellable, error))
      return FALSE;
  return TRUE;
}

/**
 * tv_relatives_new:
 * @profile: the profile whose threads are looked at, in the range of time that it is of
 * @method: the index of the method whose relatives are wanted
 * @cancellable: (nullable): a #GCancellable, asked several hundred times a second
 * @error: return location for a #GError
 *
 * Collects the callers and callees of @method in one scan over all calls in the
 * profile's range, so it takes time in proportion to them and belongs in a worker
 * thread. Calls are cut and counted as #TvProfileRange says. The rows are sorted on the
 * trace's primary clock.
 *
 * Returns: (transfer full): the relatives, or %NULL with %G_IO_ERROR_CANCELLED
 */
TvRelatives *
tv_relatives_new (const TvProfile *profile, guint32 method, GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (TvRelatives) relatives = NULL;
  RelativesScan scan = { .method = method };
  gboolean done;

  g_return_val_if_fail (profile != NULL, NULL);

  relatives = g_new0 (TvRelatives, 1);
  relatives->trace = tv_trace_ref (tv_profile_get_trace (profile));
  for (int relation = 0; relation < TV_N_RELATIONS; relation++)
    relatives->rows[relation] = g_array_new (FALSE, TRUE, sizeof (TvRelative));
  scan.relatives = relatives;
  scan.n_methods = tv_trace_get_n_methods (relatives->trace);
  g_return_val_if_fail (method < scan.n_methods, NULL);

  done = scan_range (&scan, tv_profile_get_range (profile), cancellable, error);
  for (int relation = 0; relation < TV_N_RELATIONS; relation++)
    g_free (scan.places[relation]);
  if (!done)
    return NULL;
  tv_relatives_sort (relatives, tv_trace_get_primary_clock (relatives->trace));
  return g_steal_pointer (&relatives);
}

/**
 * tv_relatives_free:
 * @relatives: (nullable): relatives of a method
 *
 * Frees @relatives and the arrays that tv_relatives_get() returned.
 */
void
tv_relatives_free (TvRelatives *relatives)
{
  if (relatives == NULL)
    return;
  for (int relation = 0; relation < TV_N_RELATIONS; relation++)
    g_array_unref (relatives->rows[relation]);
  tv_trace_unref (relatives->trace);
  g_free (relatives);
}

/**
 * tv_relatives_get:
 * @relatives: relatives of a method
 * @relation: which of them
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
  TvClock clock;
} RelativeOrder;

static int
compare_relatives (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvRelative *first = a;
  const TvRelative *second = b;
  const RelativeOrder *order = user_data;
  gint64 first_time = first->inclusive[order->clock];
  gint64 second_time = second->inclusive[order->clock];

  if (first_time != second_time)
    return first_time > second_time ? -1 : 1;
  if (first->method == second->method)
    return 0;
  /* No caller at all comes before every named one. */
  if (first->method == TV_METHOD_NONE || second->method == TV_METHOD_NONE)
    return first->method == TV_METHOD_NONE ? -1 : 1;
  return tv_method_compare (tv_trace_get_method (order->trace, first->method),
                            tv_trace_get_method (order->trace, second->method));
}

/**
 * tv_relatives_sort:
 * @relatives: relatives of a method
 * @clock: a clock
 *
 * Sorts each relation by inclusive time on @clock, the longest first, then by name.
 */
void
tv_relatives_sort (TvRelatives *relatives, TvClock clock)
{
  RelativeOrder order;

  g_return_if_fail (relatives != NULL);
  g_return_if_fail (clock == TV_CLOCK_THREAD_CPU || clock == TV_CLOCK_WALL);

  order.trace = relatives->trace;
  order.clock = clock;
  for (int relation = 0; relation < TV_N_RELATIONS; relation++)
    g_array_sort_with_data (relatives->rows[relation], compare_relatives, &order);
}

/**
 * tv_relatives_get_self:
 * @relatives: relatives of a method
 * @clock: a clock
 *
 * The method's own time in its calls that are not recursive, waits included. With the
 * inclusive times of %TV_RELATION_CHILDREN it adds up to the method's inclusive time.
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
