/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/query/query-result.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/* The script that finds the words, for tv_query_editor_set_words(): each with what it
 * is a part of, which is a table or a trace, or with NULL. */
extern const char tv_query_words[];

/* An editor for SQL, which marks a mistake, and offers tables, columns, functions and
 * words of SQL while one is typed: after `slice.` the columns of that table, also where
 * it is called otherwise. */
GtkSourceView *tv_query_editor_new (void);
void tv_query_editor_set_words (GtkSourceView *editor, TvQueryResult *words);
char *tv_query_editor_dup_text (GtkSourceView *editor);
void tv_query_editor_set_text (GtkSourceView *editor, const char *text);
void tv_query_editor_set_dark (GtkSourceView *editor, gboolean dark);
void tv_query_editor_mark (GtkSourceView *editor, const char *script, gsize offset);

G_END_DECLS
