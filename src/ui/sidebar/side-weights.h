/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include "ui/sidebar/side-section.h"

G_BEGIN_DECLS

void tv_side_weights_add (TvSideSection *section, TvTraceSession *session,
                          const TvMethodTotals *totals);

G_END_DECLS
