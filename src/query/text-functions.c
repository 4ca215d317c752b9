/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "analysis/text/symbol-name.h"
#include "query/column-check.h"
#include "query/table-module.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Functions of texts. Some replace SQLite's own, whose time grows with the product of
 * two lengths and which cannot be stopped: these here are faster, or look at the clock.
 */

/* From this product of lengths on, look at the clock. */
#define LITTLE_EFFORT 1000

/* A code point that no text uses. */
#define NO_CHARACTER 0x10ffff

/* An argument, its bytes and their number. */
typedef struct
{
  const char *start;
  gsize length;
} Text;

/* Returns FALSE with an error if there is no memory for the arguments, and without one
 * if an argument is NULL. */
static gboolean
get_texts (sqlite3_context *context, int n, sqlite3_value **values, Text *texts)
{
  for (int i = 0; i < n; i++)
    if (sqlite3_value_type (values[i]) == SQLITE_NULL)
      return FALSE;
  for (int i = 0; i < n; i++)
    {
      texts[i].start = (const char *) sqlite3_value_text (values[i]);
      texts[i].length = (gsize) sqlite3_value_bytes (values[i]);
      if (texts[i].start == NULL)
        {
          sqlite3_result_error_nomem (context);
          return FALSE;
        }
    }
  return TRUE;
}

/* Ends the function and its statement if the script has to stop. */
static gboolean
must_stop (sqlite3_context *context)
{
  const gboolean stops = tv_query_guard_must_stop (sqlite3_user_data (context));

  if (stops)
    sqlite3_result_error_code (context, SQLITE_INTERRUPT);
  return stops;
}

static void
result_text (sqlite3_context *context, GString *text)
{
  sqlite3_result_text64 (context, text->str, text->len, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* Patterns */

/* Gets a pattern, a text and perhaps more. Returns FALSE if the result, or an error,
 * needs no comparison. */
static gboolean
get_patterns (sqlite3_context *context, int n, sqlite3_value **values, Text *texts)
{
  gint64 effort;

  if (sqlite3_value_type (values[0]) == SQLITE_BLOB
      || sqlite3_value_type (values[1]) == SQLITE_BLOB)
    sqlite3_result_int (context, 0);
  else if (get_texts (context, n, values, texts))
    {
      effort = (gint64) texts[0].length * (gint64) texts[1].length;
      if (texts[0].length <= TV_QUERY_MAX_PATTERN && effort <= TV_QUERY_MAX_EFFORT)
        return effort < LITTLE_EFFORT || !must_stop (context);
      sqlite3_result_error (context, _ ("A pattern is too long"), -1);
    }
  return FALSE;
}

/* Returns a pattern whose escape character, a wildcard, is replaced by NO_CHARACTER. */
static char *
dup_with_escape (const char *pattern, char escape)
{
  GString *text = g_string_new (NULL);

  for (; *pattern != '\0'; pattern++)
    if (*pattern != escape)
      g_string_append_c (text, *pattern);
    else
      {
        g_string_append_unichar (text, NO_CHARACTER);
        if (pattern[1] != '\0')
          g_string_append_c (text, *++pattern);
      }
  return g_string_free (text, FALSE);
}

/* like (pattern, text[, escape]), and the operator LIKE, by which blobs match nothing
 */
static void
like (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  Text texts[3] = { 0 };
  gunichar escape = 0;
  g_autofree char *pattern = NULL;

  if (!get_patterns (context, argc, argv, texts))
    return;
  if (argc > 2 && g_utf8_strlen (texts[2].start, -1) != 1)
    {
      sqlite3_result_error (context, "ESCAPE expression must be a single character",
                            -1);
      return;
    }
  if (argc > 2)
    escape = g_utf8_get_char (texts[2].start);
  if (escape == '%' || escape == '_')
    {
      pattern = dup_with_escape (texts[0].start, (char) escape);
      escape = NO_CHARACTER;
    }
  sqlite3_result_int (context,
                      sqlite3_strlike (pattern != NULL ? pattern : texts[0].start,
                                       texts[1].start, escape)
                          == 0);
}

/* glob (pattern, text), and the operator GLOB */
static void
glob (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  Text texts[2];

  if (get_patterns (context, argc, argv, texts))
    sqlite3_result_int (context, sqlite3_strglob (texts[0].start, texts[1].start) == 0);
}

/* Places */

/* Returns the number of bytes that start a character. */
static gint64
count_characters (const char *start, const char *end)
{
  gint64 n = 0;

  for (; start < end; start++)
    n += ((guchar) *start & 0xc0) != 0x80;
  return n;
}

/* instr (text, part): the position of the first part, from 1, in characters, or in
 * bytes of blobs */
static void
instr (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const gboolean of_blobs = sqlite3_value_type (argv[0]) == SQLITE_BLOB
                            && sqlite3_value_type (argv[1]) == SQLITE_BLOB;
  Text texts[2];
  const char *found;

  if (!get_texts (context, argc, argv, texts))
    return;
  found = memmem (texts[0].start, texts[0].length, texts[1].start, texts[1].length);
  if (found == NULL)
    sqlite3_result_int (context, 0);
  else
    sqlite3_result_int64 (context,
                          1
                              + (of_blobs ? found - texts[0].start
                                          : count_characters (texts[0].start, found)));
}

/* replace (text, part, other) */
static void
replace (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  g_autoptr (GString) text = NULL;
  Text texts[3];
  const char *at;
  const char *end;
  const char *found;

  if (!get_texts (context, 2, argv, texts))
    return;
  if (texts[1].length == 0)
    {
      sqlite3_result_value (context, argv[0]);
      return;
    }
  if (!get_texts (context, 1, &argv[2], &texts[2]))
    return;
  text = g_string_new (NULL);
  at = texts[0].start;
  end = at + texts[0].length;
  while (text->len <= TV_QUERY_MAX_VALUE
         && (found = memmem (at, (gsize) (end - at), texts[1].start, texts[1].length))
                != NULL)
    {
      g_string_append_len (text, at, found - at);
      g_string_append_len (text, texts[2].start, (gssize) texts[2].length);
      at = found + texts[1].length;
    }
  g_string_append_len (text, at, end - at);
  result_text (context, text);
}

/* Ends */

/* Whether a character belongs to a set. A long set takes time, so this looks at the
 * clock. */
static gboolean
is_trimmed (sqlite3_context *context, const Text *set, const char *start,
            const char *end)
{
  return (set->length < LITTLE_EFFORT || !must_stop (context))
         && memmem (set->start, set->length, start, (gsize) (end - start)) != NULL;
}

static gboolean
is_inside_character (char byte)
{
  return ((guchar) byte & 0xc0) == 0x80;
}

static void
trim_ends (sqlite3_context *context, sqlite3_value **argv, gboolean at_start,
           gboolean at_end)
{
  Text texts[2];
  const char *start;
  const char *end;
  const char *next;

  if (!get_texts (context, 2, argv, texts))
    return;
  start = texts[0].start;
  end = start + texts[0].length;
  while (at_start && start < end)
    {
      for (next = start + 1; next < end && is_inside_character (*next);)
        next++;
      if (!is_trimmed (context, &texts[1], start, next))
        break;
      start = next;
    }
  while (at_end && start < end)
    {
      for (next = end - 1; next > start && is_inside_character (*next);)
        next--;
      if (!is_trimmed (context, &texts[1], next, end))
        break;
      end = next;
    }
  sqlite3_result_text (context, start, (int) (end - start), SQLITE_TRANSIENT);
}

/* trim (text, characters), ltrim and rtrim */

static void
trim (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  trim_ends (context, argv, TRUE, TRUE);
}

static void
ltrim (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  trim_ends (context, argv, TRUE, FALSE);
}

static void
rtrim (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  trim_ends (context, argv, FALSE, TRUE);
}

/* Regular expressions */

/* A compiled expression, which SQLite keeps while its pattern stays the same. */
typedef struct
{
  TvQueryRegex *regex;
  GRegexCompileFlags flags;
} Expression;

static void
free_expression (void *data)
{
  Expression *expression = data;

  tv_query_regex_free (expression->regex);
  g_free (expression);
}

/* Returns the compiled expression of an argument, or NULL with an error. SQLite may
 * free it at the next call. */
static const TvQueryRegex *
get_expression (sqlite3_context *context, int argument, const Text *pattern,
                GRegexCompileFlags flags)
{
  Expression *kept = sqlite3_get_auxdata (context, argument);
  g_autofree char *error = NULL;
  TvQueryRegex *regex;

  if (kept != NULL && kept->flags == flags)
    return kept->regex;
  regex = tv_query_regex_new (pattern->start, flags, &error);
  if (regex == NULL)
    {
      sqlite3_result_error (context, error, -1);
      return NULL;
    }
  kept = g_new (Expression, 1);
  *kept = (Expression){ regex, flags };
  sqlite3_set_auxdata (context, argument, kept, free_expression);
  kept = sqlite3_get_auxdata (context, argument);
  if (kept == NULL)
    sqlite3_result_error_nomem (context);
  return kept != NULL ? kept->regex : NULL;
}

/* Searches a text for a match from a position on. Returns whether there is one, or -1
 * with an error. */
static int
match_from (sqlite3_context *context, const TvQueryRegex *regex, const Text *text,
            gsize start, GMatchInfo **found)
{
  g_autofree char *error = NULL;
  const gboolean matches
      = tv_query_regex_match (regex, sqlite3_user_data (context), text->start,
                              text->length, start, found, &error);

  if (error != NULL)
    sqlite3_result_error (context, error, -1);
  return error != NULL || must_stop (context) ? -1 : matches;
}

/* Gets the expression of an argument and checks the text. Returns NULL if they cannot
 * be matched, perhaps with an error. */
static const TvQueryRegex *
get_regex (sqlite3_context *context, int argument, const Text *pattern, Text *text,
           GRegexCompileFlags flags)
{
  /* Texts may contain zero bytes. */
  text->length = strlen (text->start);
  if (!g_utf8_validate (text->start, (gssize) text->length, NULL))
    return NULL;
  return get_expression (context, argument, pattern, flags);
}

/* regexp (pattern, text[, flags]), and the operator REGEXP. The flag `i` ignores case.
 */
static void
regexp (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const TvQueryRegex *regex;
  Text texts[3];

  if (!get_texts (context, argc, argv, texts))
    return;
  sqlite3_result_int (context, 0);
  regex = get_regex (context, 0, &texts[0], &texts[1],
                     argc > 2 && g_str_equal (texts[2].start, "i") ? G_REGEX_CASELESS
                                                                   : 0);
  if (regex != NULL && match_from (context, regex, &texts[1], 0, NULL) > 0)
    sqlite3_result_int (context, 1);
}

/* regexp_extract (text, pattern): the first group, or the whole match */
static void
regexp_extract (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  g_autoptr (GMatchInfo) found = NULL;
  const TvQueryRegex *regex;
  Text texts[2];

  if (!get_texts (context, argc, argv, texts))
    return;
  regex = get_regex (context, 1, &texts[1], &texts[0], 0);
  if (regex != NULL && match_from (context, regex, &texts[0], 0, &found) > 0)
    sqlite3_result_text (
        context,
        g_match_info_fetch (
            found, g_regex_get_capture_count (g_match_info_get_regex (found)) > 0),
        -1, g_free);
}

/* Appends a text with each match replaced. Returns FALSE with an error. */
static gboolean
replace_matches (sqlite3_context *context, const TvQueryRegex *regex, const Text *text,
                 const Text *replacement, GString *replaced)
{
  gsize copied = 0;
  gsize at = 0;

  while (at <= text->length && replaced->len <= TV_QUERY_MAX_VALUE)
    {
      g_autoptr (GMatchInfo) found = NULL;
      const int matches = match_from (context, regex, text, at, &found);
      int start;
      int end;

      if (matches < 0)
        return FALSE;
      if (matches == 0 || !g_match_info_fetch_pos (found, 0, &start, &end))
        break;
      g_string_append_len (replaced, text->start + copied, start - (gssize) copied);
      g_string_append_len (replaced, replacement->start, (gssize) replacement->length);
      copied = (gsize) end;
      at = end > start ? copied
                       : (gsize) (g_utf8_next_char (text->start + end) - text->start);
    }
  g_string_append (replaced, text->start + copied);
  return TRUE;
}

/* regexp_replace_simple (text, pattern, replacement); the replacement is taken
 * literally */
static void
regexp_replace_simple (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  g_autoptr (GString) replaced = NULL;
  const TvQueryRegex *regex;
  Text texts[3];

  if (!get_texts (context, argc, argv, texts))
    return;
  sqlite3_result_value (context, argv[0]);
  regex = get_regex (context, 1, &texts[1], &texts[0], 0);
  if (regex == NULL)
    return;
  replaced = g_string_new (NULL);
  if (replace_matches (context, regex, &texts[0], &texts[2], replaced))
    result_text (context, replaced);
}

/* Formats */

/* SQLite's own printf, in a connection of its own: it returns NULL for a text that is
 * too long, which must be an error here. */
typedef struct
{
  sqlite3 *db;             /* (nullable) */
  sqlite3_stmt *statement; /* (nullable): prints … */
  int n;                   /* … this number of values */
} Printer;

static void
free_printer (void *data)
{
  Printer *printer = data;

  sqlite3_finalize (printer->statement);
  sqlite3_close (printer->db);
  g_free (printer);
}

static void
prepare_printer (Printer *printer, int n)
{
  g_autoptr (GString) sql = g_string_new ("SELECT printf(?");

  if (printer->db == NULL
      && sqlite3_open_v2 (":memory:", &printer->db,
                          SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL)
             == SQLITE_OK)
    sqlite3_limit (printer->db, SQLITE_LIMIT_LENGTH, TV_QUERY_MAX_VALUE);
  if (printer->n == n)
    return;
  g_clear_pointer (&printer->statement, sqlite3_finalize);
  for (int i = 1; i < n; i++)
    g_string_append (sql, ", ?");
  g_string_append_c (sql, ')');
  printer->n = sqlite3_prepare_v2 (printer->db, sql->str, -1, &printer->statement, NULL)
                       == SQLITE_OK
                   ? n
                   : 0;
}

/* printf (format, values…), and format */
static void
print (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  Printer *printer = sqlite3_user_data (context);

  if (argc == 0 || sqlite3_value_type (argv[0]) == SQLITE_NULL)
    return;
  prepare_printer (printer, argc);
  for (int i = 0; i < argc; i++)
    sqlite3_bind_value (printer->statement, i + 1, argv[i]);
  if (printer->statement == NULL || sqlite3_step (printer->statement) != SQLITE_ROW)
    sqlite3_result_error_nomem (context);
  else if (sqlite3_column_type (printer->statement, 0) == SQLITE_NULL)
    sqlite3_result_error_toobig (context);
  else
    sqlite3_result_value (context, sqlite3_column_value (printer->statement, 0));
  sqlite3_reset (printer->statement);
}

/* Parts */

/* str_split (text, delimiter, index): a part, counted from 0; NULL after the last */
static void
str_split (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  gint64 place = sqlite3_value_int64 (argv[2]);
  Text texts[3];
  const char *end;

  if (!get_texts (context, argc, argv, texts))
    return;
  if (texts[1].length == 0 || sqlite3_value_type (argv[2]) != SQLITE_INTEGER
      || place < 0)
    {
      sqlite3_result_error (
          context, "str_split: takes a text, a delimiter and a place from 0 on", -1);
      return;
    }
  while ((end = strstr (texts[0].start, texts[1].start)) != NULL && place > 0)
    {
      texts[0].start = end + texts[1].length;
      place--;
    }
  if (place == 0)
    sqlite3_result_text (context, texts[0].start,
                         end != NULL ? (int) (end - texts[0].start) : -1,
                         SQLITE_TRANSIENT);
}

/* demangle (name): the name of a function of C++ or Rust, or NULL */
static void
demangle (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  Text symbol;

  if (get_texts (context, argc, argv, &symbol))
    sqlite3_result_text (context, tv_symbol_name_demangle (symbol.start), -1, g_free);
}

/* reverse (text): its characters, the last one first */
static void
reverse (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  g_autoptr (GString) reversed = g_string_new (NULL);
  Text text;
  gsize end;

  if (!get_texts (context, 1, argv, &text))
    return;
  for (gsize start = end = text.length; start-- > 0;)
    if (start == 0 || !is_inside_character (text.start[start]))
      {
        g_string_append_len (reversed, text.start + start, (gssize) (end - start));
        end = start;
      }
  result_text (context, reversed);
}

/* Numbers and bytes as text */

/* unhex (text): the number of up to 16 hexadecimal digits, with or without 0x */
static void
unhex (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  g_autofree char *digits = NULL;
  Text text;
  const char *start;

  if (!get_texts (context, 1, argv, &text))
    return;
  digits = g_strstrip (g_strdup (text.start));
  start = digits + (g_ascii_strncasecmp (digits, "0x", 2) == 0 ? 2 : 0);
  if (strlen (start) - 1 >= 16
      || strspn (start, "0123456789abcdefABCDEF") != strlen (start))
    sqlite3_result_error (context, "unhex: takes up to 16 hexadecimal digits", -1);
  else
    sqlite3_result_int64 (context, (gint64) g_ascii_strtoull (start, NULL, 16));
}

/* base64_encode (bytes) */
static void
base64_encode (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  Text bytes;

  if (get_texts (context, 1, argv, &bytes))
    sqlite3_result_text (context,
                         g_base64_encode ((const guchar *) bytes.start, bytes.length),
                         -1, g_free);
}

/* base64_decode (text): its bytes. The end may lack its padding. */
static void
base64_decode (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  static const char digits[]
      = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  g_autoptr (GString) bytes = g_string_new (NULL);
  guint32 bits = 0;
  gsize n = 0;
  Text text;

  if (!get_texts (context, 1, argv, &text))
    return;
  for (; n < text.length && text.start[n] != '='; n++)
    {
      const char *digit = text.start[n] != '\0' ? strchr (digits, text.start[n]) : NULL;

      if (digit == NULL)
        break;
      bits = bits << 6 | (guint32) (digit - digits);
      if (n % 4 > 0)
        g_string_append_c (bytes, (char) (bits >> (6 - n % 4 * 2)));
    }
  if (n % 4 == 1
      || (n < text.length
          && !(n + 1 == text.length && n % 4 == 3 && text.start[n] == '=')
          && !(n + 2 == text.length && n % 4 == 2
               && g_str_equal (text.start + n, "=="))))
    sqlite3_result_error (context, "base64_decode: the text is not in base64", -1);
  else
    sqlite3_result_blob64 (context, bytes->str, bytes->len, SQLITE_TRANSIENT);
}

void
tv_query_text_functions_register (TvQueryGuard *guard)
{
  static const struct
  {
    const char *name;
    int n_arguments;
    void (*run) (sqlite3_context *context, int argc, sqlite3_value **argv);
  } functions[] = {
    { "like", 2, like },
    { "like", 3, like },
    { "glob", 2, glob },
    { "instr", 2, instr },
    { "replace", 3, replace },
    { "trim", 2, trim },
    { "ltrim", 2, ltrim },
    { "rtrim", 2, rtrim },
    { "regexp", 2, regexp },
    { "regexp", 3, regexp },
    { "regexp_extract", 2, regexp_extract },
    { "regexp_replace_simple", 3, regexp_replace_simple },
    { "str_split", 3, str_split },
    { "demangle", 1, demangle },
    { "reverse", 1, reverse },
    { "unhex", 1, unhex },
    { "base64_encode", 1, base64_encode },
    { "base64_decode", 1, base64_decode },
  };

  static const char *const printers[] = { "printf", "format" };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    sqlite3_create_function (guard->db, functions[i].name, functions[i].n_arguments,
                             TV_QUERY_PURE, guard, functions[i].run, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (printers); i++)
    sqlite3_create_function_v2 (guard->db, printers[i], -1, TV_QUERY_PURE,
                                g_new0 (Printer, 1), print, NULL, NULL, free_printer);
}
