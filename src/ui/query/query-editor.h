/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/* An editor for SQL, which offers to complete words and marks a mistake. */
GtkSourceView *tv_query_editor_new (void);
char *tv_query_editor_dup_text (GtkSourceView *editor);
void tv_query_editor_set_text (GtkSourceView *editor, const char *text);
void tv_query_editor_set_words (GtkSourceView *editor, const char *words);
void tv_query_editor_set_dark (GtkSourceView *editor, gboolean dark);
void tv_query_editor_mark (GtkSourceView *editor, gsize offset);

G_END_DECLS
