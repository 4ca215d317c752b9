/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-column.h"
#include "ui/profile/profile-row.h"
#include "ui/profile/profile-value.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

char *tv_profile_row_dup_text (TvProfileRow *row, TvTraceSession *session,
                               TvProfileColumn column);
char *tv_profile_row_dup_tooltip (TvProfileRow *row, TvTraceSession *session);

G_END_DECLS
