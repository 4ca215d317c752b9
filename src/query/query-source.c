/* SPDX-License-Identifier: Apache-2.0 */

#include "query/query-source.h"

#include "query/query-flame.h"

#include <string.h>

TvQuerySource *
tv_query_source_new (TvTrace *trace, guint index, TvQueryGuard *guard)
{
  TvQuerySource *source = g_new0 (TvQuerySource, 1);
  gsize n_waits = 0;

  source->trace = tv_trace_ref (trace);
  source->index = index;
  source->guard = guard;
  source->n_threads = tv_trace_get_n_threads (trace);
  source->n_methods = tv_trace_get_n_methods (trace);
  source->n_calls = (guint32) tv_trace_get_n_calls (trace);
  source->pid = tv_trace_get_n_processes (trace) > 0
                    ? tv_trace_get_process (trace, 0)->pid
                    : -1;
  source->has_pid = source->pid >= 0;
  source->names = g_new0 (const char *, MAX (source->n_methods, 1));
  source->texts = g_string_chunk_new (64 * 1024);
  source->flames = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) tv_query_flame_unref);
  source->waits_before = g_array_new (FALSE, FALSE, sizeof (gsize));
  for (guint thread = 0; thread <= source->n_threads; thread++)
    {
      g_array_append_val (source->waits_before, n_waits);
      if (thread < source->n_threads)
        n_waits += tv_trace_get_thread (trace, thread)->n_waits;
    }
  return source;
}

void
tv_query_source_free (TvQuerySource *source)
{
  g_clear_pointer (&source->profile, tv_profile_unref);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    g_clear_pointer (&source->edges[clock], g_array_unref);
  tv_event_row_unref (source->events);
  g_array_unref (source->waits_before);
  g_string_chunk_free (source->texts);
  g_hash_table_unref (source->flames);
  for (guint i = 0; i < G_N_ELEMENTS (source->ranks); i++)
    {
      g_free (source->ranks[i]);
      g_free (source->ranked[i]);
    }
  tv_query_source_drop_self_times (source);
  g_free (source->names);
  tv_trace_unref (source->trace);
  g_free (source);
}

/* Returns the name of a method as Perfetto writes it: `class.method: signature`. */
char *
tv_query_method_dup_name (const TvMethod *info)
{
  if (!info->named)
    return tv_method_dup_display_name (info);
  if (*info->class_name == '\0')
    return g_strconcat (info->name, ": ", info->signature, NULL);
  return g_strconcat (info->class_name, ".", info->name, ": ", info->signature, NULL);
}

const char *
tv_query_source_get_name (TvQuerySource *source, guint32 method)
{
  if (G_UNLIKELY (source->names[method] == NULL))
    {
      g_autofree char *name
          = tv_query_method_dup_name (tv_trace_get_method (source->trace, method));

      source->names[method] = g_string_chunk_insert (source->texts, name);
    }
  return source->names[method];
}

/* Returns a text of a method or a thread, or NULL. */
const char *
tv_query_source_get_text (TvQuerySource *source, guint32 index, TvQueryField field)
{
  if (field == TV_FIELD_THREAD_NAME)
    return tv_trace_get_thread (source->trace, index)->name;
  return field == TV_FIELD_NAME ? tv_query_source_get_name (source, index)
                                : tv_trace_get_method (source->trace, index)->file;
}

typedef struct
{
  TvQuerySource *source;
  TvQueryField field;
} Comparison;

static int
compare_texts (gconstpointer a, gconstpointer b, gpointer data)
{
  const Comparison *by = data;

  return g_strcmp0 (
      tv_query_source_get_text (by->source, *(const guint32 *) a, by->field),
      tv_query_source_get_text (by->source, *(const guint32 *) b, by->field));
}

static guint
get_place_of_ranks (TvQueryField field)
{
  return field == TV_FIELD_NAME ? 1 : field == TV_FIELD_PATHNAME ? 2 : 0;
}

/* Returns the rank of each method in the order of a column. Equal methods share a rank.
 */
const guint32 *
tv_query_source_get_ranks (TvQuerySource *source, TvQueryField field)
{
  const guint place = get_place_of_ranks (field);
  const guint n = source->n_methods;
  Comparison by = { source, field };
  guint32 *methods;
  guint32 *ranks = source->ranks[place];

  if (ranks != NULL)
    return ranks;
  methods = source->ranked[place] = g_new (guint32, MAX (n, 1));
  ranks = source->ranks[place] = g_new (guint32, MAX (n, 1));
  for (guint32 method = 0; method < n; method++)
    methods[method] = ranks[method] = method;
  if (place == 0)
    return ranks;
  g_qsort_with_data (methods, (int) n, sizeof (guint32), compare_texts, &by);
  for (guint32 i = 0; i < n; i++)
    ranks[methods[i]] = i > 0 && compare_texts (&methods[i], &methods[i - 1], &by) == 0
                            ? ranks[methods[i - 1]]
                            : i;
  return ranks;
}

/* Returns one of the methods with a rank from tv_query_source_get_ranks(). */
guint32
tv_query_source_get_method_of_rank (const TvQuerySource *source, TvQueryField field,
                                    guint rank)
{
  return source->ranked[get_place_of_ranks (field)][rank];
}

/* Finds the times from which a field of calls is computed. Returns FALSE if the file
 * lacks the clock. */
gboolean
tv_query_field_find_times (TvQueryField field, const TvCalls *calls,
                           const TvTimes **start, const TvTimes **end)
{
  const gboolean is_on_axis = field <= TV_FIELD_SELF_DUR;
  const TvClock clock
      = field < TV_FIELD_WALL_START ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;

  *start = is_on_axis ? &calls->axis_start : &calls->start[clock];
  *end = is_on_axis ? &calls->axis_end : &calls->end[clock];
  return tv_times_exist (*start);
}

/* Computes the own times of the calls of a thread. */
static void
add_self_times (const TvCalls *calls, TvQueryField field, gint64 *self_times)
{
  const TvTimes *start;
  const TvTimes *end;

  if (!tv_query_field_find_times (field, calls, &start, &end))
    return;
  for (gsize i = 0; i < calls->n; i++)
    {
      self_times[i] = tv_times_get (end, i) - tv_times_get (start, i);
      if (calls->parent[i] != TV_CALL_NONE)
        self_times[calls->parent[i]] -= self_times[i];
    }
}

/* Returns the own times of all calls, by id, on the clock of a field once many of them
 * are asked for: computing one visits all callees of the call, which are far apart in
 * memory. Returns NULL before that, or if there is no memory. */
const gint64 *
tv_query_source_get_self_times (TvQuerySource *source, TvQueryField field)
{
  gint64 **self_times = &source->self_times[(field - TV_FIELD_TS) / 4];
  const gint64 size = (gint64) source->n_calls * (gint64) sizeof (gint64);

  if (*self_times != NULL || ++source->n_self_requests < source->n_calls / 16
      || size > tv_query_guard_get_room (source->guard) / 2
      || !tv_query_guard_take (source->guard, size))
    return *self_times;
  *self_times = g_new (gint64, source->n_calls);
  for (guint thread = 0; thread < source->n_threads; thread++)
    {
      const TvCalls calls = tv_trace_get_calls (source->trace, thread);

      add_self_times (&calls, field,
                      *self_times
                          + tv_trace_get_n_calls_before (source->trace, thread));
    }
  return *self_times;
}

void
tv_query_source_drop_self_times (TvQuerySource *source)
{
  for (guint i = 0; i < G_N_ELEMENTS (source->self_times); i++)
    if (source->self_times[i] != NULL)
      {
        source->guard->held -= (gint64) source->n_calls * (gint64) sizeof (gint64);
        g_clear_pointer (&source->self_times[i], g_free);
      }
  source->n_self_requests = 0;
}

/* Returns the sums of a method; NULL if the script was cancelled. */
const TvMethodTotals *
tv_query_source_get_totals (TvQuerySource *source, guint32 method)
{
  if (source->profile == NULL)
    source->profile = tv_profile_new (source->trace, source->guard->work, NULL);
  return source->profile != NULL ? tv_profile_get_totals (source->profile, method)
                                 : NULL;
}

/* Returns the clock of ts and dur. */
TvClock
tv_query_source_get_clock (const TvQuerySource *source)
{
  return tv_trace_has_clock (source->trace, TV_CLOCK_WALL) ? TV_CLOCK_WALL
                                                           : TV_CLOCK_THREAD_CPU;
}

/* Gets a number of a thread. Returns FALSE if it has none. */
gboolean
tv_query_source_get_thread_number (const TvQuerySource *source, guint32 thread,
                                   TvQueryField field, gint64 *number)
{
  const TvThread *info = tv_trace_get_thread (source->trace, thread);

  if (field == TV_FIELD_UTID)
    *number = (gint64) thread + 1;
  else if (field == TV_FIELD_TRACK_ID)
    *number = thread;
  else if (field == TV_FIELD_TID)
    *number = info->id;
  else if (field == TV_FIELD_IS_MAIN_THREAD)
    *number = source->has_pid ? source->pid == (gint64) info->id
                              : g_strcmp0 (info->name, "main") == 0;
  else
    {
      *number = field == TV_FIELD_UPID ? 1 : source->pid;
      return source->has_pid;
    }
  return TRUE;
}

/* Returns the id of the argument set of a method's calls, which differs between traces.
 */
gint64
tv_query_source_get_arg_set (const TvQuerySource *source, guint32 method)
{
  return ((gint64) source->index << 32) + method + 1;
}
