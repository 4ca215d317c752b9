/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-warnings.h"
#include "trace/tables/key-section.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvPacketBlock:
 * @offset: where its records begin, in bytes from the start of the file
 * @size: bytes of its records
 * @thread: thread id
 * @count: number of records that it announces, which is often wrong
 * @continues: whether its differences continue those of the previous block
 * @cut: whether the file ends inside it
 *
 * A block of records of one thread.
 */
typedef struct
{
  guint64 offset;
  guint32 size;
  guint32 thread;
  guint32 count;
  gboolean continues;
  gboolean cut;
} TvPacketBlock;

/**
 * TvPacketSurvey:
 * @version: the version that the header gives
 * @start_time: start of tracing in nanoseconds since boot
 * @frequency: ticks in a second, or 0 for times in nanoseconds
 * @blocks: (element-type TvPacketBlock): in the order of the file, without empty ones
 * @has_summary: whether the file was finished
 * @is_long_running: whether it has long-running methods only
 *
 * The content of a file of packets.
 */
typedef struct
{
  guint version;
  guint64 start_time;
  guint64 frequency;
  GArray *blocks;
  gboolean has_summary;
  gboolean is_long_running;
} TvPacketSurvey;

gboolean tv_packet_survey_probe_long_running (GBytes *start);

gboolean tv_packet_survey_read (TvPacketSurvey *survey, GBytes *data,
                                TvKeySection *tables, TvWarnings *warnings,
                                GCancellable *cancellable, GError **error);
void tv_packet_survey_clear (TvPacketSurvey *survey);

G_END_DECLS
