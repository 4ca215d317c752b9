/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/memory-budget.h"
#include "trace/tables/method-table.h"
#include "trace/tables/thread-table.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvKeySection:
 * @version: the version in its first line, or 0
 * @properties: (element-type TvProperty): `key=value` lines in order
 * @threads: the threads that it lists
 * @methods: the methods that it lists
 * @terminated: whether it has the line `*end`
 * @end: byte offset after its last line
 * @cancellable: (transfer none) (nullable): stops the parsing
 * @budget: (transfer none) (nullable): stops the parsing when it is exceeded
 *
 * The text part of a trace.
 */
typedef struct
{
  guint version;
  GArray *properties;
  TvThreadTable threads;
  TvMethodTable methods;
  gboolean terminated;
  gsize end;
  GCancellable *cancellable;
  TvMemoryBudget *budget;
} TvKeySection;

void tv_key_section_init (TvKeySection *key, TvStringPool *strings);
void tv_key_section_clear (TvKeySection *key);
void tv_key_section_parse (TvKeySection *key, GBytes *bytes, TvWarnings *warnings);
void tv_key_section_parse_piece (TvKeySection *key, const char *text, gsize size,
                                 const TvTableText *origin);
const char *tv_key_section_lookup (const TvKeySection *key, const char *name);
gboolean tv_key_section_lookup_number (const TvKeySection *key, const char *name,
                                       guint64 *value);

G_END_DECLS
