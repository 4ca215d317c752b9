/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

TvTrace *tv_sample_trace_new (void);

G_END_DECLS
