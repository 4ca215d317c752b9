/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/query/query-editor.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MISTAKE "mistake"
#define COMPLETION "traceview-completion"

/* The indentation of a level, in spaces. */
#define INDENT 2

/* The margin to the left of the text, in pixels. */
#define MARGIN 6

/* Words are offered automatically after so many letters. */
#define MIN_LETTERS 2

const char tv_query_words[]
    = "WITH tables AS (SELECT schema, name FROM pragma_table_list),"
      " names AS (SELECT * FROM tables WHERE schema IN ('main', 'temp')),"
      /* Columns that begin with an underscore are for views of Perfetto's. */
      " columns AS (SELECT c.name, n.name AS owner"
      " FROM names n, pragma_table_xinfo(n.name, n.schema) c"
      " WHERE substr(c.name, 1, 1) <> '_')"
      " SELECT name AS word, NULL AS owner FROM names"
      " UNION SELECT name, schema FROM tables WHERE schema NOT IN ('main', 'temp')"
      " UNION SELECT name, owner FROM columns UNION SELECT name, NULL FROM columns"
      " UNION SELECT name, NULL FROM pragma_function_list WHERE name NOT LIKE '-%'"
      " UNION SELECT name, NULL FROM pragma_module_list WHERE name LIKE 'SPAN%'"
      " UNION SELECT column1, NULL FROM (VALUES ('AND'), ('AS'), ('BETWEEN'),"
      " ('CASE'), ('CAST'), ('CREATE'), ('DELETE FROM'), ('DESC'), ('DISTINCT'),"
      " ('DROP'), ('ELSE'), ('END'), ('EXCEPT'), ('EXISTS'), ('FROM'), ('FUNCTION'),"
      " ('GROUP BY'), ('HAVING'), ('INCLUDE PERFETTO MODULE'), ('INNER'), ('INSERT"
      " INTO'), ('INTEGER'), ('INTERSECT'), ('JOIN'), ('LEFT'), ('LIMIT'), ('MACRO'),"
      " ('NOT'), ('NULL'), ('OFFSET'), ('ORDER BY'), ('OVER'), ('PARTITION BY'),"
      " ('PERFETTO'), ('REAL'), ('RECURSIVE'), ('SELECT'), ('TABLE'), ('TEXT'),"
      " ('THEN'), ('UNION ALL'), ('USING'), ('VALUES'), ('VIEW'), ('WHEN'), ('WHERE'),"
      " ('WITH'))"
      " ORDER BY word COLLATE NOCASE";

const char tv_query_listing[]
    = "WITH columns AS (SELECT s.name AS owner, s.type, c.name, c.hidden FROM "
      "sqlite_schema s,"
      " pragma_table_xinfo(s.name, 'main') c"
      " WHERE (s.type = 'view' OR s.sql LIKE '%USING tv_model')"
      " AND substr(s.name, 1, 1) <> '_' ORDER BY s.name, c.cid)"
      " SELECT owner AS \"table\", group_concat(name, ', ') FILTER (WHERE NOT hidden)"
      " AS columns FROM columns GROUP BY owner"
      " HAVING NOT max(name IN ('start_id', 'stack_hash')) ORDER BY type, owner";

/* A word to offer. */
#define TV_TYPE_QUERY_WORD (tv_query_word_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryWord, tv_query_word, TV, QUERY_WORD, GObject)

struct _TvQueryWord
{
  GObject parent_instance;

  char *text;
};

G_DEFINE_FINAL_TYPE_WITH_CODE (
    TvQueryWord, tv_query_word, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROPOSAL, NULL))

static void
tv_query_word_finalize (GObject *object)
{
  g_free (TV_QUERY_WORD (object)->text);

  G_OBJECT_CLASS (tv_query_word_parent_class)->finalize (object);
}

static void
tv_query_word_class_init (TvQueryWordClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_query_word_finalize;
}

static void
tv_query_word_init (TvQueryWord *self)
{
}

#define TV_TYPE_QUERY_COMPLETION (tv_query_completion_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryCompletion, tv_query_completion, TV, QUERY_COMPLETION,
                      GObject)

struct _TvQueryCompletion
{
  GObject parent_instance;

  TvQueryResult *words; /* NULL until they are known */
};

static void
tv_query_completion_init_provider (GtkSourceCompletionProviderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (
    TvQueryCompletion, tv_query_completion, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROVIDER,
                           tv_query_completion_init_provider))

static const char *
get_owner (const TvQueryResult *words, guint row)
{
  return tv_query_result_get (words, row, 1)->text;
}

static gboolean
is_owner (const TvQueryResult *words, const char *name)
{
  for (guint i = 0; i < words->n_rows; i++)
    if (get_owner (words, i) != NULL
        && g_ascii_strcasecmp (get_owner (words, i), name) == 0)
      return TRUE;
  return FALSE;
}

/* Finds the table that a script gives an alias, as in `slice AS s`. */
static char *
dup_table_of_alias (const TvQueryResult *words, GtkTextBuffer *buffer,
                    const char *alias)
{
  g_autofree char *pattern = g_strdup_printf ("\\b(\\w+)\\s+(?:as\\s+)?%s\\b", alias);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_CASELESS, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *script = NULL;

  g_object_get (buffer, "text", &script, NULL);
  if (regex != NULL)
    g_regex_match (regex, script, 0, &match);
  for (; match != NULL && g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *table = g_match_info_fetch (match, 1);

      if (is_owner (words, table))
        return g_steal_pointer (&table);
    }
  return NULL;
}

static gboolean
is_no_part_of_word (gunichar letter, gpointer data)
{
  return letter != '_' && !g_unichar_isalnum (letter);
}

/* Returns the word before the point before @at, or NULL. */
static char *
dup_word_before_point (const GtkTextIter *at)
{
  GtkTextIter end = *at;
  GtkTextIter start;

  if (!gtk_text_iter_backward_char (&end) || gtk_text_iter_get_char (&end) != '.')
    return NULL;
  start = end;
  if (gtk_text_iter_backward_find_char (&start, is_no_part_of_word, NULL, NULL))
    gtk_text_iter_forward_char (&start);
  return gtk_text_iter_get_slice (&start, &end);
}

/* Finds the table or trace that the word at @start belongs to, NULL for none. Returns
 * FALSE if the name before the point is unknown. */
static gboolean
find_owner (const TvQueryResult *words, const GtkTextIter *start, char **owner)
{
  g_autofree char *name = dup_word_before_point (start);

  if (name != NULL && !is_owner (words, name))
    *owner = dup_table_of_alias (words, gtk_text_iter_get_buffer (start), name);
  else
    *owner = g_steal_pointer (&name);
  return *owner != NULL || name == NULL;
}

/* Adds the words that begin with @typed, in capitals only if @typed is in capitals. */
static void
add_words (GListStore *list, const TvQueryResult *words, const char *owner,
           const char *typed)
{
  const gsize length = strlen (typed);

  for (guint i = 0; i < words->n_rows; i++)
    {
      const char *text = tv_query_result_get (words, i, 0)->text;
      const char *of = get_owner (words, i);
      g_autoptr (TvQueryWord) word = NULL;

      if (g_ascii_strncasecmp (text, typed, length) != 0 || text[length] == '\0'
          || (owner == NULL) != (of == NULL)
          || (of != NULL && g_ascii_strcasecmp (of, owner) != 0))
        continue;
      word = g_object_new (TV_TYPE_QUERY_WORD, NULL);
      word->text = g_ascii_islower (*typed) && g_ascii_isupper (*text)
                       ? g_ascii_strdown (text, -1)
                       : g_strdup (text);
      g_list_store_append (list, word);
    }
}

static GListModel *
tv_query_completion_populate (GtkSourceCompletionProvider *provider,
                              GtkSourceCompletionContext *context, GError **error)
{
  const TvQueryResult *words = TV_QUERY_COMPLETION (provider)->words;
  GListStore *list = g_list_store_new (TV_TYPE_QUERY_WORD);
  g_autofree char *typed = gtk_source_completion_context_get_word (context);
  g_autofree char *owner = NULL;
  GtkTextIter start;

  if (words != NULL && gtk_source_completion_context_get_bounds (context, &start, NULL)
      && find_owner (words, &start, &owner)
      && (owner != NULL || strlen (typed) >= MIN_LETTERS
          || gtk_source_completion_context_get_activation (context)
                 == GTK_SOURCE_COMPLETION_ACTIVATION_USER_REQUESTED))
    add_words (list, words, owner, typed);
  return G_LIST_MODEL (list);
}

static void
tv_query_completion_refilter (GtkSourceCompletionProvider *provider,
                              GtkSourceCompletionContext *context, GListModel *model)
{
  g_autoptr (GListModel) list = tv_query_completion_populate (provider, context, NULL);

  gtk_source_completion_context_set_proposals_for_provider (context, provider, list);
}

static gboolean
tv_query_completion_is_trigger (GtkSourceCompletionProvider *provider,
                                const GtkTextIter *at, gunichar letter)
{
  return letter == '.';
}

static void
tv_query_completion_display (GtkSourceCompletionProvider *provider,
                             GtkSourceCompletionContext *context,
                             GtkSourceCompletionProposal *proposal,
                             GtkSourceCompletionCell *cell)
{
  const gboolean is_text = gtk_source_completion_cell_get_column (cell)
                           == GTK_SOURCE_COMPLETION_COLUMN_TYPED_TEXT;

  gtk_source_completion_cell_set_text (cell,
                                       is_text ? TV_QUERY_WORD (proposal)->text : NULL);
}

static void
tv_query_completion_activate (GtkSourceCompletionProvider *provider,
                              GtkSourceCompletionContext *context,
                              GtkSourceCompletionProposal *proposal)
{
  GtkTextBuffer *buffer
      = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  GtkTextIter start;
  GtkTextIter end;

  if (!gtk_source_completion_context_get_bounds (context, &start, &end))
    return;
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, TV_QUERY_WORD (proposal)->text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

static void
tv_query_completion_init_provider (GtkSourceCompletionProviderInterface *iface)
{
  iface->populate = tv_query_completion_populate;
  iface->refilter = tv_query_completion_refilter;
  iface->is_trigger = tv_query_completion_is_trigger;
  iface->display = tv_query_completion_display;
  iface->activate = tv_query_completion_activate;
}

static void
tv_query_completion_finalize (GObject *object)
{
  g_clear_pointer (&TV_QUERY_COMPLETION (object)->words, tv_query_result_unref);

  G_OBJECT_CLASS (tv_query_completion_parent_class)->finalize (object);
}

static void
tv_query_completion_class_init (TvQueryCompletionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_query_completion_finalize;
}

static void
tv_query_completion_init (TvQueryCompletion *self)
{
}

/* The editor */

static GtkTextBuffer *
get_buffer (GtkSourceView *editor)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (editor));
}

/* Removes the mark of a mistake as soon as the text changes. */
static void
unmark (GtkTextBuffer *buffer)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer, MISTAKE, &start, &end);
}

GtkSourceView *
tv_query_editor_new (void)
{
  g_autoptr (TvQueryCompletion) completion
      = g_object_new (TV_TYPE_QUERY_COMPLETION, NULL);
  g_autoptr (GtkSourceBuffer) buffer = NULL;
  GtkSourceView *editor;

  gtk_source_init ();
  buffer = gtk_source_buffer_new (NULL);
  gtk_source_buffer_set_language (
      buffer, gtk_source_language_manager_get_language (
                  gtk_source_language_manager_get_default (), "sql"));
  gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (buffer), MISTAKE, "underline",
                              PANGO_UNDERLINE_ERROR, "weight", PANGO_WEIGHT_BOLD, NULL);
  g_signal_connect (buffer, "changed", G_CALLBACK (unmark), NULL);
  /* Tab moves the focus, as everywhere in the window. */
  editor = g_object_new (GTK_SOURCE_TYPE_VIEW, "buffer", buffer, "show-line-numbers",
                         TRUE, "auto-indent", TRUE, "tab-width", INDENT,
                         "insert-spaces-instead-of-tabs", TRUE, "left-margin", MARGIN,
                         "monospace", TRUE, "wrap-mode", GTK_WRAP_WORD_CHAR,
                         "accepts-tab", FALSE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (editor),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("SQL"), -1);
  gtk_source_completion_add_provider (gtk_source_view_get_completion (editor),
                                      GTK_SOURCE_COMPLETION_PROVIDER (completion));
  g_object_set_data (G_OBJECT (editor), COMPLETION, completion);
  return editor;
}

/* Sets the result of tv_query_words. */
void
tv_query_editor_set_words (GtkSourceView *editor, TvQueryResult *words)
{
  TvQueryCompletion *completion = g_object_get_data (G_OBJECT (editor), COMPLETION);

  g_clear_pointer (&completion->words, tv_query_result_unref);
  completion->words = tv_query_result_ref (words);
}

char *
tv_query_editor_dup_text (GtkSourceView *editor)
{
  char *text;

  g_object_get (get_buffer (editor), "text", &text, NULL);
  return text;
}

/* Replaces the text, which can be undone. */
void
tv_query_editor_set_text (GtkSourceView *editor, const char *text)
{
  GtkTextBuffer *buffer = get_buffer (editor);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

void
tv_query_editor_set_dark (GtkSourceView *editor, gboolean dark)
{
  gtk_source_buffer_set_style_scheme (
      GTK_SOURCE_BUFFER (get_buffer (editor)),
      gtk_source_style_scheme_manager_get_scheme (
          gtk_source_style_scheme_manager_get_default (),
          dark ? "Adwaita-dark" : "Adwaita"));
}

/* Marks the word at a byte of a script and goes there, if the text is still the script.
 */
void
tv_query_editor_mark (GtkSourceView *editor, const char *script, gsize offset)
{
  GtkTextBuffer *buffer = get_buffer (editor);
  g_autofree char *text = tv_query_editor_dup_text (editor);
  GtkTextIter start;
  GtkTextIter end;

  if (!g_str_equal (text, script))
    return;
  gtk_text_buffer_get_iter_at_offset (
      buffer, &start,
      (int) g_utf8_pointer_to_offset (text, text + MIN (offset, strlen (text))));
  gtk_text_buffer_place_cursor (buffer, &start);
  /* A mark at the end of a line would be invisible. */
  while (gtk_text_iter_is_end (&start) || gtk_text_iter_ends_line (&start))
    if (!gtk_text_iter_backward_char (&start))
      break;
  end = start;
  do
    gtk_text_iter_forward_char (&end);
  while (!is_no_part_of_word (gtk_text_iter_get_char (&end), NULL));
  gtk_text_buffer_apply_tag_by_name (buffer, MISTAKE, &start, &end);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (editor), &start, 0.1, FALSE, 0, 0);
}
