/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TV_TYPE_GUNZIP (tv_gunzip_get_type ())
G_DECLARE_FINAL_TYPE (TvGunzip, tv_gunzip, TV, GUNZIP, GObject)

gboolean tv_is_gzip (GBytes *start);
gsize tv_find_zlib (GBytes *start);
GInputStream *tv_gunzip_stream_new (GInputStream *stream);

G_END_DECLS
