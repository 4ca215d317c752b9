/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/perfetto-script.h"

#include <sqlite3.h>

G_BEGIN_DECLS

int tv_perfetto_function_create (sqlite3 *db, TvPerfettoStatement *statement,
                                 guint *depth);

G_END_DECLS
