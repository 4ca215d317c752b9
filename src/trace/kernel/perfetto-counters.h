/* SPDX-License-Identifier: Apache-2.0 */

/* Counters in Perfetto's packets that are no tracks of their own: of events of the
 * kernel, and of what probes read of processes and the system. They have the names that
 * Perfetto gives them, by which its users search. */

#pragma once

#include "trace/input/proto-reader.h"
#include "trace/kernel/system-tasks.h"

G_BEGIN_DECLS

/**
 * TV_N_COUNTER_FIELDS:
 *
 * Fields of an event of the kernel: those from it on are not read.
 */
#define TV_N_COUNTER_FIELDS 15

/**
 * TvPerfettoCounters:
 *
 * Gives a builder the values of counters that packets and events of the kernel have.
 */
typedef struct _TvPerfettoCounters TvPerfettoCounters;

TvPerfettoCounters *tv_perfetto_counters_new (TvRunBuilder *builder,
                                              TvSystemTasks *tasks);
void tv_perfetto_counters_free (TvPerfettoCounters *self);
gboolean tv_perfetto_counters_add_event (TvPerfettoCounters *self, guint32 kind,
                                         gint64 time, gint64 tid,
                                         const TvProtoField *fields);
void tv_perfetto_counters_add_processes (TvPerfettoCounters *self, gint64 time,
                                         TvProto stats);
void tv_perfetto_counters_add_system (TvPerfettoCounters *self, gint64 time,
                                      TvProto stats);
void tv_perfetto_counters_add_battery (TvPerfettoCounters *self, gint64 time,
                                       TvProto battery);

G_END_DECLS
