/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

void tv_query_functions_register (sqlite3 *db, GPtrArray *sources);

G_END_DECLS
