/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/method-sequence.h"

#include <string.h>

struct _TvMethodSequence
{
  gatomicrefcount references;
  guint n;
  guint32 *methods;
  guint32 *places;
};

/**
 * tv_method_sequence_new_take:
 * @methods: (transfer full) (array length=n): indices of methods, each at most once
 * @n: how many
 * @n_all: how many methods the trace has
 *
 * Returns: (transfer full): the methods in that order
 */
TvMethodSequence *
tv_method_sequence_new_take (guint32 *methods, guint n, guint n_all)
{
  TvMethodSequence *self;

  g_return_val_if_fail (methods != NULL || n == 0, NULL);
  g_return_val_if_fail (n <= n_all, NULL);

  self = g_new0 (TvMethodSequence, 1);
  g_atomic_ref_count_init (&self->references);
  self->n = n;
  self->methods = methods;
  self->places = g_new (guint32, MAX (n_all, 1));
  memset (self->places, 0xff, n_all * sizeof *self->places);
  for (guint i = 0; i < n; i++)
    self->places[methods[i]] = i;
  return self;
}

/**
 * tv_method_sequence_ref:
 * @self: a sequence
 *
 * Returns: (transfer full): the same
 */
TvMethodSequence *
tv_method_sequence_ref (TvMethodSequence *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);
  return self;
}

/**
 * tv_method_sequence_unref:
 * @self: (transfer full): a sequence
 *
 * Gives it up.
 */
void
tv_method_sequence_unref (TvMethodSequence *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_free (self->methods);
  g_free (self->places);
  g_free (self);
}

/**
 * tv_method_sequence_get_methods:
 * @self: a sequence
 * @n: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n): the indices of its methods in order
 */
const guint32 *
tv_method_sequence_get_methods (const TvMethodSequence *self, guint *n)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (n != NULL)
    *n = self->n;
  return self->methods;
}

/**
 * tv_method_sequence_get_places:
 * @self: a sequence
 *
 * Returns: (transfer none): by method of the trace, its place; %G_MAXUINT32 if it is
 *   not in the sequence
 */
const guint32 *
tv_method_sequence_get_places (const TvMethodSequence *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->places;
}
