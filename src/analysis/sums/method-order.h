/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

int tv_method_compare (const TvMethod *a, const TvMethod *b);

G_END_DECLS
