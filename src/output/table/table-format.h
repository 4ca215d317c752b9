/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTableFormat:
 * @TV_TABLE_TSV: tab-separated values, as spreadsheets and editors paste them
 * @TV_TABLE_MARKDOWN: a table as GitHub, GitLab and most other trackers show it
 * @TV_TABLE_CSV: comma-separated values, RFC 4180
 * @TV_TABLE_JSON: an object a row, with numbers as numbers
 *
 * What a table is written as. The first two are read by people and hold what is shown;
 * the others are for programs.
 */
typedef enum
{
  TV_TABLE_TSV,
  TV_TABLE_MARKDOWN,
  TV_TABLE_CSV,
  TV_TABLE_JSON
} TvTableFormat;

#define TV_N_TABLE_FORMATS 4

const char *tv_table_format_get_name (TvTableFormat format);
const char *tv_table_format_get_ending (TvTableFormat format);
const char *tv_table_format_get_mime_type (TvTableFormat format);
gboolean tv_table_format_is_for_people (TvTableFormat format);
gboolean tv_table_format_parse (const char *name, TvTableFormat *format);
gboolean tv_table_format_find_by_ending (const char *file_name, TvTableFormat *format);

G_END_DECLS
