/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

char *tv_query_mistake_describe (sqlite3 *db, const char *statement,
                                 gboolean has_slices, gsize *offset);

G_END_DECLS
