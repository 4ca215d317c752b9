/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/trace-writer.h"

G_BEGIN_DECLS

/**
 * TvRandomTrace:
 * @seed: the same seed gives the same trace
 * @n_events: number of records
 * @n_threads: number of threads, with ids from 1
 * @n_methods: number of methods, with ids from 0 in steps of 4
 * @max_depth: deepest stack
 * @batch: records of one thread that stand together before another comes, as ART writes
 *   them since 2023; 0 for records in order of time
 * @recursion_percent: how often a method calls itself
 * @wait_percent: how often over 100 µs pass off the CPU before an event
 * @unwind_percent: how often a method is left by an exception
 * @before_percent: how often, on an empty stack, a method is left that was entered
 * before tracing began
 * @lost_percent: how often the record of an exit is missing
 * @stray_percent: how often a method is left that may not be on the stack
 * @skew: 0 where all methods, and in batches all threads, are as likely as each other;
 *   1 and more where few are hot and many are rare
 * @habit_percent: how often a method calls one of the few that it calls most
 *
 * What a random trace is like.
 */
typedef struct
{
  guint32 seed;
  guint64 n_events;
  guint n_threads;
  guint n_methods;
  guint max_depth;
  guint batch;
  guint recursion_percent;
  guint wait_percent;
  guint unwind_percent;
  guint before_percent;
  guint lost_percent;
  guint stray_percent;
  guint skew;
  guint habit_percent;
} TvRandomTrace;

/**
 * TvWriterEventFunc:
 * @event: what happened
 * @user_data: what was given with the function
 *
 * Takes one event of a random trace.
 */
typedef void (*TvWriterEventFunc) (const TvWriterEvent *event, gpointer user_data);

void tv_random_trace_add_tables (const TvRandomTrace *spec, TvTraceWriter *writer);
void tv_random_trace_run (const TvRandomTrace *spec, TvWriterEventFunc func,
                          gpointer user_data);
void tv_random_trace_write (const TvRandomTrace *spec, TvTraceWriter *writer);

G_END_DECLS
