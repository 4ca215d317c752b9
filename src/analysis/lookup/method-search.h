/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/method-index.h"

G_BEGIN_DECLS

gboolean tv_method_index_find_next (const TvMethodIndex *index, guint32 method,
                                    guint32 thread, TvCallRef after, TvCallRef *ref);
gboolean tv_method_index_find_previous (const TvMethodIndex *index, guint32 method,
                                        guint32 thread, TvCallRef before,
                                        TvCallRef *ref);
gboolean tv_method_index_find_from (const TvMethodIndex *index, guint32 method,
                                    guint32 thread, gint64 axis_time, TvCallRef *ref);
gboolean tv_method_index_find_before (const TvMethodIndex *index, guint32 method,
                                      guint32 thread, gint64 axis_time, TvCallRef *ref);
G_END_DECLS
