/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

TvMethodSet *tv_method_filter_new (const TvTrace *trace, const GRegex *regex);
TvMethodSet *tv_method_filter_new_optional (const TvTrace *trace, const GRegex *regex);

G_END_DECLS
