/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

#define TV_METHOD_LINE_MAX_FIELDS 6

/**
 * TvMethodLine:
 * @n_fields: how many fields the line has; those past the sixth are counted only
 * @has_id: whether the first is an id
 * @method: (transfer none): what the line says; strings are valid until the next line
 * @fields: (nullable): the fields as UTF-8, in @text
 * @text: (nullable): where they stand, one behind the other
 *
 * A line of a `*methods` section, split. One that is all zeros can be filled with one
 * line after the other, which saves the memory of each from being asked for anew.
 */
typedef struct
{
  guint n_fields;
  gboolean has_id;
  TvMethod method;
  char *fields[TV_METHOD_LINE_MAX_FIELDS];
  GString *text;
} TvMethodLine;

void tv_method_line_parse (TvMethodLine *parsed, const char *line, gsize length);
void tv_method_line_clear (TvMethodLine *parsed);

G_END_DECLS
