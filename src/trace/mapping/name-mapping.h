/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvNameMapping:
 *
 * What the classes and methods of an obfuscated program were called in its source:
 * mapping files of ProGuard or R8, put together.
 */
typedef struct _TvNameMapping TvNameMapping;

/**
 * TvMappingWarningFunc:
 * @index: of the file
 * @sentence: what was skipped in it
 * @user_data: what was given with the function
 *
 * Hears of what is wrong with a mapping file that can be used all the same.
 */
typedef void (*TvMappingWarningFunc) (guint index, const char *sentence,
                                      gpointer user_data);

TvNameMapping *tv_name_mapping_new (void);
TvNameMapping *tv_name_mapping_load (GPtrArray *files, TvMappingWarningFunc warn,
                                     gpointer user_data, guint *failed,
                                     GCancellable *cancellable, GError **error);
void tv_name_mapping_free (TvNameMapping *mapping);
gboolean tv_name_mapping_add_stream (TvNameMapping *mapping, GInputStream *stream,
                                     GStrv *warnings, GCancellable *cancellable,
                                     GError **error);
gboolean tv_name_mapping_add_file (TvNameMapping *mapping, GFile *file, GStrv *warnings,
                                   GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNameMapping, tv_name_mapping_free)

gboolean tv_file_looks_like_mapping (GFile *file, GCancellable *cancellable);

TvTrace *tv_trace_new_renamed (TvTrace *trace, const TvNameMapping *mapping,
                               GCancellable *cancellable, GError **error);
guint tv_trace_count_renamed (const TvTrace *renamed);

G_END_DECLS
