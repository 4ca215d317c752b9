/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/model/trace-warnings.h"

#include <glib/gi18n-lib.h>

/* Longer details (a line of a megabyte) would drown the sentence they stand in. */
#define MAX_DETAIL_CHARS 60

struct _TvWarnings
{
  GArray *all;                       /* of TvWarning, in order of first sight */
  gint index_of[TV_N_WARNING_KINDS]; /* -1: not seen */
};

static const char *const kind_names[TV_N_WARNING_KINDS] = {
  [TV_WARNING_KEY_MISSING] = "key-missing",
  [TV_WARNING_KEY_NOT_TERMINATED] = "key-not-terminated",
  [TV_WARNING_VERSION_LINE] = "version-line",
  [TV_WARNING_VERSION_MISMATCH] = "version-mismatch",
  [TV_WARNING_UNKNOWN_SECTION] = "unknown-section",
  [TV_WARNING_PROPERTY_LINE] = "property-line",
  [TV_WARNING_NUMBER] = "number",
  [TV_WARNING_UNKNOWN_CLOCK] = "unknown-clock",
  [TV_WARNING_ONE_TIME_ONLY] = "one-time-only",
  [TV_WARNING_THREAD_LINE] = "thread-line",
  [TV_WARNING_THREAD_NAME_JOINED] = "thread-name-joined",
  [TV_WARNING_THREAD_LISTED_TWICE] = "thread-listed-twice",
  [TV_WARNING_METHOD_FIELDS] = "method-fields",
  [TV_WARNING_METHOD_ID] = "method-id",
  [TV_WARNING_METHOD_ID_MASKED] = "method-id-masked",
  [TV_WARNING_METHOD_RENAMED] = "method-renamed",
  [TV_WARNING_LONG_LINE] = "long-line",
  [TV_WARNING_JUNK_BEFORE_DATA] = "junk-before-data",
  [TV_WARNING_HEADER_CUT] = "header-cut",
  [TV_WARNING_DATA_OFFSET] = "data-offset",
  [TV_WARNING_DATA_OFFSET_PAST_END] = "data-offset-past-end",
  [TV_WARNING_RECORD_SIZE] = "record-size",
  [TV_WARNING_PARTIAL_RECORD] = "partial-record",
  [TV_WARNING_RECORD_COUNT] = "record-count",
  [TV_WARNING_ACTION] = "action",
  [TV_WARNING_FILL_RECORD] = "fill-record",
  [TV_WARNING_TIME_BACKWARDS] = "time-backwards",
  [TV_WARNING_TIME_WRAPPED] = "time-wrapped",
  [TV_WARNING_TIME_TOO_LATE] = "time-too-late",
  [TV_WARNING_THREAD_REUSED] = "thread-reused",
  [TV_WARNING_EXITS_LOST] = "exits-lost",
  [TV_WARNING_STRAY_EXITS] = "stray-exits",
  [TV_WARNING_NO_EVENTS] = "no-events",
  [TV_WARNING_GZIP_CUT] = "gzip-cut",
  [TV_WARNING_NOT_FINISHED] = "not-finished",
  [TV_WARNING_STREAM_CODE] = "stream-code",
  [TV_WARNING_STREAM_CUT] = "stream-cut",
  [TV_WARNING_STREAM_RECORD_SIZE] = "stream-record-size",
  [TV_WARNING_THREAD_NOT_ANNOUNCED] = "thread-not-announced",
  [TV_WARNING_SUMMARY_CUT] = "summary-cut",
  [TV_WARNING_SUMMARY_NOT_TERMINATED] = "summary-not-terminated",
  [TV_WARNING_SUMMARY_DIFFERS] = "summary-differs",
  [TV_WARNING_CLOCK_MISSING] = "clock-missing",
  [TV_WARNING_AFTER_SUMMARY] = "after-summary",
  [TV_WARNING_PACKET_TYPE] = "packet-type",
  [TV_WARNING_PACKET_CUT] = "packet-cut",
  [TV_WARNING_BLOCK_CUT] = "block-cut",
  [TV_WARNING_BLOCK_BROKEN] = "block-broken",
  [TV_WARNING_BLOCK_COUNT] = "block-count",
  [TV_WARNING_FREQUENCY] = "frequency",
  [TV_WARNING_TIME_IMPOSSIBLE] = "time-impossible",
};

static void
clear_warning (gpointer data)
{
  TvWarning *warning = data;

  g_free (warning->detail);
}

/**
 * tv_warnings_new:
 *
 * Returns: (transfer full): an empty list
 */
TvWarnings *
tv_warnings_new (void)
{
  TvWarnings *warnings = g_new0 (TvWarnings, 1);

  warnings->all = g_array_new (FALSE, TRUE, sizeof (TvWarning));
  g_array_set_clear_func (warnings->all, clear_warning);
  for (guint i = 0; i < TV_N_WARNING_KINDS; i++)
    warnings->index_of[i] = -1;
  return warnings;
}

/**
 * tv_warnings_free:
 * @warnings: (transfer full) (nullable): what to free
 */
void
tv_warnings_free (TvWarnings *warnings)
{
  if (warnings == NULL)
    return;
  g_array_unref (warnings->all);
  g_free (warnings);
}

static char *
dup_short_detail (const char *detail)
{
  g_autofree char *valid = NULL;
  glong length;

  if (detail == NULL)
    return NULL;
  valid = g_utf8_make_valid (detail, -1);
  length = g_utf8_strlen (valid, -1);
  if (length <= MAX_DETAIL_CHARS)
    return g_steal_pointer (&valid);
  *g_utf8_offset_to_pointer (valid, MAX_DETAIL_CHARS - 1) = '\0';
  return g_strconcat (valid, "…", NULL);
}

/**
 * tv_warnings_add:
 * @warnings: a list
 * @kind: what was wrong
 * @place: what @at counts
 * @at: where it was seen; kept for the first time only
 * @detail: (nullable): what stood there; kept for the first time only
 *
 * Counts one more case of @kind.
 */
void
tv_warnings_add (TvWarnings *warnings, TvWarningKind kind, TvPlace place, guint64 at,
                 const char *detail)
{
  tv_warnings_add_many (warnings, kind, 1, place, at, detail);
}

/**
 * tv_warnings_add_many:
 * @warnings: a list
 * @kind: what was wrong
 * @count: how many cases, none is allowed
 * @place: what @at counts
 * @at: where the first of them was seen; kept for the first time only
 * @detail: (nullable): what stood there; kept for the first time only
 *
 * Counts @count more cases of @kind.
 */
void
tv_warnings_add_many (TvWarnings *warnings, TvWarningKind kind, guint64 count,
                      TvPlace place, guint64 at, const char *detail)
{
  TvWarning warning = { .kind = kind, .count = count, .place = place, .at = at };

  g_return_if_fail (warnings != NULL);
  g_return_if_fail (kind < TV_N_WARNING_KINDS);

  if (count == 0)
    return;
  if (warnings->index_of[kind] >= 0)
    {
      g_array_index (warnings->all, TvWarning, warnings->index_of[kind]).count += count;
      return;
    }
  warning.detail = dup_short_detail (detail);
  warnings->index_of[kind] = (gint) warnings->all->len;
  g_array_append_val (warnings->all, warning);
}

/**
 * tv_warnings_add_all:
 * @warnings: a list
 * @others: what was found further on in the file
 *
 * Adds all of @others.
 */
void
tv_warnings_add_all (TvWarnings *warnings, const TvWarnings *others)
{
  for (guint i = 0; i < tv_warnings_get_n (others); i++)
    {
      const TvWarning *other = tv_warnings_get (others, i);

      tv_warnings_add_many (warnings, other->kind, other->count, other->place,
                            other->at, other->detail);
    }
}

/**
 * tv_warnings_get_n:
 * @warnings: a list
 *
 * Returns: number of kinds that were seen
 */
guint
tv_warnings_get_n (const TvWarnings *warnings)
{
  g_return_val_if_fail (warnings != NULL, 0);

  return warnings->all->len;
}

/**
 * tv_warnings_get:
 * @warnings: a list
 * @index: below tv_warnings_get_n()
 *
 * Returns: (transfer none): a warning, in order of first sight
 */
const TvWarning *
tv_warnings_get (const TvWarnings *warnings, guint index)
{
  g_return_val_if_fail (warnings != NULL, NULL);
  g_return_val_if_fail (index < warnings->all->len, NULL);

  return &g_array_index (warnings->all, TvWarning, index);
}

/**
 * tv_warnings_find:
 * @warnings: a list
 * @kind: what to look for
 *
 * Returns: (transfer none) (nullable): the warning of that kind
 */
const TvWarning *
tv_warnings_find (const TvWarnings *warnings, TvWarningKind kind)
{
  g_return_val_if_fail (warnings != NULL, NULL);
  g_return_val_if_fail (kind < TV_N_WARNING_KINDS, NULL);

  if (warnings->index_of[kind] < 0)
    return NULL;
  return tv_warnings_get (warnings, (guint) warnings->index_of[kind]);
}

/**
 * tv_warning_kind_get_name:
 * @kind: what was wrong
 *
 * Returns: (transfer none): its name for programs, the same in every language, such as
 *   `stray-exits`
 */
const char *
tv_warning_kind_get_name (TvWarningKind kind)
{
  g_return_val_if_fail (kind < TV_N_WARNING_KINDS, NULL);

  return kind_names[kind];
}
