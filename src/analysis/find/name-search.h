/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvNameHaystack:
 *
 * The display names of all methods of a trace, contiguous in memory, as they are and
 * with their case folded, so that a search at every keystroke is fast.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvNameHaystack TvNameHaystack;

/**
 * TvNameMatch:
 * @TV_NAME_MATCH_TEXT: the name contains the text as it is
 * @TV_NAME_MATCH_WORDS: the name contains all words of the text, in any order
 * @TV_NAME_MATCH_REGEX: the regular expression matches somewhere in the name
 *
 * How a name is compared with a query.
 */
typedef enum
{
  TV_NAME_MATCH_TEXT,
  TV_NAME_MATCH_WORDS,
  TV_NAME_MATCH_REGEX
} TvNameMatch;

/**
 * TvNamePattern:
 *
 * A query, ready to be compared with names. Immutable: any thread may read it.
 */
typedef struct _TvNamePattern TvNamePattern;

TvNameHaystack *tv_name_haystack_new (TvTrace *trace, GCancellable *cancellable,
                                      GError **error);
TvNameHaystack *tv_name_haystack_ref (TvNameHaystack *haystack);
void tv_name_haystack_unref (TvNameHaystack *haystack);

TvNamePattern *tv_name_pattern_new (const char *query, TvNameMatch match,
                                    gboolean class_only, GError **error);
void tv_name_pattern_free (TvNamePattern *pattern);

TvMethodSet *tv_name_search (const TvNameHaystack *haystack,
                             const TvNamePattern *pattern, GCancellable *cancellable,
                             GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNameHaystack, tv_name_haystack_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNamePattern, tv_name_pattern_free)

G_END_DECLS
