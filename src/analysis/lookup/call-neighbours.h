/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

gboolean tv_call_get_parent (const TvTrace *trace, TvCallRef call, TvCallRef *parent);
gboolean tv_call_get_first_child (const TvTrace *trace, TvCallRef call,
                                  TvCallRef *child);
gboolean tv_call_get_next_sibling (const TvTrace *trace, TvCallRef call,
                                   TvCallRef *sibling);
gboolean tv_call_get_previous_sibling (const TvTrace *trace, TvCallRef call,
                                       TvCallRef *sibling);

G_END_DECLS
