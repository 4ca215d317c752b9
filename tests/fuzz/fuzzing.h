/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

void tv_fuzz_check (TvTrace *trace, const GError *error);
void tv_fuzz_check_parts (GBytes *bytes, const TvTrace *trace, const GError *error);

G_END_DECLS
