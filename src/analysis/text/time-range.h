/* SPDX-License-Identifier: Apache-2.0 */

/* Times as people write them. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean tv_time_parse (const char *text, gint64 *nanoseconds);
gboolean tv_time_offset_parse (const char *text, gint64 *nanoseconds);
gboolean tv_time_range_parse (const char *text, gint64 *start, gint64 *end);

G_END_DECLS
