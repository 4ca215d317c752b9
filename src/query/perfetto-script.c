/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/perfetto-script.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The statements that Perfetto adds to SQL become SQL here. */

/* Macros may use macros. */
#define MAX_MACRO_DEPTH 20
#define MAX_MACRO_SIZE (1024 * 1024)

/* How statements of Perfetto begin. */
#define ANY "^(?:INCLUDE\\s+|CREATE\\s+(?:OR\\s+REPLACE\\s+)?)PERFETTO\\b"
#define MACRO "^CREATE\\s+(?:OR\\s+REPLACE\\s+)?PERFETTO\\s+MACRO\\b"
#define NAME "[\\w$\\x80-\\xff]+"
#define LIST "(?:\\((?:[^()]++|\\([^()]*+\\))*+\\))"
#define TYPE "[^()]+?" LIST "?\\s*"
#define STATEMENT                                                                      \
  "^(?<head>INCLUDE\\s+PERFETTO\\s+MODULE\\s+\\S|CREATE\\s+"                           \
  "(?<extra>(?:OR\\s+(?<replace>REPLACE)\\s+)?PERFETTO)\\s+(?:"                        \
  "(?<kind>TABLE|VIEW|INDEX)\\s+(?<name>" NAME ")\\s*(?<columns>" LIST ")?|"           \
  "FUNCTION\\s+(?<function>" NAME ")\\s*(?<arguments>" LIST ")\\s*RETURNS\\s+"         \
  "(?:TABLE\\s*(?<columns>" LIST ")\\s*|" TYPE ")\\bAS\\b|"                            \
  "MACRO\\s+(?<macro>" NAME ")\\s*(?<arguments>" LIST ")\\s*RETURNS\\s" TYPE           \
  "\\bAS\\b(?<body>[\\s\\S]*)))"

struct _TvPerfettoParser
{
  TvQueryGuard *guard; /* which stops it, too */
  GHashTable *macros;
  GRegex *any;
  GRegex *macro;
  GRegex *statement;
};

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

/* Returns the end of the statement: its semicolon, or the end of the script. Says
 * whether there is a left join, for what a view has is in later statements, too. */
static const char *
find_end (const char *at, gboolean *has_left)
{
  for (;;)
    {
      const Token token = next_token (&at);

      if (token.length == 0 || *token.start == ';')
        return token.start;
      if (token.length == strlen ("left")
          && g_ascii_strncasecmp (token.start, "left", token.length) == 0)
        *has_left = TRUE;
    }
}

/* Returns what stands between the commas of a list, or NULL if it has no end. @at is
 * behind its opening parenthesis, and then behind the closing one. */
static GPtrArray *
read_values (const char **at)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  const char *start = *at;
  gboolean is_empty = TRUE;
  guint depth = 1;

  while (depth > 0)
    {
      const Token token = next_token (at);

      if (token.length == 0 || *token.start == ';')
        return NULL;
      depth += *token.start == '(';
      depth -= *token.start == ')';
      is_empty = is_empty && depth == 0;
      if (depth == 0 ? is_empty : depth > 1 || *token.start != ',')
        continue;
      g_ptr_array_add (values, g_strndup (start, (gsize) (token.start - start)));
      start = *at;
    }
  return g_steal_pointer (&values);
}

/* Returns the names in a list such as `(id LONG, name STRING)`, with a prefix. */
static GPtrArray *
find_names (const char *list, const char *prefix)
{
  const char *at = list + 1;
  g_autoptr (GPtrArray) values = read_values (&at);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; values != NULL && i < values->len; i++)
    {
      const char *value = g_ptr_array_index (values, i);
      const Token token = next_token (&value);

      if (is_letter (*token.start))
        g_ptr_array_add (
            names, g_strdup_printf ("%s%.*s", prefix, (int) token.length, token.start));
    }
  return names;
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

/* Returns what takes the places of a macro's arguments: texts by names. */
static GHashTable *
match_values (const Macro *macro, const GPtrArray *values)
{
  GHashTable *places = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < values->len; i++)
    g_hash_table_insert (places, g_ptr_array_index (macro->arguments, i),
                         g_ptr_array_index (values, i));
  return places;
}

/* Puts values in the places of a macro's arguments. */
static char *
fill_in (const Macro *macro, const GPtrArray *values)
{
  g_autoptr (GHashTable) places = match_values (macro, values);
  GString *text = g_string_new (NULL);
  const char *at = macro->body;
  const char *copied = at;

  while (*skip_blanks (at) != '\0' && text->len < MAX_MACRO_SIZE)
    {
      const Token token = next_token (&at);
      g_autofree char *name = NULL;
      const char *value;

      if (*token.start != '$')
        continue;
      name = g_strndup (token.start, token.length);
      value = g_hash_table_lookup (places, name);
      if (value == NULL)
        continue;
      g_string_append_len (text, copied, token.start - copied);
      g_string_append (text, value);
      copied = at;
    }
  g_string_append (text, copied);
  return g_string_free (text, FALSE);
}

static char *expand_macros (TvPerfettoParser *parser, const char *at, guint depth,
                            char **error);

/* Expands a macro: @at is behind its parenthesis, and then behind the closing one. A
 * few macros that use each other can take any time. */
static char *
expand_macro (TvPerfettoParser *parser, const char *name, const char **at, guint depth,
              char **error)
{
  const Macro *macro = g_hash_table_lookup (parser->macros, name);
  g_autoptr (GPtrArray) values = read_values (at);
  g_autofree char *filled = NULL;

  if (macro == NULL)
    *error = g_strdup_printf (_ ("there is no macro “%s”"), name);
  else if (values == NULL || values->len != macro->arguments->len)
    *error = g_strdup_printf (_ ("the macro “%s” takes %u arguments"), name,
                              macro->arguments->len);
  else if (depth >= MAX_MACRO_DEPTH || tv_query_guard_must_stop (parser->guard)
           || strlen (filled = fill_in (macro, values)) > MAX_MACRO_SIZE)
    *error = g_strdup_printf (_ ("the macro “%s” becomes too long"), name);
  else
    return expand_macros (parser, filled, depth + 1, error);
  return NULL;
}

/* Returns a text with its macros expanded, or NULL with an error. */
static char *
expand_macros (TvPerfettoParser *parser, const char *at, guint depth, char **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *copied = at;

  while (*skip_blanks (at) != '\0')
    {
      const Token token = next_token (&at);
      const char *next = at;
      g_autofree char *name = NULL;
      g_autofree char *expanded = NULL;

      if (!is_letter (*token.start) || *next != '!' || next[1] != '(')
        continue;
      next += 2;
      name = g_strndup (token.start, token.length);
      expanded = expand_macro (parser, name, &next, depth, error);
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
  g_string_append (text, copied);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Statements */

/* Puts spaces in the place of a part of a statement, so that all else keeps its. */
static void
blank_out (char *from, const char *to)
{
  for (; from < to; from++)
    if (*from != '\n')
      *from = ' ';
}

/* Returns a statement without its comments. */
static char *
blank_comments (const char *text)
{
  char *plain = g_strdup (text);
  const char *at = text;

  while (*at != '\0')
    {
      const char *start = skip_blanks (at);

      blank_out (plain + (at - text), plain + (start - text));
      at = start;
      next_token (&at);
    }
  return plain;
}

/* Returns a part of a statement, or NULL. */
static char *
fetch (const GMatchInfo *match, const char *part)
{
  g_autofree char *text = g_match_info_fetch_named (match, part);

  return text != NULL && *text != '\0' ? g_steal_pointer (&text) : NULL;
}

static GPtrArray *
fetch_names (const GMatchInfo *match, const char *part, const char *prefix)
{
  g_autofree char *list = fetch (match, part);

  return list != NULL ? find_names (list, prefix) : NULL;
}

/* Leaves a part of a statement out, if it is there. */
static void
leave_out (const GMatchInfo *match, const char *part, char *sql)
{
  int start;
  int end;

  if (g_match_info_fetch_named_pos (match, part, &start, &end) && start >= 0)
    blank_out (sql + start, sql + end);
}

/* Parses a statement without comments and, but for that of a macro, without macros. */
static gboolean
parse_statement (TvPerfettoParser *parser, const char *plain,
                 TvPerfettoStatement *statement)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *kind = NULL;
  g_autofree char *macro = NULL;

  if (!g_regex_match (parser->statement, plain, 0, &match))
    return FALSE;
  kind = fetch (match, "kind");
  macro = fetch (match, "macro");
  statement->name = fetch (match, "function");
  if (kind != NULL)
    {
      g_autofree char *replace = fetch (match, "replace");
      g_autofree char *name = fetch (match, "name");

      statement->sql = g_strdup (plain);
      leave_out (match, "columns", statement->sql);
      leave_out (match, "extra", statement->sql);
      if (replace != NULL)
        statement->drop = g_strdup_printf ("DROP %s IF EXISTS \"%s\"", kind, name);
    }
  else if (statement->name != NULL)
    {
      statement->arguments = fetch_names (match, "arguments", "$");
      statement->columns = fetch_names (match, "columns", "");
      statement->sql = g_strdup (plain);
      leave_out (match, "head", statement->sql);
    }
  else if (macro != NULL)
    {
      Macro *made = g_new0 (Macro, 1);

      made->arguments = fetch_names (match, "arguments", "$");
      made->body = g_match_info_fetch_named (match, "body");
      g_hash_table_replace (parser->macros, g_steal_pointer (&macro), made);
    }
  return TRUE;
}

/* Parses a statement. Returns FALSE with an error, and the place of the mistake. */
gboolean
tv_perfetto_parse (TvPerfettoParser *parser, const char *at,
                   TvPerfettoStatement *statement, const char **mistake, char **error)
{
  const char *start = skip_blanks (at);
  const char *end = find_end (start, &parser->guard->has_left_joins);
  g_autofree char *text = g_strndup (start, (gsize) (end - start));
  g_autofree char *plain = blank_comments (text);
  g_autofree char *expanded = NULL;

  *statement = (TvPerfettoStatement){ .rest = NULL };
  *mistake = start;
  if (!g_regex_match (parser->macro, plain, 0, NULL))
    {
      expanded = expand_macros (parser, text, 0, error);
      if (expanded == NULL)
        return FALSE;
      statement->is_moved = !g_str_equal (expanded, text);
      g_free (plain);
      plain = blank_comments (expanded);
    }
  if (g_regex_match (parser->any, plain, 0, NULL))
    {
      statement->rest = end;
      if (parse_statement (parser, plain, statement))
        return TRUE;
      *error = g_strdup (_ ("syntax error in a statement of Perfetto"));
      return FALSE;
    }
  if (statement->is_moved)
    {
      statement->rest = end;
      statement->sql = g_steal_pointer (&expanded);
    }
  return TRUE;
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

/* Parsers */

static GRegex *
make_regex (const char *pattern)
{
  return g_regex_new (pattern, G_REGEX_CASELESS | G_REGEX_RAW | G_REGEX_DUPNAMES, 0,
                      NULL);
}

/* The guard stays. */
TvPerfettoParser *
tv_perfetto_parser_new (TvQueryGuard *guard)
{
  TvPerfettoParser *parser = g_new0 (TvPerfettoParser, 1);

  parser->guard = guard;
  parser->macros = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_macro);
  parser->any = make_regex (ANY);
  parser->macro = make_regex (MACRO);
  parser->statement = make_regex (STATEMENT);
  return parser;
}

void
tv_perfetto_parser_free (TvPerfettoParser *parser)
{
  g_hash_table_unref (parser->macros);
  g_regex_unref (parser->any);
  g_regex_unref (parser->macro);
  g_regex_unref (parser->statement);
  g_free (parser);
}
