/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/query.h"
#include "query/table-module.h"

G_BEGIN_DECLS

/* A script that runs, at one of its results. */
struct _TvQueryRows
{
  TvQuery *query;
  GPtrArray *sources; /* TvQuerySource, of the query */
  sqlite3_stmt *statement;
  gboolean ended;
  GString *digits;
  /* The script, the start of the present statement, and the callback for results. */
  const char *script;
  const char *start;
  TvQueryFunc func;
  gpointer user_data;
};

G_END_DECLS
