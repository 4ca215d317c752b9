/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-public.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvNameMapping:
 *
 * The original names of the classes and methods of an obfuscated program, from mapping
 * files of ProGuard or R8.
 */
typedef struct _TvNameMapping TvNameMapping;

/**
 * TvMappingWarningFunc:
 * @index: index of the file
 * @sentence: a sentence about what was skipped
 * @user_data: the data passed with the function
 *
 * Receives warnings about a mapping file.
 */
typedef void (*TvMappingWarningFunc) (guint index, const char *sentence,
                                      gpointer user_data);

#define TV_TYPE_NAME_MAPPING (tv_name_mapping_get_type ())

GType tv_name_mapping_get_type (void) G_GNUC_CONST;
TvNameMapping *tv_name_mapping_new (void);
TvNameMapping *tv_name_mapping_load (GPtrArray *files, TvMappingWarningFunc warn,
                                     gpointer user_data, guint *failed,
                                     GCancellable *cancellable, GError **error);
TvNameMapping *tv_name_mapping_ref (TvNameMapping *mapping);
void tv_name_mapping_unref (TvNameMapping *mapping);
gboolean tv_name_mapping_add_stream (TvNameMapping *mapping, GInputStream *stream,
                                     GStrv *warnings, GCancellable *cancellable,
                                     GError **error);
gboolean tv_name_mapping_add_file (TvNameMapping *mapping, GFile *file, GStrv *warnings,
                                   GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNameMapping, tv_name_mapping_unref)

gboolean tv_file_looks_like_mapping (GFile *file, GCancellable *cancellable);

TvTrace *tv_trace_new_renamed (TvTrace *trace, const TvNameMapping *mapping,
                               GCancellable *cancellable, GError **error);
guint tv_trace_count_renamed (const TvTrace *renamed);
const TvMethod *tv_trace_get_method_in_file (const TvTrace *trace, guint index);

G_END_DECLS
