/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvNameMatch:
 * @TV_NAME_MATCH_TEXT: the name has the text in it as it is
 * @TV_NAME_MATCH_WORDS: the name has all words of the text in it, in any order
 * @TV_NAME_MATCH_REGEX: the regular expression matches somewhere in the name
 *
 * How a name is compared with what is looked for.
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
 * What is looked for in names, ready to be used. Immutable: any thread may read it.
 */
typedef struct _TvNamePattern TvNamePattern;

TvNamePattern *tv_name_pattern_new (const char *query, TvNameMatch match,
                                    gboolean class_only, GError **error);
gboolean tv_name_pattern_narrows (const TvNamePattern *pattern,
                                  const TvNamePattern *before);
void tv_name_pattern_free (TvNamePattern *pattern);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNamePattern, tv_name_pattern_free)

G_END_DECLS
