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
