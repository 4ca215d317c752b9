/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/method-sequence.h"

#include <string.h>

struct _TvMethodSequence
{
  gatomicrefcount references;
  guint n;
  guint32 *methods;
  guint32 *places;             /* by method; %NULL if there are none, or picked ones */
  TvMethodSequence *wholes[2]; /* what these were picked of, one behind the other */
};

static TvMethodSequence *
new_without_places (guint32 *methods, guint n)
{
  TvMethodSequence *self = g_new0 (TvMethodSequence, 1);

  g_atomic_ref_count_init (&self->references);
  self->n = n;
  self->methods = methods;
  return self;
}

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

  self = new_without_places (methods, n);
  if (n == 0)
    return self;
  self->places = g_new (guint32, n_all);
  memset (self->places, 0xff, n_all * sizeof *self->places);
  for (guint i = 0; i < n; i++)
    self->places[methods[i]] = i;
  return self;
}

/**
 * tv_method_sequence_new_picked:
 * @methods: (transfer full) (array length=n): some of the methods of @first and behind
 *   them some of @second, in the orders of these
 * @n: how many
 * @first: a sequence
 * @second: (nullable): one of other methods
 *
 * Places are found by those in @first and @second: it takes no table of all methods for
 * each choice of some.
 *
 * Returns: (transfer full): the methods in that order
 */
TvMethodSequence *
tv_method_sequence_new_picked (guint32 *methods, guint n, TvMethodSequence *first,
                               TvMethodSequence *second)
{
  TvMethodSequence *self;

  g_return_val_if_fail (methods != NULL || n == 0, NULL);
  g_return_val_if_fail (first != NULL, NULL);

  self = new_without_places (methods, n);
  self->wholes[0] = tv_method_sequence_ref (first);
  if (second != NULL)
    self->wholes[1] = tv_method_sequence_ref (second);
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
  for (guint i = 0; i < G_N_ELEMENTS (self->wholes); i++)
    g_clear_pointer (&self->wholes[i], tv_method_sequence_unref);
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
 * @self: a sequence that was not picked of others
 *
 * Returns: (transfer none) (nullable): by method of the trace, its place; %G_MAXUINT32
 *   if it is not in the sequence. %NULL if no method is
 */
const guint32 *
tv_method_sequence_get_places (const TvMethodSequence *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->places;
}

/* Where it would be if nothing had been left out. */
static guint
find_in_wholes (const TvMethodSequence *self, guint32 method)
{
  guint place = tv_method_sequence_find (self->wholes[0], method);

  if (place != G_MAXUINT || self->wholes[1] == NULL)
    return place;
  place = tv_method_sequence_find (self->wholes[1], method);
  return place != G_MAXUINT ? self->wholes[0]->n + place : G_MAXUINT;
}

/* The places in the wholes rise from each picked method to the next. */
static guint
find_picked (const TvMethodSequence *self, guint32 method)
{
  const guint wanted = find_in_wholes (self, method);
  guint from = 0;
  guint to = self->n;

  if (wanted == G_MAXUINT)
    return G_MAXUINT;
  while (from < to)
    {
      const guint middle = from + (to - from) / 2;

      if (find_in_wholes (self, self->methods[middle]) < wanted)
        from = middle + 1;
      else
        to = middle;
    }
  return from < self->n && self->methods[from] == method ? from : G_MAXUINT;
}

/**
 * tv_method_sequence_find:
 * @self: a sequence
 * @method: index of a method of the trace
 *
 * Returns: the place of @method, %G_MAXUINT if it is not in the sequence
 */
guint
tv_method_sequence_find (const TvMethodSequence *self, guint32 method)
{
  g_return_val_if_fail (self != NULL, G_MAXUINT);

  if (self->n == 0)
    return G_MAXUINT;
  return self->places != NULL ? self->places[method] : find_picked (self, method);
}
