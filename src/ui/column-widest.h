/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile-column.h"
#include "ui/trace-session.h"

G_BEGIN_DECLS

char *tv_column_dup_widest_text (TvProfileColumn column, TvTraceSession *session);

G_END_DECLS
