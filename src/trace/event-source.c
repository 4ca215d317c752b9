/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/event-source.h"

#include "trace/trace-error.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/**
 * tv_event_source_report:
 * @source: a source that is reading
 * @position: bytes of this reading that are behind it
 * @cancellable: (nullable): stops the reading
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Reports progress; to be called every ten thousand records or so.
 *
 * Returns: whether to go on
 */
gboolean
tv_event_source_report (TvEventSource *source, goffset position,
                        GCancellable *cancellable, GError **error)
{
  goffset done = source->progress_done + position;

  if (source->progress != NULL)
    source->progress (MIN (done, source->progress_total), source->progress_total,
                      source->progress_data);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/**
 * tv_event_source_add_thread:
 * @source: a source
 * @id: a thread id that no record had before
 *
 * The slow half of tv_event_source_find_thread().
 *
 * Returns: its index, or %TV_ID_MAP_NONE if the tables are frozen
 */
guint32
tv_event_source_add_thread (TvEventSource *source, guint32 id)
{
  if (source->frozen)
    return TV_ID_MAP_NONE;
  return tv_thread_table_add_record_id (&source->tables->threads, id);
}

/**
 * tv_event_source_add_method:
 * @source: a source
 * @id: a method id that the tables do not have
 *
 * The slow half of tv_event_source_find_method().
 *
 * Returns: its index, or %TV_ID_MAP_NONE if the tables are frozen
 */
guint32
tv_event_source_add_method (TvEventSource *source, guint64 id)
{
  if (source->frozen)
    return TV_ID_MAP_NONE;
  return tv_method_table_add_unnamed (&source->tables->methods, id);
}

/**
 * tv_event_source_set_changed:
 * @error: (out): %TV_TRACE_ERROR_CHANGED
 * @offset: byte offset of a record that was not there in the first reading
 */
void
tv_event_source_set_changed (GError **error, guint64 offset)
{
  g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_CHANGED,
               _ ("The file changed while it was being read (at byte %" PRIu64 ")"),
               offset);
}
