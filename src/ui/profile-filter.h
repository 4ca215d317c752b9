/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/method-set.h"
#include "analysis/profile.h"

G_BEGIN_DECLS

guint32 *tv_profile_filter (const TvProfile *profile, const TvMethodSet *only,
                            const guint32 *order, guint n_order, const guint32 *by_name,
                            guint n_by_name, guint *n_filtered);

G_END_DECLS
