/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/load-options.h"

/**
 * tv_load_options_report:
 * @options: how a file is loaded
 * @done: bytes of it that were read
 * @total: all bytes of it
 * @error: set if memory is exhausted or loading is cancelled
 *
 * Tells progress. Names and ids take memory as the file is read, too.
 *
 * Returns: whether loading goes on
 */
gboolean
tv_load_options_report (const TvLoadOptions *options, guint64 done, guint64 total,
                        GError **error)
{
  if (options->progress != NULL)
    options->progress ((goffset) done, (goffset) total, options->progress_data);
  return tv_memory_budget_check (options->budget, 0, error)
         && !g_cancellable_set_error_if_cancelled (options->cancellable, error);
}
