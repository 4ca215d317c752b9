/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"
#include "query/query-source.h"

G_BEGIN_DECLS

/* A part of a flame graph: the frames of a call tree that grows down, or up. */
typedef struct
{
  TvCallTree *tree;
  gboolean goes_up;
  gboolean adds_own; /* whether a frame has the own time of the first method of its
                        path, and not its whole time */
  guint32 first;     /* node of the first row */
  guint32 n;         /* number of rows */
  gint32 *depths;    /* by node: from 0 for the root */
  gint64 *starts;    /* by node: the left edge of the frame */
} TvFlamePart;

/* A flame graph of all calls: a part that grows down, or up, or both. */
struct _TvQueryFlame
{
  TvFlamePart parts[2];
  guint n_parts;
  TvQueryGuard *guard;
  gint64 held; /* memory of the parts */
};

TvQueryFlame *tv_query_flame_find (TvQuerySource *source, const char *view,
                                   const char *pattern, char **error);
void tv_query_flame_unref (TvQueryFlame *flame);

const TvFlamePart *tv_query_flame_get_part (const TvQueryFlame *flame, guint32 *row);
gint64 tv_flame_part_get_time (const TvFlamePart *part, guint32 node, TvClock clock);
gint64 tv_flame_part_get_self (const TvFlamePart *part, guint32 node, TvClock clock);

G_END_DECLS
