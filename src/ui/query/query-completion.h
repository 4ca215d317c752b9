/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/query/query-result.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/* The script that finds the words, for tv_query_completion_set_words(): each with what
 * it is a part of, which is a table or a trace, or with NULL. */
extern const char tv_query_words[];

/* Offers tables, columns, functions and words of SQL in an editor while one is typed:
 * after `slice.` the columns of that table, also where it is called otherwise. */
#define TV_TYPE_QUERY_COMPLETION (tv_query_completion_get_type ())

G_DECLARE_FINAL_TYPE (TvQueryCompletion, tv_query_completion, TV, QUERY_COMPLETION,
                      GObject)

TvQueryCompletion *tv_query_completion_new (void);
void tv_query_completion_set_words (TvQueryCompletion *self, TvQueryResult *words);

G_END_DECLS
