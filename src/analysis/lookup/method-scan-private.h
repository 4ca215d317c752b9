/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/method-index.h"

G_BEGIN_DECLS

/**
 * TvMethodScan:
 * @index: an index
 * @method: index of a method
 * @thread: index of a thread
 * @base: number of the thread's first call
 * @calls: the calls of the thread
 *
 * Looks for the calls of a method in one thread. All of it takes a bisection; finding
 * also takes the reading of at most three blocks, and counting that of each block with
 * such calls.
 */
typedef struct
{
  const TvMethodIndex *index;
  guint32 method;
  guint32 thread;
  gsize base;
  TvCalls calls;
} TvMethodScan;

gboolean tv_method_scan_is_possible (const TvMethodIndex *index, guint32 method,
                                     guint32 thread);
void tv_method_scan_init (TvMethodScan *scan, const TvMethodIndex *index,
                          guint32 method, guint32 thread);
gsize tv_method_scan_next (const TvMethodScan *scan, gsize first, gsize end);
gsize tv_method_scan_previous (const TvMethodScan *scan, gsize first, gsize end);
gsize tv_method_scan_count (const TvMethodScan *scan, gsize first, gsize end);

guint tv_method_scan_first_thread (const TvMethodIndex *index, guint32 method,
                                   guint32 thread);
guint tv_method_scan_thread_after (const TvMethodIndex *index, guint32 method,
                                   guint32 thread, guint last);

G_END_DECLS
