/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-groups.h"

G_BEGIN_DECLS

/**
 * TvGroupProfile:
 * @profile: the sums of the methods
 * @groups: the groups
 * @totals: (array): what each group took; all zero if nothing of it was called
 *
 * The totals of classes or packages in the range of a profile. The fields of
 * #TvMethodTotals mean for a group what they mean for a method:
 *
 *  - Its calls are those of all its methods. One is recursive when any method of the
 *    group is on the thread's stack already.
 *  - Inclusive time counts once, however many methods of the group are on the stack:
 *    from the entry of the outermost to its exit, whatever else it called in between.
 *  - Exclusive time, waiting time and waits are the sums of those of its methods.
 *  - The first call is the earliest, the longest call the longest of any method.
 *
 * Packages do not nest: `a.b.c` is not part of `a.b`.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct
{
  TvProfile *profile;
  TvMethodGroups *groups;
  TvMethodTotals *totals;
  /*< private >*/
  gatomicrefcount references;
} TvGroupProfile;

TvGroupProfile *tv_group_profile_new (TvProfile *profile, TvMethodGroups *groups,
                                      GCancellable *cancellable, GError **error);
TvGroupProfile *tv_group_profile_ref (TvGroupProfile *profile);
void tv_group_profile_unref (TvGroupProfile *profile);

void tv_profile_sum_outermost (const TvProfile *profile, const guint32 *group_of,
                               guint n_groups, gint64 (*inclusive)[TV_N_CLOCKS]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvGroupProfile, tv_group_profile_unref)

G_END_DECLS
