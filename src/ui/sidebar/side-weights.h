/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include "ui/sidebar/side-section.h"

G_BEGIN_DECLS

/* Samples tell neither calls nor how long they took. */
static inline gboolean
tv_side_is_sampled (const TvTrace *trace)
{
  return tv_trace_get_info (trace)->kind == TV_TRACE_KIND_SAMPLES;
}

void tv_side_weights_add (TvSideSection *section, TvTraceSession *session,
                          const TvMethodTotals *totals);

G_END_DECLS
