/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/report-writer.h"

G_BEGIN_DECLS

void tv_table_add_tsv_text (TvReportWriter *writer, const char *text);
void tv_table_add_csv_text (TvReportWriter *writer, const char *text);
void tv_table_add_markdown_text (TvReportWriter *writer, const char *text);
void tv_table_add_json_text (TvReportWriter *writer, const char *text);

G_END_DECLS
