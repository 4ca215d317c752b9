/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/event-part.h"
#include "trace/build/event-sink.h"
#include "trace/tables/key-section.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvEventSource:
 * @cut: gives where part @index of @n parts of about the same size begins, which is
 *   where the last one ends for an @index of @n; parts may be empty
 * @read: delivers all events of a part, with indexes of threads in the part's own
 * table; may be called again, in several threads at a time for different parts, and
 * then delivers the same
 * @tables: (transfer none): threads and methods, which do not change while parts are
 *   read
 * @n_known_methods: how many methods @tables have; new ones of a part are numbered on
 * from there
 * @reading_size: bytes that one reading goes through
 * @n_workers: how many threads may read, 0 for as many as the machine has
 * @part_size: bytes that are worth a part of their own, 0 for the usual
 * @progress: (nullable): told how many bytes were read, in the thread of @reporter only
 * @progress_data: for @progress
 * @progress_total: bytes of all readings
 * @reporter: the thread that the loading runs in
 *
 * What the reader of any format is to the two passes over its events. Embedded as the
 * first member of its implementations.
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
  guint n_workers;
  goffset part_size;
  GFileProgressCallback progress;
  gpointer progress_data;
  goffset progress_total;
  GThread *reporter;
  /*< private >*/
  _Atomic goffset bytes_done;
};

void tv_event_source_start (TvEventSource *source, goffset done, goffset total,
                            GFileProgressCallback progress, gpointer progress_data);
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
void tv_event_source_set_changed (GError **error, guint64 offset);

/**
 * tv_event_source_find_thread:
 * @part: what is being read
 * @id: a thread id as a record has it
 *
 * Returns: its index in @part, or %TV_ID_MAP_NONE if it is new though all are known
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
 * @part: what is being read
 * @id: a method id as a record has it
 *
 * Returns: its index, which for methods that the tables do not have is past theirs; or
 *   %TV_ID_MAP_NONE if it is new though all are known
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
