/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/relatives/call-edges.h"
#include "analysis/stacks/call-tree.h"
#include "analysis/sums/call-bounds.h"
#include "analysis/sums/profile.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/* A trace that is asked, and what several of its tables need. */
typedef struct
{
  TvTrace *trace;
  guint index; /* of the trace in the query */
  guint n_threads;
  guint n_methods;
  guint32 n_calls; /* of all threads */
  const char **names;
  GStringChunk *texts;
  guint32 *ranks; /* (nullable): places of methods in the order of their names */
  GCancellable *cancellable; /* (nullable): of the script that runs */
  TvProfile *profile;
  TvCallTree *trees[2]; /* top down and bottom up */
  TvCallEdges *edges[TV_N_CLOCKS];
  GArray *waits_before; /* gsize: number of waits before each thread's */
} TvQuerySource;

TvQuerySource *tv_query_source_new (TvTrace *trace, guint index);
void tv_query_source_free (TvQuerySource *source);

char *tv_query_method_dup_name (const TvMethod *info);
const char *tv_query_source_get_name (TvQuerySource *source, guint32 method);
const guint32 *tv_query_source_get_ranks (TvQuerySource *source);
const TvMethodTotals *tv_query_source_get_totals (TvQuerySource *source,
                                                  guint32 method);
const TvCallTree *tv_query_source_get_tree (TvQuerySource *source, gboolean bottom_up);
gboolean tv_query_source_get_pid (const TvQuerySource *source, gint64 *pid);
gboolean tv_query_source_is_main (const TvQuerySource *source, guint32 thread);
gint64 tv_query_source_get_arg_set (const TvQuerySource *source, guint32 method);

G_END_DECLS
