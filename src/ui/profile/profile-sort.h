/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/group-profile.h"
#include "ui/profile/profile-column.h"

G_BEGIN_DECLS

void tv_profile_sort (const TvProfile *profile, const TvCallLengths *lengths,
                      TvProfileColumn column, gboolean descending,
                      const guint32 *by_name, guint32 *methods, guint n_methods);
void tv_profile_sort_groups (const TvGroupProfile *sums, const TvCallLength *lengths,
                             TvProfileColumn column, gboolean descending,
                             guint32 *groups, guint n_groups);

G_END_DECLS
