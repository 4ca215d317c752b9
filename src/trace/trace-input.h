/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvTraceInput:
 * @text: where the key section is, or the whole file
 * @data: where the event data is; the same as @text for a file in one piece
 * @compressed: whether a file was gzipped
 * @maps: (nullable): the files that are mapped, for tv_trace_input_has_shrunk()
 * @n_read: bytes, unzipped, that progress was already told of; none of a mapped file
 * @gzip_error: (nullable): why unzipping stopped early
 *
 * The bytes of a trace, whatever way they are stored.
 */
typedef struct
{
  GBytes *text;
  GBytes *data;
  gboolean compressed;
  GArray *maps;
  goffset n_read;
  char *gzip_error;
} TvTraceInput;

/**
 * TV_TRACE_INPUT_MAX_UNZIPPED:
 *
 * A gzipped file that unzips to more bytes than this is refused.
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
 * How often the bytes of a file go by: once into memory, and twice as records. Progress
 * that is reported while a file is read is out of so many times its size.
 */
#define TV_TRACE_INPUT_PASSES 3

TvTraceInput *tv_trace_input_open (GFile *file, GFileProgressCallback progress,
                                   gpointer progress_data, GCancellable *cancellable,
                                   GError **error);
gboolean tv_trace_input_has_shrunk (const TvTraceInput *input);
void tv_trace_input_free (TvTraceInput *input);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceInput, tv_trace_input_free)

G_END_DECLS
