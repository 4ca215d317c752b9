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
 * @compressed: whether a file was compressed or a member of an archive
 * @packing: (nullable): the name of the packing, for programs
 * @n_read: unpacked bytes that were already reported as progress; none of a big file
 * @parts: the file, and the other half of a split trace
 * @damage: (nullable): why unpacking stopped early
 *
 * The bytes of a trace, independent of how they are stored.
 */
typedef struct
{
  GBytes *text;
  GBytes *data;
  TvDataWindow *window;
  GBytes *summary;
  gboolean compressed;
  const char *packing;
  goffset n_read;
  TvFileBytes parts[2];
  char *damage;
} TvTraceInput;

TvTraceInput *tv_trace_input_open (GFile *file, const TvReadOptions *options,
                                   GError **error);
TvTraceInput *tv_trace_input_new_for_bytes (GBytes *bytes, const TvReadOptions *options,
                                            GError **error);
goffset tv_trace_input_get_size (const TvTraceInput *input);
gboolean tv_trace_input_check_unchanged (const TvTraceInput *input,
                                         GCancellable *cancellable, GError **error);
void tv_trace_input_free (TvTraceInput *input);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceInput, tv_trace_input_free)

G_END_DECLS
