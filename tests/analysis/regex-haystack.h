/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/name-search.h"
#include "support/trace-fixtures.h"

/**
 * TvHaystack:
 * @trace: the methods
 * @text: what is searched
 * @full: (element-type utf8): names as people read them
 * @classes: (element-type utf8): the same, classes alone
 * @n_hits: what was found by all expressions together
 * @n_unknown: how often #GRegex itself gave up on a name
 * @n_unanswered: how often the search took too long
 *
 * Names in which expressions are looked for.
 */
typedef struct
{
  TvTrace *trace;
  TvNameText *text;
  GPtrArray *full;
  GPtrArray *classes;
  guint n_hits;
  guint n_unknown;
  guint n_unanswered;
} TvHaystack;

void tv_haystack_fill (TvHaystack *haystack, TvTraceWriter *writer);
void tv_haystack_clear (TvHaystack *haystack);

gboolean tv_haystack_check (TvHaystack *haystack, const char *query,
                            gboolean class_only);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvHaystack, tv_haystack_clear)
