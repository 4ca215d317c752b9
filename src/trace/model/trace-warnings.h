/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvWarningKind:
 * @TV_WARNING_KEY_MISSING: no key section: methods and threads have no names
 * @TV_WARNING_KEY_NOT_TERMINATED: no line "*end" after the key section
 * @TV_WARNING_VERSION_LINE: the version line is missing or is no number
 * @TV_WARNING_VERSION_MISMATCH: the data header has another version than the key
 *   section, and was followed
 * @TV_WARNING_UNKNOWN_SECTION: a section with another name than those that are known
 * @TV_WARNING_PROPERTY_LINE: a line of the version section that is no property
 * @TV_WARNING_NUMBER: a property that must be a number and is none
 * @TV_WARNING_UNKNOWN_CLOCK: another clock than those that are known
 * @TV_WARNING_ONE_TIME_ONLY: a dual clock, but records with room for one time
 * @TV_WARNING_THREAD_LINE: a thread without a usable id, skipped
 * @TV_WARNING_THREAD_NAME_JOINED: a line of the thread table that is the rest of a
 *   name
 * @TV_WARNING_THREAD_LISTED_TWICE: a thread id listed again with another name
 * @TV_WARNING_METHOD_FIELDS: a method line with too few or too many fields
 * @TV_WARNING_METHOD_ID: a method without a usable id, skipped
 * @TV_WARNING_METHOD_ID_MASKED: a method id that no record can hold, cut to the bits
 *   that it can
 * @TV_WARNING_METHOD_RENAMED: a method id listed with several names, of which the last
 *   counts
 * @TV_WARNING_LONG_LINE: a line over 1 MiB, cut
 * @TV_WARNING_JUNK_BEFORE_DATA: bytes between the key section and the data, skipped
 * @TV_WARNING_HEADER_CUT: the file ends inside the data header
 * @TV_WARNING_DATA_OFFSET: the data header's offset lies inside the header
 * @TV_WARNING_DATA_OFFSET_PAST_END: the data header's offset lies past the end of the
 *   file
 * @TV_WARNING_RECORD_SIZE: the data header has no record size
 * @TV_WARNING_PARTIAL_RECORD: the last record is cut off
 * @TV_WARNING_RECORD_COUNT: not as many records as were announced
 * @TV_WARNING_ACTION: a record with the reserved action 3, skipped
 * @TV_WARNING_FILL_RECORD: a record that was never written, skipped
 * @TV_WARNING_TIME_BACKWARDS: a thread's clock runs backwards
 * @TV_WARNING_TIME_WRAPPED: a 32-bit clock passed its end and was carried on
 * @TV_WARNING_TIME_TOO_LATE: a clock went on for longer than sums have room for, and
 *   was held
 * @TV_WARNING_THREAD_REUSED: a thread id was given to a new thread while tracing
 * @TV_WARNING_EXITS_LOST: a call without an exit, closed with its caller
 * @TV_WARNING_STRAY_EXITS: an exit from a method that was not running, ignored
 * @TV_WARNING_NO_EVENTS: nothing was recorded
 * @TV_WARNING_GZIP_CUT: the compressed file is damaged; what came before was read
 * @TV_WARNING_NOT_FINISHED: a streamed trace without the summary at its end
 * @TV_WARNING_STREAM_CODE: an item of unknown kind, which ends the reading
 * @TV_WARNING_STREAM_CUT: the file ends inside an item
 * @TV_WARNING_STREAM_RECORD_SIZE: records are not of the size that the header gives
 * @TV_WARNING_THREAD_NOT_ANNOUNCED: an event of a thread that no item came before
 * @TV_WARNING_SUMMARY_CUT: the file ends inside the summary
 * @TV_WARNING_SUMMARY_NOT_TERMINATED: no line "*end" in the summary
 * @TV_WARNING_SUMMARY_DIFFERS: the summary names a method otherwise than the stream
 * @TV_WARNING_CLOCK_MISSING: the summary names no clock
 * @TV_WARNING_AFTER_SUMMARY: bytes after the summary, ignored
 * @TV_WARNING_PACKET_TYPE: a packet of unknown type, which ends the reading
 * @TV_WARNING_PACKET_CUT: a packet that cannot be read to its end, which ends the
 *   reading
 * @TV_WARNING_BLOCK_CUT: a block of records that goes on behind the end of the file
 * @TV_WARNING_BLOCK_BROKEN: a block that ends inside a record or has a number of more
 *   than ten bytes; its rest was dropped
 * @TV_WARNING_BLOCK_COUNT: a block with another number of records than it announces
 * @TV_WARNING_FREQUENCY: a counter frequency that cannot be; times are nanoseconds
 * @TV_WARNING_TIME_IMPOSSIBLE: a time of over a hundred years, taken as the one before
 * @TV_WARNING_SLICE_OVERLAPS: a slice that ends after the one in which it starts, cut
 *   there
 * @TV_WARNING_SLICE_BACKWARDS: a slice that ends before it starts, taken as one of no
 *   length
 * @TV_WARNING_SLICE_TIME: a time of a slice over a hundred years away, or later than
 *   sums have room for, replaced by one that can be
 * @TV_WARNING_SLICE_END_LOST: a slice without an end, closed with the one it is in
 * @TV_WARNING_SLICE_STRAY_END: the end of a slice that had not begun, ignored
 * @TV_WARNING_SLICE_CPU: a slice of a thread that lacks a CPU time: it lasts from the
 *   first to the last one in it
 * @TV_WARNING_CPU_LEFT_OUT: a slice of a thread without CPU time, as most slices: those
 *   of the others are left out
 * @TV_WARNING_EVENT_UNREADABLE: an event without a time or of another form, left out
 * @TV_WARNING_EVENT_STATELESS: an event that needs what was lost before it, left out
 * @TV_WARNING_EVENTS_CUT: the file ends in the middle of an event, or cannot be read on
 * @TV_WARNING_BEGUN_TWICE: the beginning of a slice that has begun, ignored
 * @TV_WARNING_JOIN_CLOCK: two files of one trace have no clock in common
 * @TV_WARNING_JOIN_APART: two files of one trace have no time in common
 * @TV_WARNING_JOIN_THREADS: two files of one trace have no thread in common
 * @TV_WARNING_SAMPLE_UNREADABLE: a sample that cannot be read, left out
 * @TV_WARNING_SAMPLE_TIME: a sample without a time, or with one that is over a hundred
 *   years away, taken as that of the one before
 * @TV_WARNING_SAMPLE_WEIGHT: a weight that is negative, or more than sums have room
 *   for, replaced by one that can be
 * @TV_WARNING_STACK_DEEP: a stack deeper than 16,384 frames, of which the innermost
 *   were dropped
 * @TV_WARNING_FRAME_UNKNOWN: a frame, or a caller of one, that no table has
 * @TV_WARNING_FRAME_TWICE: an id of a frame that an earlier frame has, too, of which
 *   the last counts; or a frame under two callers, of which the first counts
 * @TV_WARNING_FRAME_LOOP: a frame that is a caller of itself, or is called by one that
 *   comes later in a file that lists callers first: it is taken as one without callers
 * @TV_WARNING_TEXT_CUT: a text of JSON over 64 KiB, cut
 * @TV_WARNING_TEXT_BEHIND: text behind the value that a file of JSON is, not read
 * @TV_N_WARNING_KINDS: how many kinds there are
 *
 * What was wrong with a file that could be loaded. Each kind appears at most once in a
 * #TvWarnings, with a count.
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
  TV_WARNING_TIME_TOO_LATE,
  TV_WARNING_THREAD_REUSED,
  TV_WARNING_EXITS_LOST,
  TV_WARNING_STRAY_EXITS,
  TV_WARNING_NO_EVENTS,
  TV_WARNING_GZIP_CUT,
  TV_WARNING_NOT_FINISHED,
  TV_WARNING_STREAM_CODE,
  TV_WARNING_STREAM_CUT,
  TV_WARNING_STREAM_RECORD_SIZE,
  TV_WARNING_THREAD_NOT_ANNOUNCED,
  TV_WARNING_SUMMARY_CUT,
  TV_WARNING_SUMMARY_NOT_TERMINATED,
  TV_WARNING_SUMMARY_DIFFERS,
  TV_WARNING_CLOCK_MISSING,
  TV_WARNING_AFTER_SUMMARY,
  TV_WARNING_PACKET_TYPE,
  TV_WARNING_PACKET_CUT,
  TV_WARNING_BLOCK_CUT,
  TV_WARNING_BLOCK_BROKEN,
  TV_WARNING_BLOCK_COUNT,
  TV_WARNING_FREQUENCY,
  TV_WARNING_TIME_IMPOSSIBLE,
  TV_WARNING_SLICE_OVERLAPS,
  TV_WARNING_SLICE_BACKWARDS,
  TV_WARNING_SLICE_TIME,
  TV_WARNING_SLICE_END_LOST,
  TV_WARNING_SLICE_STRAY_END,
  TV_WARNING_SLICE_CPU,
  TV_WARNING_CPU_LEFT_OUT,
  TV_WARNING_EVENT_UNREADABLE,
  TV_WARNING_EVENT_STATELESS,
  TV_WARNING_EVENTS_CUT,
  TV_WARNING_BEGUN_TWICE,
  TV_WARNING_JOIN_CLOCK,
  TV_WARNING_JOIN_APART,
  TV_WARNING_JOIN_THREADS,
  TV_WARNING_SAMPLE_UNREADABLE,
  TV_WARNING_SAMPLE_TIME,
  TV_WARNING_SAMPLE_WEIGHT,
  TV_WARNING_STACK_DEEP,
  TV_WARNING_FRAME_UNKNOWN,
  TV_WARNING_FRAME_TWICE,
  TV_WARNING_FRAME_LOOP,
  TV_WARNING_TEXT_CUT,
  TV_WARNING_TEXT_BEHIND,
  TV_N_WARNING_KINDS
} TvWarningKind;

/**
 * TvPlace:
 * @TV_PLACE_NOWHERE: the warning is about the file as a whole
 * @TV_PLACE_LINE: a line of the text part, counted from 1
 * @TV_PLACE_OFFSET: a byte offset from the start of the (unzipped) file
 *
 * The unit of the position of a warning.
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
 * @count: number of cases, at least 1
 * @place: the unit of @at
 * @at: position of the first case
 * @detail: (nullable): the first offending text, number or name, valid UTF-8
 *
 * A warning about a file that could be loaded.
 */
typedef struct
{
  TvWarningKind kind;
  guint64 count;
  TvPlace place;
  guint64 at;
  char *detail;
} TvWarning;

/**
 * TvWarnings:
 *
 * A list of warnings, one of each kind.
 */
typedef struct _TvWarnings TvWarnings;

guint tv_warnings_get_n (const TvWarnings *warnings);
const TvWarning *tv_warnings_get (const TvWarnings *warnings, guint index);
const TvWarning *tv_warnings_find (const TvWarnings *warnings, TvWarningKind kind);

const char *tv_warning_kind_get_name (TvWarningKind kind);
char *tv_warning_dup_message (const TvWarning *warning);

G_END_DECLS
