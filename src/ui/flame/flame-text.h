/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/text/name-text.h"
#include "draw/palette.h"
#include "ui/flame/flame-question.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

/* What is said of a frame: its name, and its numbers in one line. */

TvNameText *tv_flame_make_name (const TvFlameAnswer *answer, guint32 frame);
char *tv_flame_dup_numbers (const TvFlameAnswer *answer, TvTraceSession *session,
                            guint32 frame);
char *tv_flame_dup_legend (const TvFlameAnswer *answer, TvTraceSession *session,
                           gboolean by_share, const TvDrawColors *colors);

G_END_DECLS
