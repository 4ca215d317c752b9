/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Longer details, such as a line of a megabyte, would drown the sentence. */
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
  [TV_WARNING_SLICE_OVERLAPS] = "slice-overlaps",
  [TV_WARNING_SLICE_BACKWARDS] = "slice-backwards",
  [TV_WARNING_SLICE_TIME] = "slice-time",
  [TV_WARNING_SLICE_END_LOST] = "slice-end-lost",
  [TV_WARNING_SLICE_STRAY_END] = "slice-stray-end",
  [TV_WARNING_SLICE_CPU] = "slice-cpu",
  [TV_WARNING_CPU_LEFT_OUT] = "cpu-left-out",
  [TV_WARNING_EVENT_UNREADABLE] = "event-unreadable",
  [TV_WARNING_EVENT_STATELESS] = "event-stateless",
  [TV_WARNING_EVENTS_CUT] = "events-cut",
  [TV_WARNING_BEGUN_TWICE] = "begun-twice",
  [TV_WARNING_JOIN_CLOCK] = "join-clock",
  [TV_WARNING_JOIN_APART] = "join-apart",
  [TV_WARNING_JOIN_THREADS] = "join-threads",
  [TV_WARNING_SAMPLE_UNREADABLE] = "sample-unreadable",
  [TV_WARNING_SAMPLE_TIME] = "sample-time",
  [TV_WARNING_SAMPLE_WEIGHT] = "sample-weight",
  [TV_WARNING_STACK_DEEP] = "stack-deep",
  [TV_WARNING_FRAME_UNKNOWN] = "frame-unknown",
  [TV_WARNING_FRAME_TWICE] = "frame-twice",
  [TV_WARNING_FRAME_LOOP] = "frame-loop",
  [TV_WARNING_TEXT_CUT] = "text-cut",
  [TV_WARNING_TEXT_BEHIND] = "text-behind",
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
 * @place: the unit of @at
 * @at: position of the case; only that of the first case is kept
 * @detail: (nullable): the offending text; only that of the first case is kept
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
 * @count: number of cases, which may be 0
 * @place: the unit of @at
 * @at: position of the first of them; only that of the first case is kept
 * @detail: (nullable): the offending text; only that of the first case is kept
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
 * @others: warnings about a later part of the file
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
 * Returns: number of warnings
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
 * @kind: a kind
 *
 * Returns: (transfer none) (nullable): the warning of @kind
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
 * Returns: (transfer none): its name for programs, which is not translated, such as
 *   `stray-exits`
 */
const char *
tv_warning_kind_get_name (TvWarningKind kind)
{
  g_return_val_if_fail (kind < TV_N_WARNING_KINDS, NULL);

  return kind_names[kind];
}

/* Sentences */

/* Format strings come from ngettext(). Its attribute format_arg lets the compiler check
 * the untranslated ones. */
#define COUNTED(one, many) g_strdup_printf (ngettext (one, many, n), count)
#define DETAILED(text) g_strdup_printf (text, warning->detail ? warning->detail : "")

static char *
dup_key_sentence (const TvWarning *warning, const char *count, gulong n)
{
  switch ((guint) warning->kind)
    {
    case TV_WARNING_KEY_MISSING:
      return g_strdup (
          _ ("The key section is missing: methods and threads have no names"));
    case TV_WARNING_KEY_NOT_TERMINATED:
      return g_strdup (_ ("The key section does not end with “*end”"));
    case TV_WARNING_VERSION_LINE:
      return g_strdup (_ ("The version line is missing or not a number"));
    case TV_WARNING_VERSION_MISMATCH:
      return DETAILED (_ ("The key section and the data header disagree about the "
                          "version (%s); the header was followed"));
    case TV_WARNING_UNKNOWN_SECTION:
      return DETAILED (_ ("The unknown section “%s” was skipped"));
    case TV_WARNING_PROPERTY_LINE:
      return COUNTED ("%s property line could not be used",
                      "%s property lines could not be used");
    case TV_WARNING_NUMBER:
      return DETAILED (_ ("A property has an impossible number: “%s”"));
    case TV_WARNING_UNKNOWN_CLOCK:
      return DETAILED (_ ("The clock “%s” is unknown"));
    case TV_WARNING_LONG_LINE:
      return COUNTED ("%s line is longer than 1 MiB and was cut",
                      "%s lines are longer than 1 MiB and were cut");
    default:
      return NULL;
    }
}

static char *
dup_table_sentence (const TvWarning *warning, const char *count, gulong n)
{
  switch ((guint) warning->kind)
    {
    case TV_WARNING_THREAD_LINE:
      return COUNTED ("%s thread line has no usable id and was skipped",
                      "%s thread lines have no usable id and were skipped");
    case TV_WARNING_THREAD_NAME_JOINED:
      return COUNTED ("%s line was taken as the rest of a thread's name",
                      "%s lines were taken as the rest of a thread's name");
    case TV_WARNING_THREAD_LISTED_TWICE:
      return COUNTED ("%s thread id is listed again with another name",
                      "%s thread ids are listed again with other names");
    case TV_WARNING_METHOD_FIELDS:
      return COUNTED ("%s method line has an unusual number of fields",
                      "%s method lines have an unusual number of fields");
    case TV_WARNING_METHOD_ID:
      return COUNTED ("%s method line has no usable id and was skipped",
                      "%s method lines have no usable id and were skipped");
    case TV_WARNING_METHOD_ID_MASKED:
      return COUNTED ("%s method id does not fit into a record and was cut to size",
                      "%s method ids do not fit into a record and were cut to size");
    case TV_WARNING_METHOD_RENAMED:
      return COUNTED (
          "%s method id is listed with several names; the last was kept",
          "%s method ids are listed with several names; the last were kept");
    default:
      return NULL;
    }
}

static char *
dup_data_sentence (const TvWarning *warning, const char *count, gulong n)
{
  switch ((guint) warning->kind)
    {
    case TV_WARNING_ONE_TIME_ONLY:
      return g_strdup (_ ("The clock is “dual”, but records have room for one time "
                          "only; it was read as thread-cpu"));
    case TV_WARNING_JUNK_BEFORE_DATA:
      return COUNTED ("%s byte between the key section and the data was skipped",
                      "%s bytes between the key section and the data were skipped");
    case TV_WARNING_HEADER_CUT:
      return g_strdup (_ ("The data section ends inside its header"));
    case TV_WARNING_DATA_OFFSET:
      return DETAILED (
          _ ("The data header gives an impossible offset (%s); 32 was used"));
    case TV_WARNING_DATA_OFFSET_PAST_END:
      return DETAILED (_ ("The data header points past the end of the file (%s)"));
    case TV_WARNING_RECORD_SIZE:
      return DETAILED (_ ("The data header gives no record size; %s was used"));
    case TV_WARNING_PARTIAL_RECORD:
      return COUNTED (
          "%s byte at the end is not a whole record and was ignored",
          "%s bytes at the end do not make a whole record and were ignored");
    case TV_WARNING_RECORD_COUNT:
      return DETAILED (_ ("The header promises %s"));
    case TV_WARNING_NO_EVENTS:
      return g_strdup (_ ("The trace contains no events"));
    case TV_WARNING_GZIP_CUT:
      return DETAILED (_ (
          "The compressed file is damaged; the part before the damage was read (%s)"));
    default:
      return NULL;
    }
}

static char *
dup_event_sentence (const TvWarning *warning, const char *count, gulong n)
{
  switch ((guint) warning->kind)
    {
    case TV_WARNING_ACTION:
      return COUNTED ("%s record with the reserved action 3 was skipped",
                      "%s records with the reserved action 3 were skipped");
    case TV_WARNING_FILL_RECORD:
      return COUNTED ("%s record was never written (fill bytes) and was skipped",
                      "%s records were never written (fill bytes) and were skipped");
    case TV_WARNING_TIME_BACKWARDS:
      return DETAILED (_ ("Time runs backwards in %s"));
    case TV_WARNING_TIME_WRAPPED:
      if (warning->detail != NULL)
        return g_strdup (
            _ ("A 32-bit clock overflowed after 71 minutes 35 seconds, and its times "
               "were continued; threads that began later may appear too early"));
      return g_strdup (_ ("A 32-bit clock overflowed after 71 minutes 35 seconds, and "
                          "its times were continued"));
    case TV_WARNING_TIME_TOO_LATE:
      return DETAILED (_ ("Time in %s exceeds 39 hours and was stopped there"));
    case TV_WARNING_THREAD_REUSED:
      return COUNTED ("%s thread id was given to a new thread while tracing",
                      "%s thread ids were given to new threads while tracing");
    case TV_WARNING_EXITS_LOST:
      return COUNTED ("%s call has no exit and was closed with its caller",
                      "%s calls have no exit and were closed with their callers");
    case TV_WARNING_STRAY_EXITS:
      return COUNTED ("%s exit from a method that was not running was ignored",
                      "%s exits from methods that were not running were ignored");
    default:
      return NULL;
    }
}

static char *
dup_stream_sentence (const TvWarning *warning, const char *count, gulong n)
{
  switch ((guint) warning->kind)
    {
    case TV_WARNING_NOT_FINISHED:
      return DETAILED (_ ("The trace is unfinished: it has no summary, so its clock is "
                          "assumed to be “%s”"));
    case TV_WARNING_STREAM_CODE:
      return DETAILED (_ ("An item has the unknown code %s; the rest was not read"));
    case TV_WARNING_STREAM_CUT:
      return COUNTED (
          "The file is cut off: its last %s byte is not a whole item",
          "The file is cut off: its last %s bytes do not make a whole item");
    case TV_WARNING_STREAM_RECORD_SIZE:
      return DETAILED (_ ("The header gives a record size of %s bytes, but records "
                          "have 14; 14 was used"));
    case TV_WARNING_THREAD_NOT_ANNOUNCED:
      return COUNTED ("%s thread was not announced before its first event",
                      "%s threads were not announced before their first events");
    case TV_WARNING_SUMMARY_CUT:
      return DETAILED (_ ("The summary is cut off: it should have %s bytes"));
    case TV_WARNING_SUMMARY_NOT_TERMINATED:
      return g_strdup (_ ("The summary does not end with “*end”"));
    case TV_WARNING_SUMMARY_DIFFERS:
      return COUNTED ("%s method has another name in the summary; the name given "
                      "before its events was kept",
                      "%s methods have other names in the summary; the names given "
                      "before their events were kept");
    case TV_WARNING_CLOCK_MISSING:
      return DETAILED (
          _ ("The summary names no known clock; it is assumed to be “%s”"));
    case TV_WARNING_AFTER_SUMMARY:
      return COUNTED ("%s byte after the summary was ignored",
                      "%s bytes after the summary were ignored");
    default:
      return NULL;
    }
}

static char *
dup_packet_sentence (const TvWarning *warning, const char *count, gulong n)
{
  switch ((guint) warning->kind)
    {
    case TV_WARNING_PACKET_TYPE:
      return DETAILED (_ ("A packet has the unknown type %s; the rest was not read"));
    case TV_WARNING_PACKET_CUT:
      return g_strdup (_ ("The last packet is cut off or broken and was not read"));
    case TV_WARNING_BLOCK_CUT:
      return g_strdup (_ (
          "The file ends inside a block of records; the part that is there was read"));
    case TV_WARNING_BLOCK_BROKEN:
      return COUNTED ("%s block of records is broken and was read up to the damage",
                      "%s blocks of records are broken and were read up to the damage");
    case TV_WARNING_BLOCK_COUNT:
      return COUNTED ("%s block does not have as many records as it promises",
                      "%s blocks do not have as many records as they promise");
    case TV_WARNING_FREQUENCY:
      return DETAILED (
          _ ("The header gives an impossible counter frequency (%s); times "
             "were read as nanoseconds"));
    case TV_WARNING_TIME_IMPOSSIBLE:
      return DETAILED (_ ("A time in %s is impossible; the time before it was used"));
    default:
      return NULL;
    }
}

static char *
dup_sample_sentence (const TvWarning *warning, const char *count, gulong n)
{
  switch ((guint) warning->kind)
    {
    case TV_WARNING_SAMPLE_UNREADABLE:
      return COUNTED ("%s sample cannot be read and was left out",
                      "%s samples cannot be read and were left out");
    case TV_WARNING_SAMPLE_TIME:
      return COUNTED (
          "%s sample has an impossible time; the previous sample’s time was used",
          "%s samples have impossible times; the previous samples’ times were used");
    case TV_WARNING_SAMPLE_WEIGHT:
      return COUNTED (
          "%s sample has a weight that cannot be added up and was changed",
          "%s samples have weights that cannot be added up and were changed");
    case TV_WARNING_STACK_DEEP:
      return COUNTED (
          "%s stack is deeper than 16,384 frames; the innermost were dropped",
          "%s stacks are deeper than 16,384 frames; the innermost were "
          "dropped");
    case TV_WARNING_FRAME_UNKNOWN:
      return COUNTED ("%s frame is in no table of the file",
                      "%s frames are in no table of the file");
    case TV_WARNING_FRAME_TWICE:
      return COUNTED (
          "%s frame is listed twice, with one id or under two callers; one counts",
          "%s frames are listed twice, with one id or under two callers; one counts");
    case TV_WARNING_FRAME_LOOP:
      return COUNTED ("%s frame is a caller of itself, or has a caller that is not "
                      "listed before it; its callers were dropped",
                      "%s frames are callers of themselves, or have callers that are "
                      "not listed before them; their callers were dropped");
    default:
      return NULL;
    }
}

static char *
dup_slice_sentence (const TvWarning *warning, const char *count, gulong n)
{
  switch ((guint) warning->kind)
    {
    case TV_WARNING_SLICE_OVERLAPS:
      return COUNTED ("%s slice overlaps the end of another one and was cut there",
                      "%s slices overlap the ends of others and were cut there");
    case TV_WARNING_SLICE_BACKWARDS:
      return COUNTED ("%s slice ends before it starts and was given no length",
                      "%s slices end before they start and were given no length");
    case TV_WARNING_SLICE_TIME:
      return COUNTED ("%s time of a slice is impossible and was replaced",
                      "%s times of slices are impossible and were replaced");
    case TV_WARNING_SLICE_END_LOST:
      return COUNTED ("%s slice has no end and was closed with its parent",
                      "%s slices have no end and were closed with their parents");
    case TV_WARNING_SLICE_STRAY_END:
      return COUNTED ("%s end of a slice that had not begun was ignored",
                      "%s ends of slices that had not begun were ignored");
    case TV_WARNING_SLICE_CPU:
      return COUNTED ("%s slice lacks a CPU time and lasts from the first to the last "
                      "one in it",
                      "%s slices lack a CPU time and last from the first to the last "
                      "one in them");
    case TV_WARNING_CPU_LEFT_OUT:
      return COUNTED ("CPU times are left out: %s slice has none",
                      "CPU times are left out: %s slices have none");
    case TV_WARNING_EVENT_UNREADABLE:
      return COUNTED ("%s event cannot be read and was left out",
                      "%s events cannot be read and were left out");
    case TV_WARNING_EVENT_STATELESS:
      return COUNTED ("%s event needs what was lost before it and was left out",
                      "%s events need what was lost before them and were left out");
    case TV_WARNING_BEGUN_TWICE:
      return COUNTED ("%s slice began again before it ended; that was ignored",
                      "%s slices began again before they ended; that was ignored");
    case TV_WARNING_TEXT_CUT:
      return COUNTED ("%s text is longer than 64 KiB and was cut",
                      "%s texts are longer than 64 KiB and were cut");
    case TV_WARNING_TEXT_BEHIND:
      return g_strdup (_ ("What follows the end of the JSON was not read"));
    case TV_WARNING_EVENTS_CUT:
      return g_strdup (_ ("The file ends, or is damaged, in the middle of an event"));
    case TV_WARNING_JOIN_CLOCK:
      return g_strdup (
          _ ("The two files have no clock in common and are taken to start "
             "at the same time"));
    case TV_WARNING_JOIN_APART:
      return g_strdup (_ ("The two files have no time in common"));
    case TV_WARNING_JOIN_THREADS:
      return g_strdup (_ ("No thread of the method trace is in the system trace"));
    default:
      return NULL;
    }
}

static char *
dup_sentence (const TvWarning *warning)
{
  g_autofree char *count = g_strdup_printf ("%'" G_GUINT64_FORMAT, warning->count);
  gulong n = (gulong) MIN (warning->count, G_MAXINT32);
  char *sentence = dup_key_sentence (warning, count, n);

  if (sentence == NULL)
    sentence = dup_table_sentence (warning, count, n);
  if (sentence == NULL)
    sentence = dup_data_sentence (warning, count, n);
  if (sentence == NULL)
    sentence = dup_event_sentence (warning, count, n);
  if (sentence == NULL)
    sentence = dup_stream_sentence (warning, count, n);
  if (sentence == NULL)
    sentence = dup_packet_sentence (warning, count, n);
  if (sentence == NULL)
    sentence = dup_slice_sentence (warning, count, n);
  if (sentence == NULL)
    sentence = dup_sample_sentence (warning, count, n);
  g_assert (sentence != NULL);
  return sentence;
}

/**
 * tv_warning_dup_message:
 * @warning: a warning
 *
 * Returns: (transfer full): a translated sentence without a full stop: what was wrong,
 * how often, and where first
 */
char *
tv_warning_dup_message (const TvWarning *warning)
{
  g_autofree char *sentence = NULL;

  g_return_val_if_fail (warning != NULL, NULL);

  sentence = dup_sentence (warning);
  switch (warning->place)
    {
    case TV_PLACE_LINE:
      /* Translators: a sentence about a file, and the line that it is about */
      return g_strdup_printf (_ ("%s (line %" PRIu64 ")"), sentence, warning->at);
    case TV_PLACE_OFFSET:
      /* Translators: a sentence about a file, and the byte that it is about */
      return g_strdup_printf (_ ("%s (at byte %" PRIu64 ")"), sentence, warning->at);
    case TV_PLACE_NOWHERE:
    default:
      return g_steal_pointer (&sentence);
    }
}
