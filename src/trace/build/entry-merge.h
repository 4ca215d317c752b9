/* SPDX-License-Identifier: Apache-2.0 */

/* The order in which runs begin over all rows of a trace. */

#pragma once

#include "trace/build/growth.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

gboolean tv_entry_merge_write (TvTrace *trace, TvGrowth *growth);

G_END_DECLS
