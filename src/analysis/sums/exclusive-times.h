/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

TvTimes tv_exclusive_times_make (const TvCalls *calls, TvClock clock);
void tv_exclusive_times_clear (TvTimes *times);

G_END_DECLS
