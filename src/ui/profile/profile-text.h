/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-column.h"
#include "ui/profile/profile-item.h"
#include "ui/profile/profile-value.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

char *tv_profile_item_dup_text (TvProfileItem *row, TvTraceSession *session,
                                TvProfileColumn column);
char *tv_profile_item_dup_tooltip (TvProfileItem *row, TvTraceSession *session);

G_END_DECLS
