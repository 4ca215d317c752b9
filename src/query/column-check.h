/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/query-guard.h"

G_BEGIN_DECLS

/* A regular expression. Each step of a match between two looks at the clock is short.
 */
typedef struct
{
  GRegex *quick;   /* with a low limit */
  GRegex *careful; /* with a high limit */
  GRegex *at_place;
} TvQueryRegex;

/* A condition on a column that a table evaluates itself, exactly as SQLite would: a
 * range of integers, IS NULL, or a text. */
typedef struct
{
  guint field;
  guint op; /* SQLITE_INDEX_CONSTRAINT_… */
  gboolean is_null;
  gint64 low; /* @low and @high belong to the range */
  gint64 high;
  char *text;
  TvQueryRegex *regex;
  guint8 *fits; /* (nullable): TvCheckResult by method or thread, for texts of these */
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

TvCheckResult tv_column_check_text (const TvColumnCheck *check, TvQueryGuard *guard,
                                    const char *text, char **error);

/* The longest pattern. The time of some functions grows with a power of its length. */
#define TV_QUERY_MAX_PATTERN 10000

/* The largest product of the lengths of a pattern and a text to compare. */
#define TV_QUERY_MAX_EFFORT (G_GINT64_CONSTANT (1) << 27)

TvQueryRegex *tv_query_regex_new (const char *pattern, GRegexCompileFlags flags,
                                  char **error);
void tv_query_regex_free (TvQueryRegex *regex);
gboolean tv_query_regex_match (const TvQueryRegex *regex, TvQueryGuard *guard,
                               const char *text, gsize length, gsize start,
                               GMatchInfo **match, char **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvQueryRegex, tv_query_regex_free)

/* Whether a number, which may be missing, meets a condition. */
static inline gboolean
tv_column_check_number (const TvColumnCheck *check, gboolean exists, gint64 number)
{
  return exists ? number >= check->low && number <= check->high : check->is_null;
}

G_END_DECLS
