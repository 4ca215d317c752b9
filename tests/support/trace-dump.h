/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

char *tv_test_dump_trace (const TvTrace *trace);

G_END_DECLS
