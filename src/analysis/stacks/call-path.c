/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-path.h"

struct _TvCallPath
{
  gatomicrefcount ref_count;
  guint32 thread;
  guint n_methods;
  guint32 methods[];
};

/**
 * tv_call_path_new:
 * @thread: index of a thread, or %TV_THREAD_NONE for all threads together
 * @methods: (array length=n_methods): indices of methods, that of the outermost call
 *   first
 * @n_methods: their number, at least 1
 *
 * Returns: (transfer full): a path
 */
TvCallPath *
tv_call_path_new (guint32 thread, const guint32 *methods, guint n_methods)
{
  TvCallPath *path;

  g_return_val_if_fail (methods != NULL, NULL);
  g_return_val_if_fail (n_methods > 0, NULL);

  path = g_malloc (sizeof *path + n_methods * sizeof *methods);
  g_atomic_ref_count_init (&path->ref_count);
  path->thread = thread;
  path->n_methods = n_methods;
  memcpy (path->methods, methods, n_methods * sizeof *methods);
  return path;
}

/**
 * tv_call_path_ref:
 * @path: a path
 *
 * Returns: (transfer full): @path
 */
TvCallPath *
tv_call_path_ref (TvCallPath *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_atomic_ref_count_inc (&path->ref_count);
  return path;
}

/**
 * tv_call_path_unref:
 * @path: (transfer full): a path
 */
void
tv_call_path_unref (TvCallPath *path)
{
  g_return_if_fail (path != NULL);

  if (g_atomic_ref_count_dec (&path->ref_count))
    g_free (path);
}

/**
 * tv_call_path_get_thread:
 * @path: a path
 *
 * Returns: index of its thread, %TV_THREAD_NONE for all threads together
 */
guint32
tv_call_path_get_thread (const TvCallPath *path)
{
  g_return_val_if_fail (path != NULL, TV_THREAD_NONE);

  return path->thread;
}

/**
 * tv_call_path_get_methods:
 * @path: a path
 * @n_methods: (out): their number, at least 1
 *
 * Returns: (transfer none) (array length=n_methods): indices of its methods, that of
 *   the outermost call first
 */
const guint32 *
tv_call_path_get_methods (const TvCallPath *path, guint *n_methods)
{
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (n_methods != NULL, NULL);

  *n_methods = path->n_methods;
  return path->methods;
}

/**
 * tv_call_path_get_method:
 * @path: a path
 *
 * Returns: index of the method of the innermost call
 */
guint32
tv_call_path_get_method (const TvCallPath *path)
{
  g_return_val_if_fail (path != NULL, TV_METHOD_NONE);

  return path->methods[path->n_methods - 1];
}

/**
 * tv_call_path_equal:
 * @a: (nullable): a path
 * @b: (nullable): another one
 *
 * Returns: whether they go through the same methods, in the same thread
 */
gboolean
tv_call_path_equal (const TvCallPath *a, const TvCallPath *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->thread == b->thread && a->n_methods == b->n_methods
         && memcmp (a->methods, b->methods, a->n_methods * sizeof *a->methods) == 0;
}

/* Finds calls whose callers are those of the path: the open ones among them are those
 * that the path has come to. */
static void
find_longest_in_thread (const TvCallPath *path, const TvThreadRange *range,
                        TvClock clock, TvCallRef *longest, gint64 *length)
{
  g_autofree guint32 *open = g_new (guint32, path->n_methods);
  guint n_open = 0;

  for (guint32 i = 0; i < tv_thread_range_get_n (range); i++)
    {
      const guint32 call = tv_thread_range_get_call (range, i);
      const guint32 parent = range->calls.parent[call];
      gint64 inclusive[TV_N_CLOCKS];

      while (n_open > 0 && (parent == TV_CALL_NONE || open[n_open - 1] > parent))
        n_open--;
      if (n_open == path->n_methods
          || (n_open > 0 ? open[n_open - 1] : TV_CALL_NONE) != parent
          || tv_calls_method (&range->calls, call) != path->methods[n_open])
        continue;
      open[n_open++] = call;
      if (n_open < path->n_methods
          || !tv_thread_range_clip_call (range, call, inclusive)
          || inclusive[clock] <= *length)
        continue;
      *length = inclusive[clock];
      *longest = (TvCallRef){ range->thread, call };
    }
}

/**
 * tv_call_path_find_longest:
 * @path: a path
 * @trace: a trace
 * @range: the part of it
 * @clock: a clock of the trace
 *
 * Returns: the call along the path that took longest, the first of several; its thread
 *   is %TV_THREAD_NONE if there is none
 */
TvCallRef
tv_call_path_find_longest (const TvCallPath *path, const TvTrace *trace,
                           const TvProfileRange *range, TvClock clock)
{
  TvCallRef longest = { TV_THREAD_NONE, TV_CALL_NONE };
  gint64 length = -1;

  g_return_val_if_fail (path != NULL && trace != NULL && range != NULL, longest);

  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      g_auto (TvThreadRange) thread = { 0 };

      if ((path->thread != TV_THREAD_NONE && path->thread != i)
          || (range->threads != NULL && !tv_thread_set_contains (range->threads, i)))
        continue;
      tv_thread_range_init (&thread, trace, range, i);
      find_longest_in_thread (path, &thread, clock, &longest, &length);
    }
  return longest;
}
