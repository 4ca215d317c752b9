/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/report-writer.h"

G_BEGIN_DECLS

void tv_html_page_begin (TvReportWriter *writer, const char *title);
void tv_html_page_end (TvReportWriter *writer);
void tv_html_page_add_text (TvReportWriter *writer, const char *text);

G_END_DECLS
