/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"

G_BEGIN_DECLS

TvMethodSet *tv_method_set_new_named (const TvTrace *trace, const char *name,
                                      GArray **candidates);

G_END_DECLS
