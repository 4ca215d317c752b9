/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/id-map.h"
#include "trace/model/string-pool.h"
#include "trace/model/trace.h"
#include "trace/tables/method-line.h"

G_BEGIN_DECLS

/**
 * TvDefinition:
 * @TV_DEFINITION_NEW: the id was not known
 * @TV_DEFINITION_SAME: the id was known by the same names
 * @TV_DEFINITION_CHANGED: the id was known by other names, which are replaced
 *
 * What became of a line of a table.
 */
typedef enum
{
  TV_DEFINITION_NEW,
  TV_DEFINITION_SAME,
  TV_DEFINITION_CHANGED
} TvDefinition;

/**
 * TvMethodTable:
 * @methods: (element-type TvMethod): the methods by index
 * @index: ids to indexes
 * @strings: (transfer none): where the strings of @methods live
 * @line: for lines that are read one by one
 *
 * The methods of a trace while it is being read: those that the file lists, then those
 * that only records name.
 */
typedef struct
{
  GArray *methods;
  TvIdMap index;
  TvStringPool *strings;
  TvMethodLine line;
} TvMethodTable;

void tv_method_table_init (TvMethodTable *table, TvStringPool *strings);
void tv_method_table_clear (TvMethodTable *table);
TvDefinition tv_method_table_define (TvMethodTable *table, const TvMethod *method);
gboolean tv_method_has_same_names (const TvMethod *a, const TvMethod *b);
guint32 tv_method_table_add_pre_open (TvMethodTable *table);
guint32 tv_method_table_add_unnamed (TvMethodTable *table, guint64 id);
void tv_method_table_set_proxied (TvMethodTable *table, guint32 proxy,
                                  guint32 interface_method);

G_END_DECLS
