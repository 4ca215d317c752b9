/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/id-map.h"
#include "trace/tables/method-table.h"

G_BEGIN_DECLS

/**
 * TvThreadEntry:
 * @id: the id
 * @name: (nullable): the last name that the file gives
 * @other_names: (nullable) (element-type utf8): earlier names
 * @next_alike: the next entry whose id has the same low bits
 *
 * A thread of the table.
 */
typedef struct
{
  guint32 id;
  const char *name;
  GPtrArray *other_names;
  guint32 next_alike;
} TvThreadEntry;

/**
 * TvThreadTable:
 * @entries: (element-type TvThreadEntry): the threads by index
 * @index: maps ids to indexes
 * @record_index: maps ids of records to indexes
 * @alike: (nullable): by low bits of an id, the first entry whose id has more bits
 * @id_mask: the bits of an id in a record
 * @strings: (transfer none): the pool of names
 *
 * The threads of a trace while it is read: those that the file lists, then those that
 * only records have.
 */
typedef struct
{
  GArray *entries;
  TvIdMap index;
  TvIdMap record_index;
  guint32 *alike;
  guint32 id_mask;
  TvStringPool *strings;
} TvThreadTable;

void tv_thread_table_init (TvThreadTable *table, TvStringPool *strings);
void tv_thread_table_clear (TvThreadTable *table);
TvDefinition tv_thread_table_define (TvThreadTable *table, guint32 id,
                                     const char *name);
void tv_thread_table_set_id_mask (TvThreadTable *table, guint32 id_mask);
void tv_thread_table_bind_record_id (TvThreadTable *table,
                                     const TvThreadEntry *announced);
guint32 tv_thread_table_add_record_id (TvThreadTable *table, guint32 record_id);

G_END_DECLS
