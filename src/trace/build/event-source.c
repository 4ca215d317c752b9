/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/event-source.h"

#include "trace/model/parallel.h"
#include "trace/model/trace-storage.h"

#include <stdatomic.h>

/* A part has a cost for each of its threads, so it should have some hundred thousand
 * events. */
#define USUAL_PART_SIZE (4 * 1024 * 1024)

/* Some parts take longer than others. With more parts than workers, the wait for the
 * last one is short. */
#define PARTS_PER_WORKER 4

/**
 * tv_event_source_start:
 * @source: a source that is about to be read
 * @options: how the trace is loaded; it outlives the reading
 * @done: bytes that were already reported as progress
 * @total: bytes of all readings and of what came before
 *
 * Prepares the reading. Progress is reported in the calling thread.
 */
void
tv_event_source_start (TvEventSource *source, const TvLoadOptions *options,
                       goffset done, goffset total)
{
  source->options = options;
  source->progress_total = total;
  source->reporter = g_thread_self ();
  source->bytes_done = done;
}

/**
 * tv_event_source_advance:
 * @source: a source that is being read
 * @length: bytes read since the last call
 * @cancellable: (nullable): stops the reading
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Reports progress. Readers call it about every ten thousand records.
 *
 * Returns: whether to continue
 */
gboolean
tv_event_source_advance (TvEventSource *source, goffset length,
                         GCancellable *cancellable, GError **error)
{
  goffset done
      = length
        + atomic_fetch_add_explicit (&source->bytes_done, length, memory_order_relaxed);

  if (source->options->progress != NULL && g_thread_self () == source->reporter)
    source->options->progress (MIN (done, source->progress_total),
                               source->progress_total, source->options->progress_data);
  return !g_cancellable_set_error_if_cancelled (cancellable, error)
         && tv_memory_budget_check (source->options->budget, 0, error);
}

/* Returns the number of parts to cut the events into. */
guint
tv_event_source_get_n_parts (const TvEventSource *source)
{
  const TvLoadOptions *options = source->options;
  guint n_workers
      = options->n_workers > 0 ? options->n_workers : tv_parallel_get_n_workers ();
  goffset part_size = options->part_size > 0 ? options->part_size : USUAL_PART_SIZE;

  if (n_workers == 1)
    return 1;
  return (guint) CLAMP (source->reading_size / part_size, 1,
                        n_workers * PARTS_PER_WORKER);
}

static TvEventPart *
new_part (guint64 start, guint64 end)
{
  TvEventPart *part = g_new0 (TvEventPart, 1);

  part->start = start;
  part->end = end;
  part->threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  part->new_methods = g_array_new (FALSE, FALSE, sizeof (guint64));
  tv_id_map_init (&part->thread_index);
  tv_id_map_init (&part->new_method_index);
  part->warnings = tv_warnings_new ();
  return part;
}

static void
free_part (gpointer data)
{
  TvEventPart *part = data;

  g_array_unref (part->threads);
  g_array_unref (part->new_methods);
  tv_id_map_clear (&part->thread_index);
  tv_id_map_clear (&part->new_method_index);
  tv_warnings_free (part->warnings);
  g_free (part);
}

/* Returns the parts that have events, in the order of the file; at least one. */
GPtrArray *
tv_event_source_split (TvEventSource *source, guint n_parts)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (free_part);

  for (guint i = 0; i < n_parts; i++)
    {
      guint64 start = source->cut (source, i, n_parts);
      guint64 end = source->cut (source, i + 1, n_parts);

      if (start < end)
        g_ptr_array_add (parts, new_part (start, end));
    }
  if (parts->len == 0)
    g_ptr_array_add (parts, new_part (0, 0));
  return parts;
}

/* Delivers the events of a part. */
gboolean
tv_event_source_read (TvEventSource *source, TvEventPart *part, TvEventSink *sink,
                      GCancellable *cancellable, GError **error)
{
  if (!source->read (source, part, sink, cancellable, error))
    return FALSE;
  part->known = TRUE;
  return TRUE;
}

/* The rare case of tv_event_source_find_thread(). */
guint32
tv_event_source_add_thread (TvEventPart *part, guint32 id)
{
  const guint32 index = part->threads->len;

  if (part->known)
    return TV_ID_MAP_NONE;
  g_array_append_val (part->threads, id);
  tv_id_map_set (&part->thread_index, id, index);
  return index;
}

/* The rare case of tv_event_source_find_method(). */
guint32
tv_event_source_add_method (const TvEventSource *source, TvEventPart *part, guint64 id)
{
  guint32 index = tv_id_map_get (&part->new_method_index, id);

  if (part->known)
    return TV_ID_MAP_NONE;
  if (index == TV_ID_MAP_NONE)
    {
      index = part->new_methods->len;
      g_array_append_val (part->new_methods, id);
      tv_id_map_set (&part->new_method_index, id, index);
    }
  return source->n_known_methods + index;
}
