/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvWriterClock:
 * @TV_WRITER_CLOCK_THREAD_CPU: records hold the thread-cpu time alone
 * @TV_WRITER_CLOCK_WALL: records hold the wall time alone
 * @TV_WRITER_CLOCK_DUAL: records hold thread-cpu, then wall
 * @TV_WRITER_CLOCK_GLOBAL: as wall, under the name of early Dalvik builds
 */
typedef enum
{
  TV_WRITER_CLOCK_THREAD_CPU,
  TV_WRITER_CLOCK_WALL,
  TV_WRITER_CLOCK_DUAL,
  TV_WRITER_CLOCK_GLOBAL
} TvWriterClock;

/**
 * TvWriterFlavour:
 * @TV_WRITER_ART: ids as C's `%#x` (zero is `0`), methods of five fields
 * @TV_WRITER_DALVIK: ids as `0x%08x`, methods of six fields
 */
typedef enum
{
  TV_WRITER_ART,
  TV_WRITER_DALVIK
} TvWriterFlavour;

/**
 * TvWriterSection:
 * @TV_WRITER_PROPERTIES: after the version line
 * @TV_WRITER_THREADS: after `*threads`
 * @TV_WRITER_METHODS: after `*methods`
 */
typedef enum
{
  TV_WRITER_PROPERTIES,
  TV_WRITER_THREADS,
  TV_WRITER_METHODS
} TvWriterSection;

#define TV_N_WRITER_SECTIONS 3

/**
 * TvWriterField:
 * @TV_WRITER_KEY_VERSION: the number on the line after `*version`
 * @TV_WRITER_MAGIC: the first four bytes of the data header
 * @TV_WRITER_DATA_VERSION: version in the data header
 * @TV_WRITER_DATA_OFFSET: offset to the records that the header gives
 * @TV_WRITER_START_TIME: start of tracing in the header, in microseconds
 * @TV_WRITER_RECORD_SIZE: record size that the header gives
 * @TV_WRITER_HEADER_LENGTH: how many bytes of header are written; what the defined
 * fields leave is zero
 * @TV_WRITER_RECORD_LENGTH: how many bytes each record takes; what its fields leave is
 *   zero, what does not fit is cut off. Set it before the first record
 *
 * Numbers of a file that can be set against the rules. Setting a length also sets the
 * header's field for it; set the field afterwards to make them differ.
 */
typedef enum
{
  TV_WRITER_KEY_VERSION,
  TV_WRITER_MAGIC,
  TV_WRITER_DATA_VERSION,
  TV_WRITER_DATA_OFFSET,
  TV_WRITER_START_TIME,
  TV_WRITER_RECORD_SIZE,
  TV_WRITER_HEADER_LENGTH,
  TV_WRITER_RECORD_LENGTH
} TvWriterField;

#define TV_N_WRITER_FIELDS 8

/**
 * TvWriterFlags:
 * @TV_WRITER_CRLF: lines of the text part end in CR LF
 * @TV_WRITER_BOM: the file begins with a UTF-8 byte order mark
 * @TV_WRITER_NO_CLOCK: no `clock=` line unless one was added as a property
 * @TV_WRITER_NO_END: no `*end` line
 * @TV_WRITER_NO_END_NEWLINE: nothing after the word `*end`
 */
typedef enum
{
  TV_WRITER_CRLF = 1 << 0,
  TV_WRITER_BOM = 1 << 1,
  TV_WRITER_NO_CLOCK = 1 << 2,
  TV_WRITER_NO_END = 1 << 3,
  TV_WRITER_NO_END_NEWLINE = 1 << 4
} TvWriterFlags;

/**
 * TvWriterAction:
 * @TV_WRITER_ENTER: a method was entered
 * @TV_WRITER_EXIT: a method returned
 * @TV_WRITER_UNWIND: a method was left by an exception
 * @TV_WRITER_RESERVED: the action that no runtime writes
 *
 * The two low bits of a record's method word.
 */
typedef enum
{
  TV_WRITER_ENTER,
  TV_WRITER_EXIT,
  TV_WRITER_UNWIND,
  TV_WRITER_RESERVED
} TvWriterAction;

/**
 * TvWriterEvent:
 * @thread: thread id
 * @method: method id, a multiple of 4
 * @action: what happened
 * @cpu: thread-cpu time in microseconds
 * @wall: wall time in microseconds
 *
 * One record before it is laid out. A writer drops the time that its clock lacks, and
 * what a field is too narrow for.
 */
typedef struct
{
  guint32 thread;
  guint32 method;
  TvWriterAction action;
  guint64 cpu;
  guint64 wall;
} TvWriterEvent;

/**
 * TvTraceWriter:
 *
 * Writes classic method traces, versions 1 to 3, good ones and broken ones. By default
 * everything is kept in memory until it is asked for; tv_trace_writer_begin_file()
 * sends the records to a file as they come.
 */
typedef struct _TvTraceWriter TvTraceWriter;

TvTraceWriter *tv_trace_writer_new (guint version, TvWriterClock clock);
void tv_trace_writer_free (TvTraceWriter *writer);

void tv_trace_writer_set_flavour (TvTraceWriter *writer, TvWriterFlavour flavour);
void tv_trace_writer_set_flags (TvTraceWriter *writer, TvWriterFlags flags);
void tv_trace_writer_set_field (TvTraceWriter *writer, TvWriterField field,
                                guint64 value);
void tv_trace_writer_set_junk (TvTraceWriter *writer, const char *junk, gsize length);

void tv_trace_writer_add_property (TvTraceWriter *writer, const char *key,
                                   const char *value);
void tv_trace_writer_add_thread (TvTraceWriter *writer, guint32 id, const char *name);
void tv_trace_writer_add_method (TvTraceWriter *writer, guint32 id,
                                 const char *class_name, const char *name,
                                 const char *signature, const char *file, int line);
void tv_trace_writer_add_raw_line (TvTraceWriter *writer, TvWriterSection section,
                                   const char *text, gssize length);

void tv_trace_writer_enter (TvTraceWriter *writer, guint32 thread, guint32 method,
                            guint64 cpu, guint64 wall);
void tv_trace_writer_exit (TvTraceWriter *writer, guint32 thread, guint32 method,
                           guint64 cpu, guint64 wall);
void tv_trace_writer_unwind (TvTraceWriter *writer, guint32 thread, guint32 method,
                             guint64 cpu, guint64 wall);
void tv_trace_writer_event (TvTraceWriter *writer, const TvWriterEvent *event);
void tv_trace_writer_record (TvTraceWriter *writer, guint32 thread, guint32 method_word,
                             guint32 time, guint32 second_time);
void tv_trace_writer_raw_data (TvTraceWriter *writer, gconstpointer data, gsize length);
guint64 tv_trace_writer_get_n_records (const TvTraceWriter *writer);

GBytes *tv_trace_writer_key_to_bytes (const TvTraceWriter *writer);
GBytes *tv_trace_writer_data_to_bytes (const TvTraceWriter *writer);
GBytes *tv_trace_writer_to_bytes (const TvTraceWriter *writer);
gboolean tv_trace_writer_save (const TvTraceWriter *writer, const char *path,
                               GError **error);
gboolean tv_trace_writer_save_pair (const TvTraceWriter *writer, const char *base_path,
                                    GError **error);

gboolean tv_trace_writer_begin_file (TvTraceWriter *writer, const char *path,
                                     GError **error);
gboolean tv_trace_writer_end_file (TvTraceWriter *writer, GError **error);

GBytes *tv_gzip_bytes (GBytes *bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceWriter, tv_trace_writer_free)

G_END_DECLS
