/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/group-profile.h"
#include "analysis/sums/method-groups.h"
#include "analysis/sums/method-set.h"
#include "ui/columns/profile-column.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvProfileGrouping:
 * @TV_PROFILE_GROUPING_NONE: methods alone
 * @TV_PROFILE_GROUPING_CLASS: classes with their methods
 * @TV_PROFILE_GROUPING_PACKAGE: packages with their classes, and these with their
 *   methods
 * @TV_PROFILE_GROUPING_LIBRARY: libraries with their methods
 *
 * The top level of the profile panel.
 */
typedef enum
{
  TV_PROFILE_GROUPING_NONE,
  TV_PROFILE_GROUPING_CLASS,
  TV_PROFILE_GROUPING_PACKAGE,
  TV_PROFILE_GROUPING_LIBRARY
} TvProfileGrouping;

#define TV_N_PROFILE_GROUPINGS 4

/**
 * TvProfileGroups:
 * @groups: (nullable): by #TvGrouping, the classes, packages and libraries of the
 *   whole trace
 * @sums: (nullable): by #TvGrouping, their sums in the last profile
 * @base_sums: (nullable): the same in the base of the comparison
 *
 * The numbers of the groups that are known so far. Starts as zeros.
 */
typedef struct
{
  TvMethodGroups *groups[TV_GROUPING_LIBRARY + 1];
  TvGroupProfile *sums[TV_GROUPING_LIBRARY + 1];
  TvGroupProfile *base_sums[TV_GROUPING_LIBRARY + 1];
} TvProfileGroups;

void tv_profile_groups_copy (const TvProfileGroups *self, TvProfileGroups *copy);
void tv_profile_groups_clear (TvProfileGroups *self);

/**
 * TV_OUTLINE_NONE:
 *
 * No group or place.
 */
#define TV_OUTLINE_NONE G_MAXUINT32

/**
 * TvOutlineLevel:
 * @TV_OUTLINE_CLASSES: classes, under packages or at the top
 * @TV_OUTLINE_PACKAGES: packages, at the top
 * @TV_OUTLINE_LIBRARIES: libraries, at the top
 * @TV_OUTLINE_METHODS: methods, under classes or libraries
 *
 * The levels of an outline. All but the last are those of #TvGrouping.
 */
typedef enum
{
  TV_OUTLINE_CLASSES = TV_GROUPING_CLASS,
  TV_OUTLINE_PACKAGES = TV_GROUPING_PACKAGE,
  TV_OUTLINE_LIBRARIES = TV_GROUPING_LIBRARY,
  TV_OUTLINE_METHODS,
  TV_N_OUTLINE_LEVELS
} TvOutlineLevel;

/**
 * TvProfileOutline:
 *
 * The methods of a profile under their classes, and these under their packages or not,
 * or under their libraries, each in the order of a column. Members without calls are
 * left out. Never changes.
 */
#define TV_TYPE_PROFILE_OUTLINE (tv_profile_outline_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileOutline, tv_profile_outline, TV, PROFILE_OUTLINE,
                      GObject)

TvOutlineLevel tv_profile_outline_get_top (TvProfileOutline *self);
TvGroupProfile *tv_profile_outline_get_sums (TvProfileOutline *self,
                                             TvGrouping grouping);
TvProfileNumbers tv_profile_outline_get_numbers (TvProfileOutline *self,
                                                 TvGrouping grouping, guint32 group);
const guint32 *tv_profile_outline_get_members (TvProfileOutline *self,
                                               TvOutlineLevel level, guint32 owner,
                                               guint *n);
guint32 *tv_profile_outline_list_methods (TvProfileOutline *self, guint *n);

guint32 tv_profile_outline_get_owner (TvProfileOutline *self, TvOutlineLevel *level,
                                      guint32 member);
TvOutlineLevel tv_profile_outline_get_below (TvProfileOutline *self,
                                             TvOutlineLevel level);
guint tv_profile_outline_get_place (TvProfileOutline *self, TvOutlineLevel level,
                                    guint32 member);

/**
 * TvProfileOrder:
 * @whole: sums of the whole trace
 * @profile: sums to sort by
 * @base: (nullable): the sums to compare with; methods that only the base calls are
 *   listed, too
 * @by: how the sums are compared with @base, if there is one
 * @base_whole: (nullable): sums of the whole base
 * @lengths: (nullable): the lengths of calls of @profile, if known
 * @ranked: the methods with calls by rank
 * @clock: the clock of ranks
 * @column: the column to sort by, %TV_PROFILE_N_COLUMNS for rank
 * @descending: whether the greatest comes first
 * @grouping: the parents of methods
 * @with_toplevel: whether `(toplevel)` is listed, unless @only some methods are
 * @only: (nullable): the methods to list, called or not, without grouping
 * @packages: (nullable): hides the methods of some packages
 * @groups: the known classes and packages; others are added
 * @by_name: (nullable): all methods of the trace by name; found if needed
 * @listed: (nullable): the methods in order
 * @outline: (nullable): the same under their classes, if requested
 * @toplevel: position of `(toplevel)` among these methods, or among the classes or
 *   packages at the top; %G_MAXUINT if it is not listed
 *
 * The input and the result of ordering methods. A worker owns all of it.
 */
typedef struct
{
  TvProfile *whole;
  TvProfile *profile;
  TvProfile *base;
  TvComparison by;
  TvProfile *base_whole;
  TvCallLengths *lengths;
  TvMethodSequence *ranked;
  TvClock clock;
  TvProfileColumn column;
  gboolean descending;
  TvProfileGrouping grouping;
  gboolean with_toplevel;
  TvMethodSet *only;
  TvPackageFilter *packages;
  TvProfileGroups groups;

  TvMethodSequence *by_name;

  TvMethodSequence *listed;
  TvProfileOutline *outline;
  guint toplevel;
} TvProfileOrder;

void tv_profile_order_free (TvProfileOrder *order);
gboolean tv_profile_order_is_quick (const TvProfileOrder *order);
gboolean tv_profile_order_find (TvProfileOrder *order, GCancellable *cancellable);

G_END_DECLS
