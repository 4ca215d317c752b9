/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/method-index.h"

G_BEGIN_DECLS

GArray *tv_method_index_list_calls (const TvMethodIndex *index, guint32 method,
                                    guint32 thread, gint64 start, gint64 end,
                                    guint max);
guint64 tv_method_index_count_calls (const TvMethodIndex *index, guint32 method,
                                     guint32 thread, gint64 start, gint64 end);

G_END_DECLS
