/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/group-profile.h"
#include "analysis/text/name-text.h"
#include "ui/columns/profile-values.h"
#include "ui/profile/profile-item.h"
#include "ui/profile/relatives-list.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

guint32 tv_profile_item_get_target (TvProfileItem *row);
TvRelativePair tv_profile_item_get_relatives (TvProfileItem *row);

TvProfileValue tv_profile_item_get_value (TvProfileItem *row,
                                          const TvProfileSnapshot *snapshot,
                                          TvProfileColumn column);
TvNameText *tv_profile_item_dup_name (TvProfileItem *row,
                                      const TvProfileSnapshot *snapshot);
guint32 tv_profile_item_get_rank (TvProfileItem *row,
                                  const TvProfileSnapshot *snapshot);
char *tv_profile_item_dup_text (TvProfileItem *row, const TvProfileSnapshot *snapshot,
                                TvProfileColumn column);
char *tv_profile_item_dup_tooltip (TvProfileItem *row, const TvTrace *trace);
char *tv_profile_item_dup_details (TvProfileItem *row,
                                   const TvProfileSnapshot *snapshot);

G_END_DECLS
