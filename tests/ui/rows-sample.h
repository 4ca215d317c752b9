/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

TvTrace *tv_rows_sample_new (void);
TvTrace *tv_rows_sample_new_system (void);
TvTrace *tv_rows_sample_new_scheduled (void);

G_END_DECLS
