/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-system.h"

G_BEGIN_DECLS

char *tv_test_counters_to_string (const TvTrace *trace);
char *tv_test_states_to_string (const TvTrace *trace);
char *tv_test_details_to_string (const TvTrace *trace);

G_END_DECLS
