/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
#include "output/table/table.h"

G_BEGIN_DECLS

gboolean tv_report_info (const TvProfile *profile, TvTableFormat format,
                         const char *title, GOutputStream *out,
                         GCancellable *cancellable, GError **error);

G_END_DECLS
