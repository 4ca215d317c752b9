/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/call-sample.h"

#include <math.h>

/* The calls of a block, for which sums are kept. */
#define BLOCK_SIZE 1024

#define DIGIT_BITS 8
#define N_DIGITS (64 / DIGIT_BITS)
#define N_DIGIT_VALUES (1 << DIGIT_BITS)

#define CALLS_PER_CHECK (1 << 16)

/* Sorting */

typedef struct
{
  guint64 key;
  guint32 index : 31;
  guint32 is_nested : 1;
} Keyed;

static inline guint
get_digit (const Keyed *keyed, guint digit)
{
  return keyed->key >> digit * DIGIT_BITS & (N_DIGIT_VALUES - 1);
}

/* Sorts by one digit from one array into another. The sort is stable. */
static void
sort_by_digit (const Keyed *from, Keyed *to, gsize n, guint digit, gsize *counts)
{
  gsize next = 0;

  for (guint i = 0; i < N_DIGIT_VALUES; i++)
    {
      const gsize count = counts[i];

      counts[i] = next;
      next += count;
    }
  for (gsize i = 0; i < n; i++)
    to[counts[get_digit (&from[i], digit)]++] = from[i];
}

/* Sorts by keys, digit by digit from the lowest, in linear time. Takes the array and
 * returns the sorted one. */
static Keyed *
sort_keyed (Keyed *keyed, gsize n)
{
  gsize (*counts)[N_DIGIT_VALUES] = g_malloc0 (N_DIGITS * sizeof *counts);
  Keyed *other = g_new (Keyed, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    for (guint digit = 0; digit < N_DIGITS; digit++)
      counts[digit][get_digit (&keyed[i], digit)]++;
  for (guint digit = 0; digit < N_DIGITS && n > 0; digit++)
    {
      Keyed *sorted = other;

      /* If all have the same digit, there is nothing to sort. */
      if (counts[digit][get_digit (keyed, digit)] == n)
        continue;
      sort_by_digit (keyed, sorted, n, digit, counts[digit]);
      other = keyed;
      keyed = sorted;
    }
  g_free (counts);
  g_free (other);
  return keyed;
}

/* Maps numbers to keys of the same order. */
static inline guint64
number_to_key (gint64 number)
{
  return (guint64) number ^ G_GUINT64_CONSTANT (1) << 63;
}

static inline gint64
key_to_number (guint64 key)
{
  return (gint64) (key ^ G_GUINT64_CONSTANT (1) << 63);
}

static guint32 *
list_indices (Keyed *keyed, gsize n)
{
  guint32 *order = g_new (guint32, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    order[i] = keyed[i].index;
  return order;
}

/**
 * tv_method_calls_sort_by_keys:
 * @keys: (array length=n): a key for each call
 * @n: number of calls
 *
 * Returns: (transfer full) (array): the numbers of the calls, the least key first.
 *   Equal keys keep their order
 */
guint32 *
tv_method_calls_sort_by_keys (const guint64 *keys, guint n)
{
  Keyed *keyed = g_new (Keyed, MAX (n, 1));
  guint32 *order;

  for (guint i = 0; i < n; i++)
    keyed[i] = (Keyed){ .key = keys[i], .index = i };
  keyed = sort_keyed (keyed, n);
  order = list_indices (keyed, n);
  g_free (keyed);
  return order;
}

/**
 * tv_method_calls_sort:
 * @calls: calls
 * @number: what to sort them by
 * @clock: a clock, for times
 *
 * Returns: (transfer full) (array): the calls with the greatest number first; by start
 * and by thread, the least first. Equal calls keep their order
 */
guint32 *
tv_method_calls_sort (const TvMethodCalls *calls, TvCallNumber number, TvClock clock)
{
  const gboolean ascending = number == TV_CALL_NUMBER_START
                             || number == TV_CALL_NUMBER_AXIS_START
                             || number == TV_CALL_NUMBER_THREAD;
  g_autofree guint64 *keys = NULL;
  guint n;

  g_return_val_if_fail (calls != NULL && clock < TV_N_CLOCKS, NULL);

  n = calls->n;
  keys = g_new (guint64, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      keys[i] = number_to_key (tv_method_calls_get_number (calls, i, number, clock));
      keys[i] = ascending ? keys[i] : ~keys[i];
    }
  return tv_method_calls_sort_by_keys (keys, n);
}

/* Groups */

/* A table of call paths. The key of a path is the path of the caller and one more
 * method. It uses open addressing: with millions of paths, a GHashTable takes three
 * times as long. */
typedef struct
{
  guint64 key;
  guint32 path; /* from 1; 0 for an empty slot */
} PathSlot;

typedef struct
{
  PathSlot *slots;
  gsize n_slots; /* a power of 2 */
  guint32 n;
} PathTable;

/* A call that is open around the present call. */
typedef struct
{
  guint32 call;
  guint32 path;
} OpenCall;

typedef struct
{
  TvTrace *trace;
  guint32 thread;
  TvCalls calls;
  PathTable paths;
  GArray *open;    /* of OpenCall, outermost first */
  GArray *entered; /* of guint32: calls on the way up, innermost first */
} PathWalk;

static PathSlot *
find_slot (const PathTable *table, guint64 key)
{
  gsize i = key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32;

  for (;; i++)
    {
      PathSlot *slot = &table->slots[i & (table->n_slots - 1)];

      if (slot->path == 0 || slot->key == key)
        return slot;
    }
}

static void
grow_table (PathTable *table)
{
  const PathTable old = *table;

  table->n_slots = MAX (2 * old.n_slots, 1024);
  table->slots = g_new0 (PathSlot, table->n_slots);
  for (gsize i = 0; i < old.n_slots; i++)
    if (old.slots[i].path != 0)
      *find_slot (table, old.slots[i].key) = old.slots[i];
  g_free (old.slots);
}

static guint32
intern_path (PathTable *table, guint32 outer, guint32 method)
{
  const guint64 key = (guint64) outer << 32 | method;
  PathSlot *slot;

  if (4 * (gsize) table->n >= 3 * table->n_slots)
    grow_table (table);
  slot = find_slot (table, key);
  if (slot->path == 0)
    *slot = (PathSlot){ key, ++table->n };
  return slot->path;
}

static void
enter_thread (PathWalk *walk, guint32 thread)
{
  if (walk->thread == thread)
    return;
  walk->thread = thread;
  walk->calls = tv_trace_get_calls (walk->trace, thread);
  g_array_set_size (walk->open, 0);
}

/* Returns the path of the callers of a call, or 0 if there are none. Calls come in
 * order of entry, so each caller is visited once. */
static guint32
find_path (PathWalk *walk, TvCallRef ref)
{
  guint32 call;
  guint32 path = 0;

  enter_thread (walk, ref.thread);
  g_array_set_size (walk->entered, 0);
  for (call = walk->calls.parent[ref.call]; call != TV_CALL_NONE;
       call = walk->calls.parent[call])
    {
      while (walk->open->len > 0
             && g_array_index (walk->open, OpenCall, walk->open->len - 1).call > call)
        g_array_set_size (walk->open, walk->open->len - 1);
      if (walk->open->len > 0
          && g_array_index (walk->open, OpenCall, walk->open->len - 1).call == call)
        break;
      g_array_append_val (walk->entered, call);
    }
  if (call == TV_CALL_NONE)
    g_array_set_size (walk->open, 0);
  else
    path = g_array_index (walk->open, OpenCall, walk->open->len - 1).path;
  for (guint i = walk->entered->len; i > 0; i--)
    {
      call = g_array_index (walk->entered, guint32, i - 1);
      path = intern_path (&walk->paths, path, tv_calls_method (&walk->calls, call));
      g_array_append_val (walk->open, ((OpenCall){ call, path }));
    }
  return path;
}

/* Returns a small number that the calls of one group share. */
static guint32
find_key (PathWalk *walk, TvCallGrouping grouping, const TvMethodCall *call)
{
  switch (grouping)
    {
    case TV_CALL_GROUPING_THREAD:
      return call->ref.thread;
    case TV_CALL_GROUPING_CALLER:
      return call->caller + 1; /* 0 for none */
    case TV_CALL_GROUPING_PATH:
      return find_path (walk, call->ref);
    case TV_CALL_GROUPING_NONE:
    default:
      return 0;
    }
}

/* Assigns the calls to groups. Returns FALSE if it was cancelled. */
static gboolean
fill_groups (TvCallGroups *groups, const TvMethodCalls *calls, PathWalk *walk,
             TvCallGrouping grouping, GCancellable *cancellable)
{
  /* By key: the group plus one. */
  g_autoptr (GArray) numbers = g_array_new (FALSE, TRUE, sizeof (guint32));

  for (guint i = 0; i < calls->n; i++)
    {
      TvMethodCall call;
      guint32 key;
      guint32 *number;

      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      tv_method_calls_get (calls, i, &call);
      key = find_key (walk, grouping, &call);
      if (key >= numbers->len)
        g_array_set_size (numbers, key + 1);
      number = &g_array_index (numbers, guint32, key);
      if (*number == 0)
        *number = ++groups->n;
      groups->group[i] = *number - 1;
    }
  return TRUE;
}

/**
 * tv_call_groups_new:
 * @calls: calls
 * @grouping: what calls of one group have in common
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Takes time for each call, and for each of the calls around them: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the groups, or %NULL with @error set
 */
TvCallGroups *
tv_call_groups_new (const TvMethodCalls *calls, TvCallGrouping grouping,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (TvCallGroups) groups = NULL;
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (OpenCall));
  g_autoptr (GArray) entered = g_array_new (FALSE, FALSE, sizeof (guint32));
  PathWalk walk = { .thread = TV_THREAD_NONE, .open = open, .entered = entered };

  g_return_val_if_fail (calls != NULL, NULL);

  walk.trace = calls->trace;
  groups = g_new0 (TvCallGroups, 1);
  groups->group = g_new (guint32, MAX (calls->n, 1));
  (void) fill_groups (groups, calls, &walk, grouping, cancellable);
  g_free (walk.paths.slots);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&groups);
}

void
tv_call_groups_free (TvCallGroups *groups)
{
  if (groups == NULL)
    return;
  g_free (groups->group);
  g_free (groups);
}

/* Samples */

/* Sums over all calls before a block. */
typedef struct
{
  gint64 total;   /* of inclusive times that are not nested */
  double sum;     /* of the differences from the median */
  double squares; /* of these differences */
} Sums;

struct _TvCallSample
{
  gsize n;
  Keyed *keyed;
  gboolean is_inclusive;
  gint64 middle;
  Sums *sums;    /* before each block, and over all calls */
  gsize *firsts; /* of each group; last, the end of the last group */
  guint n_groups;
};

static void
add_to_sums (const TvCallSample *self, gsize place, Sums *sums)
{
  const gint64 number = tv_call_sample_get (self, place);
  const double over = (double) (number - self->middle);

  if (!self->is_inclusive || !self->keyed[place].is_nested)
    sums->total += number;
  sums->sum += over;
  sums->squares += over * over;
}

/* Returns the sums over all calls before a position. */
static Sums
get_sums_before (const TvCallSample *self, gsize place)
{
  Sums sums = self->sums[place / BLOCK_SIZE];

  for (gsize i = place / BLOCK_SIZE * BLOCK_SIZE; i < place; i++)
    add_to_sums (self, i, &sums);
  return sums;
}

/* Takes the sorted numbers. */
static TvCallSample *
sample_new (Keyed *keyed, gsize n, gint64 middle, gboolean is_inclusive)
{
  TvCallSample *self = g_new0 (TvCallSample, 1);
  Sums sums = { 0 };

  self->n = n;
  self->keyed = keyed;
  self->middle = middle;
  self->is_inclusive = is_inclusive;
  self->sums = g_new (Sums, n / BLOCK_SIZE + 1);
  for (gsize i = 0; i < n; i++)
    {
      if (i % BLOCK_SIZE == 0)
        self->sums[i / BLOCK_SIZE] = sums;
      add_to_sums (self, i, &sums);
    }
  if (n % BLOCK_SIZE == 0)
    self->sums[n / BLOCK_SIZE] = sums;
  return self;
}

/**
 * tv_call_sample_new:
 * @calls: calls
 * @number: a number of them
 * @clock: a clock, for times
 *
 * Sorts the calls, in one group. Takes 16 bytes for each call, and as much again while
 * it sorts: call it in a worker.
 *
 * Returns: (transfer full): the sample
 */
TvCallSample *
tv_call_sample_new (const TvMethodCalls *calls, TvCallNumber number, TvClock clock)
{
  Keyed *keyed;
  TvCallSample *self;
  guint n;

  g_return_val_if_fail (calls != NULL && clock < TV_N_CLOCKS, NULL);

  n = calls->n;
  keyed = g_new (Keyed, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    keyed[i] = (Keyed){
      .key = number_to_key (tv_method_calls_get_number (calls, i, number, clock)),
      .index = i,
      .is_nested = tv_method_calls_is_nested (calls, i),
    };
  keyed = sort_keyed (keyed, n);
  self = sample_new (keyed, n, n > 0 ? key_to_number (keyed[n / 2].key) : 0,
                     number == TV_CALL_NUMBER_INCLUSIVE
                         || number == TV_CALL_NUMBER_RUNNING);
  self->n_groups = 1;
  self->firsts = g_new (gsize, 2);
  self->firsts[0] = 0;
  self->firsts[1] = n;
  return self;
}

/**
 * tv_call_sample_new_grouped:
 * @sample: a sample of one group
 * @groups: groups of its calls
 *
 * Returns: (transfer full): the same sample with groups
 */
TvCallSample *
tv_call_sample_new_grouped (const TvCallSample *sample, const TvCallGroups *groups)
{
  g_autofree gsize *next = NULL;
  gsize *firsts;
  Keyed *keyed;
  TvCallSample *self;

  g_return_val_if_fail (sample != NULL && groups != NULL, NULL);

  firsts = g_new0 (gsize, groups->n + 1);
  keyed = g_new (Keyed, MAX (sample->n, 1));
  for (gsize i = 0; i < sample->n; i++)
    firsts[groups->group[sample->keyed[i].index] + 1]++;
  for (guint i = 0; i < groups->n; i++)
    firsts[i + 1] += firsts[i];
  next = g_memdup2 (firsts, (groups->n + 1) * sizeof *firsts);
  for (gsize i = 0; i < sample->n; i++)
    keyed[next[groups->group[sample->keyed[i].index]]++] = sample->keyed[i];
  self = sample_new (keyed, sample->n, sample->middle, sample->is_inclusive);
  self->n_groups = groups->n;
  self->firsts = firsts;
  return self;
}

void
tv_call_sample_free (TvCallSample *sample)
{
  if (sample == NULL)
    return;
  g_free (sample->keyed);
  g_free (sample->sums);
  g_free (sample->firsts);
  g_free (sample);
}

/**
 * tv_call_sample_get_n:
 * @sample: a sample
 *
 * Returns: number of its calls
 */
gsize
tv_call_sample_get_n (const TvCallSample *sample)
{
  g_return_val_if_fail (sample != NULL, 0);

  return sample->n;
}

/**
 * tv_call_sample_get_group:
 * @sample: a sample
 * @group: number of a group
 * @first: (out): place of its first call
 * @end: (out): place after its last one
 *
 * Finds the places of a group.
 */
void
tv_call_sample_get_group (const TvCallSample *sample, guint group, gsize *first,
                          gsize *end)
{
  g_return_if_fail (sample != NULL && group < sample->n_groups);
  g_return_if_fail (first != NULL && end != NULL);

  *first = sample->firsts[group];
  *end = sample->firsts[group + 1];
}

/**
 * tv_call_sample_get:
 * @sample: a sample
 * @place: a place in it
 *
 * Returns: the number of the call there
 */
gint64
tv_call_sample_get (const TvCallSample *sample, gsize place)
{
  g_return_val_if_fail (sample != NULL && place < sample->n, 0);

  return key_to_number (sample->keyed[place].key);
}

/**
 * tv_call_sample_get_call:
 * @sample: a sample
 * @place: a place in it
 *
 * Returns: the call there, by its number in #TvMethodCalls
 */
guint
tv_call_sample_get_call (const TvCallSample *sample, gsize place)
{
  g_return_val_if_fail (sample != NULL && place < sample->n, 0);

  return sample->keyed[place].index;
}

/**
 * tv_call_sample_find:
 * @sample: a sample
 * @first: a place in a group
 * @end: a place in the same group, or its end
 * @number: a number
 *
 * Returns: the first place from @first to @end whose call has @number or more
 */
gsize
tv_call_sample_find (const TvCallSample *sample, gsize first, gsize end, gint64 number)
{
  g_return_val_if_fail (sample != NULL && first <= end && end <= sample->n, 0);

  while (first < end)
    {
      const gsize middle = first + (end - first) / 2;

      if (key_to_number (sample->keyed[middle].key) < number)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Returns the least number that a share of the calls, in thousandths, don't exceed. */
static gint64
find_percentile (const TvCallSample *self, gsize first, gsize n, guint thousandths)
{
  return tv_call_sample_get (self, first + (n * thousandths + 999) / 1000 - 1);
}

/**
 * tv_call_sample_measure:
 * @sample: a sample
 * @first: a place in a group
 * @end: a place in the same group, or its end
 * @spread: (out caller-allocates): the distribution of the numbers
 *
 * Measures the calls from @first to @end.
 */
void
tv_call_sample_measure (const TvCallSample *sample, gsize first, gsize end,
                        TvCallSpread *spread)
{
  Sums before;
  Sums sums;
  double mean;
  gsize n;

  g_return_if_fail (sample != NULL && first <= end && end <= sample->n);
  g_return_if_fail (spread != NULL);

  *spread = (TvCallSpread){ .n = n = end - first };
  if (n == 0)
    return;
  before = get_sums_before (sample, first);
  sums = get_sums_before (sample, end);
  mean = (sums.sum - before.sum) / (double) n;
  spread->total = sums.total - before.total;
  spread->mean = (double) spread->total / (double) n;
  spread->mean_length = (double) sample->middle + mean;
  spread->deviation
      = sqrt (MAX ((sums.squares - before.squares) / (double) n - mean * mean, 0));
  spread->least = tv_call_sample_get (sample, first);
  spread->median = ((double) tv_call_sample_get (sample, first + (n - 1) / 2)
                    + (double) tv_call_sample_get (sample, first + n / 2))
                   / 2;
  spread->percentile_75 = find_percentile (sample, first, n, 750);
  spread->percentile_90 = find_percentile (sample, first, n, 900);
  spread->percentile_95 = find_percentile (sample, first, n, 950);
  spread->percentile_99 = find_percentile (sample, first, n, 990);
  spread->percentile_999 = find_percentile (sample, first, n, 999);
  spread->greatest = tv_call_sample_get (sample, end - 1);
}

/**
 * tv_call_sample_fill_bins:
 * @sample: a sample
 * @first: a place in a group
 * @end: a place in the same group, or its end
 * @edges: (array): the least number of each bin and then the end of the last, never
 *   decreasing
 * @n_bins: number of bins
 * @bins: (out caller-allocates) (array length=n_bins): filled
 *
 * Counts the calls from @first to @end in bins.
 */
void
tv_call_sample_fill_bins (const TvCallSample *sample, gsize first, gsize end,
                          const gint64 *edges, guint n_bins, TvCallBin *bins)
{
  gsize place;
  Sums before;

  g_return_if_fail (sample != NULL && first <= end && end <= sample->n);
  g_return_if_fail (edges != NULL && (bins != NULL || n_bins == 0));

  place = tv_call_sample_find (sample, first, end, edges[0]);
  before = get_sums_before (sample, place);
  for (guint i = 0; i < n_bins; i++)
    {
      const gsize next = tv_call_sample_find (sample, place, end, edges[i + 1]);
      const Sums sums = get_sums_before (sample, next);

      bins[i].n = next - place;
      bins[i].time
          = sums.sum - before.sum + (double) sample->middle * (double) (next - place);
      place = next;
      before = sums;
    }
}

/**
 * tv_method_calls_measure:
 * @calls: calls
 * @number: a time of them
 * @clock: a clock
 * @spread: (out caller-allocates): the distribution of the times
 *
 * Measures the calls.
 */
void
tv_method_calls_measure (const TvMethodCalls *calls, TvCallNumber number, TvClock clock,
                         TvCallSpread *spread)
{
  g_autoptr (TvCallSample) sample = tv_call_sample_new (calls, number, clock);

  g_return_if_fail (sample != NULL);

  tv_call_sample_measure (sample, 0, sample->n, spread);
}
