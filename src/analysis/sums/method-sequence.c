/* SPDX-License-Identifier: Apache-2.0 */

/* What a filter leaves is a bit for each place: with a million methods it is made at
 * every key of a search, and a list of indexes would be several megabytes that are
 * written, and most of the time fresh from the system, each time. */

#include "analysis/sums/method-sequence.h"

#include "analysis/sums/method-set-private.h"

#include <string.h>

#define WORD_BITS 64
#define BLOCK_WORDS 8
#define BLOCK_BITS (BLOCK_WORDS * WORD_BITS)

/* Where fewer than one in so many are wanted, it is quicker to look each of them up
 * than to go through all. */
#define FEW_SHARE 8

struct _TvMethodSequence
{
  gatomicrefcount references;
  guint n;

  /* A whole order. */
  guint32 *methods;
  guint32 *places; /* by method; %NULL if it has to be looked for */

  /* Or what is left of one and behind it of another: a bit for each of their places,
   * and how many are left before each block of them. */
  TvMethodSequence *wholes[2];
  guint64 *left;
  guint32 *before;
};

static TvMethodSequence *
sequence_new (guint n)
{
  TvMethodSequence *self = g_new0 (TvMethodSequence, 1);

  g_atomic_ref_count_init (&self->references);
  self->n = n;
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

  self = tv_method_sequence_new_listed (methods, n);
  if (n == 0)
    return self;
  self->places = g_new (guint32, n_all);
  memset (self->places, 0xff, n_all * sizeof *self->places);
  for (guint i = 0; i < n; i++)
    self->places[methods[i]] = i;
  return self;
}

/**
 * tv_method_sequence_new_listed:
 * @methods: (transfer full) (array length=n): indices of methods, each at most once
 * @n: how many
 *
 * The same without a table of places: tv_method_sequence_find() goes through them all.
 *
 * Returns: (transfer full): the methods in that order
 */
TvMethodSequence *
tv_method_sequence_new_listed (guint32 *methods, guint n)
{
  TvMethodSequence *self;

  g_return_val_if_fail (methods != NULL || n == 0, NULL);

  self = sequence_new (n);
  self->methods = methods;
  return self;
}

static guint
get_n_places (const TvMethodSequence *self)
{
  return self->wholes[0]->n + (self->wholes[1] != NULL ? self->wholes[1]->n : 0);
}

static gboolean
is_left (const TvMethodSequence *self, guint place)
{
  return self->left[place / WORD_BITS] >> place % WORD_BITS & 1;
}

/* Leaves those of a whole that are in @wanted. */
static void
leave_wanted (TvMethodSequence *self, const TvMethodSequence *whole, guint first_place,
              const guint64 *wanted)
{
  guint64 word = 0;

  for (guint i = 0; i < whole->n; i++)
    {
      const guint bit = (first_place + i) % WORD_BITS;

      word |= (guint64) tv_method_words_contain (wanted, whole->methods[i]) << bit;
      if (bit < WORD_BITS - 1 && i < whole->n - 1)
        continue;
      self->left[(first_place + i) / WORD_BITS] |= word;
      word = 0;
    }
}

static void
leave_all_wanted (TvMethodSequence *self, guint64 *wanted)
{
  const TvMethodSequence *whole = self->wholes[0];

  leave_wanted (self, whole, 0, wanted);
  for (guint i = 0; self->wholes[1] != NULL && i < whole->n; i++)
    wanted[whole->methods[i] / WORD_BITS]
        &= ~(G_GUINT64_CONSTANT (1) << whole->methods[i] % WORD_BITS);
}

static void
leave_few (TvMethodSequence *self, guint64 *wanted, guint n_words)
{
  for (guint i = 0; i < n_words; i++)
    for (guint64 bits = wanted[i]; bits != 0; bits &= bits - 1)
      {
        const guint bit = (guint) __builtin_ctzll (bits);
        const guint place
            = tv_method_sequence_find (self->wholes[0], i * WORD_BITS + bit);

        if (place == G_MAXUINT)
          continue;
        self->left[place / WORD_BITS] |= G_GUINT64_CONSTANT (1) << place % WORD_BITS;
        wanted[i] &= ~(G_GUINT64_CONSTANT (1) << bit);
      }
}

static void
count_left (TvMethodSequence *self, guint n_words)
{
  for (guint i = 0; i < n_words; i++)
    {
      if (i % BLOCK_WORDS == 0)
        self->before[i / BLOCK_WORDS] = self->n;
      self->n += (guint) __builtin_popcountll (self->left[i]);
    }
}

/**
 * tv_method_sequence_new_filtered:
 * @first: a whole order
 * @others: (nullable): another whole order, from which those are left out that stand in
 *   @first
 * @set: methods of the trace
 *
 * Leaves the methods of @set in the order of @first, and behind them those others, in
 * the order that they have there.
 *
 * Returns: (transfer full): the methods that are left
 */
TvMethodSequence *
tv_method_sequence_new_filtered (TvMethodSequence *first, TvMethodSequence *others,
                                 const TvMethodSet *set)
{
  g_autofree guint64 *wanted = NULL;
  TvMethodSequence *self;
  guint n_set_words, n_words;

  g_return_val_if_fail (first != NULL && first->left == NULL, NULL);
  g_return_val_if_fail (others == NULL || others->left == NULL, NULL);
  g_return_val_if_fail (set != NULL, NULL);

  self = sequence_new (0);
  self->wholes[0] = tv_method_sequence_ref (first);
  if (others != NULL)
    self->wholes[1] = tv_method_sequence_ref (others);
  n_words = get_n_places (self) / WORD_BITS + 1;
  self->left = g_new0 (guint64, n_words);
  self->before = g_new (guint32, n_words / BLOCK_WORDS + 1);

  wanted = tv_method_set_dup_words (set, &n_set_words);
  if (tv_method_set_get_n (set) < first->n / FEW_SHARE)
    leave_few (self, wanted, n_set_words);
  else
    leave_all_wanted (self, wanted);
  if (others != NULL)
    leave_wanted (self, others, first->n, wanted);
  count_left (self, n_words);
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
  g_free (self->left);
  g_free (self->before);
  for (guint i = 0; i < G_N_ELEMENTS (self->wholes); i++)
    g_clear_pointer (&self->wholes[i], tv_method_sequence_unref);
  g_free (self);
}

/**
 * tv_method_sequence_get_n:
 * @self: a sequence
 *
 * Returns: how many methods it has
 */
guint
tv_method_sequence_get_n (const TvMethodSequence *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n;
}

/* The place in the wholes of the one that is left at a place. */
static guint
find_left (const TvMethodSequence *self, guint place)
{
  guint low = 0;
  guint high = get_n_places (self) / BLOCK_BITS + 1;
  guint ahead, word;
  guint64 bits;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (self->before[middle] <= place)
        low = middle;
      else
        high = middle;
    }
  ahead = place - self->before[low];
  word = low * BLOCK_WORDS;
  while (ahead >= (guint) __builtin_popcountll (self->left[word]))
    ahead -= (guint) __builtin_popcountll (self->left[word++]);
  for (bits = self->left[word]; ahead > 0; ahead--)
    bits &= bits - 1;
  return word * WORD_BITS + (guint) __builtin_ctzll (bits);
}

static guint32
get_of_wholes (const TvMethodSequence *self, guint place)
{
  const guint n_first = self->wholes[0]->n;

  return place < n_first ? self->wholes[0]->methods[place]
                         : self->wholes[1]->methods[place - n_first];
}

/**
 * tv_method_sequence_get:
 * @self: a sequence
 * @place: less than its number of methods
 *
 * Returns: index of the method there; %TV_METHOD_NONE beyond the end
 */
guint32
tv_method_sequence_get (const TvMethodSequence *self, guint place)
{
  g_return_val_if_fail (self != NULL, TV_METHOD_NONE);

  if (place >= self->n)
    return TV_METHOD_NONE;
  return self->left == NULL ? self->methods[place]
                            : get_of_wholes (self, find_left (self, place));
}

static void
copy_left (const TvMethodSequence *self, guint first, guint n, guint32 *methods)
{
  const guint from = find_left (self, first);
  guint word = from / WORD_BITS;
  guint64 bits = self->left[word] & ~G_GUINT64_CONSTANT (0) << from % WORD_BITS;

  for (guint i = 0; i < n; i++)
    {
      while (bits == 0)
        bits = self->left[++word];
      methods[i]
          = get_of_wholes (self, word * WORD_BITS + (guint) __builtin_ctzll (bits));
      bits &= bits - 1;
    }
}

/**
 * tv_method_sequence_copy:
 * @self: a sequence
 * @first: a place in it
 * @n: how many methods, at most as many as there are from @first on
 * @methods: (out caller-allocates) (array length=n): place for them
 *
 * Lists methods one after the other, quicker than one by one.
 */
void
tv_method_sequence_copy (const TvMethodSequence *self, guint first, guint n,
                         guint32 *methods)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (first <= self->n && n <= self->n - first);
  g_return_if_fail (methods != NULL || n == 0);

  if (n == 0)
    return;
  if (self->left == NULL)
    memcpy (methods, self->methods + first, n * sizeof *methods);
  else
    copy_left (self, first, n, methods);
}

static guint
look_for (const TvMethodSequence *self, guint32 method)
{
  for (guint i = 0; i < self->n; i++)
    if (self->methods[i] == method)
      return i;
  return G_MAXUINT;
}

/* How many are left before a place in the wholes. */
static guint
count_before (const TvMethodSequence *self, guint place)
{
  const guint word = place / WORD_BITS;
  const guint block = place / BLOCK_BITS;
  const guint64 lower = (G_GUINT64_CONSTANT (1) << place % WORD_BITS) - 1;
  guint n = self->before[block];

  for (guint i = block * BLOCK_WORDS; i < word; i++)
    n += (guint) __builtin_popcountll (self->left[i]);
  return n + (guint) __builtin_popcountll (self->left[word] & lower);
}

static guint
find_in_filtered (const TvMethodSequence *self, guint32 method)
{
  guint place = tv_method_sequence_find (self->wholes[0], method);

  if (place == G_MAXUINT && self->wholes[1] != NULL)
    {
      place = tv_method_sequence_find (self->wholes[1], method);
      if (place != G_MAXUINT)
        place += self->wholes[0]->n;
    }
  return place != G_MAXUINT && is_left (self, place) ? count_before (self, place)
                                                     : G_MAXUINT;
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
  if (self->left != NULL)
    return find_in_filtered (self, method);
  return self->places != NULL ? self->places[method] : look_for (self, method);
}

/**
 * tv_method_sequence_get_methods:
 * @self: a whole order
 * @n: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n): the indices of its methods in order
 */
const guint32 *
tv_method_sequence_get_methods (const TvMethodSequence *self, guint *n)
{
  g_return_val_if_fail (self != NULL && self->left == NULL, NULL);

  if (n != NULL)
    *n = self->n;
  return self->methods;
}
