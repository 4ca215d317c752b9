/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/name-pattern.h"
#include "analysis/find/name-text.h"
#include "analysis/sums/method-set.h"

G_BEGIN_DECLS

TvMethodSet *tv_name_search (const TvNameText *text, const TvNamePattern *pattern,
                             GCancellable *cancellable, GError **error);
TvMethodSet *tv_name_search_within (const TvNameText *text,
                                    const TvNamePattern *pattern,
                                    const TvMethodSet *within,
                                    GCancellable *cancellable, GError **error);

G_END_DECLS
