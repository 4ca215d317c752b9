/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include "ui/widgets/job.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void tv_call_show_in_timeline (GtkWidget *widget, TvTraceSession *session,
                               TvCallRef call);
void tv_longest_call_show_in_timeline (TvJob **job, GtkWidget *widget,
                                       TvTraceSession *session, TvCallPath *path);

G_END_DECLS
