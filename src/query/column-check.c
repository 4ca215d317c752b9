/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/column-check.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* How much a regular expression may try at a position of a text before it gives up.
 * AT_PLACE also turns off PCRE's search for the first possible position. */
#define QUICK "(*LIMIT_MATCH=1000)"
#define CAREFUL "(*LIMIT_MATCH=1000000)"
#define AT_PLACE "(*NO_START_OPT)(*LIMIT_MATCH=1000)"

/* Bytes of a text that are searched between two looks at the clock. */
#define PART 4096

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
is_lower_bound (const TvColumnCheck *check)
{
  return check->op == SQLITE_INDEX_CONSTRAINT_GT
         || check->op == SQLITE_INDEX_CONSTRAINT_GE;
}

static gboolean
is_upper_bound (const TvColumnCheck *check)
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
      check->low = is_upper_bound (check) ? G_MININT64 : number;
      check->high = is_lower_bound (check) ? G_MAXINT64 : number;
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
      if (is_small ? !is_lower_bound (check) : !is_upper_bound (check))
        allow_nothing (check);
    }
  else if (whole == number)
    limit_by_integer (check, (gint64) whole);
  else if (is_upper_bound (check))
    check->high = (gint64) whole;
  else if (is_lower_bound (check))
    check->low = (gint64) whole + 1;
  else
    allow_nothing (check);
}

/* Limits a check by a value. Texts and blobs are greater than all numbers. */
static void
limit_by_value (TvColumnCheck *check, sqlite3_value *value)
{
  const int type = sqlite3_value_numeric_type (value);

  if (type == SQLITE_INTEGER)
    limit_by_integer (check, sqlite3_value_int64 (value));
  else if (type == SQLITE_FLOAT)
    limit_by_real (check, sqlite3_value_double (value));
  else if (type == SQLITE_NULL || !is_upper_bound (check))
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
    check->regex = tv_query_regex_new (text, 0, error);
}

/* Initializes a check from a condition of a statement: on one of @n_texts texts, or on
 * numbers if @n_texts is 0. A pattern that cannot be used is an error. */
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
  g_clear_pointer (&check->regex, tv_query_regex_free);
}

static gboolean
text_fits (const TvColumnCheck *check, TvQueryGuard *guard, const char *text,
           char **error)
{
  const gsize length = strlen (text);

  if (check->op == SQLITE_INDEX_CONSTRAINT_EQ)
    return g_str_equal (text, check->text);
  if (tv_query_guard_must_stop (guard))
    return FALSE;
  if (check->op == SQLITE_INDEX_CONSTRAINT_REGEXP)
    return tv_query_regex_match (check->regex, guard, text, length, 0, NULL, error);
  if ((gint64) length * (gint64) strlen (check->text) > TV_QUERY_MAX_EFFORT)
    {
      *error = g_strdup (_ ("A pattern is too long"));
      return FALSE;
    }
  return check->op == SQLITE_INDEX_CONSTRAINT_GLOB
             ? sqlite3_strglob (check->text, text) == 0
             : sqlite3_strlike (check->text, text, 0) == 0;
}

/* Checks a text, which may be NULL. Sets an error if that takes too long. */
TvCheckResult
tv_column_check_text (const TvColumnCheck *check, TvQueryGuard *guard, const char *text,
                      char **error)
{
  return text != NULL && check->text != NULL && text_fits (check, guard, text, error)
             ? TV_CHECK_FITS
             : TV_CHECK_FAILS;
}

static GRegex *
make_limited (const char *limit, const char *pattern, GRegexCompileFlags flags)
{
  g_autofree char *limited = g_strconcat (limit, pattern, NULL);

  /* Without this flag, each match validates the UTF-8 of the whole text. */
  return g_regex_new (limited, flags | G_REGEX_OPTIMIZE, 0, NULL);
}

/* Returns a regular expression that gives up before it takes too long. */
TvQueryRegex *
tv_query_regex_new (const char *pattern, GRegexCompileFlags flags, char **error)
{
  const gboolean is_long = strlen (pattern) > TV_QUERY_MAX_PATTERN;
  const gboolean is_text = is_long || g_utf8_validate (pattern, -1, NULL);
  g_autoptr (GError) reason = NULL;
  /* GRegex trusts its pattern to be UTF-8. */
  g_autoptr (GRegex) checked
      = !is_long && is_text ? g_regex_new (pattern, 0, 0, &reason) : NULL;
  g_autoptr (TvQueryRegex) regex = g_new0 (TvQueryRegex, 1);

  if (checked != NULL)
    {
      regex->quick = make_limited (QUICK, pattern, flags);
      regex->careful = make_limited (CAREFUL, pattern, flags | G_REGEX_ANCHORED);
      regex->at_place = make_limited (AT_PLACE, pattern, flags | G_REGEX_ANCHORED);
    }
  if (regex->quick != NULL && regex->careful != NULL && regex->at_place != NULL)
    return g_steal_pointer (&regex);
  if (!is_text)
    *error = g_strdup (_ ("The regular expression is not UTF-8"));
  else
    *error = g_strdup (reason != NULL ? reason->message
                                      : _ ("The regular expression is too long"));
  return NULL;
}

void
tv_query_regex_free (TvQueryRegex *regex)
{
  g_clear_pointer (&regex->quick, g_regex_unref);
  g_clear_pointer (&regex->careful, g_regex_unref);
  g_clear_pointer (&regex->at_place, g_regex_unref);
  g_free (regex);
}

/* Looks for a match that starts and ends in a part of a text. Sets @is_open if one may
 * end behind the part. */
static gboolean
match_in_part (const GRegex *regex, const char *text, gsize start, gsize end,
               GMatchInfo **match, gboolean *is_open)
{
  g_autoptr (GMatchInfo) partial = NULL;
  g_autoptr (GError) reason = NULL;
  const gboolean found
      = g_regex_match_full (regex, text, (gssize) end, (int) start,
                            G_REGEX_MATCH_PARTIAL_HARD, &partial, &reason);

  *is_open = !found && (reason != NULL || g_match_info_is_partial_match (partial));
  if (found && match != NULL)
    *match = g_steal_pointer (&partial);
  return found;
}

/* Tries each position up to the last one, and looks at the clock before each. */
static gboolean
match_at_places (const GRegex *regex, TvQueryGuard *guard, const char *text,
                 gsize length, gsize start, gsize last, GMatchInfo **match,
                 char **error)
{
  g_autoptr (GError) reason = NULL;

  for (gsize at = start; at <= last && !tv_query_guard_must_stop (guard);
       at = (gsize) (g_utf8_next_char (text + at) - text))
    {
      if (g_regex_match_full (regex, text, (gssize) length, (int) at, 0, match,
                              &reason))
        return TRUE;
      if (match != NULL)
        g_clear_pointer (match, g_match_info_unref);
      if (reason != NULL)
        {
          *error = g_strdup (_ ("The regular expression takes too long"));
          return FALSE;
        }
    }
  return FALSE;
}

/* Looks for a match in the rest of a text: in one go, or position by position if that
 * takes too long. */
static gboolean
match_rest (const TvQueryRegex *regex, TvQueryGuard *guard, const char *text,
            gsize length, gsize start, GMatchInfo **match, char **error)
{
  g_autoptr (GError) reason = NULL;
  const gboolean found = g_regex_match_full (regex->quick, text, (gssize) length,
                                             (int) start, 0, match, &reason);

  if (reason == NULL)
    return found;
  if (match != NULL)
    g_clear_pointer (match, g_match_info_unref);
  return match_at_places (regex->careful, guard, text, length, start, length, match,
                          error);
}

/* Returns whether a text matches at @start or later. Returns FALSE with an error if the
 * expression gave up, and without one if the script has to stop. */
gboolean
tv_query_regex_match (const TvQueryRegex *regex, TvQueryGuard *guard, const char *text,
                      gsize length, gsize start, GMatchInfo **match, char **error)
{
  while (length - start > PART)
    {
      const gsize end
          = (gsize) (g_utf8_find_prev_char (text, text + start + PART) - text);
      gboolean is_open;

      if (tv_query_guard_must_stop (guard))
        return FALSE;
      if (match_in_part (regex->quick, text, start, end, match, &is_open)
          || (is_open
              && match_at_places (regex->at_place, guard, text, length, start, end - 1,
                                  match, error)))
        return TRUE;
      if (*error != NULL)
        return FALSE;
      start = end;
    }
  return match_rest (regex, guard, text, length, start, match, error);
}
