/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

TvTrace *tv_test_run_script_build (const char *script, guint64 memory_limit,
                                   GError **error);
TvTrace *tv_test_run_script (const char *script);

G_END_DECLS
