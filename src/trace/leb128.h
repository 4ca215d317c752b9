/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean tv_leb128_read_unsigned (const guint8 **next, const guint8 *end,
                                  guint64 *value);
gboolean tv_leb128_read_signed (const guint8 **next, const guint8 *end, guint64 *value);

G_END_DECLS
