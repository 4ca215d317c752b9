/* SPDX-License-Identifier: Apache-2.0 */

/* The clocks of a Perfetto trace: each snapshot says what several showed at once. */

#pragma once

#include "trace/input/proto-reader.h"

G_BEGIN_DECLS

#define TV_PERFETTO_BOOTTIME 6

typedef struct _TvPerfettoClocks TvPerfettoClocks;

TvPerfettoClocks *tv_perfetto_clocks_new (void);
void tv_perfetto_clocks_free (TvPerfettoClocks *self);
gboolean tv_perfetto_clocks_add (TvPerfettoClocks *self, TvProto snapshot,
                                 guint32 sequence);
void tv_perfetto_clocks_seal (TvPerfettoClocks *self);
guint64 tv_perfetto_clocks_get_key (guint32 clock, guint32 sequence);
gboolean tv_perfetto_clocks_convert (TvPerfettoClocks *self, guint64 key, gint64 time,
                                     gint64 *result);
guint32 tv_perfetto_clocks_get_primary (const TvPerfettoClocks *self);
gboolean tv_perfetto_clocks_find_reading (TvPerfettoClocks *self, guint32 id,
                                          gint64 *own_time, gint64 *time);
gint64 tv_perfetto_clocks_get_unit (TvPerfettoClocks *self, guint64 key);
gboolean tv_perfetto_clocks_is_incremental (TvPerfettoClocks *self, guint64 key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPerfettoClocks, tv_perfetto_clocks_free)

G_END_DECLS
