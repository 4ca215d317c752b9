/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvWarningKind:
 *
 * What was wrong with a file that could be loaded all the same. Each kind stands at
 * most once in a #TvWarnings, with a count.
 */
typedef enum
{
  TV_WARNING_KEY_MISSING,
  TV_WARNING_KEY_NOT_TERMINATED,
  TV_WARNING_VERSION_LINE,
  TV_WARNING_VERSION_MISMATCH,
  TV_WARNING_UNKNOWN_SECTION,
  TV_WARNING_PROPERTY_LINE,
  TV_WARNING_NUMBER,
  TV_WARNING_UNKNOWN_CLOCK,
  TV_WARNING_ONE_TIME_ONLY,
  TV_WARNING_THREAD_LINE,
  TV_WARNING_THREAD_NAME_JOINED,
  TV_WARNING_THREAD_LISTED_TWICE,
  TV_WARNING_METHOD_FIELDS,
  TV_WARNING_METHOD_ID,
  TV_WARNING_METHOD_ID_MASKED,
  TV_WARNING_METHOD_RENAMED,
  TV_WARNING_LONG_LINE,
  TV_WARNING_JUNK_BEFORE_DATA,
  TV_WARNING_HEADER_CUT,
  TV_WARNING_DATA_OFFSET,
  TV_WARNING_DATA_OFFSET_PAST_END,
  TV_WARNING_RECORD_SIZE,
  TV_WARNING_PARTIAL_RECORD,
  TV_WARNING_RECORD_COUNT,
  TV_WARNING_ACTION,
  TV_WARNING_FILL_RECORD,
  TV_WARNING_TIME_BACKWARDS,
  TV_WARNING_TIME_WRAPPED,
  TV_WARNING_THREAD_REUSED,
  TV_WARNING_EXITS_LOST,
  TV_WARNING_STRAY_EXITS,
  TV_WARNING_NO_EVENTS,
  TV_WARNING_GZIP_CUT,
  TV_N_WARNING_KINDS
} TvWarningKind;

/**
 * TvPlace:
 * @TV_PLACE_NOWHERE: the warning is about the file as a whole
 * @TV_PLACE_LINE: a line of the text part, counted from 1
 * @TV_PLACE_OFFSET: a byte offset from the start of the (unzipped) file
 */
typedef enum
{
  TV_PLACE_NOWHERE,
  TV_PLACE_LINE,
  TV_PLACE_OFFSET
} TvPlace;

/**
 * TvWarning:
 * @kind: what was wrong
 * @count: how often, at least 1
 * @place: what @at counts
 * @at: where it was first seen
 * @detail: (nullable): the first offending text, number or name, valid UTF-8
 */
typedef struct
{
  TvWarningKind kind;
  guint64 count;
  TvPlace place;
  guint64 at;
  char *detail;
} TvWarning;

typedef struct _TvWarnings TvWarnings;

TvWarnings *tv_warnings_new (void);
void tv_warnings_free (TvWarnings *warnings);

void tv_warnings_add (TvWarnings *warnings, TvWarningKind kind, TvPlace place,
                      guint64 at, const char *detail);
void tv_warnings_add_many (TvWarnings *warnings, TvWarningKind kind, guint64 count,
                           TvPlace place, guint64 at, const char *detail);

guint tv_warnings_get_n (const TvWarnings *warnings);
const TvWarning *tv_warnings_get (const TvWarnings *warnings, guint index);
const TvWarning *tv_warnings_find (const TvWarnings *warnings, TvWarningKind kind);

char *tv_warning_dup_message (const TvWarning *warning);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvWarnings, tv_warnings_free)

G_END_DECLS
