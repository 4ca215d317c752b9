/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"

G_BEGIN_DECLS

guint tv_ordered_hits_count (const TvMethodSequence *sequence, const TvMethodSet *hits,
                             guint n);
guint tv_ordered_hits_find_next (const TvMethodSequence *sequence,
                                 const TvMethodSet *hits, guint place);
guint tv_ordered_hits_find_previous (const TvMethodSequence *sequence,
                                     const TvMethodSet *hits, guint place);

G_END_DECLS
