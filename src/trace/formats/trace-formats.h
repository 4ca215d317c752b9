/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/event-source.h"
#include "trace/input/trace-input.h"

G_BEGIN_DECLS

/* One function a family of formats: from the bytes of a file to the model. Ids in text
 * tables without 0x are read as decimal or, with @hex_ids, as hexadecimal. A reader
 * that finds out that they are hexadecimal sets @hex_ids and returns NULL without an
 * error: it wants to be called again. */

TvTrace *tv_classic_trace_read (const TvTraceInput *input, const TvLoadOptions *options,
                                gboolean *hex_ids, GError **error);
TvTrace *tv_stream_trace_read (const TvTraceInput *input, const TvLoadOptions *options,
                               gboolean *hex_ids, GError **error);
TvTrace *tv_packet_trace_read (const TvTraceInput *input, const TvLoadOptions *options,
                               GError **error);

/* For tests. */
TvTrace *tv_trace_load_bytes_in_parts (GBytes *bytes, guint n_workers, gsize part_size,
                                       GCancellable *cancellable, GError **error);

G_END_DECLS
