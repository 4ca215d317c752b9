/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/transform/transform.h"

#include <string.h>

static int
compare_methods (gconstpointer a, gconstpointer b)
{
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;

  return (first > second) - (first < second);
}

static void
add_step (TvTransform *self, const guint32 *methods, guint n)
{
  GArray *step = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  g_array_append_vals (step, methods, n);
  g_array_sort (step, compare_methods);
  g_ptr_array_add (self->steps, step);
}

static TvTransform *
create (TvTransformKind kind)
{
  TvTransform *self = g_atomic_rc_box_new0 (TvTransform);

  self->kind = kind;
  self->thread = TV_THREAD_NONE;
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  return self;
}

/**
 * tv_transform_new:
 * @kind: a kind without a package, a library or a path
 * @methods: (array length=n) (nullable): indexes of its methods, such as the overloads
 * of a name; %NULL for all
 * @n: length of @methods
 *
 * Returns: (transfer full): the transform
 */
TvTransform *
tv_transform_new (TvTransformKind kind, const guint32 *methods, guint n)
{
  TvTransform *self;

  g_return_val_if_fail (methods != NULL || n == 0, NULL);
  g_return_val_if_fail (kind != TV_TRANSFORM_COLLAPSE_PACKAGE, NULL);
  g_return_val_if_fail (kind != TV_TRANSFORM_COLLAPSE_LIBRARY, NULL);
  g_return_val_if_fail (kind != TV_TRANSFORM_FOCUS_SUBTREE, NULL);

  self = create (kind);
  if (methods != NULL)
    add_step (self, methods, n);
  return self;
}

/**
 * tv_transform_new_package:
 * @package: the name of a package with dots; it ends with `.*` for all packages below
 * too
 * @methods: (array length=n): indexes of their methods
 * @n: length of @methods, at least 1
 *
 * Returns: (transfer full): a transform that collapses the package
 */
TvTransform *
tv_transform_new_package (const char *package, const guint32 *methods, guint n)
{
  TvTransform *self;

  g_return_val_if_fail (package != NULL && methods != NULL && n > 0, NULL);

  self = create (TV_TRANSFORM_COLLAPSE_PACKAGE);
  self->group = g_strndup (package, strlen (package)
                                        - (g_str_has_suffix (package, ".*") ? 2 : 0));
  add_step (self, methods, n);
  return self;
}

/**
 * tv_transform_new_library:
 * @library: its path as in the file
 * @methods: (array length=n): indexes of its methods
 * @n: length of @methods, at least 1
 *
 * Returns: (transfer full): a transform that collapses the library
 */
TvTransform *
tv_transform_new_library (const char *library, const guint32 *methods, guint n)
{
  TvTransform *self;

  g_return_val_if_fail (library != NULL && methods != NULL && n > 0, NULL);

  self = create (TV_TRANSFORM_COLLAPSE_LIBRARY);
  self->group = g_strdup (library);
  add_step (self, methods, n);
  return self;
}

/**
 * tv_transform_new_subtree:
 * @thread: index of a thread, %TV_THREAD_NONE for all
 * @steps: (array length=n_steps): a path from the outermost call on: for each call the
 *   indexes of the methods that it may have
 * @n_steps: length of @steps, at least 1
 *
 * Returns: (transfer full): a transform that focuses on the path
 */
TvTransform *
tv_transform_new_subtree (guint32 thread, const GArray *const *steps, guint n_steps)
{
  TvTransform *self;

  g_return_val_if_fail (steps != NULL && n_steps > 0, NULL);

  self = create (TV_TRANSFORM_FOCUS_SUBTREE);
  self->thread = thread;
  for (guint i = 0; i < n_steps; i++)
    add_step (self, (const guint32 *) (gpointer) steps[i]->data, steps[i]->len);
  return self;
}

/**
 * tv_transform_new_like:
 * @like: a transform of another trace
 * @thread: index of its thread, %TV_THREAD_NONE if it has none
 * @steps: (array) (nullable): its methods, with as many steps as @like; %NULL if both
 *   traces have the same indexes of methods
 *
 * Returns: (transfer full): the same transform for this trace
 */
TvTransform *
tv_transform_new_like (const TvTransform *like, guint32 thread,
                       const GArray *const *steps)
{
  TvTransform *self;

  g_return_val_if_fail (like != NULL, NULL);

  self = create (like->kind);
  self->group = g_strdup (like->group);
  self->thread = thread;
  for (guint i = 0; i < like->steps->len; i++)
    {
      const GArray *step = steps != NULL ? steps[i] : like->steps->pdata[i];

      add_step (self, (const guint32 *) (gpointer) step->data, step->len);
    }
  return self;
}

TvTransform *
tv_transform_ref (TvTransform *transform)
{
  return g_atomic_rc_box_acquire (transform);
}

static void
transform_clear (gpointer transform)
{
  TvTransform *self = transform;

  g_free (self->group);
  g_ptr_array_unref (self->steps);
}

void
tv_transform_unref (TvTransform *transform)
{
  g_atomic_rc_box_release_full (transform, transform_clear);
}

/**
 * tv_transform_get_step:
 * @transform: a transform
 * @step: index of a step
 * @n: (out): number of methods
 *
 * Returns: (transfer none) (array length=n): the methods of a step, ascending
 */
const guint32 *
tv_transform_get_step (const TvTransform *transform, guint step, guint *n)
{
  const GArray *methods;

  g_return_val_if_fail (transform != NULL && step < transform->steps->len, NULL);

  methods = transform->steps->pdata[step];
  *n = methods->len;
  return (const guint32 *) (gpointer) methods->data;
}
