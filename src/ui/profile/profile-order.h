/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-groups.h"
#include "analysis/sums/method-set.h"
#include "ui/profile/profile-outline.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvProfileOrder:
 * @whole: sums of the whole trace
 * @profile: sums to sort by
 * @lengths: (nullable): how long the calls of @profile are, if that is known
 * @ranked: the methods with calls by rank
 * @clock: what ranks are by
 * @column: what to sort by, %TV_PROFILE_N_COLUMNS for rank
 * @descending: whether the greatest comes first
 * @grouping: what the methods are to stand under
 * @only: (nullable): the methods to list, called or not, which stand under nothing
 * @packages: (nullable): hides the methods of some packages
 * @groups: classes and packages as far as they are known; added to
 * @by_name: (nullable): all methods of the trace by name; found if it takes them
 * @listed: (nullable): the methods in order
 * @outline: (nullable): the same under their classes, if that was asked for
 *
 * What it takes to bring methods in order, and the order, for a worker: it has all of
 * it to itself.
 */
typedef struct
{
  TvProfile *whole;
  TvProfile *profile;
  TvCallLengths *lengths;
  TvMethodSequence *ranked;
  TvClock clock;
  TvProfileColumn column;
  gboolean descending;
  TvProfileGrouping grouping;
  TvMethodSet *only;
  TvPackageFilter *packages;
  TvProfileGroups groups;

  TvMethodSequence *by_name;

  TvMethodSequence *listed;
  TvProfileOutline *outline;
} TvProfileOrder;

void tv_profile_order_free (TvProfileOrder *order);
gboolean tv_profile_order_is_quick (const TvProfileOrder *order);
gboolean tv_profile_order_find (TvProfileOrder *order, GCancellable *cancellable);

void tv_profile_sort_groups (const TvGroupProfile *sums, const TvCallLength *lengths,
                             TvProfileColumn column, gboolean descending,
                             guint32 *groups, guint n_groups);

G_END_DECLS
