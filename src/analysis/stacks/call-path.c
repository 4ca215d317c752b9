/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-path.h"

#include "trace/transform/transform.h"

/* Some milliseconds of work. */
#define CALLS_PER_CHECK (1u << 20)

static TvCallPath *
new_path (guint32 thread, guint n_methods)
{
  TvCallPath *path
      = g_atomic_rc_box_alloc (sizeof *path + n_methods * sizeof *path->methods);

  path->thread = thread;
  path->n_methods = n_methods;
  return path;
}

/**
 * tv_call_path_new:
 * @thread: index of a thread, or %TV_THREAD_NONE for all threads together
 * @methods: (array length=n_methods): indices of methods, that of the outermost call
 *   first
 * @n_methods: their number, 0 for all calls of the thread
 *
 * Returns: (transfer full): a path
 */
TvCallPath *
tv_call_path_new (guint32 thread, const guint32 *methods, guint n_methods)
{
  TvCallPath *path;

  g_return_val_if_fail (methods != NULL || n_methods == 0, NULL);

  path = new_path (thread, n_methods);
  if (n_methods > 0)
    memcpy (path->methods, methods, n_methods * sizeof *methods);
  return path;
}

/**
 * tv_call_path_new_to_call:
 * @trace: a trace
 * @call: one of its calls
 *
 * Returns: (transfer full): the path of the call in its thread, from its outermost
 * caller on
 */
TvCallPath *
tv_call_path_new_to_call (const TvTrace *trace, TvCallRef call)
{
  TvCallPath *path;
  TvCalls calls;
  guint n = 0;

  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (call.thread < tv_trace_get_n_threads (trace), NULL);

  calls = tv_trace_get_calls (trace, call.thread);
  g_return_val_if_fail (call.call < calls.n, NULL);

  for (guint32 i = call.call; i != TV_CALL_NONE; i = calls.parent[i])
    n++;
  path = new_path (call.thread, n);
  for (guint32 i = call.call; i != TV_CALL_NONE; i = calls.parent[i])
    path->methods[--n] = tv_calls_method (&calls, i);
  return path;
}

/**
 * tv_call_path_new_to_original:
 * @trace: a trace, perhaps a transformed one
 * @call: a call of the trace that it was made of
 *
 * Returns: (transfer full) (nullable): the path of the call, %NULL if a transform
 *   dropped it
 */
TvCallPath *
tv_call_path_new_to_original (TvTrace *trace, TvCallRef call)
{
  const guint32 found = tv_trace_find_transformed_call (trace, call.thread, call.call);

  return found < tv_trace_get_calls (trace, call.thread).n
                 && tv_trace_get_original_call (trace, call.thread, found) == call.call
             ? tv_call_path_new_to_call (trace, (TvCallRef){ call.thread, found })
             : NULL;
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

  return g_atomic_rc_box_acquire (path);
}

/**
 * tv_call_path_unref:
 * @path: (transfer full): a path
 */
void
tv_call_path_unref (TvCallPath *path)
{
  g_return_if_fail (path != NULL);

  g_atomic_rc_box_release (path);
}

/**
 * tv_call_path_get_methods:
 * @path: a path
 * @n_methods: (out): their number, 0 for all calls of the thread
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
 * Returns: index of the method of the innermost call, %TV_METHOD_NONE if there is none
 */
guint32
tv_call_path_get_method (const TvCallPath *path)
{
  g_return_val_if_fail (path != NULL, TV_METHOD_NONE);

  return path->n_methods > 0 ? path->methods[path->n_methods - 1] : TV_METHOD_NONE;
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

/**
 * tv_call_path_dup_text:
 * @path: a path
 * @trace: the trace of its methods
 *
 * Returns: (transfer full): a line a method, the innermost first, as in a stack trace
 */
char *
tv_call_path_dup_text (const TvCallPath *path, const TvTrace *trace)
{
  GString *text;

  g_return_val_if_fail (path != NULL && trace != NULL, NULL);

  text = g_string_new (NULL);
  for (guint i = path->n_methods; i-- > 0;)
    {
      g_autofree char *name
          = tv_method_dup_java_name (tv_trace_get_method (trace, path->methods[i]));

      g_string_append_printf (text, "%s\n", name);
    }
  return g_string_free (text, FALSE);
}

/* Finds calls whose callers are those of the path: the open ones among them are those
 * that the path has come to. */
static void
find_longest_in_thread (const TvCallPath *path, const TvThreadRange *range,
                        TvClock clock, GCancellable *cancellable, TvCallRef *longest,
                        gint64 *length)
{
  g_autofree guint32 *open = g_new (guint32, MAX (path->n_methods, 1));
  guint n_open = 0;

  for (guint32 i = 0; i < tv_thread_range_get_n (range); i++)
    {
      const guint32 call = tv_thread_range_get_call (range, i);
      const guint32 parent = range->calls.parent[call];
      gint64 inclusive[TV_N_CLOCKS];

      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
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
 * @path: a path of methods of the profile's trace
 * @profile: a profile
 * @clock: a clock of its trace
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: the call along the path that took longest in the range of the profile, the
 *   first of several, as the trace has it that no transform changed; its thread is
 *   %TV_THREAD_NONE if there is none
 */
TvCallRef
tv_call_path_find_longest (const TvCallPath *path, TvProfile *profile, TvClock clock,
                           GCancellable *cancellable)
{
  TvCallRef longest = { TV_THREAD_NONE, TV_CALL_NONE };
  const TvProfileRange *range;
  TvTrace *trace;
  gint64 length = -1;

  g_return_val_if_fail (path != NULL && profile != NULL, longest);

  trace = tv_profile_get_trace (profile);
  range = tv_profile_get_range (profile);
  for (guint i = 0; i < tv_thread_set_count (range->threads, trace); i++)
    {
      const guint32 nth = tv_thread_set_get_nth (range->threads, i);
      g_auto (TvThreadRange) thread = { 0 };

      if (path->thread != TV_THREAD_NONE && path->thread != nth)
        continue;
      tv_thread_range_init (&thread, trace, range, nth);
      find_longest_in_thread (path, &thread, clock, cancellable, &longest, &length);
    }
  if (longest.thread != TV_THREAD_NONE)
    longest.call = tv_trace_get_original_call (trace, longest.thread, longest.call);
  return longest;
}
