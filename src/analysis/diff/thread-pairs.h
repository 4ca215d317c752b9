/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

guint32 *tv_trace_pair_threads (const TvTrace *trace, const TvTrace *other);

G_END_DECLS
