/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/query/query-result.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/* The script that finds the words for tv_query_editor_set_words(): each word with the
 * table or trace that it belongs to, or NULL. */
extern const char tv_query_words[];

/* The script that lists the tables that can be read without parameters, with their
 * columns. */
extern const char tv_query_listing[];

/* An editor for SQL. It marks a mistake, and offers tables, columns, functions and
 * words of SQL during typing: after `slice.` or an alias of it, the columns of that
 * table. */
GtkSourceView *tv_query_editor_new (void);
void tv_query_editor_set_words (GtkSourceView *editor, TvQueryResult *words);
char *tv_query_editor_dup_text (GtkSourceView *editor);
void tv_query_editor_set_text (GtkSourceView *editor, const char *text);
void tv_query_editor_set_dark (GtkSourceView *editor, gboolean dark);
void tv_query_editor_mark (GtkSourceView *editor, const char *script, gsize offset);

G_END_DECLS
