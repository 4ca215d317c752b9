/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/text-writer.h"

G_BEGIN_DECLS

void tv_html_page_begin (TvTextWriter *writer, const char *title);
void tv_html_page_end (TvTextWriter *writer);
void tv_html_page_add_resource (TvTextWriter *writer, const char *path);

G_END_DECLS
