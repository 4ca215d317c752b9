/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/method-sequence.h"
#include "analysis/method-set.h"

G_BEGIN_DECLS

guint32 *tv_profile_filter (const TvMethodSet *only, const TvMethodSequence *called,
                            const TvMethodSequence *uncalled, guint *n_filtered);

G_END_DECLS
