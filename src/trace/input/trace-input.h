/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/input/data-window.h"
#include "trace/input/file-bytes.h"

G_BEGIN_DECLS

/**
 * TvTraceInput:
 * @text: the file with the key section
 * @data: the file with the event data, which is @text unless the trace is split; only
 * the beginning of a big classic trace
 * @window: all bytes of the file of @data
 * @summary: (nullable): the side file `NAME.sec` of a streamed trace
 * @compressed: whether a file was gzipped
 * @n_read: unzipped bytes that were already reported as progress; none of a big file
 * @parts: the file, and the other half of a split trace
 * @gzip_error: (nullable): why unzipping stopped early
 *
 * The bytes of a trace, however they are stored.
 */
typedef struct
{
  GBytes *text;
  GBytes *data;
  TvDataWindow *window;
  GBytes *summary;
  gboolean compressed;
  goffset n_read;
  TvFileBytes parts[2];
  char *gzip_error;
} TvTraceInput;

/**
 * TV_TRACE_INPUT_MAX_UNZIPPED:
 *
 * A gzipped file that unzips to more bytes is refused.
 */
#define TV_TRACE_INPUT_MAX_UNZIPPED (G_GUINT64_CONSTANT (4) << 30)

/**
 * TV_TRACE_INPUT_MAX_RATIO:
 *
 * A gzipped file that grows by more than this factor, and to over 64 MiB, is refused.
 */
#define TV_TRACE_INPUT_MAX_RATIO 200

/**
 * TV_TRACE_INPUT_PASSES:
 *
 * How often the bytes of a file are read: once into memory, and twice as records.
 * Progress during the first reading is out of this many times the size of the file.
 */
#define TV_TRACE_INPUT_PASSES 3

TvTraceInput *tv_trace_input_open (GFile *file, GFileProgressCallback progress,
                                   gpointer progress_data, GCancellable *cancellable,
                                   GError **error);
TvTraceInput *tv_trace_input_new_for_bytes (GBytes *bytes, GCancellable *cancellable,
                                            GError **error);
gboolean tv_trace_input_check_unchanged (const TvTraceInput *input,
                                         GCancellable *cancellable, GError **error);
void tv_trace_input_free (TvTraceInput *input);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceInput, tv_trace_input_free)

G_END_DECLS
