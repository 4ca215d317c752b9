/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/event-source.h"
#include "trace/formats/stream-header.h"
#include "trace/formats/stream-item.h"

G_BEGIN_DECLS

/**
 * TvStreamSurvey:
 * @n_records: number of whole records
 * @n_threads: number of threads with records
 * @latest_first_time: the largest of the threads' first times
 * @announced: the threads that the stream names, by the ids of its records
 * @marks: (element-type guint64): byte offset of each item in so many thousand
 * @last: what ended the stream, the summary if it is whole
 * @end: byte offset of @last
 *
 * What a streamed trace holds, found out before its times can be understood: the clock
 * is named in the summary at its end.
 */
typedef struct
{
  guint64 n_records;
  guint n_threads;
  guint32 latest_first_time;
  TvThreadTable announced;
  GArray *marks;
  TvStreamItem last;
  gsize end;
} TvStreamSurvey;

guint tv_stream_choose_record_size (const TvStreamHeader *header, GBytes *data,
                                    TvWarnings *warnings, GCancellable *cancellable);
void tv_stream_survey_clear (TvStreamSurvey *survey);
gboolean tv_stream_survey_run (TvStreamSurvey *survey, TvEventSource *source,
                               GBytes *data, TvWarnings *warnings,
                               const TvStreamHeader *header, GCancellable *cancellable,
                               GError **error);

G_END_DECLS
