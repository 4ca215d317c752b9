/* SPDX-License-Identifier: Apache-2.0 */

/* Packets that are kept as rows for SQL. */

#pragma once

#include "trace/build/run-builder.h"
#include "trace/perfetto/perfetto-packets.h"

G_BEGIN_DECLS

gboolean tv_perfetto_rows_are_in (const TvPerfettoPacket *packet);
gboolean tv_perfetto_rows_add (TvRunBuilder *builder, gint64 time,
                               const TvPerfettoPacket *packet);

G_END_DECLS
