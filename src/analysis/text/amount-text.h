/* SPDX-License-Identifier: Apache-2.0 */

/* What a clock has measured as text: times, or the weights of samples. */

#pragma once

#include "analysis/text/time-text.h"
#include "trace/model/trace-samples.h"

G_BEGIN_DECLS

TvTimeUnit tv_amount_get_unit (const TvTrace *trace, TvClock clock, TvTimeUnit unit);
TvClock tv_amount_get_axis_clock (const TvTrace *trace);
gboolean tv_amount_is_on_axis (const TvTrace *trace);
char *tv_amount_format_with_unit (const TvTrace *trace, TvClock clock, gint64 amount,
                                  TvTimeUnit unit);
void tv_amount_append (GString *text, const TvTrace *trace, TvClock clock,
                       gint64 amount);
const char *tv_amount_get_symbol (const TvTrace *trace, TvClock clock);
char *tv_amount_dup_note (const TvTrace *trace);
char *tv_amount_dup_text (const TvTrace *trace, const char *text);

const char *tv_amount_get_suffix (const TvTrace *trace, TvClock clock,
                                  const char *of_time);
const char *tv_amount_get_field (const TvTrace *trace, TvClock clock, const char *name);
const char *tv_amount_get_title (const TvTrace *trace, const char *title)
    G_GNUC_FORMAT (2);

G_END_DECLS
