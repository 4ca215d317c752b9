/* SPDX-License-Identifier: Apache-2.0 */

#include "query/query-source.h"

#include <string.h>

TvQuerySource *
tv_query_source_new (TvTrace *trace, guint index)
{
  TvQuerySource *source = g_new0 (TvQuerySource, 1);
  gsize n_waits = 0;

  source->trace = tv_trace_ref (trace);
  source->index = index;
  source->n_threads = tv_trace_get_n_threads (trace);
  source->n_methods = tv_trace_get_n_methods (trace);
  source->n_calls = (guint32) tv_trace_get_n_calls (trace);
  source->names = g_new0 (const char *, MAX (source->n_methods, 1));
  source->texts = g_string_chunk_new (64 * 1024);
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
  g_clear_pointer (&source->trees[0], tv_call_tree_free);
  g_clear_pointer (&source->trees[1], tv_call_tree_free);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    g_clear_pointer (&source->edges[clock], tv_call_edges_free);
  g_array_unref (source->waits_before);
  g_string_chunk_free (source->texts);
  g_free (source->ranks);
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

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  const char **names = data;

  return strcmp (names[*(const guint32 *) a], names[*(const guint32 *) b]);
}

/* Returns the place of each method in the order of their names. Methods of one name
 * have one place. */
const guint32 *
tv_query_source_get_ranks (TvQuerySource *source)
{
  const guint n = source->n_methods;
  g_autofree guint32 *sorted = NULL;

  if (source->ranks != NULL)
    return source->ranks;
  sorted = g_new (guint32, n + 1);
  source->ranks = g_new (guint32, n + 1);
  for (guint32 method = 0; method < n; method++)
    {
      tv_query_source_get_name (source, method);
      sorted[method] = method;
    }
  g_qsort_with_data (sorted, (int) n, sizeof *sorted, compare_names, source->names);
  for (guint i = 0; i < n; i++)
    source->ranks[sorted[i]]
        = i > 0 && g_str_equal (source->names[sorted[i]], source->names[sorted[i - 1]])
              ? source->ranks[sorted[i - 1]]
              : i;
  return source->ranks;
}

/* Returns what the calls of a method took; NULL if the script was cancelled. */
const TvMethodTotals *
tv_query_source_get_totals (TvQuerySource *source, guint32 method)
{
  if (source->profile == NULL)
    source->profile = tv_profile_new (source->trace, source->cancellable, NULL);
  return source->profile != NULL ? tv_profile_get_totals (source->profile, method)
                                 : NULL;
}

/* Returns calls added up by the path of their callers, or of their callees; NULL if the
 * script was cancelled. */
const TvCallTree *
tv_query_source_get_tree (TvQuerySource *source, gboolean bottom_up)
{
  const TvProfileRange everything = { .start = G_MININT64, .end = G_MAXINT64 };
  const TvCallTreeLimits limits
      = { .clock = tv_trace_has_clock (source->trace, TV_CLOCK_WALL)
                       ? TV_CLOCK_WALL
                       : TV_CLOCK_THREAD_CPU,
          .max_depth = TV_CALL_TREE_DEPTH };

  if (source->trees[bottom_up] == NULL && bottom_up)
    source->trees[1] = tv_call_tree_new_bottom_up (source->trace, &everything, &limits,
                                                   source->cancellable, NULL);
  else if (source->trees[bottom_up] == NULL)
    source->trees[0] = tv_call_tree_new_limited (source->trace, &everything, &limits,
                                                 source->cancellable, NULL);
  return source->trees[bottom_up];
}

/* Returns whether the file names its process. */
gboolean
tv_query_source_get_pid (const TvQuerySource *source, gint64 *pid)
{
  const char *text = tv_trace_lookup_property (source->trace, "pid");

  return text != NULL && g_ascii_string_to_signed (text, 10, 0, G_MAXUINT32, pid, NULL);
}

gboolean
tv_query_source_is_main (const TvQuerySource *source, guint32 thread)
{
  const TvThread *info = tv_trace_get_thread (source->trace, thread);
  gint64 pid;

  if (tv_query_source_get_pid (source, &pid))
    return pid == (gint64) info->id;
  return g_strcmp0 (info->name, "main") == 0;
}

/* Returns the id of the arguments of a method's calls, which tells traces apart. */
gint64
tv_query_source_get_arg_set (const TvQuerySource *source, guint32 method)
{
  return ((gint64) source->index << 32) + method + 1;
}
