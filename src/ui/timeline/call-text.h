/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-query.h"

G_BEGIN_DECLS

char *tv_call_dup_numbers_text (const TvTrace *trace, const TvCallDetails *call);
char *tv_call_dup_place_text (const TvTrace *trace, const TvCallDetails *call);
char *tv_call_dup_spoken_text (const TvTrace *trace, const TvCallDetails *call);
char *tv_call_dup_callers_text (const TvCallStacks *stacks, TvCallRef call,
                                guint max_lines);
char *tv_method_dup_source_text (const TvMethod *method);

G_END_DECLS
