/* SPDX-License-Identifier: Apache-2.0 */

#include "output/table/table-format.h"

#include <string.h>

static const struct
{
  const char *name;
  const char *ending;
  const char *mime_type;
} formats[TV_N_TABLE_FORMATS] = {
  [TV_TABLE_TSV] = { "tsv", "tsv", "text/tab-separated-values" },
  [TV_TABLE_MARKDOWN] = { "markdown", "md", "text/markdown" },
  [TV_TABLE_CSV] = { "csv", "csv", "text/csv" },
  [TV_TABLE_JSON] = { "json", "json", "application/json" },
};

/**
 * tv_table_format_get_name:
 * @format: a format
 *
 * Returns: its name for programs, such as `markdown`
 */
const char *
tv_table_format_get_name (TvTableFormat format)
{
  g_return_val_if_fail (format < TV_N_TABLE_FORMATS, NULL);

  return formats[format].name;
}

/**
 * tv_table_format_get_ending:
 * @format: a format
 *
 * Returns: what names of such files end in, without the dot
 */
const char *
tv_table_format_get_ending (TvTableFormat format)
{
  g_return_val_if_fail (format < TV_N_TABLE_FORMATS, NULL);

  return formats[format].ending;
}

const char *
tv_table_format_get_mime_type (TvTableFormat format)
{
  g_return_val_if_fail (format < TV_N_TABLE_FORMATS, NULL);

  return formats[format].mime_type;
}

/**
 * tv_table_format_is_for_people:
 * @format: a format
 *
 * Returns: whether cells are to be the texts that are shown, not what they stand for
 */
gboolean
tv_table_format_is_for_people (TvTableFormat format)
{
  return format == TV_TABLE_TSV || format == TV_TABLE_MARKDOWN;
}

/**
 * tv_table_format_parse:
 * @name: see tv_table_format_get_name()
 * @format: (out): the format of that name
 *
 * Returns: whether there is a format of that name
 */
gboolean
tv_table_format_parse (const char *name, TvTableFormat *format)
{
  g_return_val_if_fail (name != NULL && format != NULL, FALSE);

  for (guint i = 0; i < TV_N_TABLE_FORMATS; i++)
    if (g_str_equal (name, formats[i].name))
      {
        *format = (TvTableFormat) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_table_format_find_by_ending:
 * @file_name: name of a file
 * @format: (out): the format that the name ends in, in upper or lower case
 *
 * Returns: whether it ends in one
 */
gboolean
tv_table_format_find_by_ending (const char *file_name, TvTableFormat *format)
{
  const char *dot;

  g_return_val_if_fail (file_name != NULL && format != NULL, FALSE);

  dot = strrchr (file_name, '.');
  for (guint i = 0; dot != NULL && i < TV_N_TABLE_FORMATS; i++)
    if (g_ascii_strcasecmp (dot + 1, formats[i].ending) == 0)
      {
        *format = (TvTableFormat) i;
        return TRUE;
      }
  return FALSE;
}
