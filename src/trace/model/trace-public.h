/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-warnings.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TvClock:
 * @TV_CLOCK_THREAD_CPU: CPU time of the calling thread; values of different threads
 *   cannot be compared
 * @TV_CLOCK_WALL: time since the start of tracing, waiting included
 *
 * A clock that records may have.
 */
typedef enum
{
  TV_CLOCK_THREAD_CPU,
  TV_CLOCK_WALL
} TvClock;

/**
 * TV_N_CLOCKS:
 *
 * Number of values of #TvClock.
 */
#define TV_N_CLOCKS 2

/**
 * TvAxis:
 * @TV_AXIS_WALL: the wall clock, shared by all threads
 * @TV_AXIS_CPU_ALL_THREADS: the sum of the CPU clocks of all threads, in a file that
 * has no wall clock: every event advances it by the CPU time of its own thread
 * @TV_AXIS_CPU_PER_THREAD: the CPU clock of each thread, in a file without a wall clock
 *   whose events are not in order of time
 *
 * What the timeline's horizontal axis means for a trace.
 */
typedef enum
{
  TV_AXIS_WALL,
  TV_AXIS_CPU_ALL_THREADS,
  TV_AXIS_CPU_PER_THREAD
} TvAxis;

/**
 * TV_CALL_NONE:
 *
 * The parent of a root call, and the owner of a wait outside all calls.
 */
#define TV_CALL_NONE ((guint32) 0xFFFFFFFF)

/**
 * TV_METHOD_NONE:
 *
 * No method. No method of a trace has this index.
 */
#define TV_METHOD_NONE ((guint32) 0xFFFFFFFF)

/**
 * TV_THREAD_NONE:
 *
 * No thread. No thread of a trace has this index.
 */
#define TV_THREAD_NONE ((guint32) 0xFFFFFFFF)

/**
 * TvCallFlags:
 * @TV_CALL_PRE_OPEN: entered before tracing began; starts at the thread's first event
 * @TV_CALL_STILL_OPEN: not left when the trace, or the owner of a reused thread id,
 *   ended; ends at the last event
 * @TV_CALL_EXIT_LOST: closed because a call further out was left
 * @TV_CALL_BY_EXCEPTION: left by an exception
 * @TV_CALL_RECURSIVE: the same method is already on the thread's stack
 * @TV_CALL_NO_CPU_TIME: a slice that lacks a time on the CPU clock in a file that has
 *   this clock: it lasts from the first to the last one in it
 *
 * What is special about a call.
 */
typedef enum
{
  TV_CALL_PRE_OPEN = 1 << 0,
  TV_CALL_STILL_OPEN = 1 << 1,
  TV_CALL_EXIT_LOST = 1 << 2,
  TV_CALL_BY_EXCEPTION = 1 << 3,
  TV_CALL_RECURSIVE = 1 << 4,
  TV_CALL_NO_CPU_TIME = 1 << 5
} TvCallFlags;

/**
 * TV_PROCESS_NONE:
 *
 * No process. No process of a trace has this index.
 */
#define TV_PROCESS_NONE ((guint32) 0xFFFFFFFF)

/**
 * TvCallRef:
 * @thread: index of the thread, %TV_THREAD_NONE for no call
 * @call: index of the call in the thread
 *
 * One call of a trace.
 */
typedef struct
{
  guint32 thread;
  guint32 call;
} TvCallRef;

/**
 * TvProcess:
 * @pid: the id; -1 if the file has none
 * @name: (nullable): the name, UTF-8 without control characters, if the file has one
 *
 * A process, to which threads belong.
 */
typedef struct
{
  gint64 pid;
  const char *name;
} TvProcess;

/**
 * TvTrackKind:
 * @TV_TRACK_THREAD: what a thread did
 * @TV_TRACK_PROCESS: what a process did, on no thread
 * @TV_TRACK_CPU: what a processor did
 * @TV_TRACK_GLOBAL: what belongs to none of these
 *
 * What the calls of a #TvThread belong to.
 */
typedef enum
{
  TV_TRACK_THREAD,
  TV_TRACK_PROCESS,
  TV_TRACK_CPU,
  TV_TRACK_GLOBAL
} TvTrackKind;

/**
 * TvThread:
 * @id: the id in the trace, which no other thread has: @number, unless that is another
 *   thread's or the row is no thread; then one from 0x40000000 on
 * @kind: what its calls belong to
 * @process: index of its process, or %TV_PROCESS_NONE
 * @number: the id in the file, of the thread or the processor; it may occur again in
 *   another process
 * @name: (nullable): the name, UTF-8 without control characters, if the file has one
 * @other_names: (nullable) (array zero-terminated=1): further names that the file lists
 *   for the id
 * @n_events: number of records that were used
 * @first: time of the first event by #TvClock; 0 without events or without that clock
 * @last: time of the last event by #TvClock
 * @axis_first: time of the first event on the axis
 * @axis_last: time of the last event on the axis
 * @root_inclusive: sum of the inclusive times of the calls without a parent, by
 *   #TvClock
 * @n_calls: number of calls
 * @n_waits: number of waits
 * @owner: of a further row or track of a thread or of another track, the index of its
 *   first row; else the own index
 *
 * A thread, or another row that calls belong to. All times are in nanoseconds.
 */
typedef struct
{
  guint32 id;
  TvTrackKind kind;
  guint32 process;
  gint64 number;
  const char *name;
  const char *const *other_names;
  guint64 n_events;
  gint64 first[TV_N_CLOCKS];
  gint64 last[TV_N_CLOCKS];
  gint64 axis_first;
  gint64 axis_last;
  gint64 root_inclusive[TV_N_CLOCKS];
  gsize n_calls;
  gsize n_waits;
  guint32 owner;
} TvThread;

/**
 * TvNameStyle:
 * @TV_NAME_STYLE_PLAIN: as tv_method_dup_display_name() describes
 * @TV_NAME_STYLE_JAVA: types as in Java source, `(int, String[]): void`
 * @TV_NAME_STYLE_RAW: as in the file; methods without a name show their id alone
 * @TV_NAME_STYLE_JVM: as %TV_NAME_STYLE_PLAIN, also in a #TvNameText
 *
 * How the names of methods are written.
 */
typedef enum
{
  TV_NAME_STYLE_PLAIN,
  TV_NAME_STYLE_JAVA,
  TV_NAME_STYLE_RAW,
  TV_NAME_STYLE_JVM
} TvNameStyle;

/**
 * TvMethod:
 * @id: the id in the file, action bits cleared
 * @class_name: the class as the file writes it, `pkg/Outer$Inner` or `pkg.Outer$Inner`;
 *   `(unknown)` if no table names the id; may be empty
 * @name: the name of the method, or the id as `0x…` if no table names it
 * @signature: the JVM descriptor; may be empty
 * @file: (nullable): base name of the source file
 * @line: line in @file; 0 or less if unknown
 * @named: whether a table of the file names the id
 * @is_proxy: whether an id without a name is a method of a dynamic proxy
 * @category: (nullable): what kind of thing a slice is, as its file says
 * @is_slice: whether it is the name of slices
 * @proxy_name: (nullable): `class.method signature` of the interface method that a
 * proxy method implements, if the file tells
 * @style: how its name is written
 *
 * A method. Strings are UTF-8 without control characters and belong to the trace.
 */
typedef struct
{
  guint64 id;
  const char *class_name;
  const char *name;
  const char *signature;
  const char *file;
  gint32 line;
  gboolean named;
  gboolean is_proxy;
  const char *category;
  gboolean is_slice;
  const char *proxy_name;
  TvNameStyle style;
} TvMethod;

/**
 * TvProperty:
 * @key: left of the first `=`
 * @value: right of it
 *
 * A line of the file's version section.
 */
typedef struct
{
  const char *key;
  const char *value;
} TvProperty;

/**
 * TvTraceKind:
 * @TV_TRACE_KIND_CALLS: calls of methods, each from its entry to its exit
 * @TV_TRACE_KIND_SLICES: spans of time that programs have named
 * @TV_TRACE_KIND_SAMPLES: stacks that were looked at now and then
 *
 * What a trace holds.
 */
typedef enum
{
  TV_TRACE_KIND_CALLS,
  TV_TRACE_KIND_SLICES,
  TV_TRACE_KIND_SAMPLES
} TvTraceKind;

/**
 * TvTraceInfo:
 * @kind: what the calls of the trace are
 * @format: the family of formats of the file, for programs: `classic` with a key
 * section and fixed-size records, versions 1 to 3; `streaming` of ART, versions 0xF1 to
 * 0xF3; `packets` of ART, versions 4, 5, 0xF4 and 0xF5
 * @format_title: its name for people, in English
 * @version: the version that the data header gives
 * @clock_name: the clock that the file names, or the one that was inferred:
 * `thread-cpu`, `wall`, `dual` or `global`
 * @start_time: start of tracing in microseconds, since 1970 (Dalvik) or boot (ART)
 * @origin: nanoseconds on the clock of the file's times at the start of tracing, from
 *   which the times of the trace count; 0 where the file counts from there, too
 * @record_size: bytes of a record, 0 where they vary
 * @file_size: bytes of the file, unpacked
 * @n_records: number of whole records in the file
 * @compressed: whether the file was compressed or a member of an archive
 * @packing: (nullable): how it was packed: `gzip`, `zip`, `tar`, `xz`, `zstd` or
 * another name of libarchive
 *
 * Facts about a file.
 */
typedef struct
{
  TvTraceKind kind;
  const char *format;
  const char *format_title;
  guint version;
  const char *clock_name;
  guint64 start_time;
  gint64 origin;
  guint record_size;
  guint64 file_size;
  guint64 n_records;
  gboolean compressed;
  const char *packing;
} TvTraceInfo;

/**
 * TvTrace:
 *
 * A loaded trace. It never changes, so every thread may read it without a lock. The
 * reference count is atomic.
 *
 * The calls of a thread are in order of entry (pre-order): a call stands before those
 * that it makes, and entry times never decrease. Waits are the times that a thread was
 * off the CPU for over 100 µs, in order of time; only dual-clock traces have any.
 * #TvThread says how many of both a thread has.
 */
typedef struct _TvTrace TvTrace;

#define TV_TYPE_TRACE (tv_trace_get_type ())

GType tv_trace_get_type (void) G_GNUC_CONST;
TvTrace *tv_trace_ref (TvTrace *trace);
void tv_trace_unref (TvTrace *trace);

const TvTraceInfo *tv_trace_get_info (const TvTrace *trace);
gboolean tv_trace_has_clock (const TvTrace *trace, TvClock clock);
TvClock tv_trace_get_primary_clock (const TvTrace *trace);
TvAxis tv_trace_get_axis (const TvTrace *trace);
void tv_trace_get_axis_range (const TvTrace *trace, gint64 *start, gint64 *end);
gint64 tv_trace_get_time_unit (const TvTrace *trace);

guint tv_trace_get_n_properties (const TvTrace *trace);
const TvProperty *tv_trace_get_property (const TvTrace *trace, guint index);
const char *tv_trace_lookup_property (const TvTrace *trace, const char *key);

guint tv_trace_get_n_processes (const TvTrace *trace);
const TvProcess *tv_trace_get_process (const TvTrace *trace, guint process);

guint tv_trace_get_n_threads (const TvTrace *trace);
const TvThread *tv_trace_get_thread (const TvTrace *trace, guint thread);
char *tv_trace_dup_process_label (const TvTrace *trace, guint process);
char *tv_trace_dup_thread_label (const TvTrace *trace, guint thread);

guint tv_trace_get_n_methods (const TvTrace *trace);
const TvMethod *tv_trace_get_method (const TvTrace *trace, guint method);
char *tv_method_dup_full_name (const TvMethod *method);
char *tv_method_dup_display_name (const TvMethod *method);
gsize tv_method_append_display_name (GString *text, const TvMethod *method);
char *tv_method_dup_java_name (const TvMethod *method);
char *tv_method_dup_jvm_name (const TvMethod *method);

gsize tv_trace_get_n_calls (const TvTrace *trace);
gsize tv_trace_get_n_calls_before (const TvTrace *trace, guint thread);
gsize tv_trace_get_memory_size (const TvTrace *trace);

guint32 tv_trace_get_call_method (const TvTrace *trace, guint thread, gsize call);
guint32 tv_trace_get_call_parent (const TvTrace *trace, guint thread, gsize call);
TvCallFlags tv_trace_get_call_flags (const TvTrace *trace, guint thread, gsize call);
gint64 tv_trace_get_call_start (const TvTrace *trace, guint thread, gsize call,
                                TvClock clock);
gint64 tv_trace_get_call_end (const TvTrace *trace, guint thread, gsize call,
                              TvClock clock);
guint32 *tv_trace_dup_call_methods (const TvTrace *trace, guint thread, gsize *n);
guint32 *tv_trace_dup_call_parents (const TvTrace *trace, guint thread, gsize *n);
guint8 *tv_trace_dup_call_flags (const TvTrace *trace, guint thread, gsize *n);
gint64 *tv_trace_dup_call_times (const TvTrace *trace, guint thread, TvClock clock,
                                 gboolean ends, gsize *n);

guint32 tv_trace_get_wait_call (const TvTrace *trace, guint thread, gsize wait);
gint64 tv_trace_get_wait_start (const TvTrace *trace, guint thread, gsize wait);
gint64 tv_trace_get_wait_end (const TvTrace *trace, guint thread, gsize wait);
guint32 *tv_trace_dup_wait_calls (const TvTrace *trace, guint thread, gsize *n);
gint64 *tv_trace_dup_wait_times (const TvTrace *trace, guint thread, gboolean ends,
                                 gsize *n);

const TvWarnings *tv_trace_get_warnings (const TvTrace *trace);

TvTrace *tv_trace_new_styled (TvTrace *trace, TvNameStyle style);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTrace, tv_trace_unref)

G_END_DECLS
