/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvMethodFilter:
 * @name: (nullable): what `class.method` must match, as
 *   tv_method_dup_display_name() writes it
 * @signature: (nullable): what the signature must match
 *
 * Regular expressions. Both must match somewhere; %NULL matches everything.
 */
typedef struct
{
  GRegex *name;
  GRegex *signature;
} TvMethodFilter;

gboolean tv_method_filter_matches (const TvMethodFilter *filter,
                                   const TvMethod *method);

/**
 * TvMethodSet:
 *
 * A set of methods of a trace, one bit each.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvMethodSet TvMethodSet;

/**
 * TvHitTest:
 * @methods: a bit for each method, see tv_method_words_contain()
 * @calls: (nullable): a bit for each call of a thread
 * @is_narrow: whether only @calls are hits; without @calls none is
 *
 * Which calls of a thread are hits of a #TvMethodSet.
 */
typedef struct
{
  const guint64 *methods;
  const guint64 *calls;
  gboolean is_narrow;
} TvHitTest;

TvMethodSet *tv_method_set_new (guint64 *words, guint n_methods);
TvMethodSet *tv_method_set_new_matching (const TvTrace *trace,
                                         const TvMethodFilter *filter);
TvMethodSet *tv_method_set_new_single (const TvTrace *trace, guint32 method);
TvMethodSet *tv_method_set_new_narrow (guint64 *words, guint n_methods, guint64 **calls,
                                       guint n_threads);
TvMethodSet *tv_method_set_ref (TvMethodSet *set);
void tv_method_set_unref (TvMethodSet *set);

guint tv_method_set_get_n (const TvMethodSet *set);
gboolean tv_method_set_contains (const TvMethodSet *set, guint32 method);
gboolean tv_method_set_is_narrow (const TvMethodSet *set);
TvHitTest tv_method_set_get_test (const TvMethodSet *set, guint thread);
const guint64 *tv_method_set_get_words (const TvMethodSet *set);

/**
 * tv_method_words_contain:
 * @words: the bits of a set, see tv_method_set_get_words()
 * @method: index of a method of its trace
 *
 * The same as tv_method_set_contains(), for loops over calls.
 *
 * Returns: whether @method is in the set
 */
static inline gboolean
tv_method_words_contain (const guint64 *words, guint32 method)
{
  return words[method / 64] >> (method % 64) & 1;
}

/**
 * tv_hit_test_passes:
 * @test: a test
 * @method: index of the method of a call
 * @call: index of the call in the thread
 *
 * Returns: whether the call is a hit
 */
static inline gboolean
tv_hit_test_passes (const TvHitTest *test, guint32 method, guint32 call)
{
  return tv_method_words_contain (test->methods, method)
         && (!test->is_narrow
             || (test->calls != NULL
                 && (test->calls[call / 64] >> call % 64 & 1) != 0));
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodSet, tv_method_set_unref)

/**
 * TvMethodSequence:
 *
 * Some methods of a trace in an order, and the position of each.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvMethodSequence TvMethodSequence;

TvMethodSequence *tv_method_sequence_new_listed (guint32 *methods, guint n);
TvMethodSequence *tv_method_sequence_new_take (guint32 *methods, guint n, guint n_all);
TvMethodSequence *tv_method_sequence_new_filtered (TvMethodSequence *first,
                                                   TvMethodSequence *others,
                                                   const TvMethodSet *set);
TvMethodSequence *tv_method_sequence_ref (TvMethodSequence *self);
void tv_method_sequence_unref (TvMethodSequence *self);

guint tv_method_sequence_get_n (const TvMethodSequence *self);
guint32 tv_method_sequence_get (const TvMethodSequence *self, guint place);
void tv_method_sequence_copy (const TvMethodSequence *self, guint first, guint n,
                              guint32 *methods);
guint tv_method_sequence_find (const TvMethodSequence *self, guint32 method);
const guint32 *tv_method_sequence_get_methods (const TvMethodSequence *self, guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodSequence, tv_method_sequence_unref)

G_END_DECLS
