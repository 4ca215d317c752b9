/* SPDX-License-Identifier: Apache-2.0 */

/* Details of calls: arguments, and flows from one to another; and what a file says of
 * processes, threads and tracks themselves. It is no part of the library's headers. */

#pragma once

#include "trace/model/trace-public.h"

G_BEGIN_DECLS

/**
 * TvArgType:
 * @TV_ARG_NULL: no value
 * @TV_ARG_INT: a number with a sign
 * @TV_ARG_UINT: a number without a sign
 * @TV_ARG_BOOL: true or false
 * @TV_ARG_REAL: a number with a fraction
 * @TV_ARG_STRING: a text
 * @TV_ARG_POINTER: an address
 * @TV_ARG_JSON: a text in JSON
 *
 * What the value of an argument is.
 */
typedef enum
{
  TV_ARG_NULL,
  TV_ARG_INT,
  TV_ARG_UINT,
  TV_ARG_BOOL,
  TV_ARG_REAL,
  TV_ARG_STRING,
  TV_ARG_POINTER,
  TV_ARG_JSON
} TvArgType;

/**
 * TvArgValue:
 * @integer: of %TV_ARG_INT, and of %TV_ARG_BOOL 0 or 1
 * @uinteger: of %TV_ARG_UINT and %TV_ARG_POINTER
 * @real: of %TV_ARG_REAL
 * @text: of %TV_ARG_STRING and %TV_ARG_JSON, UTF-8 without control characters
 *
 * The value of an argument.
 */
typedef union
{
  gint64 integer;
  guint64 uinteger;
  double real;
  const char *text;
} TvArgValue;

/**
 * TvArg:
 * @key: where it stands, `args.list[2].name`
 * @flat_key: the same without the numbers in lists, `args.list.name`; the same pointer
 *   as @key where it has none
 * @type: what its value is
 * @value: its value, nothing for %TV_ARG_NULL
 *
 * An argument. Strings belong to the trace.
 */
typedef struct
{
  const char *key;
  const char *flat_key;
  TvArgType type;
  TvArgValue value;
} TvArg;

/**
 * TV_ARG_SET_NONE:
 *
 * No set of arguments.
 */
#define TV_ARG_SET_NONE ((guint32) 0xFFFFFFFF)

/**
 * TvFlow:
 * @id: what its file calls it; several flows may have it, one after the other
 * @from: the call that it leaves
 * @to: the call that it enters
 *
 * A flow from one call to another. In a transformed trace that lacks one of them,
 * #TvCallRef.thread is %TV_THREAD_NONE.
 */
typedef struct
{
  guint64 id;
  TvCallRef from;
  TvCallRef to;
} TvFlow;

/**
 * TvProcessFacts:
 * @has_start: whether @start is known
 * @start: when it began, nanoseconds since the start of tracing, mostly negative
 * @has_uid: whether @uid is known
 * @uid: the number of its user
 * @is_first: whether the kernel made it
 * @parent: index of the process that made it, or %TV_PROCESS_NONE
 * @command_line: (nullable): the command that began it
 * @arg_set: index of a set of arguments, or %TV_ARG_SET_NONE
 *
 * What a file says of a process.
 */
typedef struct
{
  gboolean has_start;
  gint64 start;
  gboolean has_uid;
  guint32 uid;
  gboolean is_first;
  guint32 parent;
  const char *command_line;
  guint32 arg_set;
} TvProcessFacts;

/**
 * TvTrackFacts:
 * @type: (nullable): what Perfetto calls tracks of its kind, if it has a name for them
 * @holds_states: whether its calls are states, of which one lasts until the next
 * @arg_set: index of a set of arguments, or %TV_ARG_SET_NONE
 *
 * What a file says of a track.
 */
typedef struct
{
  const char *type;
  gboolean holds_states;
  guint32 arg_set;
} TvTrackFacts;

/**
 * TvQuietThread:
 * @number: its id in the file
 * @process: index of its process, or %TV_PROCESS_NONE
 * @name: (nullable): its name
 *
 * A thread of which the file says nothing else: it has no track.
 */
typedef struct
{
  gint64 number;
  guint32 process;
  const char *name;
} TvQuietThread;

const TvProcessFacts *tv_trace_get_process_facts (const TvTrace *trace, guint process);
const TvTrackFacts *tv_trace_get_track_facts (const TvTrace *trace, guint thread);
const TvQuietThread *tv_trace_get_quiet_threads (const TvTrace *trace, guint *n);
guint32 tv_trace_get_appearance (const TvTrace *trace, guint thread);

guint tv_trace_get_n_arg_sets (const TvTrace *trace);
const TvArg *tv_trace_get_arg_set (const TvTrace *trace, guint32 set, guint *n);
guint32 tv_trace_get_call_arg_set (const TvTrace *trace, guint thread, gsize call);
char *tv_arg_dup_value (const TvArg *arg);

gsize tv_trace_get_n_flows (const TvTrace *trace);
TvFlow tv_trace_get_flow (const TvTrace *trace, gsize flow);

G_END_DECLS
