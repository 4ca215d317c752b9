/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* A condition on a column that a table decides itself, exactly as SQLite would: a range
 * of integers, no value, or a text. */
typedef struct
{
  guint field;
  guint op; /* SQLITE_INDEX_CONSTRAINT_… */
  gboolean is_null;
  gint64 low; /* both belong to the range */
  gint64 high;
  char *text;
  GRegex *regex;
  guint8 *fits; /* (nullable): TvCheckResult, by method or thread that has a text */
} TvColumnCheck;

/* Whether a text meets a condition. */
typedef enum
{
  TV_CHECK_UNKNOWN,
  TV_CHECK_FITS,
  TV_CHECK_FAILS
} TvCheckResult;

gboolean tv_column_check_knows_number (guint op);
gboolean tv_column_check_knows_text (guint op);

void tv_column_check_init (TvColumnCheck *check, guint field, guint op,
                           sqlite3_value *value, guint n_texts, char **error);
void tv_column_check_clear (gpointer check);

TvCheckResult tv_column_check_text (const TvColumnCheck *check, const char *text,
                                    char **error);

/* The longest pattern; some take a time that grows with a power of their length. */
#define TV_QUERY_MAX_PATTERN 10000

GRegex *tv_query_regex_new (const char *pattern, GRegexCompileFlags flags,
                            gboolean is_for_short, char **error);
gboolean tv_query_regex_match (const GRegex *regex, const char *text,
                               GMatchInfo **match, char **error);

/* Whether a number that may be missing meets a condition. */
static inline gboolean
tv_column_check_number (const TvColumnCheck *check, gboolean exists, gint64 number)
{
  return exists ? number >= check->low && number <= check->high : check->is_null;
}

G_END_DECLS
