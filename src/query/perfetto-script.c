/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/perfetto-script.h"

#include "query/table-module.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Translates the statements that Perfetto adds to SQL into SQL. */

/* Macros may use macros. */
#define MAX_MACRO_DEPTH 20
#define MAX_MACRO_SIZE (1024 * 1024)

/* The beginnings of Perfetto's statements */
#define ANY "^(?:(?:INCLUDE|DROP)\\s+|CREATE\\s+(?:OR\\s+REPLACE\\s+)?)PERFETTO\\b"
#define MACRO "^CREATE\\s+(?:OR\\s+REPLACE\\s+)?PERFETTO\\s+MACRO\\b"
#define NAME "[\\w$\\x80-\\xff]+"
#define LIST "(?:\\((?:[^()]++|\\([^()]*+\\))*+\\))"
#define TYPE "[^()]+?" LIST "?\\s*"
#define STATEMENT                                                                      \
  "^(?<head>INCLUDE\\s+PERFETTO\\s+MODULE\\s+(?<module>[\\w.*]+)\\s*$|"                \
  "(?<dropped>DROP)\\s+(?<extra>PERFETTO)\\s+INDEX\\s+" NAME "\\s+"                    \
  "(?<place>ON\\s+" NAME ")\\s*$|CREATE\\s+"                                           \
  "(?<extra>(?:OR\\s+(?<replace>REPLACE)\\s+)?PERFETTO)\\s+(?:"                        \
  "(?<kind>TABLE|VIEW|INDEX)\\s+(?<name>" NAME ")\\s*(?<columns>" LIST ")?|"           \
  "FUNCTION\\s+(?<function>" NAME ")\\s*(?<arguments>" LIST ")\\s*RETURNS\\s+"         \
  "(?:TABLE\\s*(?<columns>" LIST ")\\s*|" TYPE ")"                                     \
  "(?:\\bAS\\b|\\bDELEGATES\\s+TO\\s+(?<target>" NAME ")\\s*$)|"                       \
  "MACRO\\s+(?<macro>" NAME ")\\s*(?<arguments>" LIST ")\\s*RETURNS\\s" TYPE           \
  "\\bAS\\b(?<body>[\\s\\S]*)))"

struct _TvPerfettoParser
{
  TvQueryGuard *guard; /* can also stop the expansion of macros */
  GHashTable *macros;
  GRegex *any;
  GRegex *macro;
  GRegex *statement;
};

/* Words */

/* A token: a word, a quoted text or a sign. @length is 0 at the end of the script. */
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

/* Returns the end of the statement: its semicolon, or the end of the script. Sets
 * whether the statement has a left join; a view with one brings it into later
 * statements. */
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

/* Returns the items of a list, or NULL if the list does not end. @at is behind the
 * opening parenthesis, and moves behind the closing one. */
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

/* Returns the names in a list such as `(id LONG, name STRING)`, each with a prefix. */
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

/* Returns the values of a macro's arguments, by name. */
static GHashTable *
match_values (const Macro *macro, const GPtrArray *values)
{
  GHashTable *places = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < values->len; i++)
    g_hash_table_insert (places, g_ptr_array_index (macro->arguments, i),
                         g_ptr_array_index (values, i));
  return places;
}

/* Replaces the arguments of a macro by their values. */
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

/* Returns the items of a list in parentheses, or NULL. */
static GPtrArray *
read_list (const char *list)
{
  const char *at = skip_blanks (list);

  if (*at++ != '(')
    return NULL;
  return read_values (&at);
}

/* Returns calls of a macro on several lists: one with the first item of each, one with
 * the second items, up to the end of the shortest list. Returns NULL with an error if a
 * value is not a list. */
static char *
apply_to_lists (const GPtrArray *values, const char *separator, gboolean has_prefix,
                char **error)
{
  g_autoptr (GPtrArray) lists
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = G_MAXUINT;

  for (guint i = 1; values != NULL && i < values->len; i++)
    {
      GPtrArray *list = read_list (g_ptr_array_index (values, i));

      if (list == NULL)
        break;
      g_ptr_array_add (lists, list);
      n = MIN (n, list->len);
    }
  if (lists->len == 0 || lists->len + 1 < values->len)
    {
      *error = g_strdup (_ ("a macro is applied to something that is not a list"));
      return NULL;
    }
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s%s!(", i > 0 || has_prefix ? separator : "",
                              (const char *) g_ptr_array_index (values, 0));
      for (guint j = 0; j < lists->len; j++)
        g_string_append_printf (
            text, "%s%s", j > 0 ? ", " : "",
            (const char *) g_ptr_array_index (
                (const GPtrArray *) g_ptr_array_index (lists, j), i));
      g_string_append_c (text, ')');
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Expands a macro that is built into Perfetto: to calls of another macro, or to its
 * argument as a SQL text. Returns NULL for other macros. */
static char *
fill_in_intrinsic (const char *name, const GPtrArray *values, char **error)
{
  static const struct
  {
    const char *name;
    const char *separator;
    gboolean has_prefix;
  } applied[] = { { "__intrinsic_token_apply", ", ", FALSE },
                  { "__intrinsic_token_apply_prefix", ", ", TRUE },
                  { "__intrinsic_token_apply_and", " AND ", FALSE },
                  { "__intrinsic_token_apply_and_prefix", " AND ", TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (applied); i++)
    if (g_str_equal (name, applied[i].name))
      return apply_to_lists (values, applied[i].separator, applied[i].has_prefix,
                             error);
  if (g_str_equal (name, "__intrinsic_stringify") && values != NULL && values->len == 1)
    {
      char *quoted = sqlite3_mprintf ("%Q", g_ptr_array_index (values, 0));
      char *text = g_strdup (quoted);

      sqlite3_free (quoted);
      return text;
    }
  return NULL;
}

/* Expands a macro. @at is behind the opening parenthesis, and moves behind the closing
 * one. The work is limited, since a few macros that use each other can expand without
 * end. */
static char *
expand_macro (TvPerfettoParser *parser, const char *name, const char **at, guint depth,
              char **error)
{
  const Macro *macro = g_hash_table_lookup (parser->macros, name);
  g_autoptr (GPtrArray) values = read_values (at);
  g_autofree char *filled = NULL;

  if (macro == NULL)
    filled = fill_in_intrinsic (name, values, error);
  else if (values != NULL && values->len == macro->arguments->len)
    filled = fill_in (macro, values);
  if (*error != NULL)
    return NULL;
  if (filled == NULL && macro == NULL)
    *error = g_strdup_printf (_ ("there is no macro “%s”"), name);
  else if (filled == NULL)
    *error = g_strdup_printf (_ ("the macro “%s” takes %u arguments"), name,
                              macro->arguments->len);
  else if (depth >= MAX_MACRO_DEPTH || tv_query_guard_must_stop (parser->guard)
           || strlen (filled) > MAX_MACRO_SIZE)
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

/* Overwrites a part of a statement with spaces, so that the positions of the rest stay.
 */
static void
blank_out (char *from, const char *to)
{
  for (; from < to; from++)
    if (*from != '\n')
      *from = ' ';
}

/* Returns a statement with spaces in place of its comments. */
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

/* Returns a named part of a match, or NULL. */
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

/* Blanks out a named part of a match, if there is one. */
static void
leave_out (const GMatchInfo *match, const char *part, char *sql)
{
  int start;
  int end;

  if (g_match_info_fetch_named_pos (match, part, &start, &end) && start >= 0)
    blank_out (sql + start, sql + end);
}

static void
parse_table (const GMatchInfo *match, const char *plain, TvPerfettoStatement *statement)
{
  g_autofree char *kind = fetch (match, "kind");

  statement->table = fetch (match, "name");
  statement->drop
      = g_strdup_printf ("DROP %s IF EXISTS \"%s\"", kind, statement->table);
  if (g_ascii_strcasecmp (kind, "INDEX") != 0)
    statement->columns = fetch_names (match, "columns", "");
  statement->sql = g_strdup (plain);
  leave_out (match, "columns", statement->sql);
  leave_out (match, "extra", statement->sql);
}

static char *
join (const GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            (const char *) g_ptr_array_index (names, i));
  return g_string_free (text, FALSE);
}

/* Parses a function. One that delegates calls another function with its own arguments.
 */
static void
parse_function (const GMatchInfo *match, const char *plain,
                TvPerfettoStatement *statement)
{
  g_autofree char *target = fetch (match, "target");

  statement->name = fetch (match, "function");
  statement->arguments = fetch_names (match, "arguments", "$");
  statement->columns = fetch_names (match, "columns", "");
  if (target == NULL)
    {
      statement->sql = g_strdup (plain);
      leave_out (match, "head", statement->sql);
    }
  else
    {
      g_autofree char *arguments = join (statement->arguments);
      g_autofree char *columns
          = statement->columns != NULL ? join (statement->columns) : NULL;

      statement->sql
          = columns != NULL
                ? g_strdup_printf ("SELECT %s FROM %s(%s)", columns, target, arguments)
                : g_strdup_printf ("SELECT %s(%s)", target, arguments);
      statement->is_moved = TRUE;
    }
}

/* Parses a statement that has no comments and no macros, except in the definition of a
 * macro. */
static gboolean
parse_statement (TvPerfettoParser *parser, const char *plain,
                 TvPerfettoStatement *statement)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *replace = NULL;
  g_autofree char *kind = NULL;
  g_autofree char *function = NULL;
  g_autofree char *macro = NULL;
  g_autofree char *dropped = NULL;

  if (!g_regex_match (parser->statement, plain, 0, &match))
    return FALSE;
  replace = fetch (match, "replace");
  kind = fetch (match, "kind");
  function = fetch (match, "function");
  macro = fetch (match, "macro");
  dropped = fetch (match, "dropped");
  statement->replaces = replace != NULL;
  statement->module = fetch (match, "module");
  if (kind != NULL)
    parse_table (match, plain, statement);
  else if (function != NULL)
    parse_function (match, plain, statement);
  else if (macro != NULL)
    {
      Macro *made = g_new0 (Macro, 1);

      made->arguments = fetch_names (match, "arguments", "$");
      made->body = g_match_info_fetch_named (match, "body");
      g_hash_table_replace (parser->macros, g_steal_pointer (&macro), made);
    }
  else if (dropped != NULL)
    {
      statement->sql = g_strdup (plain);
      leave_out (match, "extra", statement->sql);
      leave_out (match, "place", statement->sql);
    }
  return TRUE;
}

/* Parses a statement. Returns FALSE with an error and its position. */
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
  g_free (statement->table);
  g_free (statement->drop);
  g_free (statement->name);
  g_free (statement->module);
  g_clear_pointer (&statement->arguments, g_ptr_array_unref);
  g_clear_pointer (&statement->columns, g_ptr_array_unref);
}

/* Names */

/* Returns the position of a word in a statement, perhaps in quotes, or NULL. */
const char *
tv_perfetto_find_word (const char *sql, const char *word)
{
  const gsize length = strlen (word);
  const char *at = sql;

  for (;;)
    {
      const Token token = next_token (&at);
      const gsize quotes = token.length == length + 2 && !is_letter (*token.start);

      if (token.length == 0 || *token.start == ';')
        return NULL;
      if (token.length - 2 * quotes == length && *token.start != '\''
          && g_ascii_strncasecmp (token.start + quotes, word, length) == 0)
        return token.start;
    }
}

static gboolean
has_column (sqlite3_stmt *statement, const char *name)
{
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    if (g_ascii_strcasecmp (sqlite3_column_name (statement, i), name) == 0)
      return TRUE;
  return FALSE;
}

/* Returns the difference between the columns of a statement and the declared ones, in
 * any order, or NULL if there is none. */
char *
tv_perfetto_check_columns (sqlite3_stmt *statement, const GPtrArray *declared)
{
  for (guint i = 0; i < declared->len; i++)
    if (!has_column (statement, g_ptr_array_index (declared, i)))
      return g_strdup_printf (_ ("the column “%s” is declared, but does not exist"),
                              (char *) g_ptr_array_index (declared, i));
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    {
      gboolean found = FALSE;

      for (guint j = 0; j < declared->len && !found; j++)
        found = g_ascii_strcasecmp (sqlite3_column_name (statement, i),
                                    g_ptr_array_index (declared, j))
                == 0;
      if (!found)
        return g_strdup_printf (_ ("the column “%s” exists, but is not declared"),
                                sqlite3_column_name (statement, i));
    }
  return NULL;
}

/* Searches the list of modules for those that match a pattern. Takes each module once,
 * with its tables and the names of the modules that it includes. */
static TvPerfettoModule
take_modules (char **lines, gboolean *taken, const char *pattern, GPtrArray *names,
              GPtrArray *tables)
{
  g_autoptr (GPatternSpec) spec = g_pattern_spec_new (pattern);
  TvPerfettoModule found = TV_PERFETTO_MODULE_UNKNOWN;
  gboolean takes = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const gboolean is_there = *lines[i] == '+';

      if (takes && g_str_has_prefix (lines[i], "  > "))
        g_ptr_array_add (names, lines[i] + 4);
      else if (takes && *lines[i] == ' ')
        g_ptr_array_add (tables, g_strdup (lines[i] + 2));
      if (*lines[i] == '\0' || *lines[i] == '#' || *lines[i] == ' ')
        continue;
      takes = !taken[i]
              && g_pattern_spec_match_string (spec, lines[i] + (is_there ? 2 : 0));
      taken[i] |= takes;
      if (takes && is_there)
        found = TV_PERFETTO_MODULE_THERE;
      else if (takes && found == TV_PERFETTO_MODULE_UNKNOWN)
        found = TV_PERFETTO_MODULE_WITHOUT_DATA;
    }
  return found;
}

/* Finds a module in the list of all modules, or several by `package.*`. Adds the tables
 * without rows of these modules and of those that they include, see
 * tv_perfetto_empty_table_create(). */
TvPerfettoModule
tv_perfetto_find_module (const char *name, GPtrArray *tables)
{
  g_autofree char *text = tv_query_dup_script ("modules.txt");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree gboolean *taken = g_new0 (gboolean, g_strv_length (lines));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const TvPerfettoModule found = take_modules (lines, taken, name, names, tables);

  for (guint i = 0; i < names->len; i++)
    take_modules (lines, taken, g_ptr_array_index (names, i), names, tables);
  return found;
}

/* Whether Perfetto has a table that is not kept. */
gboolean
tv_perfetto_has_table (const char *name)
{
  g_autofree char *text = tv_query_dup_script ("modules.txt");
  g_autofree char *line = g_strdup_printf ("\n  %s ", name);

  return strstr (text, line) != NULL;
}

/* Parsers */

static GRegex *
make_regex (const char *pattern)
{
  return g_regex_new (pattern, G_REGEX_CASELESS | G_REGEX_RAW | G_REGEX_DUPNAMES, 0,
                      NULL);
}

/* The guard must outlive the parser. */
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
