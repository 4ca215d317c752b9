/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/event-sink.h"
#include "trace/key-section.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvEventSource:
 * @read: delivers all events; may be called more than once and then delivers the same
 * @tables: (transfer none): threads and methods, to which the first reading adds what
 *   only records name
 * @warnings: (transfer none): where skipped records are counted, while not @frozen
 * @frozen: set after the first reading: the tables may not grow any more
 * @reading_size: bytes that one reading goes through
 * @progress: (nullable): told how many bytes were read
 * @progress_data: for @progress
 * @progress_done: bytes that were reported before this reading
 * @progress_total: bytes of all readings
 *
 * What the reader of any format is to the two passes over its events. Embedded as the
 * first member of its implementations.
 */
typedef struct _TvEventSource TvEventSource;

struct _TvEventSource
{
  gboolean (*read) (TvEventSource *source, TvEventSink *sink, GCancellable *cancellable,
                    GError **error);
  TvKeySection *tables;
  TvWarnings *warnings;
  gboolean frozen;
  goffset reading_size;
  GFileProgressCallback progress;
  gpointer progress_data;
  goffset progress_done;
  goffset progress_total;
};

gboolean tv_event_source_report (TvEventSource *source, goffset position,
                                 GCancellable *cancellable, GError **error);
guint32 tv_event_source_add_thread (TvEventSource *source, guint32 id);
guint32 tv_event_source_add_method (TvEventSource *source, guint64 id);
void tv_event_source_set_changed (GError **error, guint64 offset);

/**
 * tv_event_source_find_thread:
 * @source: a source
 * @id: a thread id as a record has it
 *
 * Returns: its index, or %TV_ID_MAP_NONE if it is new though the tables are frozen
 */
static inline guint32
tv_event_source_find_thread (TvEventSource *source, guint32 id)
{
  guint32 index = tv_id_map_get (&source->tables->threads.record_index, id);

  return G_LIKELY (index != TV_ID_MAP_NONE) ? index
                                            : tv_event_source_add_thread (source, id);
}

/**
 * tv_event_source_find_method:
 * @source: a source
 * @id: a method id as a record has it
 *
 * Returns: its index, or %TV_ID_MAP_NONE if it is new though the tables are frozen
 */
static inline guint32
tv_event_source_find_method (TvEventSource *source, guint64 id)
{
  guint32 index = tv_id_map_get (&source->tables->methods.index, id);

  return G_LIKELY (index != TV_ID_MAP_NONE) ? index
                                            : tv_event_source_add_method (source, id);
}

G_END_DECLS
