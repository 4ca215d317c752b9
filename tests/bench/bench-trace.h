/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bench/bench-options.h"

G_BEGIN_DECLS

/**
 * TvBenchTrace:
 * @TV_BENCH_CLASSIC: version 3, in batches of a thread, as ART writes since 2023
 * @TV_BENCH_STREAMED: the same events, streamed
 * @TV_BENCH_PACKETS: the same events in packets
 * @TV_BENCH_TIME_ORDER: version 3, other events, in order of time as all before wrote
 * @TV_BENCH_WALL: the events of @TV_BENCH_CLASSIC with the wall clock alone
 * @TV_BENCH_THREAD_CPU: the same with the thread-cpu clock alone
 * @TV_BENCH_NAMES: 100,000 methods, or as many as there are events elsewhere, and
 *   next to no events
 * @TV_BENCH_AT_SCALE: version 3, other events, a fifth of them, and half as many
 *   methods as there are
 *
 * The traces that are measured. They have two clocks unless it says otherwise.
 */
typedef enum
{
  TV_BENCH_CLASSIC,
  TV_BENCH_STREAMED,
  TV_BENCH_PACKETS,
  TV_BENCH_TIME_ORDER,
  TV_BENCH_WALL,
  TV_BENCH_THREAD_CPU,
  TV_BENCH_NAMES,
  TV_BENCH_AT_SCALE
} TvBenchTrace;

char *tv_bench_trace_make (const TvBenchOptions *options, TvBenchTrace trace,
                           GError **error);

G_END_DECLS
