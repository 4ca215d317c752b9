/* SPDX-License-Identifier: Apache-2.0 */

/* Details of calls: arguments, and flows from one to another. It is no part of the
 * library's headers. */

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

guint tv_trace_get_n_arg_sets (const TvTrace *trace);
const TvArg *tv_trace_get_arg_set (const TvTrace *trace, guint32 set, guint *n);
guint32 tv_trace_get_call_arg_set (const TvTrace *trace, guint thread, gsize call);
char *tv_arg_dup_value (const TvArg *arg);

gsize tv_trace_get_n_flows (const TvTrace *trace);
TvFlow tv_trace_get_flow (const TvTrace *trace, gsize flow);

G_END_DECLS
