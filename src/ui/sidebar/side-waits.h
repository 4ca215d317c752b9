/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-waits.h"
#include "ui/session/trace-session.h"
#include "ui/sidebar/side-section.h"

G_BEGIN_DECLS

void tv_side_waits_write (TvTraceSession *session, const TvCallWaits *waits,
                          TvSideSection *reasons, TvSideSection *wakers);

G_END_DECLS
