/* SPDX-License-Identifier: Apache-2.0 */

#include "query/sample-tables.h"

#include "trace/mapping/name-mapping.h"
#include "trace/model/id-map.h"
#include "trace/model/trace-samples.h"
#include "trace/transform/transform.h"

/* Tables of samples, thread by thread, and of their stacks. A call site of Perfetto is
 * a path of frames, and a frame is a name; a mapping is a file with code, or a kind of
 * code. */

typedef struct
{
  guint32 parent; /* index of a call site, or NO_CALLSITE */
  guint32 method;
  guint32 depth;
} Callsite;

#define NO_CALLSITE G_MAXUINT32

/* Memory for each call at most: its call site, which may be its own. */
#define CALL_SIZE ((gint64) (sizeof (guint32) + 2 * sizeof (Callsite) + 32))

struct _TvQueryStacks
{
  GArray *before;      /* gsize: by thread, the number of samples before its first */
  GArray *callsites;   /* Callsite: each after its parent */
  guint32 *of_calls;   /* by call: its call site */
  GPtrArray *mappings; /* names; belong to the trace */
  guint32 *of_methods; /* by method: its mapping */
};

void
tv_query_stacks_free (TvQueryStacks *stacks)
{
  g_array_unref (stacks->before);
  g_array_unref (stacks->callsites);
  g_ptr_array_unref (stacks->mappings);
  g_free (stacks->of_calls);
  g_free (stacks->of_methods);
  g_free (stacks);
}

static void
find_mappings (TvQueryStacks *stacks, const TvQuerySource *source)
{
  g_autoptr (GHashTable) indexes = g_hash_table_new (g_str_hash, g_str_equal);

  stacks->mappings = g_ptr_array_new ();
  stacks->of_methods = g_new (guint32, MAX (source->n_methods, 1));
  for (guint32 method = 0; method < source->n_methods; method++)
    {
      const TvMethod *info = tv_trace_get_method (source->trace, method);
      const char *name = info->category != NULL ? info->category : "";
      gpointer index;

      if (!g_hash_table_lookup_extended (indexes, name, NULL, &index))
        {
          index = GUINT_TO_POINTER (stacks->mappings->len);
          g_hash_table_insert (indexes, (gpointer) name, index);
          g_ptr_array_add (stacks->mappings, (gpointer) name);
        }
      stacks->of_methods[method] = GPOINTER_TO_UINT (index);
    }
}

/* Finds the call sites of a thread's calls, of which each stands after its caller. */
static void
find_callsites (TvQueryStacks *stacks, const TvCalls *calls, guint32 *of_calls,
                TvIdMap *known)
{
  for (gsize call = 0; call < calls->n; call++)
    {
      const gboolean is_root = calls->parent[call] == TV_CALL_NONE;
      Callsite site = { .parent = is_root ? NO_CALLSITE : of_calls[calls->parent[call]],
                        .method = tv_calls_method (calls, call) };
      const guint64 key = (guint64) (site.parent + 1) << 32 | site.method;

      of_calls[call] = tv_id_map_get (known, key);
      if (of_calls[call] != TV_ID_MAP_NONE)
        continue;
      if (!is_root)
        site.depth = g_array_index (stacks->callsites, Callsite, site.parent).depth + 1;
      of_calls[call] = stacks->callsites->len;
      tv_id_map_set (known, key, of_calls[call]);
      g_array_append_val (stacks->callsites, site);
    }
}

/* Returns the stacks of a trace, or NULL if the script was stopped. */
static const TvQueryStacks *
get_stacks (TvQuerySource *source)
{
  TvQueryStacks *stacks = source->stacks;
  gsize n_samples = 0;
  TvIdMap known;

  if (stacks != NULL
      || !tv_query_guard_demand (source->guard, CALL_SIZE * source->n_calls))
    return stacks;
  stacks = source->stacks = g_new0 (TvQueryStacks, 1);
  stacks->before = g_array_new (FALSE, FALSE, sizeof (gsize));
  stacks->callsites = g_array_new (FALSE, FALSE, sizeof (Callsite));
  stacks->of_calls = g_new (guint32, MAX (source->n_calls, 1));
  find_mappings (stacks, source);
  tv_id_map_init (&known);
  for (guint thread = 0; thread < source->n_threads; thread++)
    {
      const TvCalls calls = tv_trace_get_calls (source->trace, thread);

      g_array_append_val (stacks->before, n_samples);
      n_samples += tv_trace_get_samples (source->trace, thread).n;
      find_callsites (stacks, &calls,
                      stacks->of_calls
                          + tv_trace_get_n_calls_before (source->trace, thread),
                      &known);
    }
  g_array_append_val (stacks->before, n_samples);
  tv_id_map_clear (&known);
  return stacks;
}

/* Samples */

gsize
tv_query_count_samples (TvQuerySource *source)
{
  const TvQueryStacks *stacks = get_stacks (source);

  return stacks != NULL ? g_array_index (stacks->before, gsize, source->n_threads) : 0;
}

/* Perfetto has the samples of its own recordings apart. */
static gboolean
is_recorded_by_perfetto (const TvQuerySource *source)
{
  return g_str_equal (tv_trace_get_info (source->trace)->format, "perfetto");
}

gsize
tv_query_count_profile_samples (TvQuerySource *source)
{
  return is_recorded_by_perfetto (source) ? 0 : tv_query_count_samples (source);
}

gsize
tv_query_count_perf_samples (TvQuerySource *source)
{
  return is_recorded_by_perfetto (source) ? tv_query_count_samples (source) : 0;
}

/* Returns the innermost call of a sample that is left in a transformed trace. */
static guint32
find_leaf (const TvTrace *trace, guint thread, guint32 call)
{
  const TvCalls calls = tv_trace_get_calls (tv_trace_get_original (trace), thread);

  for (; call != TV_CALL_NONE; call = calls.parent[call])
    {
      const guint32 left = tv_trace_find_transformed_call (trace, thread, call);

      if (left < tv_trace_get_calls (trace, thread).n
          && tv_trace_get_original_call (trace, thread, left) == call)
        return left;
    }
  return TV_CALL_NONE;
}

static void
result_call (TvQuerySource *source, const TvQueryStacks *stacks, guint thread,
             guint32 call, TvQueryField field, sqlite3_context *result)
{
  const gsize id = tv_trace_get_n_calls_before (source->trace, thread) + call;
  const TvCalls calls = tv_trace_get_calls (source->trace, thread);
  const guint32 method = tv_calls_method (&calls, call);

  if (field == TV_FIELD_PARENT_ID)
    sqlite3_result_int64 (result, (gint64) id);
  else if (field == TV_FIELD_CALLSITE_ID)
    sqlite3_result_int64 (result, stacks->of_calls[id]);
  else if (field == TV_FIELD_METHOD_ID)
    sqlite3_result_int64 (result, method);
  else if (field == TV_FIELD_NAME)
    tv_query_result_text (result, tv_query_source_get_name (source, method));
}

void
tv_query_get_sample (TvQuerySource *source, gsize row, TvQueryField field,
                     sqlite3_context *result)
{
  const TvQueryStacks *stacks = get_stacks (source);
  guint32 thread;
  TvSamples samples;
  guint32 leaf;

  if (stacks == NULL)
    return;
  thread = tv_query_source_find_thread (source, stacks->before, row);
  samples = tv_trace_get_samples (source->trace, thread);
  row -= g_array_index (stacks->before, gsize, thread);
  if (field == TV_FIELD_UTID)
    sqlite3_result_int64 (result, source->utids[thread]);
  else if (field == TV_FIELD_TS && samples.time != NULL)
    sqlite3_result_int64 (result, source->origin + samples.time[row]);
  else if (field == TV_FIELD_WEIGHT)
    tv_query_result_amount (source, TV_CLOCK_THREAD_CPU, samples.weight[row], result);
  else if (field == TV_FIELD_PERF_SESSION_ID)
    sqlite3_result_int (result, 0);
  else if ((leaf = find_leaf (source->trace, thread, samples.leaf[row]))
           != TV_CALL_NONE)
    result_call (source, stacks, thread, leaf, field, result);
}

/* Stacks */

gsize
tv_query_count_callsites (TvQuerySource *source)
{
  const TvQueryStacks *stacks = get_stacks (source);

  return stacks != NULL ? stacks->callsites->len : 0;
}

void
tv_query_get_callsite (TvQuerySource *source, gsize row, TvQueryField field,
                       sqlite3_context *result)
{
  const TvQueryStacks *stacks = get_stacks (source);
  const Callsite *site
      = stacks != NULL ? &g_array_index (stacks->callsites, Callsite, row) : NULL;

  if (site == NULL)
    return;
  if (field == TV_FIELD_DEPTH)
    sqlite3_result_int64 (result, site->depth);
  else if (field == TV_FIELD_FRAME_ID)
    sqlite3_result_int64 (result, site->method);
  else if (field == TV_FIELD_PARENT_ID && site->parent != NO_CALLSITE)
    sqlite3_result_int64 (result, site->parent);
}

gsize
tv_query_count_frames (TvQuerySource *source)
{
  return source->n_methods;
}

/* The name of a frame is the one in the file; the other one is that of a mapping of
 * names. */
void
tv_query_get_frame (TvQuerySource *source, gsize row, TvQueryField field,
                    sqlite3_context *result)
{
  const TvQueryStacks *stacks = get_stacks (source);
  const guint32 method = (guint32) row;
  const TvMethod *in_file = tv_trace_get_method_in_file (source->trace, method);
  g_autofree char *name = tv_query_source_dup_name (source, in_file);
  const char *shown = tv_query_source_get_name (source, method);

  if (field == TV_FIELD_NAME)
    sqlite3_result_text (result, g_steal_pointer (&name), -1, g_free);
  else if (field == TV_FIELD_DETAIL && g_strcmp0 (name, shown) != 0)
    tv_query_result_text (result, shown);
  else if (field == TV_FIELD_MAPPING && stacks != NULL)
    sqlite3_result_int64 (result, stacks->of_methods[method]);
}

gsize
tv_query_count_mappings (TvQuerySource *source)
{
  const TvQueryStacks *stacks = get_stacks (source);

  return stacks != NULL ? stacks->mappings->len : 0;
}

void
tv_query_get_mapping (TvQuerySource *source, gsize row, TvQueryField field,
                      sqlite3_context *result)
{
  const TvQueryStacks *stacks = get_stacks (source);

  if (stacks != NULL && field == TV_FIELD_NAME)
    tv_query_result_text (result, g_ptr_array_index (stacks->mappings, row));
}
