/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
#include "output/table/report-format.h"

G_BEGIN_DECLS

gboolean tv_report_info (const TvProfile *profile, TvReportFormat format,
                         GOutputStream *out, GCancellable *cancellable, GError **error);

G_END_DECLS
