/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/detail-builder.h"

#include "trace/model/id-map.h"
#include "trace/model/trace-storage.h"

#include <string.h>

#define NO_CALL ((TvCallRef){ TV_THREAD_NONE, TV_CALL_NONE })

/* A run with details. */
typedef struct
{
  guint32 set;
  TvCallRef call;
} Tag;

/* A call with arguments, while they are sorted. */
typedef struct
{
  TvCallRef call;
  guint32 set;
} Tagged;

struct _TvDetailBuilder
{
  TvTrace *trace;
  TvGrowth *growth;
  TvDetailColumns *columns;
  TvIdMap sets;   /* by hash: the last set that has it */
  GArray *others; /* of guint32: by set, the one before it with its hash */
  guint64 seed;
  GArray *tags;   /* of Tag */
  GArray *points; /* of TvFlowPoint */
  GArray *tracks; /* of TvTrackFacts, by track of the builder */
  GHashTable
      *extras[TV_N_EXTRAS]; /* GBytes of interned rows to their numbers, plus one */
};

TvDetailBuilder *
tv_detail_builder_new (TvTrace *trace, TvGrowth *growth)
{
  TvDetailBuilder *self = g_new0 (TvDetailBuilder, 1);

  self->trace = trace;
  self->growth = growth;
  self->columns = tv_detail_columns_new ();
  tv_id_map_init (&self->sets);
  self->others = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->seed = (guint64) g_random_int () << 32 | g_random_int () | 1;
  self->tags = g_array_new (FALSE, FALSE, sizeof (Tag));
  self->points = g_array_new (FALSE, FALSE, sizeof (TvFlowPoint));
  self->tracks = g_array_new (FALSE, FALSE, sizeof (TvTrackFacts));
  return self;
}

void
tv_detail_builder_free (TvDetailBuilder *self)
{
  if (self == NULL)
    return;
  tv_detail_columns_free (self->columns);
  tv_id_map_clear (&self->sets);
  g_array_unref (self->others);
  g_array_unref (self->tags);
  g_array_unref (self->points);
  g_array_unref (self->tracks);
  for (guint i = 0; i < TV_N_EXTRAS; i++)
    g_clear_pointer (&self->extras[i], g_hash_table_unref);
  g_free (self);
}

/* Sets of arguments */

static TvArg
keep_arg (TvDetailBuilder *self, const TvArg *arg)
{
  TvStringPool *strings = self->trace->strings;
  TvArg kept;

  /* Sets are compared byte by byte. */
  memset (&kept, 0, sizeof kept);
  kept.key = tv_string_pool_add (strings, arg->key);
  kept.flat_key
      = arg->flat_key != NULL ? tv_string_pool_add (strings, arg->flat_key) : kept.key;
  kept.type = arg->type;
  if (arg->type == TV_ARG_STRING || arg->type == TV_ARG_JSON)
    kept.value.text = tv_string_pool_add (strings, arg->value.text);
  else if (arg->type != TV_ARG_NULL)
    kept.value.uinteger = arg->value.uinteger;
  return kept;
}

static guint64
hash_args (const TvDetailBuilder *self, const TvArg *args, guint n)
{
  guint64 hash = self->seed;

  for (guint i = 0; i < n; i++)
    {
      const guint64 words[] = { GPOINTER_TO_SIZE (args[i].key),
                                GPOINTER_TO_SIZE (args[i].flat_key) + args[i].type,
                                args[i].value.uinteger };

      for (guint j = 0; j < G_N_ELEMENTS (words); j++)
        {
          hash = (hash ^ words[j])
                 * (self->seed | G_GUINT64_CONSTANT (0x9E3779B97F4A7C15));
          hash ^= hash >> 29;
        }
    }
  return hash;
}

/* Returns a set with these arguments, or TV_ARG_SET_NONE. */
static guint32
find_set (const TvDetailBuilder *self, guint64 hash, const TvArg *args, guint n)
{
  const GArray *first_arg = self->columns->first_arg;
  guint32 set = tv_id_map_get (&self->sets, hash);

  while (set != TV_ID_MAP_NONE)
    {
      const guint32 *first = &g_array_index (first_arg, guint32, set);

      if (first[1] - first[0] == n
          && memcmp (&g_array_index (self->columns->args, TvArg, first[0]), args,
                     n * sizeof *args)
                 == 0)
        return set;
      set = g_array_index (self->others, guint32, set);
    }
  return TV_ARG_SET_NONE;
}

/* Adds the last arguments of the columns as a set, unless there is an equal one. */
static guint32
close_set (TvDetailBuilder *self)
{
  GArray *args = self->columns->args;
  GArray *first_arg = self->columns->first_arg;
  const guint32 first = g_array_index (first_arg, guint32, first_arg->len - 1);
  const guint n = args->len - first;
  const TvArg *last = &g_array_index (args, TvArg, first);
  const guint64 hash = hash_args (self, last, n);
  const guint32 set = first_arg->len - 1;
  const guint32 found = find_set (self, hash, last, n);
  const guint32 other = tv_id_map_get (&self->sets, hash);

  if (found != TV_ARG_SET_NONE)
    {
      g_array_set_size (args, first);
      return found;
    }
  if (!tv_growth_take (self->growth, 4 * sizeof hash)
      || !tv_growth_append (self->growth, self->others, &other)
      || !tv_growth_append (self->growth, first_arg, &args->len))
    return TV_ARG_SET_NONE;
  tv_id_map_set (&self->sets, hash, set);
  return set;
}

/**
 * tv_detail_builder_add_arg_set:
 * @self: details
 * @args: (array length=n): arguments, whose strings are copied; @flat_key may be %NULL
 *   where it is the same as @key
 * @n: their number
 *
 * Returns: index of the set, the same for equal arguments in the same order;
 *   %TV_ARG_SET_NONE for no arguments, and when memory is exhausted
 */
guint32
tv_detail_builder_add_arg_set (TvDetailBuilder *self, const TvArg *args, guint n)
{
  if (n == 0 || self->columns->args->len > G_MAXINT32 - n)
    return TV_ARG_SET_NONE;
  for (guint i = 0; i < n; i++)
    {
      const TvArg arg = keep_arg (self, &args[i]);

      if (!tv_growth_append (self->growth, self->columns->args, &arg))
        return TV_ARG_SET_NONE;
    }
  return close_set (self);
}

/* Tags */

/**
 * tv_detail_builder_add_tag:
 * @self: details
 * @set: index of a set of arguments, or %TV_ARG_SET_NONE
 *
 * Returns: what a run carries that has the arguments, or to which flows go; 0 when
 *   memory is exhausted
 */
guint32
tv_detail_builder_add_tag (TvDetailBuilder *self, guint32 set)
{
  const Tag tag = { .set = set, .call = NO_CALL };

  return tv_growth_append (self->growth, self->tags, &tag) ? self->tags->len : 0;
}

/* Says which call a run with a tag has become. Calls of different tags may come from
 * different threads. */
void
tv_detail_builder_place_tag (TvDetailBuilder *self, guint32 tag, TvCallRef call)
{
  g_array_index (self->tags, Tag, tag - 1).call = call;
}

static gint
compare_tagged (gconstpointer a, gconstpointer b)
{
  const TvCallRef *first = &((const Tagged *) a)->call;
  const TvCallRef *second = &((const Tagged *) b)->call;

  if (first->thread != second->thread)
    return first->thread < second->thread ? -1 : 1;
  return (first->call > second->call) - (first->call < second->call);
}

/* Returns the calls that have arguments, by thread and call, then in the order of their
 * tags. */
static GArray *
collect_tagged (const TvDetailBuilder *self)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Tagged));
  gboolean is_disordered = FALSE;

  for (guint i = 0; i < self->tags->len; i++)
    {
      const Tag *tag = &g_array_index (self->tags, Tag, i);
      const Tagged tagged = { .call = tag->call, .set = tag->set };

      if (tag->set == TV_ARG_SET_NONE || tag->call.thread == TV_THREAD_NONE)
        continue;
      is_disordered
          |= all->len > 0
             && compare_tagged (&tagged, &g_array_index (all, Tagged, all->len - 1))
                    < 0;
      g_array_append_val (all, tagged);
    }
  if (is_disordered)
    g_array_sort (all, compare_tagged);
  return all;
}

static gboolean
has_key (const TvArg *args, guint n, const char *key)
{
  for (guint i = 0; i < n; i++)
    if (args[i].key == key)
      return TRUE;
  return FALSE;
}

/* Returns both sets as one; of equal keys, the second counts. */
static guint32
merge_sets (TvDetailBuilder *self, guint32 first_set, guint32 second_set)
{
  GArray *args = self->columns->args;
  const guint32 *first = &g_array_index (self->columns->first_arg, guint32, 0);
  const guint32 a = first[first_set], a_end = first[first_set + 1];
  const guint32 b = first[second_set], b_end = first[second_set + 1];
  gboolean ok = TRUE;

  for (guint32 i = a; ok && i < a_end; i++)
    {
      const TvArg arg = g_array_index (args, TvArg, i);

      if (!has_key (&g_array_index (args, TvArg, b), b_end - b, arg.key))
        ok = tv_growth_append (self->growth, args, &arg);
    }
  for (guint32 i = b; ok && i < b_end; i++)
    {
      const TvArg arg = g_array_index (args, TvArg, i);

      ok = tv_growth_append (self->growth, args, &arg);
    }
  return ok ? close_set (self) : TV_ARG_SET_NONE;
}

static gboolean
write_args (TvDetailBuilder *self)
{
  TvDetailColumns *columns = self->columns;
  g_autoptr (GArray) all = collect_tagged (self);
  guint thread = 0;
  gboolean ok = TRUE;

  if (all->len == 0)
    return TRUE;
  columns->first_call = g_new0 (gsize, self->trace->n_threads + 1);
  for (guint i = 0; ok && i < all->len; i++)
    {
      const Tagged *tagged = &g_array_index (all, Tagged, i);
      TvCallArgs args = { .call = tagged->call.call, .set = tagged->set };

      while (thread < tagged->call.thread)
        columns->first_call[++thread] = columns->calls->len;
      while (i + 1 < all->len && compare_tagged (tagged, tagged + 1) == 0)
        {
          tagged++;
          args.set = merge_sets (self, args.set, tagged->set);
          i++;
          if (args.set == TV_ARG_SET_NONE)
            return FALSE;
        }
      ok = tv_growth_append (self->growth, columns->calls, &args);
    }
  while (thread < self->trace->n_threads)
    columns->first_call[++thread] = columns->calls->len;
  return ok;
}

/* Flows */

/**
 * tv_detail_builder_add_flow_point:
 * @self: details
 * @point: a point of a flow, in any order of time
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_detail_builder_add_flow_point (TvDetailBuilder *self, const TvFlowPoint *point)
{
  return tv_growth_append (self->growth, self->points, point);
}

static gint
compare_points (gconstpointer a, gconstpointer b)
{
  const TvFlowPoint *first = a;
  const TvFlowPoint *second = b;

  if (first->id != second->id)
    return first->id < second->id ? -1 : 1;
  return (first->time > second->time) - (first->time < second->time);
}

/* Returns the number of calls that start before a time. */
static gsize
count_before (const TvCalls *calls, gint64 time)
{
  gsize low = 0, high = calls->n;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (tv_times_get (&calls->start[TV_CLOCK_WALL], middle) < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns the innermost call at a time, or TV_CALL_NONE. A call that ends then is still
 * one at that time, as in Perfetto. */
static guint32
find_innermost (const TvCalls *calls, gint64 time)
{
  gsize n = count_before (calls, time + 1);
  guint32 call = n > 0 ? (guint32) (n - 1) : TV_CALL_NONE;

  while (call != TV_CALL_NONE && tv_times_get (&calls->end[TV_CLOCK_WALL], call) < time)
    call = calls->parent[call];
  return call;
}

/* Returns the call of a track that starts last at a time or, if the next one is asked
 * for, first after it. */
static TvCallRef
find_call (const TvDetailBuilder *self, const TvTrackRows *track,
           const TvFlowPoint *point)
{
  const gint64 time = point->time - self->trace->info.origin;
  TvCallRef found = NO_CALL;
  gint64 found_start = 0;

  for (guint i = 0; i < track->n; i++)
    {
      const TvCalls calls = tv_trace_get_calls (self->trace, track->rows[i]);
      gsize call = point->binds_to_next ? count_before (&calls, time)
                                        : find_innermost (&calls, time);
      gint64 start;

      if (call >= calls.n)
        continue;
      start = tv_times_get (&calls.start[TV_CLOCK_WALL], call);
      if (found.thread == TV_THREAD_NONE
          || (point->binds_to_next ? start < found_start : start > found_start))
        {
          found = (TvCallRef){ track->rows[i], (guint32) call };
          found_start = start;
        }
    }
  return found;
}

static TvCallRef
get_call (const TvDetailBuilder *self, const TvTrackRows *tracks,
          const TvFlowPoint *point)
{
  return point->tag > 0 ? g_array_index (self->tags, Tag, point->tag - 1).call
                        : find_call (self, &tracks[point->track], point);
}

typedef struct
{
  TvFlow flow;
  gint64 time;
} TimedFlow;

static gint
compare_flows (gconstpointer a, gconstpointer b)
{
  const gint64 first = ((const TimedFlow *) a)->time;
  const gint64 second = ((const TimedFlow *) b)->time;

  return (first > second) - (first < second);
}

/* Returns flows in order of time. */
static GArray *
connect_points (TvDetailBuilder *self, const TvTrackRows *tracks)
{
  GArray *flows = g_array_new (FALSE, FALSE, sizeof (TimedFlow));
  TvCallRef from = NO_CALL;

  g_array_sort (self->points, compare_points);
  for (guint i = 0; i < self->points->len; i++)
    {
      const TvFlowPoint *point = &g_array_index (self->points, TvFlowPoint, i);
      const TvCallRef call = get_call (self, tracks, point);
      TimedFlow flow = { { point->id, NO_CALL, call }, point->time };

      if (i == 0 || point[-1].id != point->id || point->phase == TV_FLOW_BEGIN)
        from = NO_CALL;
      if (call.thread == TV_THREAD_NONE)
        continue;
      flow.flow.from = from;
      if (from.thread != TV_THREAD_NONE
          && !tv_growth_append (self->growth, flows, &flow))
        break;
      if (point->phase == TV_FLOW_END)
        from = NO_CALL;
      else if (from.thread != TV_THREAD_NONE || point->phase != TV_FLOW_STEP)
        from = call;
    }
  g_array_sort (flows, compare_flows);
  return flows;
}

static gboolean
write_flows (TvDetailBuilder *self, const TvTrackRows *tracks)
{
  g_autoptr (GArray) flows = connect_points (self, tracks);

  for (guint i = 0; i < flows->len; i++)
    if (!tv_growth_append (self->growth, self->columns->flows,
                           &g_array_index (flows, TimedFlow, i).flow))
      break;
  return self->growth->error == NULL;
}

/* Facts */

/* Makes an array long enough for an index. Returns FALSE when memory is exhausted. */
static gboolean
reach (TvDetailBuilder *self, GArray *array, guint32 index, gconstpointer nothing)
{
  while (array->len <= index)
    if (!tv_growth_append (self->growth, array, nothing))
      return FALSE;
  return TRUE;
}

/**
 * tv_detail_builder_get_process:
 * @self: details
 * @process: index of a process, or %TV_PROCESS_NONE
 *
 * Returns: (transfer none) (nullable): its facts, to be set, until another process is
 *   asked for: its start on the clock of the file, and texts of the trace's pool; %NULL
 *   when memory is exhausted
 */
TvProcessFacts *
tv_detail_builder_get_process (TvDetailBuilder *self, guint32 process)
{
  GArray *processes = self->columns->processes;
  const TvProcessFacts nothing = TV_NO_PROCESS_FACTS;

  return process != TV_PROCESS_NONE && reach (self, processes, process, &nothing)
             ? &g_array_index (processes, TvProcessFacts, process)
             : NULL;
}

/**
 * tv_detail_builder_get_track:
 * @self: details
 * @track: index of a track, or %TV_THREAD_NONE
 *
 * Returns: (transfer none) (nullable): its facts, to be set, until another track is
 *   asked for; %NULL when memory is exhausted
 */
TvTrackFacts *
tv_detail_builder_get_track (TvDetailBuilder *self, guint32 track)
{
  const TvTrackFacts nothing = TV_NO_TRACK_FACTS;

  return track != TV_THREAD_NONE && reach (self, self->tracks, track, &nothing)
             ? &g_array_index (self->tracks, TvTrackFacts, track)
             : NULL;
}

/**
 * tv_detail_builder_add_quiet_thread:
 * @self: details
 * @thread: a thread that has no track, whose name is copied
 */
void
tv_detail_builder_add_quiet_thread (TvDetailBuilder *self, const TvQuietThread *thread)
{
  TvQuietThread kept = *thread;

  if (thread->name != NULL)
    kept.name = tv_string_pool_add (self->trace->strings, thread->name);
  (void) tv_growth_append (self->growth, self->columns->quiet, &kept);
}

/* Extra rows */

/**
 * tv_detail_builder_keep_text:
 * @self: details
 * @text: (nullable): a text
 *
 * Returns: a copy as a value of an extra row
 */
gint64
tv_detail_builder_keep_text (TvDetailBuilder *self, const char *text)
{
  return text != NULL ? (gint64) GPOINTER_TO_SIZE (
             tv_string_pool_add (self->trace->strings, text))
                      : TV_EXTRA_NULL;
}

/**
 * tv_detail_builder_add_extra:
 * @self: details
 * @kind: a table
 * @values: a value for each column, or %TV_EXTRA_NULL: numbers, texts by
 *   tv_detail_builder_keep_text(), times on the clock of the file, indexes of
 * processes, and of tracks instead of threads
 *
 * Returns: the number of the row; -1 when memory is exhausted
 */
gint64
tv_detail_builder_add_extra (TvDetailBuilder *self, TvExtraKind kind,
                             const gint64 *values)
{
  const guint n = tv_extra_get_n_columns (kind);
  GArray *rows = self->columns->extras[kind];

  if (rows == NULL)
    rows = self->columns->extras[kind] = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (rows->len > G_MAXINT32 - n)
    return -1;
  for (guint i = 0; i < n; i++)
    if (!tv_growth_append (self->growth, rows, &values[i]))
      return -1;
  return rows->len / n - 1;
}

/**
 * tv_detail_builder_intern_extra:
 * @self: details
 * @kind: a table
 * @values: see tv_detail_builder_add_extra()
 *
 * Returns: the number of the row, the same for the same values; -1 when memory is
 *   exhausted
 */
gint64
tv_detail_builder_intern_extra (TvDetailBuilder *self, TvExtraKind kind,
                                const gint64 *values)
{
  const gsize size = tv_extra_get_n_columns (kind) * sizeof *values;
  g_autoptr (GBytes) bytes = g_bytes_new (values, size);
  gint64 row;

  if (self->extras[kind] == NULL)
    self->extras[kind] = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                                (GDestroyNotify) g_bytes_unref, NULL);
  row = GPOINTER_TO_INT (g_hash_table_lookup (self->extras[kind], bytes));
  if (row > 0)
    return row - 1;
  if (!tv_growth_take (self->growth, 2 * size + sizeof (gpointer)))
    return -1;
  row = tv_detail_builder_add_extra (self, kind, values);
  if (row >= 0)
    g_hash_table_insert (self->extras[kind], g_steal_pointer (&bytes),
                         GINT_TO_POINTER ((gint) row + 1));
  return row;
}

/* Times are from the start of tracing, and tracks have become threads. */
static void
finish_extras (TvDetailBuilder *self, TvExtraKind kind, const TvTrackRows *tracks)
{
  const guint n = tv_extra_get_n_columns (kind);
  GArray *rows = self->columns->extras[kind];

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      gint64 *value = &g_array_index (rows, gint64, i);
      const TvExtraType type = tv_extra_get_type (kind, i % n);

      if (*value == TV_EXTRA_NULL)
        continue;
      if (type == TV_EXTRA_THREAD)
        *value = tracks[*value].n > 0 ? (gint64) tracks[*value].rows[0] : TV_EXTRA_NULL;
      else if (type == TV_EXTRA_TIME
               && __builtin_sub_overflow (*value, self->trace->info.origin, value))
        *value = TV_EXTRA_NULL;
    }
}

/* All rows of a track have its facts. */
static void
write_facts (TvDetailBuilder *self, const TvTrackRows *tracks)
{
  TvDetailColumns *columns = self->columns;
  const TvTrackFacts nothing = TV_NO_TRACK_FACTS;

  for (guint i = 0; i < columns->processes->len; i++)
    {
      TvProcessFacts *facts = &g_array_index (columns->processes, TvProcessFacts, i);

      facts->has_start = facts->has_start
                         && !__builtin_sub_overflow (
                             facts->start, self->trace->info.origin, &facts->start);
    }
  for (guint32 i = 0; i < self->tracks->len; i++)
    for (guint row = 0; row < tracks[i].n; row++)
      if (reach (self, columns->tracks, tracks[i].rows[row], &nothing))
        g_array_index (columns->tracks, TvTrackFacts, tracks[i].rows[row])
            = g_array_index (self->tracks, TvTrackFacts, i);
}

/* Gives a trace whose calls are written the arguments and flows of them, and facts.
 * Returns FALSE when memory is exhausted. */
gboolean
tv_detail_builder_finish (TvDetailBuilder *self, const TvTrackRows *tracks)
{
  const TvDetailColumns *columns = self->columns;
  gboolean has_extras = FALSE;

  write_facts (self, tracks);
  for (guint kind = 0; kind < TV_N_EXTRAS; kind++)
    {
      finish_extras (self, kind, tracks);
      has_extras |= columns->extras[kind] != NULL;
    }
  if (!write_args (self) || !write_flows (self, tracks))
    return FALSE;
  if (columns->calls->len > 0 || columns->flows->len > 0 || columns->quiet->len > 0
      || columns->processes->len > 0 || columns->tracks->len > 0 || has_extras)
    self->trace->details = g_steal_pointer (&self->columns);
  return TRUE;
}
