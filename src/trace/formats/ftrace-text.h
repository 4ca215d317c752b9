/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/formats/text-lines.h"
#include "trace/kernel/atrace-marks.h"
#include "trace/model/trace-warnings.h"

G_BEGIN_DECLS

/**
 * TvFtraceText:
 *
 * What reads the kernel's trace as lines of text, which may be those of a page of
 * systrace.
 */
typedef struct _TvFtraceText TvFtraceText;

TvFtraceText *tv_ftrace_text_new (const TvAtraceSink *sink, TvTrace *trace);
void tv_ftrace_text_free (TvFtraceText *self);
gboolean tv_ftrace_text_take (const TvTextLine *source, gpointer data);
guint64 tv_ftrace_text_get_n_lines (const TvFtraceText *self);
void tv_ftrace_text_list_hidden (const TvFtraceText *self, GString *text);
void tv_ftrace_text_finish (TvFtraceText *self, TvPlace place);

G_END_DECLS
