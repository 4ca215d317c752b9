/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/packet-writer.h"
#include "support/random-trace.h"

G_BEGIN_DECLS

/**
 * TvRandomForm:
 * @TV_RANDOM_CLASSIC: one file of the versions 1 to 3
 * @TV_RANDOM_PAIR: the same as a pair of files, put together in memory
 * @TV_RANDOM_STREAMED: the streamed form of the version
 *
 * In what form the events of a random trace are written. They are the same in all.
 */
typedef enum
{
  TV_RANDOM_CLASSIC,
  TV_RANDOM_PAIR,
  TV_RANDOM_STREAMED
} TvRandomForm;

gboolean tv_random_trace_save (const TvRandomTrace *spec, TvTraceWriter *tables,
                               TvRandomForm form, const char *path, GError **error);
gboolean tv_random_trace_save_packets (const TvRandomTrace *spec, TvTraceWriter *tables,
                                       const TvPacketForm *form, const char *path,
                                       GError **error);

G_END_DECLS
