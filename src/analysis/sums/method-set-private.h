/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"

G_BEGIN_DECLS

const guint64 *tv_method_set_get_words (const TvMethodSet *set);

/**
 * tv_method_words_contain:
 * @words: the bits of a set, see tv_method_set_get_words()
 * @method: index of a method of its trace
 *
 * What tv_method_set_contains() tells, for loops over calls.
 *
 * Returns: whether @method is in the set
 */
static inline gboolean
tv_method_words_contain (const guint64 *words, guint32 method)
{
  return words[method / 64] >> (method % 64) & 1;
}

G_END_DECLS
