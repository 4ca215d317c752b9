/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvRelation:
 * @TV_RELATION_PARENTS: callers of the method's calls that are not recursive
 * @TV_RELATION_CHILDREN: callees of those calls
 * @TV_RELATION_PARENTS_WHILE_RECURSIVE: callers of its recursive calls
 * @TV_RELATION_CHILDREN_WHILE_RECURSIVE: callees of its recursive calls
 */
typedef enum
{
  TV_RELATION_PARENTS,
  TV_RELATION_CHILDREN,
  TV_RELATION_PARENTS_WHILE_RECURSIVE,
  TV_RELATION_CHILDREN_WHILE_RECURSIVE
} TvRelation;

#define TV_N_RELATIONS 4

/**
 * tv_relation_is_upward:
 * @relation: a relation
 *
 * Returns: whether its rows are callers
 */
static inline gboolean
tv_relation_is_upward (TvRelation relation)
{
  return relation == TV_RELATION_PARENTS
         || relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;
}

/**
 * tv_relation_is_of_recursive:
 * @relation: a relation
 *
 * Returns: whether it is a relation of the recursive calls of a method
 */
static inline gboolean
tv_relation_is_of_recursive (TvRelation relation)
{
  return relation == TV_RELATION_PARENTS_WHILE_RECURSIVE
         || relation == TV_RELATION_CHILDREN_WHILE_RECURSIVE;
}

/**
 * TvRelative:
 * @method: the caller or callee; %TV_METHOD_NONE for the parent of root calls
 * @calls: number of calls in this relation
 * @inclusive: nanoseconds by #TvClock: for parents the inclusive time of the method in
 *   calls from there, for children the inclusive time of the callees
 * @has_more: whether tv_relatives_follow() finds more: a parent is a method, or a child
 *   calls or waits
 */
typedef struct
{
  guint32 method;
  guint64 calls;
  gint64 inclusive[TV_N_CLOCKS];
  gboolean has_more;
} TvRelative;

/**
 * TvRelativesOwn:
 * @self: nanoseconds by #TvClock of the method's own time in its calls that are not
 *   recursive, waits included; 0 on a clock that the file lacks
 * @waiting: nanoseconds of wall time in @self that were spent off the CPU
 * @n_waits: the number of waits that @waiting is the sum of
 *
 * The own times of a method. @self and the inclusive times of %TV_RELATION_CHILDREN add
 * up to the method's inclusive time. On a path of children, @self is the last method's
 * own time in the calls on the path; on a path of parents, it is 0.
 */
typedef struct
{
  gint64 self[TV_N_CLOCKS];
  gint64 waiting;
  guint64 n_waits;
} TvRelativesOwn;

/**
 * TvRelatives:
 *
 * Callers and callees of one method. On each clock, the inclusive times of the parents
 * add up to the method's inclusive time, and so do its own time and those of the
 * children.
 *
 * A path leads on from there, a method at a time: from a child to its callees, from a
 * parent to its callers. Only the calls on the path count. The times under a child are
 * those of its callees when the method had called it; with the child's own time they
 * add up to the child's time. The times under a parent are still those of the method at
 * the start of the path, when called along the path; they add up to the parent's time.
 *
 * Reference-counted. Several threads may read it and follow paths from it, as long as
 * none sorts it.
 */
typedef struct _TvRelatives TvRelatives;

TvRelatives *tv_relatives_new (const TvProfile *profile, guint32 method,
                               GCancellable *cancellable, GError **error);
TvRelatives *tv_relatives_follow (const TvRelatives *relatives, TvRelation relation,
                                  guint32 method, GCancellable *cancellable,
                                  GError **error);
TvRelatives *tv_relatives_ref (TvRelatives *relatives);
void tv_relatives_unref (TvRelatives *relatives);

const TvRelative *tv_relatives_get (const TvRelatives *relatives, TvRelation relation,
                                    guint *n_relatives);
void tv_relatives_sort_by_time (TvRelatives *relatives, TvClock clock);
const TvRelativesOwn *tv_relatives_get_own (const TvRelatives *relatives);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRelatives, tv_relatives_unref)

G_END_DECLS
