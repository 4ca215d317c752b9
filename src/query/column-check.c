/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/column-check.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* What a regular expression may try at each character of a short text, and of a long
 * one, before it gives up. */
#define REGEX_TRIES "(*LIMIT_MATCH=1000000)"
#define REGEX_FEW_TRIES "(*LIMIT_MATCH=1000)"

gboolean
tv_column_check_knows_number (guint op)
{
  return op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_GT
         || op == SQLITE_INDEX_CONSTRAINT_GE || op == SQLITE_INDEX_CONSTRAINT_LT
         || op == SQLITE_INDEX_CONSTRAINT_LE || op == SQLITE_INDEX_CONSTRAINT_ISNULL
         || op == SQLITE_INDEX_CONSTRAINT_ISNOTNULL || op == SQLITE_INDEX_CONSTRAINT_IS;
}

gboolean
tv_column_check_knows_text (guint op)
{
  return op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_GLOB
         || op == SQLITE_INDEX_CONSTRAINT_LIKE || op == SQLITE_INDEX_CONSTRAINT_REGEXP;
}

static void
allow_nothing (TvColumnCheck *check)
{
  check->low = G_MAXINT64;
  check->high = G_MININT64;
}

static gboolean
wants_more (const TvColumnCheck *check)
{
  return check->op == SQLITE_INDEX_CONSTRAINT_GT
         || check->op == SQLITE_INDEX_CONSTRAINT_GE;
}

static gboolean
wants_less (const TvColumnCheck *check)
{
  return check->op == SQLITE_INDEX_CONSTRAINT_LT
         || check->op == SQLITE_INDEX_CONSTRAINT_LE;
}

static void
limit_by_integer (TvColumnCheck *check, gint64 number)
{
  const int step = (check->op == SQLITE_INDEX_CONSTRAINT_GT)
                   - (check->op == SQLITE_INDEX_CONSTRAINT_LT);

  if (__builtin_add_overflow (number, step, &number))
    allow_nothing (check);
  else
    {
      check->low = wants_less (check) ? G_MININT64 : number;
      check->high = wants_more (check) ? G_MAXINT64 : number;
    }
}

static void
limit_by_real (TvColumnCheck *check, double number)
{
  const double whole = floor (number);
  const gboolean is_small = number < -9223372036854775808.0;
  const gboolean is_great = number >= 9223372036854775808.0;

  if (is_small || is_great)
    {
      if (is_small ? !wants_more (check) : !wants_less (check))
        allow_nothing (check);
    }
  else if (whole == number)
    limit_by_integer (check, (gint64) whole);
  else if (wants_less (check))
    check->high = (gint64) whole;
  else if (wants_more (check))
    check->low = (gint64) whole + 1;
  else
    allow_nothing (check);
}

/* A text that is no number is greater than all numbers, and so is a blob. */
static void
limit_by_value (TvColumnCheck *check, sqlite3_value *value)
{
  const int type = sqlite3_value_numeric_type (value);

  if (type == SQLITE_INTEGER)
    limit_by_integer (check, sqlite3_value_int64 (value));
  else if (type == SQLITE_FLOAT)
    limit_by_real (check, sqlite3_value_double (value));
  else if (type == SQLITE_NULL || !wants_less (check))
    allow_nothing (check);
}

static void
take_text (TvColumnCheck *check, sqlite3_value *value, char **error)
{
  const char *text = (const char *) sqlite3_value_text (value);

  check->text = g_strdup (text);
  if (text == NULL)
    return;
  if (check->op != SQLITE_INDEX_CONSTRAINT_EQ && strlen (text) > TV_QUERY_MAX_PATTERN)
    *error = g_strdup (_ ("A pattern is too long"));
  else if (check->op == SQLITE_INDEX_CONSTRAINT_REGEXP)
    check->regex = tv_query_regex_new (text, 0, TRUE, error);
}

/* Sets a check to a condition of a statement: of one of @n_texts texts, or of numbers
 * if there are none. A pattern that cannot be used is an error. */
void
tv_column_check_init (TvColumnCheck *check, guint field, guint op, sqlite3_value *value,
                      guint n_texts, char **error)
{
  *check = (TvColumnCheck){
    .field = field, .op = op, .low = G_MININT64, .high = G_MAXINT64
  };
  if (n_texts > 0)
    {
      check->fits = g_new0 (guint8, n_texts);
      take_text (check, value, error);
    }
  else if (op == SQLITE_INDEX_CONSTRAINT_ISNULL
           || (op == SQLITE_INDEX_CONSTRAINT_IS
               && sqlite3_value_type (value) == SQLITE_NULL))
    {
      check->is_null = TRUE;
      allow_nothing (check);
    }
  else if (op != SQLITE_INDEX_CONSTRAINT_ISNOTNULL)
    limit_by_value (check, value);
}

void
tv_column_check_clear (gpointer data)
{
  TvColumnCheck *check = data;

  g_free (check->text);
  g_free (check->fits);
  g_clear_pointer (&check->regex, g_regex_unref);
}

static gboolean
text_fits (const TvColumnCheck *check, const char *text, char **error)
{
  switch (check->op)
    {
    case SQLITE_INDEX_CONSTRAINT_GLOB:
      return sqlite3_strglob (check->text, text) == 0;
    case SQLITE_INDEX_CONSTRAINT_LIKE:
      return sqlite3_strlike (check->text, text, 0) == 0;
    case SQLITE_INDEX_CONSTRAINT_REGEXP:
      return tv_query_regex_match (check->regex, text, NULL, error);
    default:
      return g_str_equal (text, check->text);
    }
}

/* Decides on a text, which may be missing; with an error if that takes too long. */
TvCheckResult
tv_column_check_text (const TvColumnCheck *check, const char *text, char **error)
{
  return text != NULL && check->text != NULL && text_fits (check, text, error)
             ? TV_CHECK_FITS
             : TV_CHECK_FAILS;
}

/* Returns a regular expression that gives up before it takes very long. */
GRegex *
tv_query_regex_new (const char *pattern, GRegexCompileFlags flags,
                    gboolean is_for_short, char **error)
{
  const gboolean is_long = strlen (pattern) > TV_QUERY_MAX_PATTERN;
  const gboolean is_text = is_long || g_utf8_validate (pattern, -1, NULL);
  g_autoptr (GError) reason = NULL;
  /* GRegex trusts what it takes to be UTF-8. */
  g_autoptr (GRegex) checked
      = !is_long && is_text ? g_regex_new (pattern, 0, 0, &reason) : NULL;
  g_autofree char *limited
      = g_strconcat (is_for_short ? REGEX_TRIES : REGEX_FEW_TRIES, pattern, NULL);
  GRegex *regex = checked != NULL ? g_regex_new (limited, flags, 0, NULL) : NULL;

  if (!is_text)
    *error = g_strdup (_ ("The regular expression is not UTF-8"));
  else if (regex == NULL)
    *error = g_strdup (reason != NULL ? reason->message
                                      : _ ("The regular expression is too long"));
  return regex;
}

/* Returns whether a text matches; FALSE with an error if it gave up. */
gboolean
tv_query_regex_match (const GRegex *regex, const char *text, GMatchInfo **match,
                      char **error)
{
  g_autoptr (GError) reason = NULL;
  const gboolean found = g_regex_match_full (regex, text, -1, 0, 0, match, &reason);

  if (reason != NULL)
    *error = g_strdup (_ ("The regular expression takes too long"));
  return found && reason == NULL;
}
