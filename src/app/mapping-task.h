/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvMappingAnswer:
 * @renamed: the trace under the names of the mapping
 * @n_renamed: how many of its methods have other names
 * @warning: (nullable): a sentence about the first file that something is wrong with
 *
 * What became of a trace.
 */
typedef struct
{
  TvTrace *renamed;
  guint n_renamed;
  char *warning;
} TvMappingAnswer;

void tv_mapping_answer_free (TvMappingAnswer *answer);

void tv_mapping_task_start (TvTrace *trace, GPtrArray *files, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data);
TvMappingAnswer *tv_mapping_task_finish (GAsyncResult *result, GError **error);

char *tv_mapping_dup_quoted_name (GFile *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMappingAnswer, tv_mapping_answer_free)

G_END_DECLS
