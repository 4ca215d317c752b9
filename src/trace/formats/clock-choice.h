/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/clock-repair.h"
#include "trace/tables/key-section.h"

G_BEGIN_DECLS

const char *tv_clock_find_known (const char *name);
void tv_clock_name_to_clocks (const char *name, gboolean has_clock[TV_N_CLOCKS]);
TvClockRules tv_clock_choose_rules (const gboolean has_clock[TV_N_CLOCKS],
                                    const TvKeySection *key, TvWarnings *warnings);
TvAxis tv_clock_choose_axis (const gboolean has_clock[TV_N_CLOCKS],
                             const TvKeySection *key);

G_END_DECLS
