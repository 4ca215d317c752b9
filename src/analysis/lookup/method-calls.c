/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/method-calls.h"

#include "analysis/sums/call-bounds.h"
#include "trace/transform/transform.h"

#define CALLS_PER_CHECK (1 << 16)

/* A call. There may be many, so data that the trace has is not copied. */
typedef struct
{
  guint32 call;
  guint32 range : 31; /* number of the thread in the range */
  guint32 is_nested : 1;
  gint64 exclusive[TV_N_CLOCKS];
  gint64 waiting;
} Entry;

static Entry *
get_entry (const TvMethodCalls *self, guint index)
{
  return &g_array_index (self->entries, Entry, index);
}

/* A walk over the calls of a thread, in order of entry. */
typedef struct
{
  TvMethodCalls *self;
  guint range;
  const guint64 *methods; /* bits */
  GArray *open;           /* Open: the calls of the methods around the present call */
} Walk;

typedef struct
{
  guint32 number; /* in the range */
  guint index;    /* of the entry; G_MAXUINT for a call that does not count */
} Open;

static void
add_entry (Walk *walk, guint32 number, const gint64 *inclusive, gboolean counts)
{
  TvMethodCalls *self = walk->self;
  const Open open = { number, counts ? self->entries->len : G_MAXUINT };
  Entry entry = { .range = walk->range, .is_nested = walk->open->len > 0 };

  entry.call = tv_thread_range_get_call (&self->ranges[walk->range], number);
  memcpy (entry.exclusive, inclusive, sizeof entry.exclusive);
  if (counts)
    g_array_append_val (self->entries, entry);
  g_array_append_val (walk->open, open);
}

static void
subtract_from (Walk *walk, guint32 parent, const gint64 *inclusive)
{
  const Open *open = &g_array_index (walk->open, Open, walk->open->len - 1);

  for (guint clock = 0;
       open->number == parent && open->index != G_MAXUINT && clock < TV_N_CLOCKS;
       clock++)
    get_entry (walk->self, open->index)->exclusive[clock] -= inclusive[clock];
}

static void
visit_call (Walk *walk, guint32 number)
{
  const TvThreadRange *range = &walk->self->ranges[walk->range];
  const guint32 call = tv_thread_range_get_call (range, number);
  const gboolean is_listed
      = tv_method_words_contain (walk->methods, tv_calls_method (&range->calls, call));
  gint64 inclusive[TV_N_CLOCKS];
  guint32 parent;
  gboolean counts;

  if (!is_listed && walk->open->len == 0)
    return;
  parent = tv_thread_range_find_parent (range, number);
  counts = tv_thread_range_clip_call (range, call, inclusive);
  /* Calls entered after the parent have been left. */
  while (walk->open->len > 0
         && (parent == TV_CALL_NONE
             || g_array_index (walk->open, Open, walk->open->len - 1).number > parent))
    g_array_set_size (walk->open, walk->open->len - 1);
  if (walk->open->len > 0)
    subtract_from (walk, parent, inclusive);
  if (is_listed)
    add_entry (walk, number, inclusive, counts);
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const guint32 first = ((const Entry *) a)->call;
  const guint32 second = ((const Entry *) b)->call;

  return (first > second) - (first < second);
}

static void
add_waits (Walk *walk, guint first_entry)
{
  const TvThreadRange *range = &walk->self->ranges[walk->range];
  const GArray *entries = walk->self->entries;

  for (gsize i = range->first_wait; i < range->end_wait && first_entry < entries->len;
       i++)
    {
      const Entry key = { .call = range->waits.call[i] };
      Entry *entry = bsearch (&key, get_entry (walk->self, first_entry),
                              entries->len - first_entry, sizeof key, compare_calls);

      if (entry != NULL)
        entry->waiting += tv_thread_range_clip_wait (range, i);
    }
}

static gboolean
add_thread (Walk *walk, GCancellable *cancellable)
{
  const guint32 n = tv_thread_range_get_n (&walk->self->ranges[walk->range]);
  const guint first_entry = walk->self->entries->len;

  g_array_set_size (walk->open, 0);
  for (guint32 number = 0; number < n; number++)
    {
      if (number % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      visit_call (walk, number);
    }
  add_waits (walk, first_entry);
  return !g_cancellable_is_cancelled (cancellable);
}

/**
 * tv_method_calls_new:
 * @trace: a trace
 * @range: the part of it
 * @methods: methods of the trace
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Lists the calls. Takes time for each call of the range, and 32 bytes for each call of
 * the methods: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the calls, or %NULL with @error set
 */
TvMethodCalls *
tv_method_calls_new (TvTrace *trace, const TvProfileRange *range,
                     const TvMethodSet *methods, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (TvMethodCalls) self = NULL;
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));
  Walk walk = { .open = open };
  guint n;

  g_return_val_if_fail (trace != NULL && range != NULL && methods != NULL, NULL);

  n = range->start < range->end ? tv_thread_set_count (range->threads, trace) : 0;
  walk.self = self = g_new0 (TvMethodCalls, 1);
  walk.methods = tv_method_set_get_words (methods);
  self->trace = tv_trace_ref (trace);
  self->ranges = g_new0 (TvThreadRange, MAX (n, 1));
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  for (guint i = 0; i < n; i++)
    {
      tv_thread_range_init (&self->ranges[i], trace, range,
                            tv_thread_set_get_nth (range->threads, i));
      self->n_ranges = i + 1;
      walk.range = i;
      if (!add_thread (&walk, cancellable))
        break;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  self->n = self->entries->len;
  for (guint i = 0; i < self->n; i++)
    self->n_nested += get_entry (self, i)->is_nested;
  return g_steal_pointer (&self);
}

void
tv_method_calls_free (TvMethodCalls *calls)
{
  if (calls == NULL)
    return;
  for (guint i = 0; i < calls->n_ranges; i++)
    tv_thread_range_clear (&calls->ranges[i]);
  g_free (calls->ranges);
  g_array_unref (calls->entries);
  tv_trace_unref (calls->trace);
  g_free (calls);
}

/**
 * tv_method_calls_is_nested:
 * @calls: calls
 * @index: number of one of them
 *
 * Returns: whether it is within another of the calls
 */
gboolean
tv_method_calls_is_nested (const TvMethodCalls *calls, guint index)
{
  g_return_val_if_fail (calls != NULL && index < calls->n, FALSE);

  return get_entry (calls, index)->is_nested;
}

/**
 * tv_method_calls_get:
 * @calls: calls
 * @index: number of one of them
 * @call: (out caller-allocates): the call
 *
 * Gets a call.
 */
void
tv_method_calls_get (const TvMethodCalls *calls, guint index, TvMethodCall *call)
{
  const TvThreadRange *range;
  const Entry *entry;
  TvCalls original;
  guint32 parent;

  g_return_if_fail (calls != NULL && index < calls->n && call != NULL);

  entry = get_entry (calls, index);
  range = &calls->ranges[entry->range];
  original = tv_trace_get_calls (tv_trace_get_original (calls->trace), range->thread);
  parent = range->calls.parent[entry->call];
  *call = (TvMethodCall){
    .ref = { range->thread, entry->call },
    .method = tv_calls_method (&range->calls, entry->call),
    .caller
    = parent == TV_CALL_NONE ? TV_METHOD_NONE : tv_calls_method (&range->calls, parent),
    .is_nested = entry->is_nested,
    .waiting = entry->waiting,
  };
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_times_exist (&original.start[clock]))
      call->start[clock] = tv_times_get (
          &original.start[clock],
          tv_trace_get_original_call (calls->trace, range->thread, entry->call));
  memcpy (call->exclusive, entry->exclusive, sizeof call->exclusive);
  (void) tv_thread_range_clip_call (range, entry->call, call->inclusive);
}

/**
 * tv_method_calls_find:
 * @calls: calls
 * @call: a call of their trace
 * @index: (out): number of that call among them
 *
 * Returns: %FALSE if it is none of them
 */
gboolean
tv_method_calls_find (const TvMethodCalls *calls, TvCallRef call, guint *index)
{
  guint low = 0;
  guint high;

  g_return_val_if_fail (calls != NULL && index != NULL, FALSE);

  high = calls->n;
  while (low < high)
    {
      const guint middle = low + (high - low) / 2;
      const Entry *entry = get_entry (calls, middle);
      const guint32 thread = calls->ranges[entry->range].thread;

      if (thread < call.thread || (thread == call.thread && entry->call < call.call))
        low = middle + 1;
      else
        high = middle;
    }
  *index = low;
  return low < calls->n && get_entry (calls, low)->call == call.call
         && calls->ranges[get_entry (calls, low)->range].thread == call.thread;
}

/* Adds up the waits in a call and its callees, which are contiguous. */
static gint64
sum_waits_within (const TvThreadRange *range, guint32 call)
{
  const TvWaits *waits = &range->waits;
  const gint64 start = tv_times_get (&range->calls.start[TV_CLOCK_WALL], call);
  const gint64 end = tv_times_get (&range->calls.end[TV_CLOCK_WALL], call);
  gint64 sum = 0;

  for (gsize i = MAX (range->first_wait, tv_waits_first_after (waits, start));
       i < range->end_wait && tv_times_get (&waits->start, i) < end; i++)
    sum += tv_thread_range_clip_wait (range, i);
  return sum;
}

/**
 * tv_method_calls_get_number:
 * @calls: calls
 * @index: number of one of them
 * @number: a number of it
 * @clock: a clock, for times
 *
 * Returns: the number
 */
gint64
tv_method_calls_get_number (const TvMethodCalls *calls, guint index,
                            TvCallNumber number, TvClock clock)
{
  const TvThreadRange *range;
  const Entry *entry;
  gint64 inclusive[TV_N_CLOCKS] = { 0 };

  g_return_val_if_fail (calls != NULL && index < calls->n, 0);
  g_return_val_if_fail (clock < TV_N_CLOCKS, 0);

  entry = get_entry (calls, index);
  range = &calls->ranges[entry->range];
  switch (number)
    {
    case TV_CALL_NUMBER_START:
      return tv_times_exist (&range->calls.start[clock])
                 ? tv_times_get (&range->calls.start[clock], entry->call)
                 : 0;
    case TV_CALL_NUMBER_INCLUSIVE:
    case TV_CALL_NUMBER_RUNNING:
      (void) tv_thread_range_clip_call (range, entry->call, inclusive);
      return number == TV_CALL_NUMBER_RUNNING && clock == TV_CLOCK_WALL
                 ? MAX (inclusive[clock] - sum_waits_within (range, entry->call), 0)
                 : inclusive[clock];
    case TV_CALL_NUMBER_EXCLUSIVE:
      return entry->exclusive[clock];
    case TV_CALL_NUMBER_THREAD:
      return range->thread;
    case TV_CALL_NUMBER_AXIS_START:
      return tv_times_get (&range->calls.axis_start, entry->call);
    case TV_CALL_NUMBER_WAITING:
    default:
      return entry->waiting;
    }
}
