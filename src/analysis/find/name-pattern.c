/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/name-pattern-private.h"
#include "analysis/find/regex-literals-private.h"

#include <string.h>

/* How often the matcher may try on one name, which takes it some milliseconds. An
 * expression needs a few tries a letter, unless it is one that takes forever. PCRE's
 * own limit is ten million. */
#define STEPS "(*LIMIT_MATCH=1000000)"

/* Of the texts that an expression needs, so many are looked for before it is tried. */
#define MAX_TEXTS 4
#define MAX_TEXTS_IF_SLOW 8

/* Says that case does not matter, whatever there is in upper case. */
#define ANY_CASE "(?i)"

static gboolean
has_upper (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (g_unichar_isupper (g_utf8_get_char (text)))
      return TRUE;
  return FALSE;
}

/* Of `\S`, `\p{Lu}` and `\x{AB}` no letter is meant to be in the name. */
static gboolean
has_upper_literal (const char *regex)
{
  if (g_str_has_prefix (regex, ANY_CASE))
    return FALSE;
  for (const char *p = regex; *p != '\0'; p = g_utf8_next_char (p))
    {
      const char *close;

      if (*p != '\\')
        {
          if (g_unichar_isupper (g_utf8_get_char (p)))
            return TRUE;
          continue;
        }
      p++;
      if (*p == '\0')
        break;
      close = strchr ("pPxoNgk", *p) != NULL && p[1] == '{' ? strchr (p, '}') : NULL;
      if (close != NULL)
        p = close;
    }
  return FALSE;
}

static void
add_needle (TvNamePattern *pattern, const char *text, guint choice)
{
  TvNeedle needle = { .choice = choice };

  if (*text == '\0')
    return;
  needle.bytes = pattern->folds ? g_utf8_casefold (text, -1) : g_strdup (text);
  needle.length = strlen (needle.bytes);
  g_array_append_val (pattern->needles, needle);
}

static void
add_words (TvNamePattern *pattern, const char *text)
{
  while (*text != '\0')
    {
      const char *end = text;
      g_autofree char *word = NULL;

      while (*end != '\0' && !g_unichar_isspace (g_utf8_get_char (end)))
        end = g_utf8_next_char (end);
      word = g_strndup (text, (gsize) (end - text));
      add_needle (pattern, word, pattern->needles->len);
      text = *end != '\0' ? g_utf8_next_char (end) : end;
    }
}

/* Texts are looked for one after the other, so that more of them are worth it only
 * where what comes after is slow. Single letters are in most names. */
static void
add_literals (TvNamePattern *pattern)
{
  g_autoptr (GPtrArray) choices = tv_regex_literals (pattern->tree);
  const guint most = pattern->tree->is_plain ? MAX_TEXTS : MAX_TEXTS_IF_SLOW;
  const gsize shortest = pattern->tree->is_plain ? 2 : 1;

  for (guint i = 0; i < choices->len; i++)
    {
      const GPtrArray *texts = g_ptr_array_index (choices, i);
      gsize length = G_MAXSIZE;

      for (guint j = 0; j < texts->len; j++)
        length = MIN (length, strlen (g_ptr_array_index (texts, j)));
      if (length < shortest || pattern->needles->len + texts->len > most)
        continue;
      for (guint j = 0; j < texts->len; j++)
        add_needle (pattern, g_ptr_array_index (texts, j), i);
    }
}

/* A first match makes the expression ready, which threads that share it must not do at
 * the same time. */
static GRegex *
compile (const char *query, gboolean folds, GError **error)
{
  const GRegexCompileFlags flags
      = G_REGEX_OPTIMIZE | (folds ? G_REGEX_CASELESS : (GRegexCompileFlags) 0);
  g_autoptr (GRegex) plain = g_regex_new (query, flags, 0, error);
  g_autofree char *limited = NULL;
  GRegex *regex;

  /* The message of the first counts characters of what the user wrote. */
  if (plain == NULL)
    return NULL;
  limited = g_strconcat (STEPS, query, NULL);
  regex = g_regex_new (limited, flags, 0, error);
  if (regex != NULL)
    g_regex_match (regex, "", 0, NULL);
  return regex;
}

/**
 * tv_name_pattern_new:
 * @query: what is looked for, in UTF-8
 * @match: how
 * @class_only: whether to look at the class alone, instead of at class, method and
 *   signature
 * @error: an error of %G_REGEX_ERROR, whose message says what is wrong with the
 *   expression and where
 *
 * Reads what was typed. Upper and lower case are the same unless there is a letter in
 * upper case in @query; the letters of `\S` and the like in an expression do not count,
 * nor do any after a `(?i)` at its beginning.
 * Nothing is found by a query without text or without words.
 *
 * Returns: (transfer full) (nullable): the pattern, or %NULL with @error set
 */
TvNamePattern *
tv_name_pattern_new (const char *query, TvNameMatch match, gboolean class_only,
                     GError **error)
{
  g_autoptr (TvNamePattern) pattern = NULL;

  g_return_val_if_fail (query != NULL && g_utf8_validate (query, -1, NULL), NULL);
  g_return_val_if_fail (match <= TV_NAME_MATCH_REGEX, NULL);

  pattern = g_new0 (TvNamePattern, 1);
  pattern->class_only = class_only;
  pattern->needles = g_array_new (FALSE, FALSE, sizeof (TvNeedle));
  pattern->folds
      = match == TV_NAME_MATCH_REGEX ? !has_upper_literal (query) : !has_upper (query);
  if (match == TV_NAME_MATCH_WORDS)
    add_words (pattern, query);
  else if (match == TV_NAME_MATCH_TEXT)
    add_needle (pattern, query, 0);
  else if (*query != '\0')
    {
      pattern->regex = compile (query, pattern->folds, error);
      if (pattern->regex == NULL)
        return NULL;
      if (g_str_has_prefix (query, ANY_CASE))
        query += strlen (ANY_CASE);
      pattern->tree = tv_regex_tree_new (query, pattern->folds);
      if (pattern->tree != NULL)
        add_literals (pattern);
    }
  return g_steal_pointer (&pattern);
}

/* Whether one of the texts of a choice is in a name only where @part is. */
static gboolean
is_in_a_choice (const TvNamePattern *pattern, const TvNeedle *part)
{
  gboolean is_in_all = FALSE;

  for (guint i = 0; i < pattern->needles->len; i++)
    {
      const TvNeedle *needle = &g_array_index (pattern->needles, TvNeedle, i);
      const gboolean is_first = i == 0 || needle->choice != needle[-1].choice;
      const gboolean is_in
          = memmem (needle->bytes, needle->length, part->bytes, part->length) != NULL;

      if (is_first && is_in_all)
        return TRUE;
      is_in_all = is_in && (is_first || is_in_all);
    }
  return is_in_all;
}

/**
 * tv_name_pattern_narrows:
 * @pattern: a pattern
 * @before: a pattern that was looked for
 *
 * Tells from the patterns alone, so that it may be true without being told, as between
 * regular expressions.
 *
 * Returns: whether all names that match @pattern match @before as well, as when a
 *   letter more was typed
 */
gboolean
tv_name_pattern_narrows (const TvNamePattern *pattern, const TvNamePattern *before)
{
  g_return_val_if_fail (pattern != NULL && before != NULL, FALSE);

  if (before->regex != NULL || before->needles->len == 0)
    return FALSE;
  if (pattern->folds != before->folds || (before->class_only && !pattern->class_only))
    return FALSE;
  for (guint i = 0; i < before->needles->len; i++)
    if (!is_in_a_choice (pattern, &g_array_index (before->needles, TvNeedle, i)))
      return FALSE;
  return TRUE;
}

/**
 * tv_name_pattern_free:
 * @pattern: (nullable): a pattern
 *
 * Frees @pattern.
 */
void
tv_name_pattern_free (TvNamePattern *pattern)
{
  if (pattern == NULL)
    return;
  for (guint i = 0; i < pattern->needles->len; i++)
    g_free (g_array_index (pattern->needles, TvNeedle, i).bytes);
  g_array_unref (pattern->needles);
  g_clear_pointer (&pattern->regex, g_regex_unref);
  g_clear_pointer (&pattern->tree, tv_regex_tree_free);
  g_free (pattern);
}
