/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/group-profile.h"

G_BEGIN_DECLS

/**
 * TvProfileGrouping:
 * @TV_PROFILE_GROUPING_NONE: methods alone
 * @TV_PROFILE_GROUPING_CLASS: classes with their methods
 * @TV_PROFILE_GROUPING_PACKAGE: packages with their classes, and these with their
 *   methods
 *
 * What stands at the top level of the profile panel.
 */
typedef enum
{
  TV_PROFILE_GROUPING_NONE,
  TV_PROFILE_GROUPING_CLASS,
  TV_PROFILE_GROUPING_PACKAGE
} TvProfileGrouping;

#define TV_N_PROFILE_GROUPINGS 3

/**
 * TvProfileGroups:
 * @groups: (nullable): by #TvGrouping, the classes and packages of the whole trace
 * @sums: (nullable): by #TvGrouping, their sums for the profile that was asked for last
 *
 * What was found out about classes and packages so far. Starts as zeros.
 */
typedef struct
{
  TvMethodGroups *groups[TV_GROUPING_PACKAGE + 1];
  TvGroupProfile *sums[TV_GROUPING_PACKAGE + 1];
} TvProfileGroups;

void tv_profile_groups_copy (const TvProfileGroups *self, TvProfileGroups *copy);
void tv_profile_groups_clear (TvProfileGroups *self);
gboolean tv_profile_groups_know (const TvProfileGroups *self, const TvProfile *profile,
                                 TvProfileGrouping grouping);
gboolean tv_profile_groups_find (TvProfileGroups *self, TvProfile *whole,
                                 TvProfile *profile, TvProfileGrouping grouping,
                                 GCancellable *cancellable);

G_END_DECLS
