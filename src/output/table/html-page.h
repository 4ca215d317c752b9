/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"

G_BEGIN_DECLS

void tv_html_page_begin (TvTextWriter *writer, const char *title);
void tv_html_page_end (TvTextWriter *writer);
void tv_page_begin (TvTextWriter *writer, TvTableFormat format, const char *title,
                    const char *const *notes);
void tv_page_add_notes (TvTextWriter *writer, TvTableFormat format,
                        const char *const *notes);
void tv_page_end (TvTextWriter *writer, TvTableFormat format);

void tv_html_page_add_resource (TvTextWriter *writer, const char *path);

G_END_DECLS
