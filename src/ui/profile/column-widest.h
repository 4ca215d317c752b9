/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-column.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

char *tv_column_dup_widest_text (TvProfileColumn column, TvTraceSession *session);

G_END_DECLS
