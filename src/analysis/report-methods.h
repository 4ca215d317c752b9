/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/method-sort.h"
#include "analysis/report-format.h"

G_BEGIN_DECLS

gboolean tv_report_methods (const TvProfile *profile, TvReportFormat format,
                            TvMethodSort sort, GOutputStream *out,
                            GCancellable *cancellable, GError **error);

G_END_DECLS
