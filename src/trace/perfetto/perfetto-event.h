/* SPDX-License-Identifier: Apache-2.0 */

/* An event of a track as its packet has it, with what its sequence says beside. */

#pragma once

#include "trace/build/arg-tree.h"
#include "trace/perfetto/perfetto-sequence.h"

G_BEGIN_DECLS

typedef enum
{
  TV_PERFETTO_NONE = 0, /* or of the old form */
  TV_PERFETTO_BEGIN = 1,
  TV_PERFETTO_END = 2,
  TV_PERFETTO_INSTANT = 3,
  TV_PERFETTO_COUNTER = 4,
  TV_PERFETTO_STATE = 5
} TvPerfettoEventType;

typedef struct
{
  guint64 id;
  gboolean ends;
} TvPerfettoFlow;

typedef struct
{
  TvPerfettoEventType type;
  gboolean has_track;
  guint64 track;
  const char *category; /* a text of the pool, or own_category */
  const char *name;
  guint64 category_number; /* of the sequence, or 0 if it is given in full */
  guint64 name_number;
  gint64 time;
  gboolean has_time; /* of its own, instead of the packet's */
  gboolean has_bad_time;
  gint64 cpu_time;
  gboolean has_cpu_time;
  gint64 instructions;
  gboolean has_instructions;
  gint64 pid; /* instead of those of its sequence, or -1 */
  gint64 tid;
  TvProtoField legacy;
  guint64 offset;
  gboolean has_value; /* of a counter */
  double value;
  GArray *counters[2]; /* of guint64: tracks of further counters, whole and real */
  GArray *values;      /* of double: theirs, the whole ones first */
  guint n_whole;       /* how many of them are whole */
  GArray *flows;       /* of TvPerfettoFlow */
  TvArgTree *args;
  GString *own_category;
  GString *own_name;
} TvPerfettoEvent;

void tv_perfetto_event_init (TvPerfettoEvent *event);
void tv_perfetto_event_clear (TvPerfettoEvent *event);
void tv_perfetto_event_set_name (TvPerfettoEvent *event,
                                 const TvPerfettoSequence *sequence, guint64 number);
void tv_perfetto_event_read (TvPerfettoEvent *event, TvPerfettoSequence *sequence,
                             TvProto message);

G_END_DECLS
