/* SPDX-License-Identifier: Apache-2.0 */

#include "query/sample-tables.h"

#include "trace/mapping/name-mapping.h"
#include "trace/model/id-map.h"
#include "trace/model/trace-extras.h"
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
  guint32 *of_stacks;  /* by stack of the file: its call site */
  guint32 *facts;      /* by method: the first extra row of its frame, plus one */
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
  g_free (stacks->of_stacks);
  g_free (stacks->facts);
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

/* Returns the call site with a parent and a method. */
static guint32
find_callsite (TvQueryStacks *stacks, guint32 parent, guint32 method, TvIdMap *known)
{
  const guint64 key = (guint64) (parent + 1) << 32 | method;
  Callsite site = { .parent = parent, .method = method };
  guint32 found = tv_id_map_get (known, key);

  if (found != TV_ID_MAP_NONE)
    return found;
  if (parent != NO_CALLSITE)
    site.depth = g_array_index (stacks->callsites, Callsite, parent).depth + 1;
  found = stacks->callsites->len;
  tv_id_map_set (known, key, found);
  g_array_append_val (stacks->callsites, site);
  return found;
}

/* Finds the call sites of a thread's calls, of which each stands after its caller. */
static void
find_callsites (TvQueryStacks *stacks, const TvCalls *calls, guint32 *of_calls,
                TvIdMap *known)
{
  for (gsize call = 0; call < calls->n; call++)
    of_calls[call] = find_callsite (stacks,
                                    calls->parent[call] == TV_CALL_NONE
                                        ? NO_CALLSITE
                                        : of_calls[calls->parent[call]],
                                    tv_calls_method (calls, call), known);
}

/* Finds those of the stacks of the file, of which some may be in no call. */
static void
find_file_stacks (TvQueryStacks *stacks, const TvTrace *trace, TvIdMap *known)
{
  guint n;
  const TvSampleStack *all = tv_trace_get_sample_stacks (trace, &n);

  stacks->of_stacks = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    stacks->of_stacks[i] = find_callsite (
        stacks, all[i].parent < i ? stacks->of_stacks[all[i].parent] : NO_CALLSITE,
        all[i].method, known);
}

static void
find_frame_facts (TvQueryStacks *stacks, const TvQuerySource *source)
{
  const gsize n = tv_trace_get_n_extras (source->trace, TV_EXTRA_FRAMES);

  stacks->facts = g_new0 (guint32, MAX (source->n_methods, 1));
  for (gsize i = n; i > 0; i--)
    {
      const TvExtraValue method
          = tv_trace_get_extra (source->trace, TV_EXTRA_FRAMES, i - 1, 0);

      if (method.is_known && method.number < source->n_methods)
        stacks->facts[method.number] = (guint32) i;
    }
}

/* Returns the stacks of a trace, or NULL if the script was stopped. */
static const TvQueryStacks *
get_stacks (TvQuerySource *source)
{
  TvQueryStacks *stacks = source->stacks;
  gsize n_samples = 0;
  TvIdMap known;
  guint n_stacks;

  tv_trace_get_sample_stacks (source->trace, &n_stacks);
  if (stacks != NULL
      || !tv_query_guard_demand (source->guard,
                                 CALL_SIZE * ((gint64) source->n_calls + n_stacks)))
    return stacks;
  stacks = source->stacks = g_new0 (TvQueryStacks, 1);
  stacks->before = g_array_new (FALSE, FALSE, sizeof (gsize));
  stacks->callsites = g_array_new (FALSE, FALSE, sizeof (Callsite));
  stacks->of_calls = g_new (guint32, MAX (source->n_calls, 1));
  find_mappings (stacks, source);
  find_frame_facts (stacks, source);
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
  find_file_stacks (stacks, source->trace, &known);
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

/* Samples of Perfetto are extra rows. */
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
  else if ((leaf = find_leaf (source->trace, thread, samples.leaf[row]))
           != TV_CALL_NONE)
    result_call (source, stacks, thread, leaf, field, result);
}

/* Stacks */

/* Finds the call site of a stack of the file. Returns FALSE if there is none. */
gboolean
tv_query_find_callsite (TvQuerySource *source, gint64 stack, gint64 *callsite)
{
  const TvQueryStacks *stacks = get_stacks (source);
  guint n;

  tv_trace_get_sample_stacks (source->trace, &n);
  if (stacks == NULL || stack < 0 || stack >= n)
    return FALSE;
  *callsite = stacks->of_stacks[stack];
  return TRUE;
}

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

/* A frame with a source has a symbol, which has the row of its facts. */
static void
result_frame_fact (const TvQuerySource *source, gsize row, TvQueryField field,
                   sqlite3_context *result)
{
  const TvExtraValue value = tv_trace_get_extra (source->trace, TV_EXTRA_FRAMES, row,
                                                 field == TV_FIELD_TYPE ? 1 : 2);

  if (field == TV_FIELD_TYPE && value.is_known)
    tv_query_result_text (result, value.text);
  else if (field == TV_FIELD_SYMBOL_SET_ID && value.is_known)
    sqlite3_result_int64 (result, (gint64) row);
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
  else if (stacks != NULL && stacks->facts[method] > 0)
    result_frame_fact (source, stacks->facts[method] - 1, field, result);
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
