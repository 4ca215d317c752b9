/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include "ui/sidebar/side-section.h"

G_BEGIN_DECLS

void tv_side_base_write (TvSideSection *section, TvTraceSession *session,
                         guint32 method);

G_END_DECLS
