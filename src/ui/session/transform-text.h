/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

G_BEGIN_DECLS

char *tv_transform_dup_text (TvTraceSession *session, guint index);
char *tv_transforms_dup_note (TvTraceSession *session);
GMenuModel *tv_transform_menu_new (const TvTrace *trace);

G_END_DECLS
