/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GInputStream *tv_regular_file_open (GFile *file, GCancellable *cancellable,
                                    GError **error);
char *tv_small_file_read (GFile *file, gsize max_size, gsize *length,
                          GCancellable *cancellable, GError **error);

G_END_DECLS
