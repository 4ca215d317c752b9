/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/method-set.h"

#define WORD_BITS 64

struct _TvMethodSet
{
  gatomicrefcount references;
  guint n_methods;
  guint n;
  guint64 *words;
  guint64 *
      *calls; /* by thread: NULL if none of its calls is a hit; NULL if all calls are */
  guint n_threads;
};

/**
 * tv_method_set_new:
 * @words: (transfer full): a bit for each method, the first in the lowest bit of the
 *   first word; those after the last method are 0
 * @n_methods: number of methods of the trace
 *
 * Returns: (transfer full): the set of the methods whose bit is 1
 */
TvMethodSet *
tv_method_set_new (guint64 *words, guint n_methods)
{
  TvMethodSet *set = g_new (TvMethodSet, 1);
  const guint n_words = (n_methods + WORD_BITS - 1) / WORD_BITS;

  *set = (TvMethodSet){ .n_methods = n_methods, .words = words };
  g_atomic_ref_count_init (&set->references);
  for (guint i = 0; i < n_words; i++)
    set->n += (guint) __builtin_popcountll (words[i]);
  return set;
}

/**
 * tv_method_set_new_narrow:
 * @words: (transfer full): as for tv_method_set_new()
 * @n_methods: number of methods of the trace
 * @calls: (transfer full) (array length=n_threads): for each thread a bit for each of
 *   its calls, or %NULL for none of them
 * @n_threads: number of threads of the trace
 *
 * Narrows a set of methods to some of their calls. Only tv_method_set_get_test()
 * returns the calls; for all other functions it is a set of methods.
 *
 * Returns: (transfer full): the set
 */
TvMethodSet *
tv_method_set_new_narrow (guint64 *words, guint n_methods, guint64 **calls,
                          guint n_threads)
{
  TvMethodSet *set = tv_method_set_new (words, n_methods);

  set->calls = calls;
  set->n_threads = n_threads;
  return set;
}

/**
 * tv_method_filter_matches:
 * @filter: a filter
 * @method: a method
 *
 * Returns: whether @method matches
 */
gboolean
tv_method_filter_matches (const TvMethodFilter *filter, const TvMethod *method)
{
  g_autofree char *text = NULL;
  TvMethod plain;

  g_return_val_if_fail (filter != NULL && method != NULL, FALSE);

  if (filter->signature != NULL
      && !g_regex_match (filter->signature, method->signature, 0, NULL))
    return FALSE;
  if (filter->name == NULL)
    return TRUE;
  plain = *method;
  plain.signature = "";
  text = tv_method_dup_display_name (&plain);
  return g_regex_match (filter->name, text, 0, NULL);
}

/**
 * tv_method_set_new_matching:
 * @trace: a trace
 * @filter: (nullable): a filter
 *
 * Returns: (transfer full) (nullable): the methods that match, %NULL without a regular
 *   expression
 */
TvMethodSet *
tv_method_set_new_matching (const TvTrace *trace, const TvMethodFilter *filter)
{
  guint n;
  guint64 *words;

  g_return_val_if_fail (trace != NULL, NULL);

  if (filter == NULL || (filter->name == NULL && filter->signature == NULL))
    return NULL;
  n = tv_trace_get_n_methods (trace);
  words = g_new0 (guint64, n / WORD_BITS + 1);
  for (guint i = 0; i < n; i++)
    if (tv_method_filter_matches (filter, tv_trace_get_method (trace, i)))
      words[i / WORD_BITS] |= G_GUINT64_CONSTANT (1) << i % WORD_BITS;
  return tv_method_set_new (words, n);
}

/**
 * tv_method_set_new_single:
 * @trace: a trace
 * @method: index of one of its methods
 *
 * Returns: (transfer full): that method alone
 */
TvMethodSet *
tv_method_set_new_single (const TvTrace *trace, guint32 method)
{
  guint n;
  guint64 *words;

  g_return_val_if_fail (trace != NULL && method < tv_trace_get_n_methods (trace), NULL);

  n = tv_trace_get_n_methods (trace);
  words = g_new0 (guint64, n / WORD_BITS + 1);
  words[method / WORD_BITS] = G_GUINT64_CONSTANT (1) << method % WORD_BITS;
  return tv_method_set_new (words, n);
}

TvMethodSet *
tv_method_set_ref (TvMethodSet *set)
{
  g_return_val_if_fail (set != NULL, NULL);

  g_atomic_ref_count_inc (&set->references);
  return set;
}

void
tv_method_set_unref (TvMethodSet *set)
{
  g_return_if_fail (set != NULL);

  if (!g_atomic_ref_count_dec (&set->references))
    return;
  for (guint i = 0; i < set->n_threads; i++)
    g_free (set->calls[i]);
  g_free (set->calls);
  g_free (set->words);
  g_free (set);
}

/**
 * tv_method_set_get_n:
 * @set: a set
 *
 * Returns: how many methods are in @set
 */
guint
tv_method_set_get_n (const TvMethodSet *set)
{
  g_return_val_if_fail (set != NULL, 0);

  return set->n;
}

/**
 * tv_method_set_contains:
 * @set: a set
 * @method: index of a method of its trace
 *
 * Returns: whether @method is in @set
 */
gboolean
tv_method_set_contains (const TvMethodSet *set, guint32 method)
{
  g_return_val_if_fail (set != NULL, FALSE);
  g_return_val_if_fail (method < set->n_methods, FALSE);

  return tv_method_words_contain (set->words, method);
}

/**
 * tv_method_set_is_narrow:
 * @set: a set
 *
 * Returns: whether it holds only some calls of its methods
 */
gboolean
tv_method_set_is_narrow (const TvMethodSet *set)
{
  g_return_val_if_fail (set != NULL, FALSE);

  return set->calls != NULL;
}

/**
 * tv_method_set_get_test:
 * @set: a set
 * @thread: index of a thread of its trace
 *
 * Returns: which calls of the thread are in @set, for tv_hit_test_passes(); as long as
 *   @set lives
 */
TvHitTest
tv_method_set_get_test (const TvMethodSet *set, guint thread)
{
  g_return_val_if_fail (set != NULL, (TvHitTest){ 0 });

  return (TvHitTest){
    .methods = set->words,
    .calls = set->calls != NULL && thread < set->n_threads ? set->calls[thread] : NULL,
    .is_narrow = set->calls != NULL,
  };
}

/**
 * tv_method_set_get_words:
 * @set: a set
 *
 * Returns: (transfer none): a bit for each method of its trace, for
 *   tv_method_words_contain()
 */
const guint64 *
tv_method_set_get_words (const TvMethodSet *set)
{
  g_return_val_if_fail (set != NULL, NULL);

  return set->words;
}

/* Sequences */

struct _TvMethodSequence
{
  gatomicrefcount references;
  guint n;
  guint32 *methods;
  guint32 *places; /* by method; NULL for a linear search */
};

/**
 * tv_method_sequence_new_listed:
 * @methods: (transfer full) (array length=n): indexes of methods, each at most once
 * @n: length of @methods
 *
 * Makes a sequence in which tv_method_sequence_find() takes linear time.
 *
 * Returns: (transfer full): the sequence
 */
TvMethodSequence *
tv_method_sequence_new_listed (guint32 *methods, guint n)
{
  TvMethodSequence *self;

  g_return_val_if_fail (methods != NULL || n == 0, NULL);

  self = g_new0 (TvMethodSequence, 1);
  g_atomic_ref_count_init (&self->references);
  self->methods = methods;
  self->n = n;
  return self;
}

/**
 * tv_method_sequence_new_take:
 * @methods: (transfer full) (array length=n): indexes of methods, each at most once
 * @n: length of @methods
 * @n_all: number of methods of the trace
 *
 * Makes a sequence in which tv_method_sequence_find() takes constant time. It costs
 * 4 bytes for each method of the trace.
 *
 * Returns: (transfer full): the sequence
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
 * tv_method_sequence_new_filtered:
 * @first: a sequence
 * @others: (nullable): another sequence, whose methods follow those of @first
 * @set: methods of the trace
 *
 * Lists the methods of @set in the order of @first. Those that @first lacks follow in
 * the order of @others.
 *
 * Returns: (transfer full): the sequence
 */
TvMethodSequence *
tv_method_sequence_new_filtered (TvMethodSequence *first, TvMethodSequence *others,
                                 const TvMethodSet *set)
{
  g_autofree gboolean *remaining = NULL;
  guint32 *methods;
  guint n_all, n = 0;

  g_return_val_if_fail (first != NULL && set != NULL, NULL);

  n_all = set->n_methods;
  remaining = g_new (gboolean, MAX (n_all, 1));
  for (guint32 i = 0; i < n_all; i++)
    remaining[i] = tv_method_set_contains (set, i);
  methods = g_new (guint32, MAX (set->n, 1));
  for (guint i = 0; i < first->n; i++)
    if (remaining[first->methods[i]])
      {
        methods[n++] = first->methods[i];
        remaining[first->methods[i]] = FALSE;
      }
  for (guint i = 0; others != NULL && i < others->n; i++)
    if (remaining[others->methods[i]])
      methods[n++] = others->methods[i];
  return tv_method_sequence_new_listed (methods, n);
}

TvMethodSequence *
tv_method_sequence_ref (TvMethodSequence *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);
  return self;
}

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
 * tv_method_sequence_get_n:
 * @self: a sequence
 *
 * Returns: number of methods in it
 */
guint
tv_method_sequence_get_n (const TvMethodSequence *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n;
}

/**
 * tv_method_sequence_get:
 * @self: a sequence
 * @place: a place, from 0
 *
 * Returns: index of the method there; %TV_METHOD_NONE beyond the end
 */
guint32
tv_method_sequence_get (const TvMethodSequence *self, guint place)
{
  g_return_val_if_fail (self != NULL, TV_METHOD_NONE);

  return place < self->n ? self->methods[place] : TV_METHOD_NONE;
}

/**
 * tv_method_sequence_copy:
 * @self: a sequence
 * @first: a place in it
 * @n: number of methods, at most as many as there are from @first on
 * @methods: (out caller-allocates) (array length=n): filled
 *
 * Copies a part of the sequence.
 */
void
tv_method_sequence_copy (const TvMethodSequence *self, guint first, guint n,
                         guint32 *methods)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (first <= self->n && n <= self->n - first);
  g_return_if_fail (methods != NULL || n == 0);

  if (n > 0)
    memcpy (methods, self->methods + first, n * sizeof *methods);
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

  if (self->n > 0 && self->places != NULL)
    return self->places[method];
  for (guint i = 0; i < self->n; i++)
    if (self->methods[i] == method)
      return i;
  return G_MAXUINT;
}

/**
 * tv_method_sequence_get_methods:
 * @self: a sequence
 * @n: (out) (optional): number of methods
 *
 * Returns: (transfer none) (array length=n): the indexes of its methods, in order
 */
const guint32 *
tv_method_sequence_get_methods (const TvMethodSequence *self, guint *n)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (n != NULL)
    *n = self->n;
  return self->methods;
}
