/* SPDX-License-Identifier: Apache-2.0 */

/* Stacks of samples: what writers name by number, and frames. */

#pragma once

#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/perfetto/perfetto-packets.h"

G_BEGIN_DECLS

/* Messages that packets name by number. */
typedef enum
{
  TV_PERFETTO_FUNCTIONS,
  TV_PERFETTO_FRAMES,
  TV_PERFETTO_STACKS,
  TV_PERFETTO_PATHS,
  TV_PERFETTO_MAPPINGS,
  TV_PERFETTO_SOURCES,
  TV_PERFETTO_TASKS,
  TV_PERFETTO_EXECUTIONS,
  TV_PERFETTO_COUNTERS,
  TV_N_PERFETTO_TABLES
} TvPerfettoTable;

/* A fiber or the like: values of a row, and the number of its parent, or 0. */
typedef struct
{
  gint64 name;
  gint64 kind;
  guint64 parent;
} TvPerfettoAsync;

/* What a writer has said. */
typedef struct
{
  GHashTable *messages[TV_N_PERFETTO_TABLES]; /* numbers to GBytes, or to texts */
  GHashTable *asyncs;                         /* numbers to TvPerfettoAsync */
  GHashTable *names;   /* numbers of frames to indexes, plus one */
  gboolean has_gaps;   /* whether a message was missed */
  GHashTable *stacks;  /* numbers to those of the builder */
  char *event;         /* or NULL */
  guint32 event_index; /* plus one, or 0 before the first sample */
  const char *unit;    /* of the event, or NULL */

  /* Of samples that say all themselves. */
  GBytes *defaults; /* or NULL; the counters are in it */
  char *source;     /* or NULL */
  TvProto counter;
  GArray *followers; /* of TvProto: further counters */
} TvPerfettoWriter;

typedef struct _TvPerfettoStacks TvPerfettoStacks;

TvPerfettoStacks *tv_perfetto_stacks_new (TvSampleBuilder *builder,
                                          TvSliceNames *names);
void tv_perfetto_stacks_free (TvPerfettoStacks *self);
TvPerfettoWriter *tv_perfetto_stacks_find_writer (TvPerfettoStacks *self,
                                                  guint32 sequence);
void tv_perfetto_stacks_intern (TvPerfettoStacks *self, const TvPerfettoPacket *packet);
guint32 tv_perfetto_stacks_find (TvPerfettoStacks *self, TvPerfettoWriter *writer,
                                 guint64 number, guint64 offset);
guint32 tv_perfetto_stacks_add (TvPerfettoStacks *self, TvProto stack);
guint32 tv_perfetto_stacks_get_none (TvPerfettoStacks *self);

guint64 tv_perfetto_get_number (TvProto message, guint32 number);
TvProto tv_perfetto_find_message (TvProto message, guint32 number);
char *tv_perfetto_dup_text (TvProto message, guint32 number);
TvProto tv_perfetto_writer_get_message (TvPerfettoWriter *writer, TvPerfettoTable table,
                                        guint64 number);

G_END_DECLS
