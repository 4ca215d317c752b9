/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/ranking.h"

#include <gio/gio.h>

G_BEGIN_DECLS

void tv_ranking_task_start (gpointer source_object, TvProfile *profile, TvClock clock,
                            GCancellable *cancellable, GAsyncReadyCallback callback);
TvRanking *tv_ranking_task_finish (GAsyncResult *result, TvClock *clock,
                                   GError **error);

G_END_DECLS
