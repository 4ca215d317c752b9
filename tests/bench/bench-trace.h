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
 * @TV_BENCH_MANY_METHODS: version 3, other events, a tenth as many methods as records,
 *   all as likely as each other
 *
 * The traces that are measured. All have two clocks.
 */
typedef enum
{
  TV_BENCH_CLASSIC,
  TV_BENCH_STREAMED,
  TV_BENCH_PACKETS,
  TV_BENCH_TIME_ORDER,
  TV_BENCH_MANY_METHODS
} TvBenchTrace;

char *tv_bench_trace_make (const TvBenchOptions *options, TvBenchTrace trace,
                           GError **error);

G_END_DECLS
