/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/id-map.h"
#include "trace/model/trace-warnings.h"

G_BEGIN_DECLS

/**
 * TvEventPart:
 * @start: where its events begin; what is counted is the reader's own
 * @end: where they end
 * @threads: (element-type guint32): ids of the threads that its events are of, in order
 * of their first events
 * @thread_index: their ids to indexes of @threads
 * @new_methods: (element-type guint64): ids that its events name and the tables do not,
 *   in order of their first events
 * @new_method_index: their ids to indexes of @new_methods
 * @known: whether it was read once: then there are no further threads and methods, and
 *   what is skipped was counted
 * @warnings: what was skipped in the first reading
 * @n_records: records in it, those that were skipped included
 *
 * A stretch of a file whose events can be read without those before it, by one worker
 * while others read others.
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

TvEventPart *tv_event_part_new (guint64 start, guint64 end);
void tv_event_part_free (TvEventPart *part);
guint32 tv_event_part_add_thread (TvEventPart *part, guint32 id);
guint32 tv_event_part_add_method (TvEventPart *part, guint64 id);

static inline guint32
tv_event_part_get_thread_id (const TvEventPart *part, guint thread)
{
  return g_array_index (part->threads, guint32, thread);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvEventPart, tv_event_part_free)

G_END_DECLS
