/* SPDX-License-Identifier: Apache-2.0 */

#include "output/export/export.h"

typedef struct
{
  const char *name;
  TvExportFunc func;
} Format;

static const Format formats[] = {
  { "chrome", tv_export_chrome },
  { "perfetto", tv_export_perfetto },
  { "speedscope", tv_export_speedscope },
  { "firefox", tv_export_firefox },
  { "pprof", tv_export_pprof },
  { "collapsed", tv_export_collapsed },
  { "csv", tv_export_csv },
  { "trace", tv_export_trace },
};

/**
 * tv_export_find:
 * @name: name of a format, such as `chrome`
 *
 * Returns: (nullable): what writes it, %NULL if there is none of that name
 */
TvExportFunc
tv_export_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].name, name))
      return formats[i].func;
  return NULL;
}
