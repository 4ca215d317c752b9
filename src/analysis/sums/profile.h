/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile-public.h"
#include "analysis/sums/thread-range.h"

G_BEGIN_DECLS

TvProfile *tv_profile_new_for_range (TvTrace *trace, const TvProfileRange *range,
                                     GCancellable *cancellable, GError **error);
TvProfile *tv_profile_new_renamed (TvProfile *profile, TvTrace *trace);
const TvProfileRange *tv_profile_get_range (const TvProfile *profile);

double tv_profile_get_n_samples (const TvProfile *profile);
double tv_profile_get_share_error (const TvProfile *profile, gint64 part);

G_END_DECLS
