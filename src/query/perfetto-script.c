/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/perfetto-script.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The statements that Perfetto adds to SQL become SQL here. */

/* Macros may use macros. */
#define MAX_MACRO_DEPTH 20
#define MAX_MACRO_SIZE (1024 * 1024)

/* Words */

/* A word, a quoted text or a sign: @length is 0 at the end of the script. */
typedef struct
{
  const char *start;
  gsize length;
} Token;

static gboolean
is_letter (char letter)
{
  return g_ascii_isalnum (letter) || letter == '_' || letter == '$'
         || (guchar) letter >= 0x80;
}

static const char *
skip_blanks (const char *at)
{
  for (;;)
    {
      const char *end = NULL;

      at += strspn (at, " \t\r\n\f");
      if (at[0] == '-' && at[1] == '-')
        end = strchr (at, '\n');
      else if (at[0] == '/' && at[1] == '*')
        {
          end = strstr (at + 2, "*/");
          end = end != NULL ? end + 2 : NULL;
        }
      else
        return at;
      at = end != NULL ? end : at + strlen (at);
    }
}

static Token
next_token (const char **at)
{
  Token token = { skip_blanks (*at), 0 };
  const char *end = token.start;

  if (*end == '\'' || *end == '"' || *end == '`' || *end == '[')
    {
      const char quote = *end == '[' ? ']' : *end;

      for (end++; *end != '\0' && *end != quote; end++)
        continue;
      end += *end != '\0';
    }
  else if (is_letter (*end))
    while (is_letter (*end))
      end++;
  else
    end += *end != '\0';
  token.length = (gsize) (end - token.start);
  *at = end;
  return token;
}

static gboolean
is_word (Token token, const char *word)
{
  return token.length == strlen (word)
         && g_ascii_strncasecmp (token.start, word, token.length) == 0;
}

static gboolean
take_word (const char **at, const char *word)
{
  const char *next = *at;

  if (!is_word (next_token (&next), word))
    return FALSE;
  *at = next;
  return TRUE;
}

static char *
take_name (const char **at)
{
  const char *next = *at;
  const Token token = next_token (&next);

  if (token.length == 0 || !is_letter (*token.start))
    return NULL;
  *at = next;
  return g_strndup (token.start, token.length);
}

/* Returns the end of the statement: its semicolon, or the end of the script. */
static const char *
find_end (const char *at)
{
  for (;;)
    {
      const Token token = next_token (&at);

      if (token.length == 0 || *token.start == ';')
        return token.start;
    }
}

/* Goes behind the parenthesis that closes the one which was read. Returns its place, or
 * NULL if there is none. */
static const char *
skip_parentheses (const char **at)
{
  guint depth = 1;

  for (;;)
    {
      const Token token = next_token (at);

      if (token.length == 0 || *token.start == ';')
        return NULL;
      depth += *token.start == '(';
      depth -= *token.start == ')';
      if (depth == 0)
        return token.start;
    }
}

/* Takes a list such as `(id LONG, name STRING)`. Returns the names, or NULL. */
static GPtrArray *
take_names (const char **at)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (!take_word (at, "("))
    return NULL;
  while (!take_word (at, ")"))
    {
      char *name = take_name (at);
      Token token;

      if (name == NULL)
        return NULL;
      g_ptr_array_add (names, name);
      /* The type: words, and Perfetto's `JOINID(thread.id)`. */
      do
        {
          const char *before = *at;

          token = next_token (at);
          if (token.length == 0 || *token.start == ';')
            return NULL;
          if (*token.start == '(' && skip_parentheses (at) == NULL)
            return NULL;
          if (*token.start == ')')
            *at = before;
        }
      while (*token.start != ',' && *token.start != ')');
    }
  return g_steal_pointer (&names);
}

/* Macros */

typedef struct
{
  GPtrArray *arguments;
  char *body;
} Macro;

static void
free_macro (gpointer data)
{
  Macro *macro = data;

  g_ptr_array_unref (macro->arguments);
  g_free (macro->body);
  g_free (macro);
}

GHashTable *
tv_perfetto_macros_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_macro);
}

/* Splits what stands between the parentheses of a macro at its commas. */
static GPtrArray *
split_values (const char *at, const char *end)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);
  const char *start = at;
  guint depth = 0;

  while (skip_blanks (at) < end)
    {
      const Token token = next_token (&at);

      depth += *token.start == '(';
      depth -= *token.start == ')';
      if (depth > 0 || *token.start != ',')
        continue;
      g_ptr_array_add (values, g_strndup (start, (gsize) (token.start - start)));
      start = at;
    }
  if (values->len > 0 || skip_blanks (start) < end)
    g_ptr_array_add (values, g_strndup (start, (gsize) (end - start)));
  return values;
}

/* Puts values in the places of a macro's arguments. */
static char *
fill_in (const Macro *macro, const GPtrArray *values)
{
  GString *text = g_string_new (NULL);
  const char *at = macro->body;
  const char *copied = at;

  while (*skip_blanks (at) != '\0' && text->len < MAX_MACRO_SIZE)
    {
      const Token token = next_token (&at);

      for (guint i = 0; *token.start == '$' && i < values->len; i++)
        {
          const char *name = g_ptr_array_index (macro->arguments, i);

          if (strlen (name) + 1 != token.length
              || strncmp (token.start + 1, name, token.length - 1) != 0)
            continue;
          g_string_append_len (text, copied, token.start - copied);
          g_string_append (text, g_ptr_array_index (values, i));
          copied = at;
        }
    }
  g_string_append (text, copied);
  return g_string_free (text, FALSE);
}

static char *expand_macros (const char *at, const char *end, GHashTable *macros,
                            guint depth, char **error);

/* Expands a macro: @at is behind its parenthesis, and then behind the closing one. */
static char *
expand_macro (const char *name, const char **at, GHashTable *macros, guint depth,
              char **error)
{
  const Macro *macro = g_hash_table_lookup (macros, name);
  const char *start = *at;
  const char *end = skip_parentheses (at);
  g_autoptr (GPtrArray) values = NULL;
  g_autofree char *filled = NULL;

  if (macro != NULL && end != NULL)
    values = split_values (start, end);
  if (macro == NULL)
    *error = g_strdup_printf (_ ("there is no macro “%s”"), name);
  else if (values == NULL || values->len != macro->arguments->len)
    *error = g_strdup_printf (_ ("the macro “%s” takes %u arguments"), name,
                              macro->arguments->len);
  else if (depth >= MAX_MACRO_DEPTH
           || strlen (filled = fill_in (macro, values)) > MAX_MACRO_SIZE)
    *error = g_strdup_printf (_ ("the macro “%s” becomes too long"), name);
  else
    return expand_macros (filled, filled + strlen (filled), macros, depth + 1, error);
  return NULL;
}

/* Returns a text with its macros expanded, or NULL with an error. */
static char *
expand_macros (const char *at, const char *end, GHashTable *macros, guint depth,
               char **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *copied = at;

  while (skip_blanks (at) < end)
    {
      const Token token = next_token (&at);
      const char *next = at;
      g_autofree char *name = NULL;
      g_autofree char *expanded = NULL;

      if (!is_letter (*token.start) || *next != '!' || next[1] != '(')
        continue;
      next += 2;
      name = g_strndup (token.start, token.length);
      expanded = expand_macro (name, &next, macros, depth, error);
      if (expanded == NULL)
        return NULL;
      g_string_append_len (text, copied, token.start - copied);
      g_string_append (text, expanded);
      copied = at = next;
      if (text->len > MAX_MACRO_SIZE)
        {
          *error = g_strdup_printf (_ ("the macro “%s” becomes too long"), name);
          return NULL;
        }
    }
  if (copied < end)
    g_string_append_len (text, copied, end - copied);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
has_macros (const char *at, const char *end)
{
  while (skip_blanks (at) < end)
    if (is_letter (*next_token (&at).start) && at[0] == '!' && at[1] == '(')
      return TRUE;
  return FALSE;
}

/* Statements */

/* Returns SQL: spaces where @from to @to stood, so that all else keeps its place. */
static char *
blank_out (const char *start, const char *end, const char *from, const char *to)
{
  char *sql = g_strndup (start, (gsize) (end - start));

  for (const char *at = from; at < to; at++)
    if (*at != '\n')
      sql[at - start] = ' ';
  return sql;
}

/* A table or a view: the words that SQLite does not know are blanked out. */
static gboolean
parse_table (const char *start, const char *before, const char *at,
             TvPerfettoStatement *statement)
{
  const gboolean is_view = take_word (&at, "VIEW");
  const gboolean is_index = !is_view && take_word (&at, "INDEX");
  const char *kind = is_view ? "VIEW" : is_index ? "INDEX" : "TABLE";
  const char *kind_start = skip_blanks (before);
  const char *end = find_end (at);
  g_autofree char *name = NULL;
  const char *columns;
  const char *columns_end;

  if (!is_view && !is_index && !take_word (&at, "TABLE"))
    return FALSE;
  kind_start = at - strlen (kind);
  name = take_name (&at);
  columns = columns_end = at;
  if (name == NULL)
    return FALSE;
  if (!is_index && take_word (&at, "("))
    {
      if (skip_parentheses (&at) == NULL)
        return FALSE;
      columns_end = at;
    }
  g_free (statement->sql);
  statement->sql = blank_out (start, end, before, kind_start);
  for (const char *i = columns; i < columns_end; i++)
    if (*i != '\n')
      statement->sql[i - start] = ' ';
  statement->drop = g_strdup_printf ("DROP %s IF EXISTS \"%s\"", kind, name);
  statement->kind = TV_PERFETTO_TABLE;
  return TRUE;
}

static gboolean
parse_function (const char *start, const char *at, TvPerfettoStatement *statement)
{
  const char *end = find_end (at);
  const char *body;

  statement->name = take_name (&at);
  if (statement->name == NULL || (statement->arguments = take_names (&at)) == NULL
      || !take_word (&at, "RETURNS"))
    return FALSE;
  if (take_word (&at, "TABLE"))
    {
      statement->columns = take_names (&at);
      if (statement->columns == NULL || !take_word (&at, "AS"))
        return FALSE;
    }
  else
    while (!take_word (&at, "AS"))
      if (next_token (&at).start >= end)
        return FALSE;
  body = at;
  g_free (statement->sql);
  statement->sql = blank_out (start, end, start, body);
  statement->kind = TV_PERFETTO_FUNCTION;
  return TRUE;
}

static gboolean
parse_macro (const char *at, GHashTable *macros)
{
  const char *end = find_end (at);
  g_autofree char *name = take_name (&at);
  g_autoptr (GPtrArray) arguments = NULL;
  Macro *macro;

  if (name == NULL || (arguments = take_names (&at)) == NULL
      || !take_word (&at, "RETURNS"))
    return FALSE;
  while (!take_word (&at, "AS"))
    if (next_token (&at).start >= end)
      return FALSE;
  macro = g_new0 (Macro, 1);
  macro->arguments = g_steal_pointer (&arguments);
  macro->body = g_strndup (at, (gsize) (end - at));
  g_hash_table_replace (macros, g_steal_pointer (&name), macro);
  return TRUE;
}

/* Parses what follows CREATE PERFETTO. */
static gboolean
parse_create (const char *start, const char *before, const char *at, gboolean replaces,
              GHashTable *macros, TvPerfettoStatement *statement)
{
  gboolean known;

  if (take_word (&at, "FUNCTION"))
    return parse_function (start, at, statement);
  if (take_word (&at, "MACRO"))
    {
      statement->kind = TV_PERFETTO_NOTHING;
      return parse_macro (at, macros);
    }
  known = parse_table (start, before, at, statement);
  if (!replaces)
    g_clear_pointer (&statement->drop, g_free);
  return known;
}

static gboolean
parse_include (const char *at, TvPerfettoStatement *statement)
{
  const char *end = find_end (at);

  statement->kind = TV_PERFETTO_NOTHING;
  return skip_blanks (at) < end;
}

/* Expands the macros of a statement that is no macro. */
static gboolean
take_macros (const char *start, const char *end, GHashTable *macros,
             TvPerfettoStatement *statement, char **error)
{
  if (!has_macros (start, end))
    return TRUE;
  statement->sql = expand_macros (start, end, macros, 0, error);
  statement->is_moved = TRUE;
  return statement->sql != NULL;
}

/* Parses a statement. Returns FALSE with an error, and the place of the mistake. */
gboolean
tv_perfetto_parse (const char *at, GHashTable *macros, TvPerfettoStatement *statement,
                   const char **mistake, char **error)
{
  const char *start = at = skip_blanks (at);
  const char *end = find_end (at);
  const gboolean creates = take_word (&at, "CREATE");
  const char *before = at;
  const gboolean replaces
      = creates && take_word (&at, "OR") && take_word (&at, "REPLACE");
  gboolean known;

  *statement = (TvPerfettoStatement){ .kind = TV_PERFETTO_PLAIN };
  *mistake = start;
  if (creates && take_word (&at, "PERFETTO"))
    {
      const char *next = at;
      g_autofree char *expanded = NULL;

      statement->rest = end;
      if (!take_word (&next, "MACRO")
          && !take_macros (start, end, macros, statement, error))
        return FALSE;
      expanded = g_steal_pointer (&statement->sql);
      if (expanded != NULL)
        {
          at = start = expanded;
          take_word (&at, "CREATE");
          before = at;
          (void) (take_word (&at, "OR") && take_word (&at, "REPLACE"));
          take_word (&at, "PERFETTO");
        }
      known = parse_create (start, before, at, replaces, macros, statement);
    }
  else if (!creates && take_word (&at, "INCLUDE") && take_word (&at, "PERFETTO")
           && take_word (&at, "MODULE"))
    {
      statement->rest = end;
      known = parse_include (at, statement);
    }
  else
    {
      if (!take_macros (start, end, macros, statement, error))
        return FALSE;
      statement->rest = statement->sql != NULL ? end : NULL;
      return TRUE;
    }
  if (!known)
    *error = g_strdup (_ ("syntax error in a statement of Perfetto"));
  return known;
}

void
tv_perfetto_statement_clear (TvPerfettoStatement *statement)
{
  g_free (statement->sql);
  g_free (statement->drop);
  g_free (statement->name);
  g_clear_pointer (&statement->arguments, g_ptr_array_unref);
  g_clear_pointer (&statement->columns, g_ptr_array_unref);
}
