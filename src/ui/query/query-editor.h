/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/query/query-completion.h"

G_BEGIN_DECLS

/* An editor for SQL, which offers words and marks a mistake. */
GtkSourceView *tv_query_editor_new (TvQueryCompletion *completion);
char *tv_query_editor_dup_text (GtkSourceView *editor);
void tv_query_editor_set_text (GtkSourceView *editor, const char *text);
void tv_query_editor_set_dark (GtkSourceView *editor, gboolean dark);
void tv_query_editor_mark (GtkSourceView *editor, const char *script, gsize offset);

G_END_DECLS
