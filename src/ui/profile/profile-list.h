/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "ui/profile/profile-item.h"
#include "ui/profile/profile-outline.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvProfileList:
 *
 * One level of the profile as a list of #TvProfileItem: the methods in their order, or
 * the top of a #TvProfileOutline, the classes of a package, the methods of a class. It
 * never changes, so that any thread may read it.
 */
#define TV_TYPE_PROFILE_LIST (tv_profile_list_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileList, tv_profile_list, TV, PROFILE_LIST, GObject)

TvProfileList *tv_profile_list_new_methods (TvMethodSequence *methods);
TvProfileList *tv_profile_list_new_top (TvProfileOutline *outline);
TvProfileList *tv_profile_list_new_under (TvProfileItem *row);

G_END_DECLS
