/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/event-source.h"

#include "trace/model/parallel.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdatomic.h>

/* A part costs the threads that it finds at its start, so it should have some hundred
 * thousand events. */
#define USUAL_PART_SIZE (4 * 1024 * 1024)

/* Some parts take longer than others; with more of them than workers nobody waits long
 * for the last. */
#define PARTS_PER_WORKER 4

/**
 * tv_event_source_start:
 * @source: a source that is about to be read
 * @done: bytes that progress was already told of
 * @total: bytes of all readings and of what came before
 * @progress: (nullable): told how many bytes were read
 * @progress_data: for @progress
 *
 * Settles who is told how far the readings are; the calling thread will be told.
 */
void
tv_event_source_start (TvEventSource *source, goffset done, goffset total,
                       GFileProgressCallback progress, gpointer progress_data)
{
  source->progress = progress;
  source->progress_data = progress_data;
  source->progress_total = total;
  source->reporter = g_thread_self ();
  source->bytes_done = done;
}

/**
 * tv_event_source_advance:
 * @source: a source that is being read
 * @length: bytes that were read since this was last called
 * @cancellable: (nullable): stops the reading
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Reports progress; to be called every ten thousand records or so.
 *
 * Returns: whether to go on
 */
gboolean
tv_event_source_advance (TvEventSource *source, goffset length,
                         GCancellable *cancellable, GError **error)
{
  goffset done
      = length
        + atomic_fetch_add_explicit (&source->bytes_done, length, memory_order_relaxed);

  if (source->progress != NULL && g_thread_self () == source->reporter)
    source->progress (MIN (done, source->progress_total), source->progress_total,
                      source->progress_data);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Returns into how many parts its events are best cut, 1 if they are not worth
 * cutting. */
guint
tv_event_source_get_n_parts (const TvEventSource *source)
{
  guint n_workers
      = source->n_workers > 0 ? source->n_workers : tv_parallel_get_n_workers ();
  goffset part_size = source->part_size > 0 ? source->part_size : USUAL_PART_SIZE;

  if (n_workers == 1)
    return 1;
  return (guint) CLAMP (source->reading_size / part_size, 1,
                        n_workers * PARTS_PER_WORKER);
}

/* Returns the parts that have events, in the order of the file; at least one. */
GPtrArray *
tv_event_source_split (TvEventSource *source, guint n_parts)
{
  GPtrArray *parts
      = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_event_part_free);

  for (guint i = 0; i < n_parts; i++)
    {
      guint64 start = source->cut (source, i, n_parts);
      guint64 end = source->cut (source, i + 1, n_parts);

      if (start < end)
        g_ptr_array_add (parts, tv_event_part_new (start, end));
    }
  if (parts->len == 0)
    g_ptr_array_add (parts, tv_event_part_new (0, 0));
  return parts;
}

/* Delivers the events of part; several threads may do that at a time, each for another
 * part. */
gboolean
tv_event_source_read (TvEventSource *source, TvEventPart *part, TvEventSink *sink,
                      GCancellable *cancellable, GError **error)
{
  if (!source->read (source, part, sink, cancellable, error))
    return FALSE;
  part->known = TRUE;
  return TRUE;
}

/* The slow half of tv_event_source_find_thread(). */
guint32
tv_event_source_add_thread (TvEventPart *part, guint32 id)
{
  if (part->known)
    return TV_ID_MAP_NONE;
  return tv_event_part_add_thread (part, id);
}

/* The slow half of tv_event_source_find_method(). */
guint32
tv_event_source_add_method (const TvEventSource *source, TvEventPart *part, guint64 id)
{
  if (part->known)
    return TV_ID_MAP_NONE;
  return source->n_known_methods + tv_event_part_add_method (part, id);
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
