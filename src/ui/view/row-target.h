/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include "ui/widgets/job.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvRowTarget:
 * @trace: the trace of @method and @path, not referenced
 * @method: index of a method, %TV_METHOD_NONE for none
 * @path: (transfer full) (nullable): the stack of the row
 * @call: the call of the row, in the session's trace. Its thread is %TV_THREAD_NONE for
 *   the longest call along @path, or of @method without a path
 *
 * The method, path or call that a row of a table or a frame of the flame graph stands
 * for.
 */
typedef struct
{
  TvTrace *trace;
  guint32 method;
  TvCallPath *path;
  TvCallRef call;
} TvRowTarget;

#define TV_ROW_TARGET_NONE                                                             \
  ((TvRowTarget){ NULL, TV_METHOD_NONE, NULL, { TV_THREAD_NONE, 0 } })

void tv_row_target_clear (TvRowTarget *self);
TvCallRef tv_row_target_get_longest_call (const TvRowTarget *self,
                                          TvTraceSession *session);
char *tv_row_target_dup_name (const TvRowTarget *self, const char *how);
char *tv_row_target_dup_stack (const TvRowTarget *self);
void tv_row_target_show_in_timeline (const TvRowTarget *self, TvTraceSession *session,
                                     GtkWidget *widget, TvJob **job);

void tv_call_show_in_timeline (GtkWidget *widget, TvTraceSession *session,
                               TvCallRef call);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvRowTarget, tv_row_target_clear)

G_END_DECLS
