/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvNameMapping:
 *
 * What the classes and methods of an obfuscated program were called in its source:
 * mapping files of ProGuard or R8, put together.
 */
typedef struct _TvNameMapping TvNameMapping;

TvNameMapping *tv_name_mapping_new (void);
void tv_name_mapping_free (TvNameMapping *mapping);
gboolean tv_name_mapping_add_stream (TvNameMapping *mapping, GInputStream *stream,
                                     GStrv *warnings, GCancellable *cancellable,
                                     GError **error);
gboolean tv_name_mapping_add_file (TvNameMapping *mapping, GFile *file, GStrv *warnings,
                                   GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNameMapping, tv_name_mapping_free)

G_END_DECLS
