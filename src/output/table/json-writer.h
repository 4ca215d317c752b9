/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/text-writer.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvJsonWriter:
 * @out: where the JSON goes
 * @needs_comma: whether a value precedes the next one in the open object or array
 *
 * Writes JSON directly, without a tree in memory. The caller closes what it opens.
 * Names of members are not escaped: they are constants or come from tv_json_dup_name().
 * Strings may come from a trace.
 */
typedef struct
{
  TvTextWriter *out;
  gboolean needs_comma;
} TvJsonWriter;

char *tv_json_dup_name (const char *text);

void tv_json_begin_object (TvJsonWriter *json, const char *name);
void tv_json_end_object (TvJsonWriter *json);
void tv_json_begin_array (TvJsonWriter *json, const char *name);
void tv_json_end_array (TvJsonWriter *json);
void tv_json_break_line (TvJsonWriter *json);

void tv_json_add_string (TvJsonWriter *json, const char *name, const char *text);
void tv_json_add_number (TvJsonWriter *json, const char *name, gint64 number);
void tv_json_add_double (TvJsonWriter *json, const char *name, double number);
void tv_json_add_boolean (TvJsonWriter *json, const char *name, gboolean value);
void tv_json_add_null (TvJsonWriter *json, const char *name);
void tv_json_add_amount (TvJsonWriter *json, const char *name, const TvTrace *trace,
                         TvClock clock, gint64 amount);
void tv_json_add_digits (TvJsonWriter *json, const char *name, const char *digits);

G_END_DECLS
