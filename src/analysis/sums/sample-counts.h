/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

void tv_sample_counts_add (const TvTrace *trace, const TvProfileRange *range,
                           TvMethodTotals *totals);

G_END_DECLS
