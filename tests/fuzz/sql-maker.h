/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/query.h"

G_BEGIN_DECLS

/* The tables, columns and functions that a query has. */
typedef struct _TvSqlWords TvSqlWords;

TvSqlWords *tv_sql_words_new (TvQuery *query);

/* Makes statements of bytes: the same bytes, the same statements. */
typedef struct
{
  const TvSqlWords *words;
  const guint8 *data;
  gsize size;
  const char *const *schemas; /* (nullable): one of which each table is in */
  GString *sql;               /* the statement that is being made */
  GPtrArray *scope;           /* of Table: what columns are of, the latest at the end */
  GPtrArray *created;         /* of Table: what statements have created */
  GPtrArray *calls;           /* functions and macros that they have created */
  guint depth;
  gboolean lasts; /* whether a function or a macro was created */
} TvSqlMaker;

void tv_sql_maker_init (TvSqlMaker *maker, const TvSqlWords *words, const guint8 *data,
                        gsize size);
void tv_sql_maker_clear (TvSqlMaker *maker);
char *tv_sql_maker_next (TvSqlMaker *maker);
char *tv_sql_maker_next_pair (TvSqlMaker *maker, char **other);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvSqlMaker, tv_sql_maker_clear)

G_END_DECLS
