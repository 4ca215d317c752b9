/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile-public.h"
#include "analysis/sums/thread-range.h"

G_BEGIN_DECLS

TvProfile *tv_profile_new_for_range (TvTrace *trace, const TvProfileRange *range,
                                     GCancellable *cancellable, GError **error);
TvProfile *tv_profile_new_renamed (TvProfile *profile, TvTrace *trace);
const TvProfileRange *tv_profile_get_range (const TvProfile *profile);

G_END_DECLS
