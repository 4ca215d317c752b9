/* SPDX-License-Identifier: Apache-2.0 */

/* Packets that are kept as rows for SQL. */

#pragma once

#include "trace/kernel/system-tasks.h"
#include "trace/perfetto/perfetto-clocks.h"
#include "trace/perfetto/perfetto-packets.h"

G_BEGIN_DECLS

/* What takes rows, and what knows threads and clocks. */
typedef struct
{
  TvRunBuilder *builder;
  TvSystemTasks *tasks;
  TvPerfettoClocks *clocks;
} TvPerfettoRows;

gboolean tv_perfetto_rows_add (const TvPerfettoRows *self, const gint64 *time,
                               const TvPerfettoPacket *packet);

G_END_DECLS
