/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/relatives.h"
#include "ui/profile/profile-item.h"
#include "ui/profile/profile-model.h"
#include "ui/session/trace-session.h"
#include "ui/widgets/job.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* A caller or callee on each side; without calls and times on a side that lacks it. */
typedef struct
{
  TvRelative of[TV_N_SIDES];
} TvRelativePair;

/**
 * TvRelativesQuery:
 *
 * The callers and callees of a method, or of a relative on a path from it, in the trace
 * and in the base of a comparison. They are found when the query is started: at once in
 * a small trace, else in a worker, whose end the signal `ready` reports. Disposing of
 * the query cancels the worker.
 */
#define TV_TYPE_RELATIVES_QUERY (tv_relatives_query_get_type ())

G_DECLARE_FINAL_TYPE (TvRelativesQuery, tv_relatives_query, TV, RELATIVES_QUERY,
                      GObject)

struct _TvRelativesQuery
{
  GObject parent_instance;

  TvProfile *profiles[TV_N_SIDES]; /* NULL for a base that is not there */
  TvClock clock;                   /* sorts them */
  guint32 method;                  /* the beginning of the path */
  guint32 last_method;             /* its end */
  guint depth;
  TvRelation relation;
  TvRelativesQuery *parent; /* one step before, %NULL for the method itself */

  gboolean started;
  GPtrArray *kept; /* NULL, or the array to which it is added when it is started */
  TvJob *job;
  TvRelatives *relatives[TV_N_SIDES]; /* NULL until they are found, and without a
                                         base */
};

TvRelativesQuery *tv_relatives_query_new (TvTraceSession *session, guint32 method);
TvRelativesQuery *tv_relatives_query_get (GPtrArray *kept, TvTraceSession *session,
                                          TvRelativesQuery *parent, TvRelation relation,
                                          guint32 method);
void tv_relatives_forget_closed (GPtrArray *kept);

TvRelativePair tv_relatives_query_get_pair (TvRelativesQuery *self, TvRelation relation,
                                            guint index);
guint64 tv_relatives_query_count_calls (TvRelativesQuery *self, TvSide side);

/* The order of relatives: a column in which they have numbers. Equal ones are ordered
 * by name. */
typedef struct
{
  TvProfileColumn column;
  gboolean descending;
  TvComparison by; /* how they are compared, if there is a base */
} TvRelativesOrder;

/* Lists of #TvProfileItem: the children of a method, of one of its groups or of
 * a relative. Under a method: a heading for each group (parents, children, and both
 * while recursive) that has members. Under a group or relative: callers or callees in
 * an order. Children begin with the method's own time and end with its waiting; of
 * those while recursive, only the children of a relative do.
 *
 * The query starts when the length of the list is first asked for. The list fills when
 * the query is answered. */
TvItemList *tv_relatives_list_new_groups (TvRelativesQuery *query);
TvItemList *tv_relatives_list_new_members (TvRelativesQuery *query, TvRelation relation,
                                           TvRelativesOrder order);
TvRelativesQuery *tv_relatives_list_get_query (TvItemList *list);
TvRowStep tv_relatives_list_get_step (TvItemList *list, guint place);

G_END_DECLS
