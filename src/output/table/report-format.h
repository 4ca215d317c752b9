/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/report-writer.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * TvReportFormat:
 * @TV_REPORT_TEXT: a table for people
 * @TV_REPORT_TSV: a line of titles, then lines of fields, separated by TABs
 * @TV_REPORT_JSON: one JSON object, times in nanoseconds
 *
 * How a report is laid out.
 */
typedef enum
{
  TV_REPORT_TEXT,
  TV_REPORT_TSV,
  TV_REPORT_JSON
} TvReportFormat;

gboolean tv_report_format_parse (const char *name, TvReportFormat *format);

void tv_report_add_microseconds (TvReportWriter *writer, gint64 nanoseconds);
void tv_report_set_json_string (JsonBuilder *builder, const char *name,
                                const char *text);
void tv_report_set_json_number (JsonBuilder *builder, const char *name, gint64 number);
void tv_report_add_json (TvReportWriter *writer, JsonBuilder *builder);

G_END_DECLS
