/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

const char *tv_kind_text (const TvTrace *trace, const char *text) G_GNUC_FORMAT (2);
char *tv_kind_dup_refusal (const TvTrace *trace, const char *what);
char *tv_kind_dup_count (const TvTrace *trace, guint64 n);

G_END_DECLS
