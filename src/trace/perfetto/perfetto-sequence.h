/* SPDX-License-Identifier: Apache-2.0 */

/* What packets of one writer leave out because an earlier packet of it said so. */

#pragma once

#include "trace/build/run-builder.h"
#include "trace/model/id-map.h"
#include "trace/model/string-pool.h"
#include "trace/perfetto/perfetto-clocks.h"
#include "trace/perfetto/perfetto-packets.h"

G_BEGIN_DECLS

/* Tables of strings that packets name by number. */
typedef enum
{
  TV_INTERNED_CATEGORIES,
  TV_INTERNED_NAMES,
  TV_INTERNED_ARG_NAMES,
  TV_INTERNED_ARG_TEXTS,
  TV_INTERNED_SYMBOLS,
  TV_N_INTERNED_TABLES
} TvInternedTable;

/* A counter of a thread, whose events give its values themselves. */
typedef struct
{
  gboolean is_known;
  guint32 track;
  guint32 index;
} TvPerfettoThreadCounter;

typedef struct
{
  guint32 id;
  TvGrowth *growth; /* which has the error when memory is exhausted */
  gboolean is_valid;
  GPtrArray *first_texts[TV_N_INTERNED_TABLES]; /* of a pool, by small number */
  GHashTable *texts[TV_N_INTERNED_TABLES];      /* by larger number */
  TvIdMap names; /* numbers of category and name to those of the builder */
  guint32 clock; /* 0 if it is not given */
  guint64 track;
  GArray *counters[2];   /* of guint64: tracks of further counters, whole and real */
  GHashTable *locations; /* numbers to messages, as GBytes */
  GHashTable *totals;    /* tracks to the values of counters that are steps */
  GHashTable *running;   /* clock keys to the last time, of clocks that give steps */

  /* Of old writers: the thread, and the times from which events count. */
  gboolean has_thread;
  gint64 pid;
  gint64 tid;
  gint64 time;     /* nanoseconds */
  gint64 cpu_time; /* nanoseconds */
  gint64 instructions;
  TvPerfettoThreadCounter thread_counters[2]; /* of times, of instructions: the last */
} TvPerfettoSequence;

TvPerfettoSequence *tv_perfetto_sequence_new (guint32 id, TvGrowth *growth);
void tv_perfetto_sequence_free (TvPerfettoSequence *self);
gboolean tv_perfetto_sequence_take (TvPerfettoSequence *self,
                                    const TvPerfettoPacket *packet,
                                    TvStringPool *strings);
const char *tv_perfetto_sequence_get_text (const TvPerfettoSequence *self,
                                           TvInternedTable table, guint64 number);
TvProto tv_perfetto_sequence_get_location (const TvPerfettoSequence *self,
                                           guint64 number);
double tv_perfetto_sequence_add_up (TvPerfettoSequence *self, guint64 track,
                                    double step);
gint64 *tv_perfetto_sequence_get_running (TvPerfettoSequence *self, guint64 clock);
void tv_perfetto_sequence_set_running (TvPerfettoSequence *self,
                                       TvPerfettoClocks *clocks, TvProto snapshot);
gboolean tv_perfetto_sequence_find_time (TvPerfettoSequence *self,
                                         TvPerfettoClocks *clocks,
                                         const TvPerfettoPacket *packet,
                                         guint64 *latest, gint64 *result);

G_END_DECLS
