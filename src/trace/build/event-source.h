/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/load-options.h"
#include "trace/model/id-map.h"
#include "trace/model/trace-warnings.h"
#include "trace/model/trace.h"
#include "trace/tables/key-section.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvEventPart:
 * @start: where its events begin, in a unit of the reader
 * @end: where its events end
 * @threads: (element-type guint32): ids of its threads, in order of their first events
 * @thread_index: maps these ids to indexes of @threads
 * @new_methods: (element-type guint64): ids that its events name and the tables do not,
 *   in order of their first events
 * @new_method_index: maps these ids to indexes of @new_methods
 * @known: whether it was read once: then it has no further threads and methods, and its
 *   warnings are complete
 * @warnings: what was skipped in the first reading
 * @n_records: number of records, skipped ones included
 *
 * A part of a file that can be read without the parts before it. So workers can read
 * several parts at a time.
 */
typedef struct
{
  guint64 start;
  guint64 end;
  GArray *threads;
  TvIdMap thread_index;
  GArray *new_methods;
  TvIdMap new_method_index;
  gboolean known;
  TvWarnings *warnings;
  guint64 n_records;
} TvEventPart;

static inline guint32
tv_event_part_get_thread_id (const TvEventPart *part, guint thread)
{
  return g_array_index (part->threads, guint32, thread);
}

/**
 * TvEventAction:
 * @TV_EVENT_ENTER: a method was entered
 * @TV_EVENT_EXIT: a method returned
 * @TV_EVENT_UNWIND: an exception passed through a method
 *
 * What happened. The values are the action bits of records.
 */
typedef enum
{
  TV_EVENT_ENTER,
  TV_EVENT_EXIT,
  TV_EVENT_UNWIND
} TvEventAction;

/**
 * TvEvent:
 * @time: times by #TvClock as the file has them, in its unit; 0 for a clock it lacks
 * @offset: byte offset of the record in the file
 * @thread: index of the thread in the file's tables
 * @method: index of the method, or %TV_METHOD_NONE for an exit from the innermost call
 *   of any method
 * @action: a #TvEventAction
 *
 * One record, in the form that all readers deliver.
 */
typedef struct
{
  gint64 time[TV_N_CLOCKS];
  guint64 offset;
  guint32 thread;
  guint32 method;
  guint32 action;
} TvEvent;

/**
 * TV_EVENT_BATCH:
 *
 * The largest number of events in one call: enough to make the call cheap, few enough
 * for the first-level cache.
 */
#define TV_EVENT_BATCH 512

/**
 * TvPacketRun:
 *
 * Records of packets that a sink may decode by itself, without making events of them.
 * Loading a packet trace takes 1.2 (two clocks) to 1.8 times as long (one clock)
 * without it.
 */
typedef struct _TvPacketRun TvPacketRun;

/**
 * TvEventSink:
 * @consume: takes @n events in the order of the file
 * @take_packets: (nullable): takes the next records of a block of packets up to the
 * first that is not plain, which has to come as an event. Advances the decoder and
 * returns the number of records taken
 *
 * The receiver of events. Embedded as the first member of its implementations.
 */
typedef struct _TvEventSink TvEventSink;

struct _TvEventSink
{
  void (*consume) (TvEventSink *sink, const TvEvent *events, gsize n);
  gsize (*take_packets) (TvEventSink *sink, TvPacketRun *run);
};

/**
 * TvEventSource:
 * @cut: returns where part @index of @n parts of about the same size begins, and for an
 *   @index of @n where the last part ends; parts may be empty
 * @read: delivers all events of a part, with indexes of threads in the table of the
 * part; may be called repeatedly, and for different parts in parallel
 * @tables: (transfer none): threads and methods, constant while parts are read
 * @n_known_methods: number of methods in @tables; new ones of a part are numbered from
 *   there
 * @reading_size: bytes that one reading takes
 * @options: (transfer none): how the trace is loaded
 * @progress_total: bytes of all readings
 * @reporter: the thread that hears of progress: the one that the loading runs in
 *
 * The interface between the reader of a format and the passes over its events. Embedded
 * as the first member of its implementations.
 */
typedef struct _TvEventSource TvEventSource;

struct _TvEventSource
{
  guint64 (*cut) (TvEventSource *source, guint index, guint n);
  gboolean (*read) (TvEventSource *source, TvEventPart *part, TvEventSink *sink,
                    GCancellable *cancellable, GError **error);
  TvKeySection *tables;
  guint32 n_known_methods;
  goffset reading_size;
  const TvLoadOptions *options;
  goffset progress_total;
  GThread *reporter;
  /*< private >*/
  _Atomic goffset bytes_done;
};

void tv_event_source_start (TvEventSource *source, const TvLoadOptions *options,
                            goffset done, goffset total);
gboolean tv_event_source_advance (TvEventSource *source, goffset length,
                                  GCancellable *cancellable, GError **error);
gboolean tv_event_source_read (TvEventSource *source, TvEventPart *part,
                               TvEventSink *sink, GCancellable *cancellable,
                               GError **error);
GPtrArray *tv_event_source_split (TvEventSource *source, guint n_parts);
guint tv_event_source_get_n_parts (const TvEventSource *source);
guint32 tv_event_source_add_thread (TvEventPart *part, guint32 id);
guint32 tv_event_source_add_method (const TvEventSource *source, TvEventPart *part,
                                    guint64 id);

/**
 * tv_event_source_find_thread:
 * @part: the part that is read
 * @id: a thread id from a record
 *
 * Returns: its index in @part, or %TV_ID_MAP_NONE if it is new in a known part
 */
static inline guint32
tv_event_source_find_thread (TvEventPart *part, guint32 id)
{
  guint32 index = tv_id_map_get (&part->thread_index, id);

  return G_LIKELY (index != TV_ID_MAP_NONE) ? index
                                            : tv_event_source_add_thread (part, id);
}

/**
 * tv_event_source_find_method:
 * @source: a source
 * @part: the part that is read
 * @id: a method id from a record
 *
 * Returns: its index, past those of the tables if they do not have it, or
 *   %TV_ID_MAP_NONE if it is new in a known part
 */
static inline guint32
tv_event_source_find_method (const TvEventSource *source, TvEventPart *part, guint64 id)
{
  guint32 index = tv_id_map_get (&source->tables->methods.index, id);

  return G_LIKELY (index != TV_ID_MAP_NONE)
             ? index
             : tv_event_source_add_method (source, part, id);
}

G_END_DECLS
