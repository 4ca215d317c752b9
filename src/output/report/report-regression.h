/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

gboolean tv_report_regression (const TvProfile *profile, GOutputStream *out,
                               GCancellable *cancellable, GError **error);
int tv_regression_compare_names (const char *a, const char *b);

G_END_DECLS
