/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvGrouping:
 * @TV_GROUPING_CLASS: by class
 * @TV_GROUPING_PACKAGE: by the package of the class
 * @TV_GROUPING_LIBRARY: by the library or file that holds the code; by the category of
 *   slices
 * @TV_GROUPING_KIND: by #TvFrameKind
 * @TV_N_GROUPINGS: how many there are
 *
 * What methods are grouped by.
 */
typedef enum
{
  TV_GROUPING_CLASS,
  TV_GROUPING_PACKAGE,
  TV_GROUPING_LIBRARY,
  TV_GROUPING_KIND,
  TV_N_GROUPINGS
} TvGrouping;

/**
 * TvMethodGroups:
 * @trace: the trace of the methods
 * @n: how many groups there are
 * @n_methods: number of methods of the trace
 * @by_method: (array length=n_methods): the group that each method belongs to,
 *   %TV_METHOD_GROUP_NONE if it was not called
 *
 * The called methods of a profile by class, package, library or kind of code. The
 * package of an array is that of its elements. Methods that no table of the file names
 * belong to the class and package `(unknown)`. Packages do not nest.
 *
 * Groups are ordered by the own time of their methods on the trace's primary clock, the
 * greatest first, then by the bytes of their names.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct
{
  TvTrace *trace;
  guint n;
  guint n_methods;
  guint32 *by_method;
  /*< private >*/
  GArray *groups;
} TvMethodGroups;

/**
 * TV_METHOD_GROUP_NONE:
 *
 * The group of a method that was not called.
 */
#define TV_METHOD_GROUP_NONE G_MAXUINT32

gboolean tv_grouping_exists (TvGrouping grouping, const TvTrace *trace);

TvMethodGroups *tv_method_groups_new_for_both (TvProfile *profile, TvProfile *base,
                                               TvGrouping grouping,
                                               GCancellable *cancellable);
TvMethodGroups *tv_method_groups_new (TvProfile *profile, TvGrouping grouping,
                                      GCancellable *cancellable);
TvMethodGroups *tv_method_groups_ref (TvMethodGroups *groups);
void tv_method_groups_unref (TvMethodGroups *groups);

gint64 tv_method_groups_get_own (const TvMethodGroups *groups, guint group);
guint32 tv_method_groups_get_hash (const TvMethodGroups *groups, guint group);
guint32 *tv_method_groups_list_outer (const TvMethodGroups *groups,
                                      const TvMethodGroups *outer);
guint32 *tv_method_groups_list_by_name (const TvMethodGroups *groups,
                                        TvGrouping grouping);
char *tv_method_groups_dup_name (const TvMethodGroups *groups, guint group);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodGroups, tv_method_groups_unref)

/**
 * TvPackageFilter:
 * @packages: (array zero-terminated=1): their names
 * @only: whether these packages alone are shown
 *
 * Packages whose methods are hidden, or the only ones that are shown. Packages do not
 * nest, as in #TvMethodGroups: `a` does not include `a.b`.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct
{
  const char *const *packages;
  gboolean only;
  /*< private >*/
  gatomicrefcount references;
} TvPackageFilter;

TvPackageFilter *tv_package_filter_new (const char *const *packages, gboolean only);
TvPackageFilter *tv_package_filter_ref (TvPackageFilter *filter);
void tv_package_filter_unref (TvPackageFilter *filter);

gboolean tv_package_filter_shows (const TvPackageFilter *filter,
                                  const TvMethod *method);
char *tv_method_dup_package (const TvMethod *method);
GArray *tv_trace_list_package_methods (const TvTrace *trace, const char *package);
GArray *tv_trace_list_library_methods (const TvTrace *trace, const char *library);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPackageFilter, tv_package_filter_unref)

G_END_DECLS
