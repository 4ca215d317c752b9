/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

gboolean tv_report_threads (const TvTrace *trace, TvTableFormat format,
                            GOutputStream *out, GCancellable *cancellable,
                            GError **error);

G_END_DECLS
