/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/flame-layout.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

/* The frames that keys, the search and the selection lead to; TV_FRAME_NONE for none.
 */

guint32 tv_flame_find_selected (const TvFlameLayout *layout, TvTraceSession *session);
guint32 tv_flame_find_widest_callee (const TvFlameLayout *layout, guint32 frame);
guint32 tv_flame_find_beside (const TvFlameLayout *layout, guint32 frame, int step,
                              gint64 least_time);
guint32 tv_flame_find_narrower (const TvFlameLayout *layout, guint32 frame);
guint32 tv_flame_find_wider (const TvFlameLayout *layout);
GArray *tv_flame_list_hits (const TvFlameLayout *layout, TvMethodSet *hits,
                            guint32 current, guint *n_before);

G_END_DECLS
