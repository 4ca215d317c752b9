/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvPackageFilter:
 *
 * Packages whose methods are hidden, or the only ones that are not. Packages do not
 * nest, as in #TvMethodGroups: `a` is not about those of `a.b`.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvPackageFilter TvPackageFilter;

TvPackageFilter *tv_package_filter_new (const char *const *packages, gboolean only);
TvPackageFilter *tv_package_filter_ref (TvPackageFilter *filter);
void tv_package_filter_unref (TvPackageFilter *filter);

gboolean tv_package_filter_is_only (const TvPackageFilter *filter);
const char *const *tv_package_filter_get_packages (const TvPackageFilter *filter);
gboolean tv_package_filter_shows (const TvPackageFilter *filter,
                                  const TvMethod *method);
char *tv_method_dup_package (const TvMethod *method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPackageFilter, tv_package_filter_unref)

G_END_DECLS
