/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/event-source.h"
#include "trace/formats/packet-layout.h"

G_BEGIN_DECLS

/**
 * TvPacketReader:
 * @source: delivers the events
 * @data: (transfer none): the file
 * @survey: (transfer none): its blocks; the first reading notes which go on from the
 *   one before
 * @layout: how records are packed
 * @dual: whether records have two times
 * @clock: which clock the first time is
 * @frequency: ticks in a second, or 0 for nanoseconds
 *
 * Reads the blocks of records of versions 4 and 5.
 */
typedef struct
{
  TvEventSource source;
  GBytes *data;
  TvPacketSurvey *survey;
  TvPacketLayout layout;
  gboolean dual;
  TvClock clock;
  guint64 frequency;
} TvPacketReader;

void tv_packet_reader_init (TvPacketReader *reader, GBytes *data,
                            TvPacketSurvey *survey, TvClock clock, TvKeySection *tables,
                            TvWarnings *warnings);

G_END_DECLS
