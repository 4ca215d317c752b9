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
 * Regular expressions of which both must match somewhere; %NULL matches everything.
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

TvMethodSet *tv_method_set_new (guint64 *words, guint n_methods);
TvMethodSet *tv_method_set_new_matching (const TvTrace *trace,
                                         const TvMethodFilter *filter);
TvMethodSet *tv_method_set_ref (TvMethodSet *set);
void tv_method_set_unref (TvMethodSet *set);

guint tv_method_set_get_n (const TvMethodSet *set);
gboolean tv_method_set_contains (const TvMethodSet *set, guint32 method);
const guint64 *tv_method_set_get_words (const TvMethodSet *set);

/**
 * tv_method_words_contain:
 * @words: the bits of a set, see tv_method_set_get_words()
 * @method: index of a method of its trace
 *
 * Does what tv_method_set_contains() does, for loops over calls.
 *
 * Returns: whether @method is in the set
 */
static inline gboolean
tv_method_words_contain (const guint64 *words, guint32 method)
{
  return words[method / 64] >> (method % 64) & 1;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodSet, tv_method_set_unref)

/**
 * TvMethodSequence:
 *
 * Some methods of a trace in an order, and the place of each in it.
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
