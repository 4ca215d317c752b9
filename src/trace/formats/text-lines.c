/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/text-lines.h"

#include <string.h>

/* Longer lines are cut. */
#define MAX_LINE (64 * 1024)

/* How often progress is told, in bytes. */
#define REPORT_EVERY (1024 * 1024)

/* Finds the line at its offset, and how far the next one is. Returns FALSE at the end
 * of the file, or with an error.
 */
static gboolean
find_line (TvDataWindow *window, TvTextLine *line, gsize *size, GError **error)
{
  const guint64 left = tv_data_window_get_size (window) - line->offset;
  const char *feed = NULL;

  if (left == 0)
    return FALSE;
  for (gsize looked_at = 256; feed == NULL; looked_at *= 4)
    {
      *size = (gsize) MIN (MIN (left, looked_at), MAX_LINE);
      line->text
          = (const char *) tv_data_window_get (window, line->offset, *size, error);
      if (line->text == NULL)
        return FALSE;
      feed = memchr (line->text, '\n', *size);
      if (*size == MIN (left, MAX_LINE))
        break;
    }
  line->length = feed != NULL ? (gsize) (feed - line->text) : *size;
  if (feed != NULL)
    *size = line->length + 1;
  return TRUE;
}

/**
 * tv_text_lines_read:
 * @window: the file
 * @options: how it is loaded
 * @func: (scope call): receives the lines
 * @data: for @func
 * @error: a %G_IO_ERROR, or that memory is exhausted
 *
 * Hands out all lines.
 *
 * Returns: whether the file could be read
 */
gboolean
tv_text_lines_read (TvDataWindow *window, const TvLoadOptions *options,
                    TvTextLineFunc func, gpointer data, GError **error)
{
  const guint64 total = tv_data_window_get_size (window);
  TvTextLine line = { .number = 1 };
  guint64 next_report = 0;
  GError *local_error = NULL;
  gsize size;

  for (; find_line (window, &line, &size, &local_error); line.number++)
    {
      if (line.offset >= next_report
          && !tv_load_options_report (options, line.offset, total, &local_error))
        break;
      if (line.offset >= next_report)
        next_report = line.offset + REPORT_EVERY;
      if (!func (&line, data))
        break; /* the receiver knows why */
      line.offset += size;
    }
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, local_error);
  return FALSE;
}
