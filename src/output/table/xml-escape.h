/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/report-writer.h"

G_BEGIN_DECLS

void tv_xml_add_text (TvReportWriter *writer, const char *text, gsize length);

G_END_DECLS
