/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/id-map.h"
#include "trace/model/string-pool.h"
#include "trace/model/trace-warnings.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

#define TV_METHOD_LINE_MAX_FIELDS 6

/**
 * TvMethodLine:
 * @n_fields: number of fields; those past the sixth are only counted
 * @has_id: whether the first field is an id
 * @is_bare: whether it has no `0x`
 * @method: (transfer none): the method; its strings are valid until the next line
 * @fields: (nullable): the fields as UTF-8, in @text
 * @text: (nullable): the memory of the fields
 *
 * A line of a `*methods` section, split into fields. Initialise it with zeros and reuse
 * it for all lines, which saves allocations.
 */
typedef struct
{
  guint n_fields;
  gboolean has_id;
  gboolean is_bare;
  TvMethod method;
  char *fields[TV_METHOD_LINE_MAX_FIELDS];
  GString *text;
} TvMethodLine;

void tv_method_line_parse (TvMethodLine *parsed, const char *line, gsize length,
                           guint bare_base);
void tv_method_line_clear (TvMethodLine *parsed);

/**
 * TvDefinition:
 * @TV_DEFINITION_NEW: the id was not known
 * @TV_DEFINITION_SAME: the id was known by the same names
 * @TV_DEFINITION_CHANGED: the id was known by other names, which are replaced
 *
 * The result of adding a line to a table.
 */
typedef enum
{
  TV_DEFINITION_NEW,
  TV_DEFINITION_SAME,
  TV_DEFINITION_CHANGED
} TvDefinition;

/**
 * TvBareId:
 * @decimal: the id as a decimal number
 * @hexadecimal: the id as a hexadecimal number
 *
 * An id of a table that does not say which of the two it is.
 */
typedef struct
{
  guint64 decimal;
  guint64 hexadecimal;
} TvBareId;

/**
 * TvMethodTable:
 * @methods: (element-type TvMethod): the methods by index
 * @index: ids to indexes
 * @strings: (transfer none): the pool of the strings of @methods
 * @line: memory for the current line
 * @bare_base: the base of ids without `0x`: 10, or 16 in a second reading of the file
 * @bare_ids: (element-type TvBareId): the ids without `0x` that depend on the base
 * @has_hex_digits: whether one of them has a digit that no decimal number has
 *
 * The methods of a trace while it is read: those that the file lists, then those that
 * only records have.
 */
typedef struct
{
  GArray *methods;
  TvIdMap index;
  TvStringPool *strings;
  TvMethodLine line;
  guint bare_base;
  GArray *bare_ids;
  gboolean has_hex_digits;
} TvMethodTable;

void tv_method_table_init (TvMethodTable *table, TvStringPool *strings);
void tv_method_table_clear (TvMethodTable *table);
gboolean tv_method_table_is_hexadecimal (const TvMethodTable *table,
                                         const TvIdMap *record_ids);
TvDefinition tv_method_table_define (TvMethodTable *table, const TvMethod *method);
guint32 tv_method_table_add_pre_open (TvMethodTable *table);
guint32 tv_method_table_add_unnamed (TvMethodTable *table, guint64 id);
void tv_method_table_set_proxied (TvMethodTable *table, guint32 proxy,
                                  guint32 interface_method);

/**
 * TvTableText:
 * @warnings: the list to add warnings to
 * @place: the unit of @at
 * @at: position of the line
 * @fill_gaps: whether methods that the table already knows stay as they are
 *
 * The origin of a line of a table.
 */
typedef struct
{
  TvWarnings *warnings;
  TvPlace place;
  guint64 at;
  gboolean fill_gaps;
} TvTableText;

void tv_table_text_warn (const TvTableText *text, TvWarningKind kind, const char *line,
                         gsize length);
gboolean tv_method_table_define_line (TvMethodTable *table, const TvTableText *text,
                                      const char *line, gsize length, guint32 *index);

G_END_DECLS
