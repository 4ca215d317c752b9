/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

void tv_query_functions_register (sqlite3 *db, GPtrArray *sources);

/* Views of each trace, as they follow CREATE VIEW. */
extern const char *const tv_query_views[];
extern const guint tv_query_n_views;

/* A script that defines functions. */
extern const char *const tv_query_prelude;

G_END_DECLS
