/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean tv_file_looks_like_mapping (GFile *file, GCancellable *cancellable);

G_END_DECLS
