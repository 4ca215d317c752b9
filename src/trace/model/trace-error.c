/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/model/trace-error.h"

#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/**
 * tv_trace_error_quark:
 *
 * Returns: the quark of %TV_TRACE_ERROR
 */
GQuark
tv_trace_error_quark (void)
{
  return g_quark_from_static_string ("tv-trace-error-quark");
}

/**
 * tv_trace_error_set_changed:
 * @error: (out): %TV_TRACE_ERROR_CHANGED
 * @offset: byte offset where the file is not what it was before
 *
 * Reports that a file changed between two readings.
 */
void
tv_trace_error_set_changed (GError **error, guint64 offset)
{
  g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_CHANGED,
               _ ("The file changed while it was being read (at byte %" PRIu64 ")"),
               offset);
}
