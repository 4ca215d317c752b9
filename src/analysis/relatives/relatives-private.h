/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/relatives/relatives.h"

G_BEGIN_DECLS

/**
 * TvPathThread:
 * @thread: index of a thread
 * @n: number of its calls
 *
 * A thread of a #TvPathCalls.
 */
typedef struct
{
  guint32 thread;
  guint n;
} TvPathThread;

/**
 * TvPathCalls:
 * @threads: (element-type TvPathThread): those with calls
 * @calls: (element-type guint32): the calls, thread by thread in order of entry;
 *   %TV_CALL_NONE for what calls the roots
 * @ends: (element-type guint32) (nullable): for each call the caller that a path of
 *   callers has reached; %NULL if it is the call itself
 *
 * The calls at the end of a path of methods.
 */
typedef struct
{
  GArray *threads;
  GArray *calls;
  GArray *ends;
} TvPathCalls;

/**
 * TvRelatives:
 * @references: atomic
 * @trace: the trace
 * @range: the part of it; the threads are those of @path
 * @depth: number of steps from the method that the path begins with
 * @relation: of the first step, if there is one
 * @rows: (element-type TvRelative): by #TvRelation
 * @own: see tv_relatives_get_own()
 * @path: the calls that have these relatives
 */
struct _TvRelatives
{
  gatomicrefcount references;
  TvTrace *trace;
  TvProfileRange range;
  guint depth;
  TvRelation relation;
  GArray *rows[TV_N_RELATIONS];
  TvRelativesOwn own;
  TvPathCalls path;
};

/**
 * TvRelativeTally:
 * @relatives: the relatives that are filled
 * @n_methods: of the trace
 * @places: by #TvRelation, a row for each method and for %TV_METHOD_NONE, plus 1
 *
 * Finds the row of a relative in constant time.
 */
typedef struct
{
  TvRelatives *relatives;
  guint n_methods;
  guint32 *places[TV_N_RELATIONS];
} TvRelativeTally;

TvRelatives *tv_relatives_new_empty (TvTrace *trace, const TvProfileRange *range);

void tv_relative_tally_init (TvRelativeTally *tally, TvRelatives *relatives);
void tv_relative_tally_clear (TvRelativeTally *tally);
TvRelative *tv_relative_tally_add (TvRelativeTally *tally, TvRelation relation,
                                   guint32 method, const gint64 inclusive[TV_N_CLOCKS]);

gboolean tv_range_has_child (const TvThreadRange *range, guint32 call);

void tv_path_calls_begin_thread (TvPathCalls *path, guint32 thread);
void tv_path_calls_append (TvPathCalls *path, guint32 call);

G_END_DECLS
